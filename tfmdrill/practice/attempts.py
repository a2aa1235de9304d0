"""What a submission might try. `doctor` runs this file as one, behind the wall: never imported.

Each function raises if it was stopped, and clears up after itself if it was not.
"""

import os
import socket
import tempfile
from pathlib import Path

MEMORY_BYTES = 64 * 1024**3


def open_socket() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()


def start_program() -> None:
    child = os.posix_spawn("/bin/sh", ["sh", "-c", ":"], {})
    os.waitpid(child, 0)


def start_process() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def write_file() -> None:
    with tempfile.TemporaryFile("wb", dir="/tmp") as file:
        file.write(b"written")
        file.flush()


def list_folder(folder: str) -> None:
    list(Path(folder).iterdir())


def read_environment(process: int) -> None:
    Path(f"/proc/{process}/environ").read_bytes()


def signal_grader(process: int) -> None:
    os.kill(process, 0)  # signal 0 only asks whether one could be sent


def take_memory() -> None:
    bytearray(MEMORY_BYTES)
