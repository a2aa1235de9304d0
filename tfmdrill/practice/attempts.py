"""What a submission might try. `doctor` runs this file as one, behind the wall: never imported.

Each function raises or dies if it was stopped, and clears up after itself if it was not.
"""

import ctypes
import errno
import os
import resource
import socket
import struct
import sys
import tempfile
import threading
import time
from pathlib import Path

MEMORY_BYTES = 64 * 1024**3
PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17
IO_URING_SETUP = 425


def open_socket() -> None:
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()


def open_local_socket() -> None:
    socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).close()


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


def read_model_answer(path: str) -> None:
    Path(path).read_bytes()


def list_home(folder: str) -> None:
    list(Path(folder).iterdir())


def read_environment(process: int) -> None:
    Path(f"/proc/{process}/environ").read_bytes()


def signal_grader(process: int) -> None:
    os.kill(process, 0)  # signal 0 only asks whether one could be sent


def trace_grader(process: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(PTRACE_SEIZE, process, None, None) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    libc.ptrace(PTRACE_DETACH, process, None, None)


def work_past_the_filter() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(256))
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    os.close(descriptor)


def raise_limits() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard + 1))
    except ValueError as error:  # in `resource`, a refusal
        raise PermissionError(errno.EPERM, str(error)) from None
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def take_memory() -> None:
    bytearray(MEMORY_BYTES)


def loop() -> None:
    while True:
        pass


def wait() -> None:
    time.sleep(10**6)


def print_on() -> None:
    while True:
        sys.stdout.write("x" * 70)


def forge_answer() -> None:
    header = b'["passed",1,1.0]'
    os.write(4, struct.pack("<4sIQ", b"tfd1", len(header), 0) + header)


def leave() -> None:
    os._exit(0)


def crash() -> None:
    ctypes.string_at(0)


def read_libraries() -> None:
    Path(os.__file__).read_bytes()


def start_thread() -> None:
    thread = threading.Thread(target=time.monotonic)
    thread.start()
    thread.join()


def name_packages() -> None:
    for folder in sys.path:
        if Path(folder).name in ("site-packages", "dist-packages") and Path(folder).is_dir():
            list(Path(folder).iterdir())
