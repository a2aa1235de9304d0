"""What grading found, as frozen values: the only thing that renderers are given."""

from dataclasses import dataclass
from enum import StrEnum

from tfmdrill.model.outcome import Outcome as Outcome
from tfmdrill.model.pack import qualified

# A report's outcome is the first of these that any of its checks has; else PASSED.
OUTCOME_ORDER = (
    Outcome.GRADER_FAULT,
    Outcome.BROKEN_PROTOCOL,
    Outcome.FORBIDDEN,
    Outcome.MEMORY,
    Outcome.TIMEOUT,
    Outcome.OUTPUT_FLOOD,
    Outcome.ERROR,
    Outcome.WRONG,
)


class CheckKind(StrEnum):
    LOAD = "load"
    FORBIDDEN = "forbidden"
    VALUE = "value"
    EDGE = "edge"
    PROPERTY = "property"
    HYGIENE = "hygiene"  # type, shape, dtype, unmodified, repeatable, layouts
    HALF = "half"
    GRADIENT = "gradient"
    COST = "cost"


class Tier(StrEnum):
    """How strongly the submission was isolated."""

    FULL = "full"
    PARTIAL = "partial"
    PROCESS_ONLY = "process-only"


@dataclass(frozen=True, slots=True)
class Isolation:
    """The tier, each layer in force, and each absent one with the reason."""

    tier: Tier
    layers: tuple[str, ...]
    missing: tuple[tuple[str, str], ...] = ()  # (layer, why)


@dataclass(frozen=True, slots=True)
class Frame:
    """One of the user's own stack frames when an exception was raised; innermost last."""

    place: str  # "line 12", or "cell 3, line 2" in a notebook
    function: str
    source: str  # the text of that line, stripped
    locals: tuple[tuple[str, str], ...]  # (name, e.g. "float32 (2, 3, 4)")


@dataclass(frozen=True, slots=True)
class ExceptionInfo:
    """An exception of the user's code, as data."""

    type: str
    message: str
    frames: tuple[Frame, ...] = ()
    bases: tuple[str, ...] = ()  # names of the builtin classes it derives from, nearest first


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of the failing call, as a person reads it."""

    name: str
    summary: str  # "float32 (2, 3, 4)" or "True"
    literal: str  # Python source that rebuilds it, e.g. "np.array([[1., 2.]], dtype=np.float32)"


@dataclass(frozen=True, slots=True)
class Grid:
    """A two-dimensional cut through an expected and a got array, for the heat map.

    `expected`, `got` are rows of numbers (NaN and inf allowed); `wrong` marks the entries that
    are out of bounds; `index` is the leading index of the cut, e.g. (0, 2) for out[0, 2].
    An array of one axis is one row. `worst` counts from the corner of the cut, `at` is the same
    place in the whole array (empty for a scalar).
    """

    index: tuple[int, ...]
    expected: tuple[tuple[float, ...], ...]
    got: tuple[tuple[float, ...], ...]
    wrong: tuple[tuple[bool, ...], ...]
    worst: tuple[int, int]
    cut: tuple[int, int] | None = None  # full (rows, columns) where the grid shows only a part
    start: tuple[int, int] = (0, 0)  # where in the full rows and columns the part begins
    at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The failing input, shrunk, with what was wanted and what came."""

    call: str  # masked_attention(q, k, v, causal=True)
    arguments: tuple[Argument, ...] = ()
    expected: str = ""  # in words or as a short literal
    got: str = ""
    grid: Grid | None = None
    exception: ExceptionInfo | None = None
    layout: str = ""  # non-contiguous, expanded: how the arguments lay in memory, if not plainly


@dataclass(frozen=True, slots=True)
class CheckName:
    """A check that is going to be run."""

    id: str
    title: str
    kind: CheckKind


@dataclass(frozen=True, slots=True)
class CheckResult:
    id: str
    title: str
    kind: CheckKind
    outcome: Outcome
    weight: float
    earned: float  # 0 where a passed check doesn't count, e.g. hygiene beside wrong values
    message: str = ""
    where: Failure | None = None
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One named mistake, or the two that together explain every case."""

    bug: str  # id; for a pair both ids joined by " + "
    says: str
    because: str
    fix: str
    matched: int
    of: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What can be said of the values where no known mistake fits: transposed, off by a factor."""

    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """After a pass: the user's answer beside the framework's own fused operation."""

    batches: int
    largest_difference: float
    against: str


@dataclass(frozen=True, slots=True)
class SideBySide:
    """After a pass, on request: the user's code and the model answer on the same calls."""

    user_cpu_s: float
    model_cpu_s: float
    user_memory_bytes: int
    model_memory_bytes: int
    user_source: str
    model_source: str


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one file. variant: "" where the problem's standard form was set.

    options: what was asked for and the next commands on the file need too, such as
    ("--problem", "rope"). in_interview: set in one that is running, which gives the only help.
    """

    problem: str
    title: str
    file: str
    framework: str
    outcome: Outcome
    score: float | None  # None: a grader fault, regrade
    seed: int
    isolation: Isolation
    elapsed_s: float
    checks: tuple[CheckResult, ...]
    diagnoses: tuple[Diagnosis, ...] = ()  # several: they fit equally, all are shown
    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    prints: str = ""  # what the user's code printed, capped, escapes neutralised
    agreement: Agreement | None = None
    beside: SideBySide | None = None
    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()
    in_interview: bool = False

    @property
    def name(self) -> str:
        """What commands call the problem: `rope`, or `rope:half-split`."""
        return qualified(self.problem, self.variant)
