"""Why a child is gone, in words for the user."""

import os
import signal

from tfmdrill.model.report import Outcome
from tfmdrill.runner.channel import End, Ended
from tfmdrill.runner.values import Died

_CRASHES = {
    signal.SIGSEGV: "a segmentation fault",
    signal.SIGABRT: "an abort",
    signal.SIGBUS: "a bus error",
    signal.SIGFPE: "an arithmetic error in native code",
    signal.SIGILL: "an illegal instruction",
}


def died(ended: Ended, status: int | None) -> Died:
    """The outcome of a conversation that is over.

    status: the child's wait status where it ended by itself, None where the grader ended it.
    """
    match ended.end:
        case End.TIMEOUT:
            return Died(Outcome.TIMEOUT, f"your code was stopped: it took {ended.says}")
        case End.OUTPUT_FLOOD:
            return Died(Outcome.OUTPUT_FLOOD, "your code was stopped: it printed without end")
        case End.BROKEN_PROTOCOL:
            return Died(
                Outcome.BROKEN_PROTOCOL,
                f"your code wrote into the connection to the grader ({ended.says})",
            )
    if status is None:
        return Died(Outcome.BROKEN_PROTOCOL, "your code closed the connection to the grader")
    return _exited(status)


def _exited(status: int) -> Died:
    if not os.WIFSIGNALED(status):
        code = os.waitstatus_to_exitcode(status)
        return Died(Outcome.ERROR, f"your code ended the process (exit code {code})")
    number = os.WTERMSIG(status)
    if number == signal.SIGKILL:
        return Died(Outcome.MEMORY, "the system ended your code, most likely for lack of memory")
    if number == signal.SIGXCPU:
        return Died(Outcome.TIMEOUT, "your code used up the CPU time of a whole submission")
    what = _CRASHES.get(number, f"signal {number}")  # type: ignore[call-overload]  # int is fine
    return Died(Outcome.ERROR, f"your code crashed with {what}")
