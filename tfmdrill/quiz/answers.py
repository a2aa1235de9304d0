"""What a person typed, read as a letter, a number or a shape."""

import ast
import math
import re
from collections.abc import Callable

from tfmdrill.errors import UsageError
from tfmdrill.model.quiz import Asked, Value

MOST_CHARACTERS = 200
LARGEST = 1e30  # far above any count here; keeps 9**9**9 from being computed
FACTORS = {
    **{f"{prefix}ib": 1024**power for power, prefix in enumerate("kmgt", 1)},
    **{f"{prefix}b": 1000**power for power, prefix in enumerate("kmgt", 1)},
}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
    "log2": math.log2,
    "cos": math.cos,
}
CONSTANTS = {"pi": math.pi, "e": math.e}
OPERATIONS: dict[type[ast.AST], Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b if a % b else a // b,  # 6 / 2 stays an integer, however large
    ast.FloorDiv: lambda a, b: a // b,
    ast.Pow: lambda a, b: a**b if abs(b * math.log(abs(a) or 1)) < math.log(LARGEST) else math.inf,
}
_THOUSANDS = re.compile(r"(?<![\d.])\d{1,3}(?:[,' ]\d{3})+(?![\d,])")


class Unreadable(UsageError):
    """An answer that is no answer to this question: it is asked again."""


def read_choice(asked: Asked, typed: str) -> int:
    """The index of the choice whose letter was typed. Raises Unreadable if there is none."""
    letter = typed.strip().strip(").").lower()
    index = ord(letter) - ord("a") if len(letter) == 1 else -1
    if not 0 <= index < len(asked.choices):
        last = chr(ord("a") + len(asked.choices) - 1)
        raise Unreadable(f"a letter from a to {last} is wanted")
    return index


def read_value(asked: Asked, typed: str) -> Value:
    """The number or the shape that was typed; a number may be a calculation.

    Raises Unreadable with what is wanted.

    >>> from tfmdrill.model.pack import Topic
    >>> from tfmdrill.model.quiz import AskedKind
    >>> bytes_asked = Asked("k", AskedKind.NUMBER, Topic.DECODING, "?", unit="bytes", value=0)
    >>> read_value(bytes_asked, "2 * 4,096"), read_value(bytes_asked, "1.5 KiB")
    (8192, 1536)
    """
    text = typed.strip()
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"that is longer than {MOST_CHARACTERS} characters")
    if isinstance(asked.value, tuple):
        return _shape(text)
    return _number(text, asked.unit)


def _shape(text: str) -> tuple[int, ...]:
    inner = re.sub(r"^torch\.Size", "", text).strip("()[] ")
    parts = [p for p in re.split(r"\s*[,x× ]\s*", inner) if p]  # noqa: RUF001 also typed so
    if not parts or not all(re.fullmatch(r"\d{1,12}", part, re.ASCII) for part in parts):
        raise Unreadable("a shape is wanted, its axes in order, such as 2, 3, 4")
    return tuple(map(int, parts))


def _number(text: str, unit: str) -> int | float:
    plain = text.lower()
    factor = 1
    for suffix, value in FACTORS.items():
        if unit == "bytes" and plain.endswith(suffix):
            plain, factor = plain.removesuffix(suffix), value
            break
    else:
        plain = plain.removesuffix(unit.lower()).removesuffix("b" if unit == "bytes" else "")
    plain = _THOUSANDS.sub(lambda found: re.sub(r"[,' ]", "", found[0]), plain.strip())
    if "," in plain:
        raise Unreadable("a decimal point is wanted, as in 2.5, and commas only as in 1,000,000")
    try:
        tree = ast.parse(plain.replace("^", "**").replace("×", "*"), mode="eval")  # noqa: RUF001
        value = _evaluated(tree.body) * factor
        sensible = math.isfinite(value) and abs(value) <= LARGEST
    except (SyntaxError, ValueError, TypeError, ArithmeticError, RecursionError, MemoryError):
        raise Unreadable("a number is wanted, or a calculation such as 2 * 3**2") from None
    if not sensible:
        raise Unreadable("that number is too large to be an answer")
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _evaluated(node: ast.expr) -> int | float:
    """The value of a calculation. Raises ValueError for anything that is none."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluated(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            return OPERATIONS[type(op)](_evaluated(left), _evaluated(right))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](_evaluated(argument))
    raise ValueError(node)
