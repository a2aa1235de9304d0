"""One file for whoever keeps the problem: everything needed to judge a verdict again."""

import platform
import re
from pathlib import Path

from tfmdrill import __version__
from tfmdrill.catalogue.resources import fill_template
from tfmdrill.model.report import CheckResult, Outcome, Report
from tfmdrill.practice.files import refusing, write_numbered
from tfmdrill.practice.grade import Submitted
from tfmdrill.practice.machine import library
from tfmdrill.practice.workspace import file_stem

SHOWN_LIBRARIES = ("numpy", "torch")


def write_dispute(item: Submitted, report: Report, document: str, says: str, folder: Path) -> Path:
    """A new Markdown file in `folder`: the words of the person, the verdict, the source.

    document: the report as JSON.
    Raises UsageError if it can't be written.
    """
    code = item.source.code.decode()
    failing = [c for c in report.checks if c.outcome not in (Outcome.PASSED, Outcome.SKIPPED)]
    text = fill_template(
        "dispute.md.jinja",
        report=report,
        says=says,
        failing=[_in_words(check) for check in failing],
        versions=_versions(),
        document=document,
        code=code,
        fence=_fence(code + document),
    )
    stem = f"dispute_{file_stem(item.problem.name)}_{report.seed}"
    with refusing(folder / f"{stem}.md"):
        return write_numbered(folder, stem, ".md", text)


def _in_words(check: CheckResult) -> str:
    call = f" in {check.where.call}" if check.where and check.where.call else ""
    message = f": {check.message}" if check.message else ""
    return f"{check.id} ({check.outcome}){call}{message}"


def _versions() -> tuple[str, ...]:
    libraries = [library(name) for name in SHOWN_LIBRARIES]
    return (
        f"tfmdrill {__version__}",
        f"Python {platform.python_version()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        *(f"{each.name} {each.version}" for each in libraries if each.version),
    )


def _fence(text: str) -> str:
    """A run of backticks longer than any in the text, so that nothing in it ends the block."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(3, longest + 1)
