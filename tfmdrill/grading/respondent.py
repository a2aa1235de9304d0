"""What answers the steps of a plan: a submission behind the wall, or a trusted module."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.plan import Step
from tfmdrill.runner import Reply

Array = np.ndarray[Any, Any]


class Respondent(Protocol):
    """What a session needs of the one that it grades; `Candidate` says what each method gives."""

    @property
    def prints(self) -> str: ...

    def load(self) -> Reply: ...

    def call(self, step: Step) -> Observed: ...

    def calls(self, steps: Sequence[Step]) -> Iterator[Observed]: ...

    def in_turn(self, *steps: Step) -> list[Observed]: ...

    def on_kept_arguments(self, step: Step) -> tuple[list[Observed], dict[str, Any]]: ...

    def gradient(self, step: Step, weights: Sequence[Array]) -> Observed: ...

    def forbidden_calls(self, step: Step, names: Sequence[str]) -> Observed: ...
