"""What the lines of a file held when it ran, and how the shape comments in it stand to that."""

from dataclasses import dataclass
from enum import StrEnum

from tfmdrill.model.report import ExceptionInfo, Isolation, Outcome


class Kind(StrEnum):
    """How a place came by its value."""

    ASSIGNED = "assigned"
    UNPACKED = "unpacked"
    WALRUS = "walrus"
    ALIAS = "alias"  # a second name for what has one
    AUGMENTED = "augmented"
    ELEMENT = "element"  # what is written into a part of an array
    BASE = "base"  # the array that a part of was written
    PARAMETER = "parameter"
    RETURN = "return"
    LAMBDA = "lambda"  # what it returns
    EXPRESSION = "expression"  # a call whose answer isn't kept
    FOR = "for"
    COMPREHENSION = "comprehension"
    WITH = "with"


@dataclass(frozen=True, slots=True)
class ArrayShape:
    """Shape and dtype of an array."""

    shape: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class Value:
    """What a place held: an array, a list or tuple of arrays, or something small in words.

    arrays: one; several of a list ("4 of them are alike": one with `count` 4); none for words.
    integers: the integers in scope at that time, by name.
    """

    arrays: tuple[ArrayShape, ...] = ()
    container: str = ""  # list | tuple, "" for the array itself
    count: int = 1  # elements of the container
    words: str = ""
    integers: tuple[tuple[str, int], ...] = ()

    @property
    def array(self) -> ArrayShape | None:
        """The array, or what all arrays of the container are like."""
        return self.arrays[0] if len(self.arrays) == 1 else None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A place of the file and the different values that it held, in order.

    function: the line of the enclosing `def`, 0 at the top of the file. more: it held others too.
    """

    line: int
    end: int
    kind: Kind
    name: str
    function: int
    reached: bool
    more: bool
    values: tuple[Value, ...]


class Verdict(StrEnum):
    """How a line's shape comment stands to what the line held."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    NOT_CHECKED = "not-checked"  # a comment on a line that the example didn't reach
    NONE = "none"  # nothing to say


@dataclass(frozen=True, slots=True)
class Held:
    """What one name on a line held."""

    name: str
    kind: Kind
    values: tuple[Value, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file.

    comment: the shape comment as it was written. says: what is wrong with it, or missing.
    details: the same symbol by symbol. example: the number of the call that reached the line.
    """

    number: int
    place: str  # "line 12", or "cell 3, line 2"
    source: str
    held: tuple[Held, ...] = ()
    verdict: Verdict = Verdict.NONE
    comment: str = ""
    says: str = ""
    details: tuple[str, ...] = ()
    example: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A call that the file was run on, with the sizes of its axes."""

    call: str
    sizes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ShapesReport:
    """A file with the shapes of what it assigned.

    outcome: PASSED where it ran to its end; says and exception: what ended it before.
    """

    problem: str
    title: str
    file: str
    framework: str
    outcome: Outcome
    examples: tuple[Example, ...] = ()
    lines: tuple[Line, ...] = ()
    says: str = ""
    exception: ExceptionInfo | None = None
    remarks: tuple[str, ...] = ()
    prints: str = ""
    isolation: Isolation | None = None

    def count(self, verdict: Verdict) -> int:
        """How many lines have that verdict."""
        return sum(line.verdict is verdict for line in self.lines)

    @property
    def right(self) -> int:
        return self.count(Verdict.RIGHT)

    @property
    def wrong(self) -> int:
        return self.count(Verdict.WRONG)

    @property
    def missing(self) -> int:
        return self.count(Verdict.MISSING)
