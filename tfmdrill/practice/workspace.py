"""The user's folder: writing stubs into it, finding answers in it, starting one again."""

import re
from collections.abc import Iterable
from datetime import date
from importlib.util import find_spec
from pathlib import Path

from tfmdrill.catalogue import stub_for
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.source import Source
from tfmdrill.model.workspace import Answer, Written
from tfmdrill.practice.files import back_up, refusing, write_whole
from tfmdrill.practice.reading import header_of

SUFFIXES = (".py", ".ipynb")
IMPORTS = {
    Framework.TORCH: re.compile(rb"^[ \t]*(import|from)[ \t]+torch\b", re.MULTILINE),
    Framework.NUMPY: re.compile(rb"^[ \t]*(import|from)[ \t]+numpy\b", re.MULTILINE),
}


def stub_name(problem: str) -> str:
    """
    >>> stub_name("attention-masks"), stub_name("rope:half-split")
    ('attention_masks.py', 'rope_half_split.py')
    """
    return file_stem(problem) + ".py"


def file_stem(problem: str) -> str:
    """What the names of files about a problem begin with: `rope_half_split`."""
    return problem.replace("-", "_").replace(":", "_")


def starting_framework(problem: Problem) -> Framework:
    """The first framework of the problem that is installed here, found without importing it."""
    installed = (f for f in problem.frameworks if f is Framework.TEXT or find_spec(f))
    return next(installed, problem.frameworks[0])


def write_stub(problem: Problem, framework: Framework, folder: Path, *, force: bool) -> Written:
    """The stub as a file in the folder; with `force` over an existing one, which is kept.

    Raises UsageError if the file is there and `force` isn't given, or if it can't be written.
    """
    path = folder / stub_name(problem.name)
    text = stub_for(problem, framework)
    if path.is_dir():
        raise UsageError(f"{path} is a folder; move it away, or work in another one")
    with refusing(path):
        if not (path.exists() or path.is_symlink()):
            write_whole(path, text)
            return Written(path)
        if not force:
            raise UsageError(
                f"{path} is here already and stays as it is; to start again and keep it as a "
                f"backup: tfmdrill new {problem.name} --force, or --review if you passed it before"
            )
        return _replace(path, text)


def reset_answer(answer: Answer, problem: Problem) -> Written:
    """The stub again in the answer's place, the answer in a backup.

    Raises UsageError for a notebook, or if it can't be written.
    """
    if answer.path.suffix == ".ipynb":
        raise UsageError(
            f"{answer.path} is a notebook, which can't become a stub; "
            f"write one beside it: tfmdrill new {problem.name}"
        )
    with refusing(answer.path):
        return _replace(answer.path, stub_for(problem, answer.framework))


def renew_answer(answer: Answer, problem: Problem, framework: Framework, day: date) -> Written:
    """The stub again in the answer's place, the answer beside it under the day's name.

    A notebook goes there too, and the stub becomes a file. An untouched stub isn't kept.
    Raises UsageError if it can't be written.
    """
    text = stub_for(problem, framework)
    path = answer.path
    if path.is_dir():
        raise UsageError(f"{path} is a folder; move it away, or work in another one")
    with refusing(path):
        if path.suffix != ".py":
            written = write_stub(problem, framework, path.parent, force=False)
            backup = back_up(path, day)
            path.unlink()
            return Written(written.path, backup)
        if path.exists() and path.read_bytes() == text.encode():
            return Written(path)
        return _replace(path, text, day)


def answers_in(folder: Path) -> tuple[Answer, ...]:
    """Every file in the folder (not below it) whose first line names a problem, by name.

    Raises UsageError if the folder can't be looked into.
    """
    try:
        paths = sorted(p for p in folder.iterdir() if p.suffix in SUFFIXES and p.is_file())
    except OSError as error:
        raise UsageError(f"{folder} can't be looked into ({error.strerror})") from None
    found = []
    for path in paths:
        header = header_of(path)
        if header:
            found.append(Answer(path, *header))
    return tuple(found)


def answer_to(slug: str, folder: Path) -> Answer:
    """The one file in the folder that answers the problem.

    Raises UsageError if there is none, or more than one.
    """
    found = [a for a in answers_in(folder) if a.slug == slug]
    if not found:
        raise UsageError(f"no file in this folder answers {slug}; start one: tfmdrill new {slug}")
    if len(found) > 1:
        names = ", ".join(a.path.name for a in found)
        raise UsageError(f"several files in this folder answer {slug}: {names}; name one of them")
    return found[0]


def slug_for(path: Path, source: Source, known: Iterable[str]) -> str:
    """The problem that the file answers: by its first line, else by the name `new` gives files.

    Raises UsageError if neither tells.
    """
    header = header_of(source)
    if header:
        return header[0]
    for name in known:
        if path.stem == file_stem(name):
            return name
    if source.unreadable:
        raise UsageError(source.unreadable.reason)
    raise UsageError(
        f"{path} doesn't say which problem it answers: make its first line "
        "`# tfmdrill: SLUG (torch)`, or add --problem SLUG"
    )


def slug_here(slug: str | None, folder: Path) -> str:
    """The slug as given, else that of the one problem answered in the folder.

    Raises UsageError if the folder doesn't settle it.
    """
    if slug is not None:
        return slug
    slugs = list(dict.fromkeys(a.slug for a in answers_in(folder)))
    if len(slugs) == 1:
        return slugs[0]
    if not slugs:
        raise UsageError(
            "no file in this folder answers a problem; name the problem, or start one: "
            "tfmdrill new SLUG"
        )
    raise UsageError(f"this folder answers several problems; name one: {', '.join(slugs)}")


def framework_of(source: Source, problem: Problem) -> Framework:
    """The framework that the file was written for: as its first line says, else by its imports.

    A file that imports neither is judged where nothing has to be imported for it.
    """
    header = header_of(source)
    if header and header[1] in problem.frameworks:
        return header[1]
    for framework, imports in IMPORTS.items():
        if framework in problem.frameworks and imports.search(source.code):
            return framework
    return Framework.NUMPY if Framework.NUMPY in problem.frameworks else problem.frameworks[0]


def _replace(path: Path, text: str, day: date | None = None) -> Written:
    backup = back_up(path, day) if path.exists() else None  # a link that leads nowhere has nothing
    write_whole(path, text)
    return Written(path, backup)
