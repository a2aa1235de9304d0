"""`course init`: a course.toml to start from, with every key and what it means."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.catalogue.resources import fill_template
from tfmdrill.course.pins import problem_hash
from tfmdrill.course.settings import FILE, read_course
from tfmdrill.errors import UsageError
from tfmdrill.model.workspace import Written
from tfmdrill.practice.files import back_up, refusing, write_whole
from tfmdrill.practice.workspace import stub_name

SEEDS = 1_000_000
KEY_BYTES = 16


@dataclass(frozen=True, slots=True)
class _Set:
    slug: str
    stub: str
    pin: str


def write_course(
    slugs: Sequence[str], folder: Path, *, name: str, packs: Sequence[Path], force: bool
) -> Written:
    """A course.toml that sets these problems, each pinned as it is now; with `force` in place of
    one that is there, of which a backup stays.

    Raises UsageError for no such problem, one named twice, or a file that is there.
    """
    active = active_packs(packs)
    problems = [find_problem(slug, active) for slug in dict.fromkeys(slugs)]
    if not problems:
        raise UsageError(
            "name the problems that the course sets: tfmdrill course init rope softmax; "
            "`tfmdrill list` shows them all"
        )
    path = folder / FILE
    if path.exists() and not force:
        raise UsageError(
            f"{path} is here already and stays as it is; to start again and keep it as a backup, "
            "add --force"
        )
    text = fill_template(
        "course.toml.jinja",
        course=_toml_text(name or folder.resolve().name),
        seed=secrets.randbelow(SEEDS),
        pseudonym_key=secrets.token_hex(KEY_BYTES),
        time_zone="UTC",
        packs=[_toml_text(str(pack.expanduser().resolve())) for pack in packs],
        problems=[_Set(p.slug, stub_name(p.slug), problem_hash(p)) for p in problems],
    )
    with refusing(path):
        backup = back_up(path) if path.exists() else None
        write_whole(path, text)
    read_course(path)
    return Written(path, backup)


def _toml_text(text: str) -> str:
    """The text as a TOML string.

    >>> _toml_text('say "x"')
    '"say \\\\"x\\\\""'
    """
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
