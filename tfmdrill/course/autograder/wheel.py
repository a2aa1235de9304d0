"""This installation of tfmdrill as a wheel, whether it came from a wheel or is a checkout.

Of the built-in problems only those that the course sets are in it. The bytes depend on nothing but
the files.
"""

import base64
import hashlib
import io
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from tfmdrill import __version__
from tfmdrill.catalogue.resources import resource_folder
from tfmdrill.errors import UsageError

NAME = f"tfmdrill-{__version__}-py3-none-any.whl"
INFO = f"tfmdrill-{__version__}.dist-info"
PER_PROBLEM = ("problems", "graders")  # folders with a folder a problem
DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold
WHEEL = "Wheel-Version: 1.0\nGenerator: tfmdrill\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of an archive. executable: whether it is a program."""

    place: str
    data: bytes
    executable: bool = False


def wheel_of_this(slugs: Collection[str]) -> Entry:
    """The wheel, with these of the built-in problems. Raises UsageError if this tfmdrill runs
    without being installed, so that nothing says what it needs."""
    entries = [*_code(), *_resources(slugs), *_description()]
    record = "".join(
        f"{entry.place},{_digest(entry.data)},{len(entry.data)}\n" for entry in entries
    )
    entries.append(Entry(f"{INFO}/RECORD", f"{record}{INFO}/RECORD,,\n".encode()))
    return Entry(NAME, archive(entries))


def archive(entries: Collection[Entry]) -> bytes:
    """A zip of the entries, with their modes; the same bytes whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for entry in entries:
            info = zipfile.ZipInfo(entry.place, DATE)
            info.external_attr = (0o100755 if entry.executable else 0o100644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, whose modes these are
            file.writestr(info, entry.data)
    return buffer.getvalue()


def files_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """(place in the folder, content) of every file in order, without what Python leaves."""
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if path.is_file() and "__pycache__" not in place.parts and path.suffix != ".pyc":
            yield place.as_posix(), path.read_bytes()


def _code() -> Iterator[Entry]:
    package = Path(__file__).parents[2]
    for place, data in files_below(package):
        if place.endswith((".py", "py.typed")) and place.split("/")[0] not in (
            *PER_PROBLEM,
            "templates",
        ):
            yield Entry(f"tfmdrill/{place}", data)


def _resources(slugs: Collection[str]) -> Iterator[Entry]:
    for name in (*PER_PROBLEM, "templates"):
        for place, data in files_below(resource_folder(name)):
            top, inside, _ = place.partition("/")
            if name in PER_PROBLEM and inside and top not in slugs:
                continue
            yield Entry(f"tfmdrill/{name}/{place}", data)


def _description() -> Iterator[Entry]:
    # A build leaves an egg-info in the checkout, which Python finds before what is installed.
    for found in metadata.distributions(name="tfmdrill"):
        described = found.read_text("METADATA")
        entry_points = found.read_text("entry_points.txt")
        if described and entry_points:
            break
    else:
        raise UsageError(
            "this tfmdrill isn't installed, so what it needs isn't known: install it "
            "(pip install -e .), then build the autograder"
        )
    yield Entry(f"{INFO}/METADATA", described.encode())
    yield Entry(f"{INFO}/WHEEL", WHEEL.encode())
    yield Entry(f"{INFO}/entry_points.txt", entry_points.encode())


def _digest(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={digest}"
