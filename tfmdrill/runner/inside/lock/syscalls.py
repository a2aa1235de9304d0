"""System call numbers of x86-64 and arm64, and the call itself.

Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux.
arm64 has only the calls of the generic table: None where it has no such call.
"""

import ctypes
import functools
import os
import platform
import sys
from collections.abc import Sequence

X86_64 = "x86_64"
AARCH64 = "aarch64"

# The last number that this table's authors know what it does (mseal). Later ones are answered
# with "no such call", so a door that a newer kernel opens stays shut.
LAST_KNOWN = 462

# name: (x86-64, arm64)
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # processes
    "fork": (57, None),
    "vfork": (58, None),
    "clone": (56, 220),
    "clone3": (435, 435),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    # signals
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    # the process's own settings
    "prctl": (157, 167),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "setrlimit": (160, 164),
    "prlimit64": (302, 261),
    "capget": (125, 90),
    "capset": (126, 91),
    "seccomp": (317, 277),
    "personality": (135, 92),
    # sockets
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "sendto": (44, 206),
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "recvmmsg": (299, 243),
    # asynchronous I/O: work that the kernel does outside the filter
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "io_submit": (209, 2),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    # keys, tracing and other doors into the kernel
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    # the machine
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "acct": (163, 89),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "lookup_dcookie": (212, 18),
    # memory and messages shared between processes
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # other processes' place on the machine
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # files
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
    "creat": (85, None),
    "truncate": (76, 45),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "rmdir": (84, None),
    "link": (86, None),
    "linkat": (265, 37),
    "symlink": (88, None),
    "symlinkat": (266, 36),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "lchown": (94, None),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "flock": (73, 32),
    "sync": (162, 81),
    "syncfs": (306, 267),
    # Landlock
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
}


def machine() -> str:
    """The machine as the tables name it: "x86_64", "aarch64" or what the platform says.

    A 32-bit Python makes other calls by the same numbers, whatever the kernel.
    """
    name = platform.machine()
    return name if sys.maxsize > 2**32 else f"32-bit Python on {name}"


def numbers(names: Sequence[str], on: str) -> tuple[int, ...]:
    """The numbers of these calls on a machine, without those that it hasn't.

    Raises: OSError where there is no table for the machine.
    """
    if on not in (X86_64, AARCH64):
        raise OSError(f"no system call table for {on}")
    column = 0 if on == X86_64 else 1
    found = (NUMBERS[name][column] for name in names)
    return tuple(number for number in found if number is not None)


@functools.cache
def _library() -> ctypes.PyDLL:
    """The C library, called with the interpreter lock held, as `os.fork` holds it.

    A child that comes out of `clone` then has the lock, like its parent.
    """
    library = ctypes.PyDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def call(name: str, *arguments: int | ctypes.Array[ctypes.c_char]) -> int:
    """Make one system call: its result, never negative. Raises: OSError with the kernel's errno."""
    (number,) = numbers([name], machine())
    # Each argument fills a register: ctypes would cut a bare int to 32 bits.
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return _checked(int(_library().syscall(ctypes.c_long(number), *words)))


def prctl(option: int, *arguments: int) -> int:
    """`prctl(2)`: its result, never negative. Raises: OSError with the kernel's errno."""
    padded = [*arguments, 0, 0, 0, 0][:4]  # the kernel demands zeros in unused places
    words = [ctypes.c_ulong(a) for a in padded]
    return _checked(int(_library().prctl(ctypes.c_int(option), *words)))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
