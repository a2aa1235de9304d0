"""A case recorded as a chain of calls, which then runs far away in one go.

Between two calls of a case stands the way through the wall, which takes as long as the calls
themselves where these are small. A recorded case takes it once.
"""

from collections.abc import Callable
from typing import Any

from tfmdrill.errors import ProblemError
from tfmdrill.grading.arguments import cast
from tfmdrill.grading.trees import map_arrays
from tfmdrill.model.case import Case
from tfmdrill.runner import Chain, Link


def record(case: Case, dtype: str = "float32") -> Chain:
    """The calls that the case makes, float arrays in `dtype`.

    Raises ProblemError where its script looks into a result, which isn't there yet.
    """
    recorder = _Recorder()
    try:
        given = case.run(recorder)
        answers = list(given) if isinstance(given, list | tuple) else [given]
        if not all(isinstance(answer, _Result) for answer in answers):
            raise TypeError("it returns something else than what the subject returned")
    except (TypeError, AttributeError) as error:
        raise ProblemError(
            f"the script of the cost {case.title!r} can't be recorded: {error}; it may pass on "
            "what the subject returned, and return it, but not compute with it"
        ) from None
    return recorder.chain([answer.number for answer in answers], dtype)


class _Result:
    """What a call will have returned: can be passed on, and its methods called."""

    def __init__(self, recorder: "_Recorder", number: int) -> None:
        self.recorder = recorder
        self.number = number

    def __getattr__(self, name: str) -> Callable[..., "_Result"]:
        if name.startswith("__"):  # what Python itself asks for, to iterate or to add
            raise AttributeError(name)
        return lambda *args, **kwargs: self.recorder.add(name, args, kwargs, self.number)


class _Recorder:
    """A subject that notes its calls. Results count down from -1 until all values are known."""

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._numbers: dict[int, int] = {}  # by id; the values stay alive in the list
        self._links: list[Link] = []

    def __getattr__(self, name: str) -> Callable[..., _Result]:
        return lambda *args, **kwargs: self.add(name, args, kwargs, None)

    def add(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], target: int | None
    ) -> _Result:
        positional = tuple(self._number(value) for value in args)
        keyword = {key: self._number(value) for key, value in kwargs.items()}
        self._links.append(Link(name, positional, keyword, target))
        return _Result(self, -len(self._links))

    def _number(self, value: Any) -> int:
        if isinstance(value, _Result):
            return value.number
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._values)
            self._values.append(value)
        return self._numbers[id(value)]

    def chain(self, answers: list[int], dtype: str) -> Chain:
        """What was noted, the results numbered after the values."""
        known = len(self._values)

        def final(number: int) -> int:
            return number if number >= 0 else known - 1 - number

        links = tuple(
            Link(
                link.name,
                tuple(map(final, link.args)),
                {key: final(number) for key, number in link.kwargs.items()},
                None if link.target is None else final(link.target),
            )
            for link in self._links
        )
        values = map_arrays(tuple(self._values), lambda array: cast(array, dtype))
        return Chain(values, links, tuple(map(final, answers)))
