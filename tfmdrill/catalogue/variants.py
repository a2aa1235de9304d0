"""What a variant changes: the stub, by problem.toml, and the named mistakes."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from tfmdrill.catalogue.patches import difference, lines_of, places_of
from tfmdrill.catalogue.schema import (
    BugFile,
    BugsFile,
    ChangeFile,
    EntryFile,
    MethodFile,
    ParameterFile,
    ReturnedFile,
    VariantBugsFile,
    VariantFile,
    fault,
    read_text,
    read_toml,
)
from tfmdrill.catalogue.summaries import variant_names
from tfmdrill.catalogue.texts import folder_of, hidden_text
from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import Problem, Variant

STANDARD_FORM = "standard-form"
Part = TypeVar("Part", EntryFile, MethodFile, ParameterFile, ReturnedFile)


def variants_in(path: Path, tables: Mapping[str, VariantFile]) -> tuple[Variant, ...]:
    """The variants of a problem.toml, in its order.

    Raises ProblemError if one isn't a table of its own, or if a sentence is missing.
    """
    written = variant_names(read_text(path)) if tables else ()
    for name, table in tables.items():
        if name not in written:
            raise fault(path, f"variant.{name}", name, "a table [variant.NAME], NAME a slug")
        for key in ("title", "says", "because", "fix"):
            if not getattr(table, key).strip():
                raise fault(path, f"variant.{name}.{key}", "", "a sentence")
    return tuple(Variant(n, t.title, t.says, t.because, t.fix) for n, t in tables.items())


def changed_entries(
    path: Path, variant: str, entries: tuple[EntryFile, ...], change: Mapping[str, ChangeFile]
) -> tuple[EntryFile, ...]:
    """The entries as the variant has them; a key of `change` is `entry` or `entry.part`.

    Raises ProblemError for a key that is no part of an entry, or what that part doesn't have.
    """
    changer = _Changer(path, f"variant.{variant}.change", dict(change))
    changed = tuple(changer.changed(entry, entry.name) for entry in entries)
    for name in changer.left:
        raise fault(path, f"variant.{variant}.change", name, "an entry, or entry.parameter")
    return changed


class _Changer:
    def __init__(self, path: Path, key: str, left: dict[str, ChangeFile]) -> None:
        self._path = path
        self._key = key
        self.left = left  # what hasn't found its part yet

    def changed(self, part: Part, name: str) -> Part:
        fields: dict[str, object] = {
            field: tuple(self.changed(inner, f"{name}.{inner.name}") for inner in inners)
            for field in ("parameter", "returns", "method")
            if (inners := getattr(part, field, ()))
        }
        change = self.left.pop(name, None)
        for field, value in (msgspec.structs.asdict(change) if change else {}).items():
            if value is not msgspec.UNSET:
                if not hasattr(part, field):
                    raise fault(self._path, f"{self._key}.{name}.{field}", value, "none here")
                fields[field] = value
        return msgspec.structs.replace(part, **fields)


def bug_files(problem: Problem) -> tuple[tuple[Path, BugFile], ...]:
    """The mistakes of the form that is set, each with the file that states it.

    Of a variant first the standard form, then the problem's without those that the variant
    restates or drops, then the variant's. Raises ProblemError if they don't fit together.
    """
    path = problem.grader_dir / "bugs.toml"
    bugs = read_toml(path, BugsFile).bug
    convention = problem.convention
    if convention is None:
        return tuple((path, bug) for bug in bugs)
    own_path = folder_of(problem.grader_dir, problem.variant) / "bugs.toml"
    own = read_toml(own_path, VariantBugsFile) if own_path.is_file() else VariantBugsFile()
    gone = {*own.drop, *(bug.id for bug in own.bug)}
    for id in own.drop:
        if id not in [bug.id for bug in bugs] or own.drop.count(id) > 1:
            raise fault(own_path, "drop", id, f"the id of a mistake in {path}, once")
    reference = hidden_text(problem, "reference.py")
    kept = [bug for bug in bugs if bug.id not in gone]
    for bug in kept:
        if bug.find and not _fits(bug.find, reference):
            raise ProblemError(
                f"{path}: bug {bug.id!r}: `find` isn't once in the reference of the variant "
                f"{problem.variant}; restate the mistake in {own_path}, or name it under `drop`"
            )
    same = [
        msgspec.structs.replace(bug, same_as=tuple(o for o in bug.same_as if o not in own.drop))
        for bug in kept
    ]
    return (
        (own_path, _standard_form(problem, convention, reference)),
        *((path, bug) for bug in same),
        *((own_path, bug) for bug in own.bug),
    )


def _fits(find: str, reference: str) -> bool:
    return len(places_of(lines_of(find), reference.splitlines(keepends=True))) == 1


def _standard_form(problem: Problem, convention: Variant, reference: str) -> BugFile:
    """The mistake of answering what the problem asks without the variant."""
    path = problem.grader_dir / "reference.py"
    find, replace = difference(reference, read_text(path))
    if not find:
        raise ProblemError(f"{path}: the variant {problem.variant} changes nothing in it")
    return BugFile(
        id=STANDARD_FORM,
        says=f"You solved the standard form. What is asked here: {convention.says}",
        because=convention.because,
        fix=convention.fix,
        find=find,
        replace=replace,
    )
