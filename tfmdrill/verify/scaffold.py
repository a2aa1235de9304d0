"""The files of a new problem, with the right keys, for an author to fill in."""

import keyword
from collections.abc import Iterator
from pathlib import Path

from tfmdrill.catalogue.loading import SLUG
from tfmdrill.catalogue.resources import fill_template
from tfmdrill.errors import UsageError
from tfmdrill.model.workspace import Written

HALVES = ("problems", "graders")
PUBLIC = ("problem.toml", "statement.md", "hints.md", "questions.toml")
HIDDEN = ("reference.py", "checks.py", "bugs.toml")
FRAMEWORKS = ("torch", "numpy")


def scaffold(slug: str, pack: Path) -> tuple[Written, ...]:
    """Writes the two folders of a problem into the pack, which becomes one if it is none yet.

    Raises UsageError, and writes nothing, if the name is no slug or is taken, or if the folder
    has only one half of a pack.
    """
    name = slug.replace("-", "_")
    if not SLUG.fullmatch(slug) or not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(
            f"{slug!r} can't be a problem's name; wanted are small letters, digits and single "
            "hyphens, a letter first: sliding-window-attention"
        )
    halves = [pack / half for half in HALVES]
    here = [half for half in halves if half.is_dir()]
    if len(here) == 1:
        raise UsageError(
            f"{pack.resolve()} has a folder {here[0].name}/, but no "
            f"{next(h.name for h in halves if h not in here)}/; a pack has both, and a new one "
            "starts in a folder with neither"
        )
    for half in halves:
        if (half / slug).exists():
            raise UsageError(f"{half / slug} is here already and stays as it is; choose a new name")
    return tuple(_written(path, text) for path, text in _files(slug, name, *halves))


def _files(slug: str, name: str, problems: Path, graders: Path) -> Iterator[tuple[Path, str]]:
    values = {"slug": slug, "entry": name, "title": slug.replace("-", " ").capitalize()}
    for folder, files in ((problems / slug, PUBLIC), (graders / slug, HIDDEN)):
        for file in files:
            yield folder / file, fill_template(f"problem/{file}.jinja", **values)
    for framework in FRAMEWORKS:
        text = fill_template("problem/solution.py.jinja", framework=framework, **values)
        yield graders / slug / "solutions" / f"in_{framework}.py", text


def _written(path: Path, text: str) -> Written:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}") from error
    return Written(path)
