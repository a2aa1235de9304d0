"""The main job shown once: a stub, a plausible wrong attempt, its diagnosis, the mended file."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

from tfmdrill.catalogue.resources import fill_template
from tfmdrill.model.demo import Demo
from tfmdrill.model.problem import Framework
from tfmdrill.practice.grade import FilesToGrade, grade_files, submitted_files
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records

SLUG = "attention-masks"
FILE = "attention_masks.py"


def demo_framework() -> Framework:
    """PyTorch where it is installed, else NumPy, which tfmdrill itself brings."""
    return Framework.TORCH if find_spec("torch") else Framework.NUMPY


def run_demo(framework: Framework, at: datetime) -> Demo:
    """Writes both versions into a temporary folder and grades them as any file is graded.

    Raises UsageError if the framework isn't installed.
    """
    with _two_versions(framework) as (attempt, mended):
        request = FilesToGrade(files=(attempt, mended))
        submitted = [
            replace(item, source=replace(item.source, name=FILE))
            for item in submitted_files(request)
        ]
        records = Records(Database(None))  # a demonstration is no progress of the user's
        first, second = grade_files(request, submitted, records, at)
        return Demo(attempt.read_text(), first, mended.read_text(), second)


@contextmanager
def _two_versions(framework: Framework) -> Iterator[tuple[Path, Path]]:
    with tempfile.TemporaryDirectory(prefix="tfmdrill-demo-") as folder:
        paths = []
        for name, is_mended in (("attempt", False), ("mended", True)):
            path = Path(folder, f"{name}.py")
            path.write_text(
                fill_template(
                    "demo_attempt.py.jinja",
                    slug=SLUG,
                    framework=framework.value,
                    is_mended=is_mended,
                )
            )
            paths.append(path)
        yield paths[0], paths[1]
