"""What is asked of an answer to kv-cache.

Every case is a script, since what counts is what a cache holds after several calls. Masking plays
no part in a value case beyond the last row: a query of one token may see all that came before it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind, Subject

EMPTY = "An empty cache has length 0"
SMALL = "A batch of one, a single head and a single token work"
LONG = "Eight thousand tokens go into the cache"
LARGE = "Scores near 2e4 don't overflow"
PIECES = "A prompt appended in pieces is the same as in one piece"
WORK = "A token costs no work for the rows of the tokens before it"

SIZES = {"B": (2, 3), "h": (2, 4), "d_head": (3, 6)}
# Of two cases in a row: what the first leaves in a store that objects share fits the second.
SAME = {"B": (2, 2), "h": (3, 3), "d_head": (4, 4)}


def cases(draw: Draw) -> Iterator[Case]:
    """Twelve short scripts: decoding from empty, the cache alone, after a prompt, two in turn."""
    for n, sizes in ((2, SAME), (3, SAME), (2, {}), (4, {})):
        x, params, h = _model(draw, n, **sizes)
        yield Case("decode_step", (x, params), {"n_heads": h}, mode="decoding", script=_decode)
    for lengths, sizes in (
        (((4, 5), None), {"B": (3, 3)}),  # pieces of one length join along any axis
        (((1, 2), (5, 7)), {}),
        (((2, 3), (4, 5), (1, 1)), {}),
    ):
        pieces = _pieces(draw, lengths, **sizes)
        yield Case("KVCache", (pieces,), mode="cache", script=_append_all)
    for tokens in ((2, 4), (3, 6), (4, 7)):
        x, params, h = _model(draw, 2)
        prompt = _prompt(draw, x, h, draw.size("t", *tokens))
        arguments = (x, params, *prompt)
        yield Case("decode_step", arguments, {"n_heads": h}, mode="prompt", script=_after_prompt)
    for _ in range(2):
        x, params, h = _model(draw, 2)
        arguments = (x, draw.normal(*x.shape), params)
        yield Case("decode_step", arguments, {"n_heads": h}, mode="two caches", script=_in_turn)


def edges(draw: Draw) -> Iterator[Case]:
    """An empty cache, the smallest sizes, a long prompt, and scores far from zero."""
    yield Case("KVCache", ([],), title=EMPTY, script=_lengths)
    yield Case("KVCache", (_pieces(draw, [(5, 7)]),), title=EMPTY, script=_lengths)
    d = draw.size("d", 3, 6)
    # One token: with two, what is joined along batch or heads would broadcast, or not, by style.
    x, params = draw.normal(1, 1, d), _weights(draw, d)
    yield Case("decode_step", (x, params), {"n_heads": 1}, title=SMALL, script=_decode)
    for lengths in ((8192,), (192, 8000)):  # the second is more than one doubling makes room for
        pieces = [tuple(draw.normal(1, 1, t, 1) for _ in range(2)) for t in lengths]
        yield Case("KVCache", (pieces,), title=LONG, script=_all_kept)
    for sign in (1.0, -1.0):
        x, params, h = _model(draw, 1)
        d_head = x.shape[-1] // h
        # A constant input that adds the same to every score of a row: 2e4, or -2e4.
        x[..., 0] = 1.0
        for name, level in (("w_q", 128.0), ("w_k", round(sign * 2e4 * d_head**0.5 / 128.0))):
            params[name][0, ::d_head] = level
            params[name][1:, ::d_head] *= 2.0**-7
        yield Case("decode_step", (x, params), {"n_heads": h}, title=LARGE, script=_decode)
    x, params, h = _model(draw, 4)
    d_head = x.shape[-1] // h
    # 1e4 and -1e4 by turns: a shift by anything but the largest of a row overflows.
    x[..., 0] = 1.0
    x[..., 1] = [1.0, -1.0, 1.0, -1.0]
    for name, row, level in (("w_q", 0, 128.0), ("w_k", 1, round(1e4 * d_head**0.5 / 128.0))):
        params[name][:, ::d_head] *= 2.0**-7
        params[name][row, ::d_head] = level
    yield Case("decode_step", (x, params), {"n_heads": h}, title=LARGE, script=_decode)


def properties(draw: Draw) -> Iterator[Case]:
    """What a cache means, said as an experiment on the answer."""
    x, params, h = _model(draw, 1)
    k, v = _prompt(draw, x, h, draw.size("t", 4, 7))
    arguments = (x, params, k, v)
    yield Case("decode_step", arguments, {"n_heads": h}, title=PIECES, script=_in_pieces)


def costs(draw: Draw) -> Iterator[Cost]:
    """Decoding from an empty cache; batch and heads make the work outweigh the calls."""

    def decoding(n: int) -> Case:
        x, params = draw.normal(8, n, 64), _weights(draw, 64)
        return Case("decode_step", (x, params), {"n_heads": 8}, script=_last_row)

    # Right answers in other styles take up to 6 times as long (a loop over heads, float64,
    # products written out), all rows again 20 times as long in torch and 40 in NumPy.
    yield Cost(WORK, CostKind.RATIO, decoding, sizes=(192,), gate=10.0, explain=64)


def _decode(subject: Subject, x: Any, params: Any, n_heads: int) -> Any:
    return _steps(subject, subject.KVCache(), x, params, n_heads)


def _steps(subject: Subject, cache: Any, x: Any, params: Any, n_heads: int) -> list[Any]:
    return [
        subject.decode_step(x[:, t : t + 1], params, cache, n_heads=n_heads)
        for t in range(x.shape[1])
    ]


def _last_row(subject: Subject, x: Any, params: Any, n_heads: int) -> Any:
    cache = subject.KVCache()
    for t in range(x.shape[1]):
        row = subject.decode_step(x[:, t : t + 1], params, cache, n_heads=n_heads)
    return row


def _append_all(subject: Subject, pieces: Any) -> Any:
    cache = subject.KVCache()
    return [*[cache.append(k, v) for k, v in pieces], cache.length]


def _all_kept(subject: Subject, pieces: Any) -> Any:
    """Whether the last append gives every token, said without how many a smaller cache keeps."""
    cache = subject.KVCache()
    for k, v in pieces:
        keys, values = cache.append(k, v)
    all_keys, all_values = (np.concatenate(part, axis=2) for part in zip(*pieces, strict=True))
    return {
        "all keys are kept": _same(keys, all_keys),
        "all values are kept": _same(values, all_values),
        "length counts all": cache.length == all_keys.shape[2],
    }


def _same(got: Any, want: Any) -> bool:
    return np.shape(got) == want.shape and bool(np.allclose(got, want))


def _lengths(subject: Subject, pieces: Any) -> Any:
    cache = subject.KVCache()
    lengths = [cache.length]
    for k, v in pieces:
        cache.append(k, v)
        lengths.append(cache.length)
    return lengths


def _after_prompt(subject: Subject, x: Any, params: Any, k: Any, v: Any, n_heads: int) -> Any:
    cache = subject.KVCache()
    cache.append(k, v)
    return _steps(subject, cache, x, params, n_heads)


def _in_turn(subject: Subject, x: Any, other: Any, params: Any, n_heads: int) -> Any:
    first, second = subject.KVCache(), subject.KVCache()
    one = _steps(subject, first, x[:, :1], params, n_heads)
    two = _steps(subject, second, other[:, :1], params, n_heads)
    return [*one, *two, *_steps(subject, first, x[:, 1:], params, n_heads)]


def _in_pieces(subject: Subject, x: Any, params: Any, k: Any, v: Any, n_heads: int) -> Any:
    cache = subject.KVCache()
    cache.append(k[:, :, :1], v[:, :, :1])
    cache.append(k[:, :, 1:], v[:, :, 1:])
    return _steps(subject, cache, x, params, n_heads)


def _model(draw: Draw, n: int, **sizes: Any) -> tuple[Any, dict[str, Any], int]:
    """x (B, n, d), the four weights, and the number of heads; all sizes different."""
    B, h, d_head = draw.sizes(**(SIZES | sizes))
    return draw.normal(B, n, h * d_head), _weights(draw, h * d_head), h


def _weights(draw: Draw, d: int) -> dict[str, Any]:
    return {name: draw.normal(d, d, std=d**-0.5) for name in ("w_q", "w_k", "w_v", "w_o")}


def _prompt(draw: Draw, x: Any, h: int, t: int) -> tuple[Any, Any]:
    """Keys and values (B, h, t, d_head) of a prompt that was processed elsewhere.

    One key is all zeros, and a token like any other.
    """
    shape = x.shape[0], h, t, x.shape[-1] // h
    k = draw.normal(*shape)
    k[:, :, draw.integer(0, t)] = 0.0
    return k, draw.normal(*shape)


def _pieces(draw: Draw, lengths: Any, **sizes: Any) -> list[tuple[Any, Any]]:
    """Keys and values (B, h, t, d_head) for each bounds of t; None: as long as the one before."""
    B, h, d_head = draw.sizes(**(SIZES | sizes))
    pieces, t = [], 0
    for bounds in lengths:
        t = draw.size("t", *bounds) if bounds else t
        pieces.append((draw.normal(B, h, t, d_head), draw.normal(B, h, t, d_head)))
    return pieces
