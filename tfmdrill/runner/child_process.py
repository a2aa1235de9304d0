"""The process of one child: killed with all that it started, and reaped by its zygote."""

import contextlib
import os
import signal
import time

from tfmdrill.runner.channel import Channel
from tfmdrill.runner.process import Zygote, ZygoteGone

KILL_S = 5.0  # from SIGKILL to the end; long only where a big memory is given back
REAP_EVERY_S = 0.001


class ChildProcess:
    """Ended once; `orphaned` is set where the zygote is gone: the pid may be another's by now."""

    def __init__(self, pid: int, zygote: Zygote, channel: Channel) -> None:
        self._pid = pid
        self._zygote = zygote
        self._channel = channel
        self._reaped = False
        self.orphaned = False

    def end(self, *, wait: bool) -> None:
        """Kill it; with `wait` it is gone afterwards, else its zygote reaps it soon."""
        if self._reaped:
            return
        self._kill()
        with contextlib.suppress(ZygoteGone):  # then its children are gone with it
            if wait:
                self.status_within(KILL_S)
            else:
                self._zygote.end(self._pid)

    def status_within(self, seconds: float) -> int | None:
        """The wait status if it ends in time; it is reaped then. Raises ZygoteGone."""
        end = time.monotonic() + seconds
        self._channel.wait_for_exit(seconds)
        while True:
            status = self._zygote.reap(self._pid)
            if status is not None:
                self._reaped = True
                return status
            if time.monotonic() > end:
                return None
            time.sleep(REAP_EVERY_S)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it is there."""
        # Until it is reaped, the pid and the process group of that number are the child's.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._channel.pidfd is not None:
                signal.pidfd_send_signal(self._channel.pidfd, number)
            elif not self.orphaned:
                os.kill(self._pid, number)

    def _kill(self) -> None:
        self.signal(signal.SIGKILL)
        if self.orphaned:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)  # what it may have started, without seccomp
