"""What the tests of kept processes share."""

import os
import select

RIGHT = (
    "# tfmdrill: double-it (numpy)\ndef double_it(x, *, offset=0.0):\n    return x + x + offset\n"
)
ENDED_MS = 10_000  # a backstop: what is waited for takes milliseconds


def wait_for_the_end_of(pid: int) -> None:
    try:
        fd = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        assert poll.poll(ENDED_MS), f"{pid} doesn't end"
    finally:
        os.close(fd)
