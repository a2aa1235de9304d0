"""A trusted module that answers like a submission, in this process: no wall, no gradients.

`verify` puts each named mistake, as a patch of the reference, through the same session that a
user's file goes through. It computes in the dtype of the step, so it rounds as a user's code does;
half-precision arguments are widened to float32 and the answer is narrowed, as sound code does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from tfmdrill.grading.arguments import HALF_DTYPES, cast
from tfmdrill.grading.candidate import Answers, Observed
from tfmdrill.grading.oracle import Answer, ask
from tfmdrill.grading.plan import Manner, Step
from tfmdrill.grading.subject import plain
from tfmdrill.grading.trees import map_arrays
from tfmdrill.model.case import Case
from tfmdrill.model.report import Outcome
from tfmdrill.runner import Opaque, RemoteArray, Reply, Returned

Array = np.ndarray[Any, Any]


class StandIn:
    """A module in the place of a submission. Layouts of arguments make no difference to it.

    widens: False for a numeric mistake, which computes in half precision itself.
    """

    prints = ""

    def __init__(self, module: ModuleType, *, widens: bool = True) -> None:
        self._module = module
        self._widens = widens

    def load(self) -> Reply:
        return Returned([name for name, value in vars(self._module).items() if callable(value)])

    def call(self, step: Step) -> Observed:
        case = step.case
        if case.script is not None:
            return _observed(ask(case, _Caster(self._module, self._dtype(step))))
        answer = ask(_in(case, self._dtype(step)), self._module)
        if self._dtype(step) != step.dtype and not answer.is_exception:
            with np.errstate(over="ignore"):
                answer = Answer(map_arrays(answer.value, _caster(step.dtype)))
        return _described(answer)

    def answers(self, steps: Sequence[Step]) -> Iterator[Answers]:
        return map(self._answers, steps)

    def _answers(self, step: Step) -> Answers:
        """Gradients are not asked for: NumPy has none."""
        match step:
            case Step(manner=Manner.AGAIN, other=Step() as other):
                return Answers(tuple(map(self.call, (step, other, step))))
            case Step(manner=Manner.UNMODIFIED):
                case = _in(step.case, self._dtype(step))
                seen = tuple(_described(ask(case, self._module)) for _ in range(2))
                after = dict(zip(case.names, case.args, strict=False)) | dict(case.kwargs)
                return Answers(seen, {name: remote(value) for name, value in after.items()})
            case Step(manner=Manner.GRADIENT):
                return Answers((Observed(Outcome.SKIPPED),))
        return Answers((self.call(step),))

    def forbidden_calls(self, step: Step, names: Sequence[str]) -> Observed:
        """None: the module is ours."""
        del step, names
        return Observed(Outcome.PASSED, Answer([]))

    def _dtype(self, step: Step) -> str:
        """What it computes in."""
        return "float32" if self._widens and step.dtype in HALF_DTYPES else step.dtype


def _observed(answer: Answer) -> Observed:
    if answer.is_exception:
        return Observed(Outcome.ERROR, answer, message=answer.raised[0])
    return Observed(Outcome.PASSED, answer)


def _described(answer: Answer) -> Observed:
    """For a plain call, whose answer the runner would have described."""
    return _observed(answer if answer.is_exception else Answer(remote(answer.value)))


def _in(case: Case, dtype: str) -> Case:
    """The case with copies of its arrays, the floats in a dtype."""
    return Case(
        entry=case.entry,
        args=map_arrays(tuple(case.args), _caster(dtype)),
        kwargs=map_arrays(dict(case.kwargs), _caster(dtype)),
        names=case.names,
    )


def _caster(dtype: str) -> Callable[[Array], Array]:
    """Makes copies in a dtype; what NumPy hasn't got, bfloat16, is float32."""
    kept = "float32" if dtype == "bfloat16" else dtype
    return lambda array: np.array(cast(array, kept))


def remote(tree: Any) -> Any:
    """A tree as the runner would have returned it: arrays described, odd objects by their type."""
    if isinstance(tree, np.ndarray | np.generic):
        scalar = isinstance(tree, np.generic)
        return RemoteArray(np.array(tree), str(tree.dtype), "numpy", scalar)
    if isinstance(tree, list):
        return [remote(v) for v in tree]
    if isinstance(tree, tuple):
        return tuple(remote(v) for v in tree)
    if isinstance(tree, dict):
        return {k: remote(v) for k, v in tree.items()}
    if tree is None or isinstance(tree, bool | int | float | str | bytes | set):
        return tree
    return Opaque(type(tree).__name__, f"a {type(tree).__name__}")


def _own(value: Any) -> Any:
    """An object of the module that a script passes back to it, as it was made."""
    return value._target if isinstance(value, _Caster) else value


class _Caster:
    """A module or an object of its classes, for a script: arguments cast, answers widened."""

    def __init__(self, target: Any, dtype: str) -> None:
        self._target = target
        self._dtype = dtype

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        return self._calling(value) if callable(value) else self._given(value)

    def _calling(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            own = ([_own(a) for a in args], {k: _own(v) for k, v in kwargs.items()})
            sent: tuple[list[Any], Mapping[str, Any]] = map_arrays(own, _caster(self._dtype))
            return self._given(function(*sent[0], **sent[1]))

        return call

    def _given(self, value: Any) -> Any:
        described = remote(value)
        return _Caster(value, self._dtype) if isinstance(described, Opaque) else plain(described)
