"""How grading ended: of all that is said of a report, the part that is kept and listed."""

from enum import StrEnum


class Outcome(StrEnum):
    """How a check, or a whole report, ended."""

    PASSED = "passed"
    WRONG = "wrong"  # a value, shape, dtype or effect that isn't right
    ERROR = "error"  # the user's exception, or an exit or crash of the user's code
    TIMEOUT = "timeout"
    MEMORY = "memory"
    OUTPUT_FLOOD = "output-flood"
    FORBIDDEN = "forbidden"
    BROKEN_PROTOCOL = "broken-protocol"
    GRADER_FAULT = "grader-fault"  # ours; never a zero
    SKIPPED = "skipped"
    TOO_NOISY = "too-noisy"
