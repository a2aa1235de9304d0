"""A report without what no two runs share: what is kept, so that outputs are the same bytes.

Measured times and the addresses of objects go; every verdict, input and value stays.
"""

import re
from dataclasses import replace

from tfmdrill.config import Limits
from tfmdrill.course.store import report_json
from tfmdrill.model.report import CheckKind, CheckResult, Outcome, Report

ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")  # in the repr of an object
STOPPED = re.compile(r"it took more than ([\d.e+]+) s of CPU time")
MEASURED = (  # in the words of `grading.cost_meters`
    (re.compile(r"took (?:more than )?[\d.e+]+ times the"), "took too many times the"),
    (re.compile(r"grows (?:as|faster than) n\^[-\d.e+]+ from"), "grows too fast from"),
)


def settled_json(report: Report, limits: Limits) -> bytes:
    """The JSON of a report, for the store."""
    checks = tuple(map(_settled, report.checks))
    text = report_json(replace(report, elapsed_s=0.0, checks=checks)).decode()
    text = ADDRESS.sub("0x...", text)
    return STOPPED.sub(lambda found: _stopped(found, limits), text).encode()


def _settled(check: CheckResult) -> CheckResult:
    """A cost without the numbers that were measured; what is allowed stays."""
    if check.kind is not CheckKind.COST:
        return check
    message = "" if check.outcome is Outcome.PASSED else check.message
    for pattern, words in MEASURED:
        message = pattern.sub(words, message)
    return replace(check, message=message)


def _stopped(found: re.Match[str], limits: Limits) -> str:
    """The deadline of a call hangs on the model answer's own time; that of the file doesn't."""
    if found[1] == f"{limits.load_cpu_s:.3g}":
        return found[0]
    least, factor = limits.call_cpu_s, limits.model_factor
    return (
        f"it took more CPU time than a call may ({least:.3g} s, or {factor:g} times what the "
        "model answer takes)"
    )
