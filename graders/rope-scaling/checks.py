"""What is asked of an answer to rope-scaling.

Tolerances go by the largest frequency, which is near 1; so that slow pairs are judged as well,
the properties compare logarithms.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "rope_frequencies"
OWN_SCALE = "Each frequency is right by its own measure, the slowest too"
FACTOR_ONE = "A factor of 1 changes nothing"
SHORT = "yarn with an original length so short that low is raised to 0"
IN_VAIN = "Kinds other than dynamic-ntk pay no heed to seq_len"
CLEAR = 0.02  # of a dim(beta) from the next integer
CLAMPED = "yarn where the range is clamped"
KINDS = ("linear", "ntk", "dynamic-ntk", "yarn")


def cases(draw: Draw) -> Iterator[Case]:
    """Every kind twice or more; dynamic within and beyond the length, yarn with clamped ends."""
    for d in ((8, 16), (32, 64)):
        yield _plain(draw, "linear", d, mode="linear")
    for d in ((8, 12), (16, 24), (32, 64)):
        yield _plain(draw, "ntk", d, mode="ntk")
    for d, growth in (((8, 12), (1.1, 1.6)), ((16, 24), (2.0, 4.0)), ((8, 16), (1.3, 6.0))):
        yield _dynamic(draw, d, growth, mode="dynamic-ntk beyond the original length")
    for d in ((8, 12), (16, 32)):
        yield _dynamic(draw, d, (0.88, 0.95), mode="dynamic-ntk within the original length")
    for d in ((24, 32), (32, 64)):
        yield _yarn(draw, d, mode="yarn")
    yield _yarn(draw, (80, 128), just_above=True, mode="yarn")
    yield _yarn(draw, (32, 64), short=True, mode=CLAMPED)
    yield _yarn(draw, (24, 40), small_base=True, mode=CLAMPED)
    yield _yarn(draw, (48, 64), small_base=True, mode=CLAMPED)


def edges(draw: Draw) -> Iterator[Case]:
    """A factor of 1, the narrowest head, the original length itself, and a length given in vain."""
    for make in (_plain_ntk, _yarn):
        case = make(draw, (24, 32))
        yield Case(ENTRY, case.args, {**case.kwargs, "factor": 1.0}, title=FACTOR_ONE)
    yield _plain(draw, "ntk", (4, 4), title="A width of 4, two pairs, works")
    case = _dynamic(draw, (8, 16), (1.0, 1.0))
    yield Case(ENTRY, case.args, case.kwargs, title="At the original length nothing is scaled")
    case = _yarn(draw, (40, 64), short=True)
    yield Case(ENTRY, case.args, case.kwargs, title=SHORT)
    case = _yarn(draw, (32, 48))
    longer = 2 * case.kwargs["original_length"]
    yield Case(ENTRY, case.args, {**case.kwargs, "seq_len": longer}, title=IN_VAIN)
    for kind in ("linear", "ntk"):
        case = _plain(draw, kind, (8, 16))
        shorter = case.kwargs["original_length"] // 2
        yield Case(ENTRY, case.args, {**case.kwargs, "seq_len": shorter}, title=IN_VAIN)


def properties(draw: Draw) -> Iterator[Case]:
    """All frequencies on a logarithmic scale."""
    for kind in KINDS:
        if kind == "yarn":
            case = _yarn(draw, (32, 64))
        elif kind == "dynamic-ntk":
            case = _dynamic(draw, (16, 32), (1.5, 3.0))
        else:
            case = _plain(draw, kind, (16, 32))
        yield Case(ENTRY, case.args, case.kwargs, title=OWN_SCALE, script=_logarithms)


def _logarithms(subject: Any, d: int, **options: Any) -> Any:
    frequency, factor = subject.rope_frequencies(d, **options)
    with np.errstate(all="ignore"):  # of a wrong answer
        logarithm = np.log(np.asanyarray(frequency))
    return {"log of inv_freq": logarithm, "attention_factor": factor}


def _plain(draw: Draw, kind: str, d: tuple[int, int], *, mode: str = "", title: str = "") -> Case:
    width = draw.size("d", *d, multiple_of=2)
    options = {
        "base": draw.choice((10_000.0, 500_000.0, 20_000.0)),
        "kind": kind,
        "factor": round(draw.number(2.0, 9.0), 2),
        "original_length": draw.integer(1000, 9000),
    }
    return Case(ENTRY, (width,), options, mode=mode, title=title)


def _plain_ntk(draw: Draw, d: tuple[int, int]) -> Case:
    return _plain(draw, "ntk", d)


def _dynamic(
    draw: Draw, d: tuple[int, int], growth: tuple[float, float], *, mode: str = ""
) -> Case:
    """dynamic-ntk at a length of `growth` times the original one."""
    case = _plain(draw, "dynamic-ntk", d, mode=mode)
    length = case.kwargs["original_length"]
    options = {
        **case.kwargs,
        "factor": round(draw.number(2.0, 5.0), 2),
        "seq_len": round(length * draw.number(*growth)) if growth[0] < growth[1] else length,
    }
    return Case(ENTRY, case.args, options, mode=mode)


def _yarn(
    draw: Draw,
    d: tuple[int, int],
    *,
    short: bool = False,
    small_base: bool = False,
    just_above: bool = False,
    mode: str = "",
) -> Case:
    """yarn with dim(32) and dim(1) away from integers, and pairs on both sides of the ramp.

    short: an original length so short that dim(32) is negative. small_base: a base so small that
    dim(1) lies beyond d - 1. just_above: with 33 turns for 32 another integer would come out.
    """
    for _ in range(500):
        width = draw.size("d", *d, multiple_of=2)
        base = draw.choice((10_000.0, 50_000.0))
        length = draw.integer(1500, 9000)
        if short:
            length = draw.integer(60, 130)
        if small_base:
            base = float(draw.integer(8, 12))
            length = round(2 * np.pi * base ** draw.number(2.06, 2.15))
        fast, slow = (_dim(turns, width, base, length) for turns in (32, 1))
        clear = all(abs(x - round(x)) > CLEAR for x in (fast, slow))
        low, high = np.floor(fast), np.ceil(slow)
        inside = low >= 1 and high <= width / 2 - 2
        clamped = (short and low < -1) or (small_base and high > width and low < width / 2 - 4)
        if just_above and np.floor(_dim(33, width, base, length)) == low:
            continue
        if clear and (clamped if short or small_base else inside):
            break
    options = {
        "base": base,
        "kind": "yarn",
        "factor": round(draw.number(2.0, 9.0), 2),
        "original_length": length,
    }
    return Case(ENTRY, (width,), options, mode=mode)


def _dim(turns: int, d: int, base: float, length: int) -> float:
    return float(d * np.log(length / (2 * np.pi * turns)) / (2 * np.log(base)))
