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


def _all_of(config: dict[str, Any], length: int, title: str) -> Iterator[Case]:
    yield Case("parameter_count", (config,), title=title)
    sizes = {"batch": 3, "length": length, "bytes_per_value": 2}
    yield Case("kv_cache_bytes", (config,), sizes, title=title)
    yield Case("forward_flops", (config,), {"length": length}, title=title)
