"""What answers the steps of a plan: a submission behind the wall, or a trusted module."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from tfmdrill.grading.candidate import Answers, Observed
from tfmdrill.grading.plan import Step
from tfmdrill.runner import Reply


class Respondent(Protocol):
    """What a session needs of the one that it grades; `Candidate` says what each method gives."""

    @property
    def prints(self) -> str: ...

    def load(self) -> Reply: ...

    def call(self, step: Step) -> Observed: ...

    def answers(self, steps: Sequence[Step]) -> Iterator[Answers]: ...

    def forbidden_calls(self, step: Step, names: Sequence[str]) -> Observed: ...
