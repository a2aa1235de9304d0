"""What a problem is: the typed content of `problem.toml` and of its neighbours."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tfmdrill.model.pack import Difficulty as Difficulty
from tfmdrill.model.pack import Framework as Framework
from tfmdrill.model.pack import Pack as Pack
from tfmdrill.model.pack import Topic as Topic
from tfmdrill.model.pack import qualified as qualified


class AxisRole(StrEnum):
    """What the engine may do to an axis to derive further checks."""

    PLAIN = "plain"
    BATCH = "batch"  # rows are independent: each is graded alone, and a batch of one
    LENGTH = "length"  # may be cut to 1


@dataclass(frozen=True, slots=True)
class Axis:
    """One symbolic axis of the shapes in a problem, e.g. `B`; `...` stands for leading axes."""

    name: str
    says: str
    role: AxisRole = AxisRole.PLAIN
    empty: bool = False  # the contract allows size 0 (only tested for batch axes)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an entry point: an array if it has a shape, else a scalar or an object."""

    name: str
    type: str  # float | int | bool for arrays and scalars; any annotation for the rest
    says: str
    shape: tuple[str, ...] | None = None
    keyword: bool = False
    has_default: bool = False
    default: object = None
    optional: bool = False  # None is allowed


@dataclass(frozen=True, slots=True)
class Returned:
    """One part of what an entry returns; several parts make a tuple."""

    name: str
    type: str
    says: str
    shape: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A name that the user's file must define: a function, or a class with methods."""

    name: str
    says: str
    parameters: tuple[Parameter, ...]
    returns: tuple[Returned, ...]
    is_class: bool = False
    methods: tuple["Entry", ...] = ()
    is_property: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """The same problem under another convention.

    title: what is added to the problem's own. says: the convention in one sentence. because, fix:
    of an answer to the standard form, as in `Bug`.
    """

    name: str
    title: str
    says: str
    because: str
    fix: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as the candidate sees it; the hidden half is found through `grader_dir`.

    variant: "" for the standard form. title, entries: of this form. variants: all that there are.
    """

    slug: str
    title: str
    topic: Topic
    difficulty: Difficulty
    minutes: int
    frameworks: tuple[Framework, ...]
    entries: tuple[Entry, ...]
    axes: tuple[Axis, ...]
    source: str
    public_dir: Path
    grader_dir: Path
    gradient: bool = False
    half: tuple[str, ...] = ()  # dtypes graded besides float32: float16, bfloat16
    forbidden: tuple[str, ...] = ()  # last part of the qualified name: softmax, MultiheadAttention
    prerequisites: tuple[str, ...] = ()
    variant: str = ""
    variants: tuple[Variant, ...] = ()

    @property
    def name(self) -> str:
        """What commands and files call it: `rope`, or `rope:half-split` for a variant."""
        return qualified(self.slug, self.variant)

    @property
    def convention(self) -> Variant | None:
        """What sets this form apart from the standard one; None for that one itself."""
        return next((v for v in self.variants if v.name == self.variant), None)

    def axis(self, name: str) -> Axis | None:
        return next((a for a in self.axes if a.name == name), None)


class BugKind(StrEnum):
    VALUE = "value"  # wrong values; the patched reference runs in float64
    NUMERIC = "numeric"  # wrong only in the case's own dtype: underflow, cancellation
    RAISES = "raises"  # the mistake is an exception, or a missing one
    EFFECT = "effect"  # an argument changes
    GRADIENT = "gradient"  # right values, wrong or non-finite gradients; a file under wrong/
    COST = "cost"  # right values, too much work; a file under slow/


@dataclass(frozen=True, slots=True)
class Bug:
    """A named mistake: a patch of the reference, or for GRADIENT and COST a file of its own."""

    id: str
    says: str
    because: str
    fix: str
    kind: BugKind = BugKind.VALUE
    find: str = ""
    replace: str = ""
    file: str = ""
    symptom: str = ""  # GRADIENT: non-finite | missing | wrong
    modes: tuple[str, ...] = ()  # GRADIENT: the case modes on which it shows, all others right
    costs: tuple[str, ...] = ()  # COST: the titles of the costs that it fails, all others right
    same_as: tuple[str, ...] = ()  # ids that can't be told apart from this one, by design
    lasting: bool = False  # what one case leaves behind changes the next: run over all, in order


@dataclass(frozen=True, slots=True)
class Question:
    """A follow-up that an interviewer asks."""

    ask: str
    good: tuple[str, ...]  # the points of a good answer
    choices: tuple[str, ...] = ()
    answer: int | None = None  # index into choices
    why: tuple[str, ...] = ()  # what each choice means, aligned with choices
    follows: str = ""  # the failure that follows from a wrong answer


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """A question of a pack's quiz that belongs to no problem."""

    id: str
    topic: Topic
    question: Question
    source: str = ""  # where a fact or a number in it is from


@dataclass(frozen=True, slots=True)
class Hints:
    idea: str
    shapes: str
    steps: str
