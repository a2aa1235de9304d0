"""File events of the system: something in the folders may have changed, so look."""

import contextlib
import os
import threading
from collections.abc import Iterable
from pathlib import Path

# An editor writes a file in several steps within a millisecond or two; this long without a
# further event, the save is over. A thread wakes as often: half a percent of a core.
STEP_MS = 5
DEBOUNCE_MS = 200  # a folder in which something changes without end is looked at so often
POLL_MS = 250  # where the system gives no events
LOOK_MS = 1000  # without an event all the same: one may be lost before the watch has begun


class Saves:
    """Watches folders (not what is below them) in a thread; a byte in a pipe says: look.

    A context manager. `fd` is readable when something may have changed.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self.fd, self._write_fd = os.pipe()
        os.set_blocking(self.fd, False)
        os.set_blocking(self._write_fd, False)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Saves":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        os.close(self.fd)
        os.close(self._write_fd)

    def taken(self) -> None:
        """What was told so far is looked at now."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self.fd, 4096):
                pass

    def _watch(self) -> None:
        force_polling = False
        while not self._stop.is_set():
            try:
                self._follow(force_polling=force_polling)
            except Exception:  # no more watches for this user, or a folder that is gone for now
                force_polling = True
                self._tell()
                self._stop.wait(LOOK_MS / 1000)

    def _follow(self, *, force_polling: bool) -> None:
        import watchfiles

        changes = watchfiles.watch(
            *self._folders,
            watch_filter=None,
            step=STEP_MS,
            debounce=DEBOUNCE_MS,
            rust_timeout=LOOK_MS,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
            recursive=False,
            force_polling=force_polling or None,
            poll_delay_ms=POLL_MS,
        )
        for _ in changes:
            self._tell()

    def _tell(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full of what nobody has taken yet
            os.write(self._write_fd, b".")
