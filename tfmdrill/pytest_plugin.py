"""pytest collects a file that begins `# tfmdrill: rope (torch)`: each of its checks is a test.

pytest loads this module in every project of whoever has tfmdrill installed. So it imports nothing
but pytest until a file with that line is found; files without it are left to pytest as they are.
A file with it belongs to the grader alone: it runs behind the wall, and is never imported here,
not for doctests either. `-p no:tfmdrill` or `tfmdrill = false` in the ini-file turns this off.

PYTEST_DONT_REWRITE
"""

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tfmdrill.model.report import CheckName, Report
    from tfmdrill.practice.tested import Tested, TestedFile, TestedFiles

SUFFIXES = (".py", ".ipynb")
HEAD_BYTES = {".py": 4096, ".ipynb": 65536}  # where the line is looked for
MARK = b"tfmdrill:"

_FILES: pytest.StashKey["TestedFiles"] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("tfmdrill", "Grade files that name a tfmdrill problem.", "bool", default=True)
    group = parser.getgroup("tfmdrill")
    group.addoption(
        "--tfmdrill-seed",
        type=int,
        metavar="N",
        help="Draw the cases of graded files from this seed, not from their content.",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """In the place of whatever others make of a graded file, its checks."""
    if not _is_graded(file_path) or not parent.config.getini("tfmdrill"):
        return (yield)
    yield  # what others made of it is dropped before it could import the file
    return [GradedFile.from_parent(parent, path=file_path)]


def pytest_collection_finish(session: pytest.Session) -> None:
    files = session.config.stash.get(_FILES, None)
    if files is not None:
        files.hide([item.path for item in session.items if isinstance(item, GradedCheck)])


def pytest_unconfigure(config: pytest.Config) -> None:
    files = config.stash.get(_FILES, None)
    if files is not None:
        files.close()


def _is_graded(path: Path) -> bool:
    """Whether the file names a problem at its top; False for what can't be read."""
    if path.suffix not in SUFFIXES:
        return False
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES[path.suffix])
    except OSError:
        return False
    if MARK not in head.replace(b"\0", b""):  # UTF-16 has a zero in every second byte
        return False
    from tfmdrill.practice.reading import HEADER, header_of

    first = head.split(b"\n", 1)[0].strip()  # a file that can't be read is no less a graded one
    return HEADER.fullmatch(first) is not None or header_of(path) is not None


def _seen(report: "Report") -> "Report":
    """Of a problem in an interview that is running, no more than that shows."""
    from tfmdrill.cli.clock import now
    from tfmdrill.interview.beside import running, seen_beside
    from tfmdrill.progress.database import open_database

    with open_database() as database:
        return seen_beside(report, running(database, now()))


class GradedFile(pytest.File):
    """A graded file; its items are the checks."""

    def collect(self) -> Iterable["GradedCheck | RefusedFile"]:
        from tfmdrill.config import Limits
        from tfmdrill.errors import TfmdrillError
        from tfmdrill.practice.reading import read_source

        try:
            unreadable = read_source(self.path, limits=Limits()).unreadable
            if unreadable is not None:
                yield RefusedFile.from_parent(self, name="load", reason=unreadable.reason)
                return
            yield from self._checks()
        except TfmdrillError as error:
            yield RefusedFile.from_parent(self, name="problem", reason=str(error))

    def _checks(self) -> Iterator["GradedCheck"]:
        from tfmdrill.practice.tested import TestedFiles

        stash = self.config.stash
        if _FILES not in stash:
            stash[_FILES] = TestedFiles(self.config.getoption("--tfmdrill-seed"), _seen)
        tested = stash[_FILES].add(self.path)
        for name in tested.checks():
            yield GradedCheck.from_parent(self, name=name.id, tested=tested, check=name)


class GradedCheck(pytest.Item):
    """One check of a graded file. The first that runs has the file graded, for all of them."""

    def __init__(self, *, tested: "TestedFile", check: "CheckName", **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # name and parent, from from_parent
        self._tested = tested
        self._check = check
        self._found: Tested | None = None
        self.extra_keyword_matches.update((tested.slug, str(check.kind)))

    def setup(self) -> None:
        """Has the file graded: what keeps it from a verdict is an error, not a failure."""
        from tfmdrill.errors import TfmdrillError
        from tfmdrill.model.report import Outcome

        try:
            self._found = self._tested.result(self._check)
        except TfmdrillError as error:
            pytest.fail(str(error), pytrace=False)
        if self._found.check.outcome is Outcome.GRADER_FAULT:
            pytest.fail(f"the grader failed, not the file: {self._text()}", pytrace=False)

    def runtest(self) -> None:
        from tfmdrill.model.report import Outcome
        from tfmdrill.render.inert import one_line
        from tfmdrill.render.wording import NOT_JUDGED, OUTCOME_WORDS

        assert self._found is not None
        check, report = self._found.check, self._found.report
        if check.outcome in NOT_JUDGED:
            pytest.skip(one_line(check.message) or OUTCOME_WORDS[check.outcome])
        if check.outcome is not Outcome.PASSED:
            if report.prints:
                from tfmdrill.render.inert import visible

                self.add_report_section("call", "prints of the file", visible(report.prints))
            pytest.fail(self._text(), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self._tested.line(), f"{self.path.name}: {self._check.title}"

    def _text(self) -> str:
        from tfmdrill.render.sentences import item_sentences

        assert self._found is not None
        return "\n".join(item_sentences(self._found.report, self._found.check))


class RefusedFile(pytest.Item):
    """Stands for a file whose problem isn't known, or is broken: the other files go on."""

    def __init__(self, *, reason: str, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # name and parent, from from_parent
        self._reason = reason

    def runtest(self) -> None:
        pytest.fail(self._reason, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: which problem it answers"
