"""The files that `watch` grades: which there are, and which were saved since the last look."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tfmdrill.errors import UsageError
from tfmdrill.practice.grade import FilesToGrade, answering_files
from tfmdrill.practice.workspace import SUFFIXES

Stamp = tuple[int, int, int, int]  # device, inode, size in bytes, time of change in ns
SIZE = 2


@dataclass(frozen=True, slots=True)
class Changes:
    """What a look found: files that were saved, are new or are back, and files that are gone."""

    saved: tuple[Path, ...] = ()
    gone: tuple[Path, ...] = ()


class WatchedFiles:
    """The files of a request. Without names these are whatever answers a problem in the folder."""

    def __init__(self, request: FilesToGrade) -> None:
        self._request = replace(request, files=tuple(dict.fromkeys(request.files)))
        self._stamps: dict[Path, Stamp | None] = {}
        self._unsettled: set[Path] = set()
        self._candidates: dict[Path, Stamp | None] = {}
        self._answering: tuple[Path, ...] = ()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where something happens when one of the files is saved, the targets of links included."""
        paths = self._request.files or (self._request.folder / "any",)
        places = [place for path in paths for place in (path.parent, path.resolve().parent)]
        return tuple(dict.fromkeys(place.resolve() for place in places))

    @property
    def present(self) -> tuple[Path, ...]:
        """The files that were there at the last look."""
        return tuple(path for path, stamp in self._stamps.items() if stamp is not None)

    def add(self, path: Path) -> None:
        """Watch one more file of the same folders; as it is now it doesn't count as saved."""
        if self._request.files and path not in self._request.files:
            self._request = replace(self._request, files=(*self._request.files, path))
        self._stamps[path] = _stamp(path)

    def look(self) -> Changes:
        """What changed since the last look; the first time, every file.

        Editors empty a file before they write it, or move it away: one that is empty or gone
        counts as such only if it still is at the next look.
        """
        before = self._stamps
        paths = dict.fromkeys((*(self._request.files or self._in_folder()), *before))
        now = {path: _stamp(path) for path in paths}
        for path, stamp in now.items():
            if stamp is not None and stamp[SIZE]:
                self._unsettled.discard(path)
            elif before.get(path) not in (None, stamp) and path not in self._unsettled:
                self._unsettled.add(path)
                now[path] = before[path]
        self._stamps = now
        changed = [p for p, stamp in now.items() if p not in before or stamp != before[p]]
        return Changes(
            saved=tuple(path for path in changed if now[path] is not None),
            gone=tuple(path for path in changed if now[path] is None),
        )

    def _in_folder(self) -> Iterable[Path]:
        """Those that answer a problem; their first lines are read only when something changed."""
        try:
            found = [p for p in self._request.folder.iterdir() if p.suffix in SUFFIXES]
        except OSError:
            return ()
        candidates = {path: _stamp(path) for path in found}
        if candidates != self._candidates:
            try:
                self._answering = answering_files(self._request)
            except UsageError:  # the folder went away just now
                return ()
            self._candidates = candidates
        return self._answering


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
