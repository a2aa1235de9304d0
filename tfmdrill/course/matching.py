"""Which problems a file answers, and why; a file that nothing speaks for is said, not guessed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from tfmdrill.course.reading.names import without_number
from tfmdrill.model.course import Course, FileMapping, How
from tfmdrill.model.problem import Problem
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import HEADER
from tfmdrill.practice.workspace import stub_name

# Names at the start of a line that is a definition or an assignment: enough to tell what a file
# is meant for, and no parser that a hostile file could bring down.
DEFINED = re.compile(
    rb"^(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w*)|^([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?=(?!=)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Signs:
    """What a file says of itself: the problems of its header lines, and the names it defines."""

    headers: tuple[str, ...]
    defined: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answers:
    """The problems that a file answers and why, or why it answers none."""

    problems: tuple[str, ...] = ()
    how: How = How.HEADER
    says: str = ""
    why_not: str = ""


def signs_of(source: Source, entries: frozenset[str]) -> Signs:
    """entries: the names that problems ask for; only those are looked for."""
    headers = [
        found[1].decode()
        for line in source.code.split(b"\n")
        if b"tfmdrill" in line and (found := HEADER.fullmatch(line.strip()))
    ]
    names = {(a or b).decode() for a, b in DEFINED.findall(source.code)}
    return Signs(tuple(dict.fromkeys(headers)), entries & names)


class Matcher:
    """Matches files to the problems of one course."""

    def __init__(self, course: Course, problems: Mapping[str, Problem]) -> None:
        self._course = course
        self._entries = {
            slug: frozenset(entry.name for entry in problem.entries)
            for slug, problem in problems.items()
        }
        self.entries = frozenset(name for names in self._entries.values() for name in names)
        self.names = tuple(stub_name(slug).removesuffix(".py") for slug in problems)

    def mappings(self, *paths: str) -> tuple[FileMapping, ...]:
        """What the instructor says of a file that goes by any of these paths or patterns of them;
        a path with brackets in it is no pattern of itself."""
        return tuple(
            m
            for m in self._course.mappings
            if m.file in paths or any(fnmatch(p, m.file) for p in paths)
        )

    def match(self, own: str, signs: Signs, mapped: Sequence[str], *, alone: bool) -> Answers:
        """own: the student's own path. alone: the student handed in no other file."""
        if mapped:
            return Answers(tuple(mapped), How.MAPPING, "course.toml maps it")
        name = own.rpartition("/")[2]
        named = self._by_name(name)
        if signs.headers:
            return self._by_header(signs.headers, named)
        if named:
            return Answers(named, How.NAME, f"its name, {name}")
        defining = tuple(s for s, names in self._entries.items() if names <= signs.defined)
        if defining:
            names = sorted(name for slug in defining for name in self._entries[slug])
            return Answers(defining, How.ENTRIES, f"it defines {', '.join(names)}")
        if alone and len(self._entries) == 1:
            return Answers(tuple(self._entries), How.SOLE, "the only file for the only problem")
        return Answers(
            why_not="neither its first line, its name nor what it defines tells the problem; map "
            "it in course.toml"
        )

    def _by_header(self, headers: Sequence[str], named: Sequence[str]) -> Answers:
        known = tuple(slug for slug in headers if slug in self._entries)
        if not known:
            return Answers(why_not=f"its line names {headers[0]}, which this course doesn't set")
        says = f"its line names {' and '.join(known)}"
        if named and not set(named) & set(known):
            says += f", though its name is that of {' and '.join(named)}"
        return Answers(known, How.HEADER, says)

    def _by_name(self, name: str) -> tuple[str, ...]:
        plain, _ = without_number(name)
        folded = plain.casefold()
        stem = re.sub(r"[-_ ]+", "_", folded.rpartition(".")[0])
        return tuple(
            problem.slug
            for problem in self._course.problems
            if stem == stub_name(problem.slug).removesuffix(".py")
            or any(fnmatch(folded, pattern.casefold()) for pattern in problem.files)
        )
