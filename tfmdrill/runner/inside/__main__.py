"""How the grader starts a zygote: `python __main__.py FD [FD]`, by path.

The descriptors are the control socket and, for a zygote that is kept, the socket to listen on.

The folder above is importable only while the far side imports itself: a submission that
says `import wall` must not meet the grader's half.
"""

import socket
import sys
from pathlib import Path


def main() -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from inside import zygote  # type: ignore[import-not-found]  # found by the line above only

    sys.path.pop(0)
    channel, *listeners = [socket.socket(fileno=int(fd)) for fd in sys.argv[1:]]
    zygote.serve(channel, listeners[0] if listeners else None)


main()
