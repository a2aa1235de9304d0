"""The system call filter and Landlock's rights, for machines and kernels other than this one.

The oracles: a reading of BPF as the kernel's documentation defines it, numbers from the kernel's
tables, and the rights that Landlock's documentation lists by version.
"""

import errno
import re
import struct
import sys
from pathlib import Path

import pytest

from tfmdrill.runner.inside.lock import landlock, seccomp, syscalls

ALLOW, KILL = 0x7FFF0000, 0x80000000
REFUSE, ABSENT = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
OWN = 4321


def verdict(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """What the machine's filter returns for a call: classic BPF over struct seccomp_data."""
    words = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    where = ARCHITECTURE[machine] if architecture is None else architecture
    data = struct.pack("<IIQ6Q", number, where, 0, *words)
    code = list(struct.iter_unpack("=HBBI", seccomp.program(machine, OWN)))
    accumulator, at = 0, 0
    while True:
        operation, then, otherwise, constant = code[at]
        at += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, constant)
        elif operation == 0x06:
            return int(constant)
        else:
            met = {
                0x15: accumulator == constant,
                0x25: accumulator > constant,
                0x35: accumulator >= constant,
                0x45: bool(accumulator & constant),
            }[operation]
            at += then if met else otherwise


@pytest.mark.parametrize(
    ("machine", "number", "arguments", "expected"),
    [
        # read, write, mmap, futex, exit_group: what computing takes
        *(("x86_64", number, (), ALLOW) for number in (0, 1, 9, 202, 231)),
        *(("aarch64", number, (), ALLOW) for number in (63, 64, 222, 98, 94)),
        # socket, execve, ptrace
        *(("x86_64", number, (), REFUSE) for number in (41, 59, 101)),
        *(("aarch64", number, (), REFUSE) for number in (198, 221, 117)),
        # clone3 is "absent", so that the C library falls back on clone; calls of the future too
        ("x86_64", 435, (), ABSENT),
        ("aarch64", 435, (), ABSENT),
        ("x86_64", 463, (), ABSENT),
        ("aarch64", 9999, (), ABSENT),
        # clone: what glibc passes for a thread, for a process, and a thread in a namespace
        ("x86_64", 56, (0x3D0F00,), ALLOW),
        ("x86_64", 56, (0x01200011,), REFUSE),
        ("x86_64", 56, (0x3D0F00 | 0x40000000,), REFUSE),
        ("aarch64", 220, (0x3D0F00,), ALLOW),
        ("aarch64", 220, (17,), REFUSE),
        # signals: kill and tgkill to itself and to others; -1 is everybody
        ("x86_64", 62, (OWN, 9), ALLOW),
        ("x86_64", 62, (OWN + 1, 9), REFUSE),
        ("x86_64", 62, (2**64 - 1, 9), REFUSE),
        ("x86_64", 62, (0, 9), REFUSE),
        ("x86_64", 234, (OWN, 7, 9), ALLOW),
        ("x86_64", 234, (OWN + 1, 7, 9), REFUSE),
        ("aarch64", 129, (OWN,), ALLOW),
        ("aarch64", 131, (1,), REFUSE),
        # prlimit64: a new limit anywhere in 64 bits
        ("x86_64", 302, (0, 9, 0, 0x7F0000001000), ALLOW),
        ("x86_64", 302, (0, 9, 0x1000, 0), REFUSE),
        ("x86_64", 302, (0, 9, 0x7F0000000000, 0), REFUSE),
        ("aarch64", 261, (0, 9, 1 << 32, 0), REFUSE),
        # opening: read-only (with close-on-exec, as a folder), for writing, making
        ("x86_64", 257, (0, 0, 0o2000000), ALLOW),
        ("x86_64", 257, (0, 0, 0o200000), ALLOW),
        ("x86_64", 257, (0, 0, 1), REFUSE),
        ("x86_64", 257, (0, 0, 2), REFUSE),
        ("x86_64", 257, (0, 0, 0o100), REFUSE),
        ("x86_64", 2, (0, 0o1000), REFUSE),
        ("aarch64", 56, (0, 0, 0o2000000), ALLOW),
        ("aarch64", 56, (0, 0, 0o20000000), REFUSE),
        # prctl: a thread's name, the parent-death signal; fcntl, ioctl
        ("x86_64", 157, (15,), ALLOW),
        ("x86_64", 157, (1,), REFUSE),
        ("aarch64", 167, (1,), REFUSE),
        ("x86_64", 72, (3, 1), ALLOW),
        ("x86_64", 72, (3, 8), REFUSE),
        ("x86_64", 16, (0, 0x5401), ALLOW),
        ("x86_64", 16, (0, 0x5412), REFUSE),
        ("x86_64", 72, (3, 1030), ALLOW),  # a duplicate that is closed on exec
        ("x86_64", 72, (3, 1024), REFUSE),  # a lease
        ("aarch64", 25, (3, 6), REFUSE),  # a lock
        ("x86_64", 16, (3, 0x40086602), REFUSE),  # a file's attributes
        ("aarch64", 29, (3, 0x40806685), REFUSE),  # a file sealed for good
        ("x86_64", 162, (), REFUSE),  # every disk written out
        # x86-64 with 32-bit pointers: write
        ("x86_64", 0x40000001, (), KILL),
    ],
)
def test_the_filter_decides_by_number_and_argument(
    machine: str, number: int, arguments: tuple[int, ...], expected: int
) -> None:
    assert verdict(machine, number, *arguments) == expected


def test_a_call_in_another_machines_numbers_kills() -> None:
    i386 = 0x40000003
    assert verdict("x86_64", 1, architecture=i386) == KILL
    assert verdict("aarch64", 64, architecture=0x40000028) == KILL


def test_an_unknown_machine_has_no_filter() -> None:
    with pytest.raises(OSError, match="no system call table for riscv64"):
        seccomp.program("riscv64", OWN)


def test_a_32_bit_python_makes_no_call_by_the_numbers_of_64_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The Raspberry Pi has 32-bit systems on a 64-bit kernel; capset's 91 is munmap in those."""
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    with pytest.raises(OSError, match="no system call table for 32-bit Python on"):
        syscalls.call("capset", 0, 0)
    with pytest.raises(OSError, match="no system call table for 32-bit Python on"):
        seccomp.program(seccomp.machine(), OWN)


@pytest.mark.parametrize(
    ("column", "header"),
    [
        (0, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        (1, "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_every_number_is_the_kernels(column: int, header: str) -> None:
    """Against the kernel's headers where they are installed, and against a few known numbers."""
    known = {"ptrace": (101, 117), "execve": (59, 221), "openat": (257, 56), "bpf": (321, 280)}
    if Path(header).exists():
        text = Path(header).read_text()
        found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)
        numbers = {name: int(number) for name, number in found}
        missing = {name for name, pair in syscalls.NUMBERS.items() if pair[column] is not None}
        # newer than some headers
        assert missing - numbers.keys() <= {"fchmodat2", "statmount", "listmount"}
    else:
        numbers = {name: pair[column] for name, pair in known.items()}
    for name, number in numbers.items():
        if name in syscalls.NUMBERS:
            assert (name, syscalls.NUMBERS[name][column]) == (name, number)


@pytest.mark.parametrize(
    ("version", "files", "tcp", "scopes"),
    [
        (1, 0x1FFF, 0, 0),
        (2, 0x3FFF, 0, 0),
        (3, 0x7FFF, 0, 0),
        (4, 0x7FFF, 3, 0),
        (5, 0xFFFF, 3, 0),
        (6, 0xFFFF, 3, 3),
        (9, 0xFFFF, 3, 3),
    ],
)
def test_landlock_handles_what_each_version_knows(
    version: int, files: int, tcp: int, scopes: int
) -> None:
    assert landlock.handled(version) == (files, tcp, scopes)
