"""What is asked of an answer to kv-cache.

Every case is a script, since what counts is what a cache holds after several calls. Masking plays
no part in a value case beyond the last row: a query of one token may see all that came before it.
"""

from collections.abc import Iterator
from typing import Any

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind, Subject

FIRST = "The first token of an empty cache attends to itself alone"
EMPTY = "An empty cache has length 0"
SMALL = "A batch of one with a single head works"
LARGE = "Scores near 2e4 don't overflow"
PIECES = "A prompt appended in pieces is the same as in one piece"
WORK = "A token costs no work for the rows of the tokens before it"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen scripts: decoding from empty, the cache alone, after a prompt, two in turn."""
    for tokens in ((3, 4), (4, 6), (5, 8), (6, 9)):
        x, params, h = _model(draw, draw.size("n", *tokens))
        yield Case("decode_step", (x, params), {"n_heads": h}, mode="decoding", script=_decode)
    for pieces in (2, 3, 4):
        parts = _parts(draw, pieces)
        yield Case("KVCache", (parts,), mode="cache", script=_append_all)
    for tokens in ((2, 3), (2, 4), (3, 5), (4, 6)):
        x, params, h = _model(draw, draw.size("n", *tokens))
        prompt = _prompt(draw, x, h, draw.size("t", 2, 7))
        yield Case(
            "decode_step", (x, params, *prompt), {"n_heads": h}, mode="prompt", script=_after_prompt
        )
    for tokens in ((2, 3), (3, 4), (4, 5)):
        x, params, h = _model(draw, draw.size("n", *tokens))
        other = draw.normal(*x.shape)
        yield Case(
            "decode_step", (x, other, params), {"n_heads": h}, mode="two caches", script=_in_turn
        )


def edges(draw: Draw) -> Iterator[Case]:
    """A cache that is empty, the smallest sizes, and scores far from zero."""
    yield Case("KVCache", (), title=EMPTY, script=_empty)
    x, params, h = _model(draw, 1)
    yield Case("decode_step", (x, params), {"n_heads": h}, title=FIRST, script=_decode)
    d = draw.size("d", 3, 6)
    x, params = draw.normal(1, draw.size("n", 3, 5), d), _weights(draw, d)
    yield Case("decode_step", (x, params), {"n_heads": 1}, title=SMALL, script=_decode)
    for sign in (1.0, -1.0):
        x, params, h = _model(draw, draw.size("n", 3, 5))
        d_head = x.shape[-1] // h
        # A constant input that adds the same to every score of a row: 2e4, or -2e4.
        x[..., 0] = 1.0
        for name, level in (("w_q", 128.0), ("w_k", round(sign * 2e4 * d_head**0.5 / 128.0))):
            params[name][0, ::d_head] = level
            params[name][1:, ::d_head] *= 2.0**-7
        yield Case("decode_step", (x, params), {"n_heads": h}, title=LARGE, script=_decode)


def properties(draw: Draw) -> Iterator[Case]:
    """What a cache means, said as an experiment on the answer."""
    x, params, h = _model(draw, draw.size("n", 2, 4))
    k, v = _prompt(draw, x, h, draw.size("t", 4, 7))
    yield Case(
        "decode_step", (x, params, k, v), {"n_heads": h}, title=PIECES, script=_one_piece_or_many
    )


def costs(draw: Draw) -> Iterator[Cost]:
    """Decoding from an empty cache; the batch is what makes the work outweigh the calls."""

    def decoding(n: int) -> Case:
        x, params = draw.normal(8, n, 128), _weights(draw, 128)
        return Case("decode_step", (x, params), {"n_heads": 8}, script=_last_row)

    yield Cost(WORK, CostKind.RATIO, decoding, sizes=(128,), gate=2.0, explain=128)


def _decode(subject: Subject, x: Any, params: Any, n_heads: int) -> Any:
    cache = subject.KVCache()
    rows = [
        subject.decode_step(x[:, t : t + 1], params, cache, n_heads=n_heads)
        for t in range(x.shape[1])
    ]
    return [*rows, cache.length]


def _last_row(subject: Subject, x: Any, params: Any, n_heads: int) -> Any:
    cache = subject.KVCache()
    for t in range(x.shape[1]):
        row = subject.decode_step(x[:, t : t + 1], params, cache, n_heads=n_heads)
    return row


def _append_all(subject: Subject, parts: Any) -> Any:
    cache = subject.KVCache()
    seen = []
    for k, v in parts:
        held_k, held_v = cache.append(k, v)
        seen += [held_k, held_v, cache.length]
    return seen


def _after_prompt(subject: Subject, x: Any, params: Any, k: Any, v: Any, n_heads: int) -> Any:
    cache = subject.KVCache()
    cache.append(k, v)
    rows = [
        subject.decode_step(x[:, t : t + 1], params, cache, n_heads=n_heads)
        for t in range(x.shape[1])
    ]
    return [*rows, cache.length]


def _in_turn(subject: Subject, x: Any, other: Any, params: Any, n_heads: int) -> Any:
    first, second = subject.KVCache(), subject.KVCache()
    rows = []
    for t in range(x.shape[1]):
        rows.append(subject.decode_step(x[:, t : t + 1], params, first, n_heads=n_heads))
        if t:  # so that the two are of different length
            y = other[:, t : t + 1]
            rows.append(subject.decode_step(y, params, second, n_heads=n_heads))
    return [*rows, first.length, second.length]


def _empty(subject: Subject) -> Any:
    return [subject.KVCache().length]


def _one_piece_or_many(subject: Subject, x: Any, params: Any, k: Any, v: Any, n_heads: int) -> Any:
    whole, pieces = subject.KVCache(), subject.KVCache()
    whole.append(k, v)
    pieces.append(k[:, :, :1], v[:, :, :1])
    pieces.append(k[:, :, 1:3], v[:, :, 1:3])
    pieces.append(k[:, :, 3:], v[:, :, 3:])
    rows = [
        subject.decode_step(x[:, t : t + 1], params, cache, n_heads=n_heads)
        for t in range(x.shape[1])
        for cache in (whole, pieces)
    ]
    return [*rows, whole.length, pieces.length]


def _model(draw: Draw, n: int) -> tuple[Any, dict[str, Any], int]:
    """x (B, n, d), the four weights, and the number of heads; all sizes different."""
    B, h, d_head = draw.sizes(B=(2, 3), h=(2, 4), d_head=(3, 6))
    return draw.normal(B, n, h * d_head), _weights(draw, h * d_head), h


def _weights(draw: Draw, d: int) -> dict[str, Any]:
    return {name: draw.normal(d, d, std=d**-0.5) for name in ("w_q", "w_k", "w_v", "w_o")}


def _prompt(draw: Draw, x: Any, h: int, t: int) -> tuple[Any, Any]:
    """Keys and values (B, h, t, d_head) of a prompt that was processed elsewhere."""
    shape = x.shape[0], h, t, x.shape[-1] // h
    return draw.normal(*shape), draw.normal(*shape)


def _parts(draw: Draw, pieces: int) -> list[tuple[Any, Any]]:
    """Pairs of keys and values (B, h, t, d_head) with another t each."""
    B, h, d_head = draw.sizes(B=(2, 3), h=(2, 4), d_head=(3, 6))
    lengths = [draw.size("t", 1, 6) for _ in range(pieces)]
    return [(draw.normal(B, h, t, d_head), draw.normal(B, h, t, d_head)) for t in lengths]
