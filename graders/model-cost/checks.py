"""What is asked of an answer to model-cost."""

from collections.abc import Iterator
from typing import Any

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

PARAMETERS = "parameters"
CACHE = "cache"
WORK = "work"

PLAIN = "As many key-value heads as query heads is plain multi-head attention"
SINGLE = "One key-value head for all"
ONE_TOKEN = "A single token costs its products with the weights, and one score a head"
LARGE = "A large model is counted exactly"
BEYOND = "Counts above 2**53, which no float holds, are exact"

LARGE_MODEL = {"d_model": 8192, "n_layers": 80, "n_heads": 64, "n_kv_heads": 8, "d_ff": 28672}


def cases(draw: Draw) -> Iterator[Case]:
    """Each function on small models, tied and not, all sizes different."""
    for tied in (True, False, True, False, True):
        yield Case("parameter_count", (_config(draw, tied),), mode=PARAMETERS)
    for tied, width in ((False, 1), (True, 4), (False, 2), (True, 4)):
        config = _config(draw, tied)
        batch, length = draw.sizes(batch=(2, 7), length=(5, 40))
        sizes = {"batch": batch, "length": length, "bytes_per_value": width}
        yield Case("kv_cache_bytes", (config,), sizes, mode=CACHE)
    for tied in (False, True, False, True, False):
        config = _config(draw, tied)
        length = {"length": draw.size("length", 5, 60)}
        yield Case("forward_flops", (config,), length, mode=WORK)


def edges(draw: Draw) -> Iterator[Case]:
    """The ends of grouping, one token, and a real model's sizes."""
    for tied in (True, False):
        config = _config(draw, tied)
        config["n_kv_heads"] = config["n_heads"]
        yield from _all_of(config, draw.size("length", 5, 20), PLAIN)
    config = _config(draw, tied=True) | {"n_kv_heads": 1}
    yield from _all_of(config, draw.size("length", 5, 20), SINGLE)
    yield Case("forward_flops", (_config(draw, tied=False),), {"length": 1}, title=ONE_TOKEN)
    config = LARGE_MODEL | {"vocab": 128_000 + draw.integer(1, 300), "tied": False}
    yield from _all_of(config, 4096, LARGE)
    config = _beyond(draw)
    yield Case("parameter_count", (config,), title=BEYOND, rounding=True)
    sizes = {"batch": 1001, "length": 32_769, "bytes_per_value": 1}
    yield Case("kv_cache_bytes", (config,), sizes, title=BEYOND, rounding=True)
    config = config | {"vocab": config["vocab"] + 1}
    yield Case("forward_flops", (config,), {"length": 7}, title=BEYOND, rounding=True)


def _config(draw: Draw, tied: bool) -> dict[str, Any]:
    groups = draw.integer(2, 4)  # query heads a key-value head
    n_kv_heads, n_layers = draw.sizes(n_kv_heads=(2, 3), n_layers=(2, 7))
    d_model = groups * n_kv_heads * draw.integer(3, 9)
    d_ff, vocab = draw.sizes(d_ff=(d_model + 1, 4 * d_model - 1), vocab=(20, 300))
    return {
        "d_model": d_model,
        "n_layers": n_layers,
        "n_heads": groups * n_kv_heads,
        "n_kv_heads": n_kv_heads,
        "d_ff": d_ff,
        "vocab": vocab,
        "tied": tied,
    }


def _beyond(draw: Draw) -> dict[str, Any]:
    """A model whose counts lie between 2**54 and 2**62 and are odd, or twice an odd number.

    No float64 holds them, and an int64 does.
    """
    return {
        "d_model": 15 * (2 * draw.integer(65_000, 70_000) + 1),
        "n_layers": 2 * draw.integer(500, 520) + 1,
        "n_heads": 15,
        "n_kv_heads": 5,
        "d_ff": 2 * draw.integer(2_000_000, 2_100_000) + 1,
        "vocab": 2 * draw.integer(64_000, 65_000) + 1,
        "tied": True,
    }


def _all_of(config: dict[str, Any], length: int, title: str) -> Iterator[Case]:
    yield Case("parameter_count", (config,), title=title)
    sizes = {"batch": 3, "length": length, "bytes_per_value": 2}
    yield Case("kv_cache_bytes", (config,), sizes, title=title)
    yield Case("forward_flops", (config,), {"length": length}, title=title)
