"""What `demo` shows: two graded versions of one file."""

from dataclasses import dataclass

from tfmdrill.model.report import Outcome, Report


@dataclass(frozen=True, slots=True)
class Demo:
    """The wrong attempt, then the mended file, each with its verdict."""

    attempt_source: str
    attempt: Report
    mended_source: str
    mended: Report

    @property
    def as_promised(self) -> bool:
        """Whether the mistake was found and named, and the mended file passed."""
        return bool(self.attempt.diagnoses) and self.mended.outcome is Outcome.PASSED
