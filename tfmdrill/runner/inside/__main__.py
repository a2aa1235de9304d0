"""How the grader starts a zygote: `python __main__.py FD`, by path, with the control socket's FD.

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
    zygote.serve(socket.socket(fileno=int(sys.argv[1])))


main()
