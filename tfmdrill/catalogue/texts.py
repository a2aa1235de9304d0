"""A problem's files as text, as the form that is set has them.

A variant has a folder of its own in each half, `variants/<name>/`. A file in it stands in for the
problem's file of the same name; its patches.toml changes lines of the others.
"""

from pathlib import Path

from tfmdrill.catalogue.patches import patch_text
from tfmdrill.catalogue.schema import PatchesFile, fault, read_text, read_toml
from tfmdrill.model.problem import Problem

PATCHES = "patches.toml"
FUSED = "fused.py"  # the framework's own operation under the entry's name
# The first two have rules of their own, questions are the base's, solutions are shown as they are.
NEVER_PATCHED = ("bugs.toml", "problem.toml", "questions.toml", "solutions/")


def public_text(problem: Problem, name: str) -> str:
    """A file of what the candidate sees. Raises ProblemError if it is missing or a patch unfit."""
    return _text(problem.public_dir, problem.variant, name)


def hidden_text(problem: Problem, name: str) -> str:
    """A file of what the candidate doesn't see. Raises ProblemError as `public_text` does."""
    return _text(problem.grader_dir, problem.variant, name)


def has_hidden(problem: Problem, name: str) -> bool:
    """Whether the problem has that hidden file, in this form."""
    folders = (folder_of(problem.grader_dir, problem.variant), problem.grader_dir)
    return any((folder / name).is_file() for folder in folders)


def folder_of(half: Path, variant: str) -> Path:
    """The folder of a form in one half of the problem: `half` itself for the standard one."""
    return half / "variants" / variant if variant else half


def _text(half: Path, variant: str, name: str) -> str:
    folder = folder_of(half, variant)
    if not variant:
        return read_text(half / name)
    if (folder / name).is_file():
        return read_text(folder / name)
    text = read_text(half / name)
    path = folder / PATCHES
    if path.is_file():
        for i, patch in enumerate(read_toml(path, PatchesFile).patch):
            key = f"patch[{i}]"
            _check_file(path, f"{key}.file", half, folder, patch.file)
            if patch.file == name:
                text = patch_text(text, patch.find, patch.replace, f"{path}: {key}")
    return text


def _check_file(path: Path, key: str, half: Path, folder: Path, name: str) -> None:
    if name.startswith(NEVER_PATCHED) or not (half / name).is_file():
        raise fault(path, key, name, f"a file in {half} that may be patched, such as its texts")
    if (folder / name).is_file():
        raise fault(path, key, name, "no file of which the variant has its own")
