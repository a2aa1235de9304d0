"""The system call filter: what a child asks of the kernel beyond computing is refused.

Refused calls answer EPERM and the process lives on: torch and NumPy try such calls and cope. The
list is of what is refused, since what torch and its libraries may need isn't known beforehand.
Source: Linux Documentation/userspace-api/seccomp_filter.rst; include/uapi/linux/bpf_common.h.
"""

import ctypes
import errno
import struct
from collections.abc import Iterable

from .syscalls import AARCH64, LAST_KNOWN, X86_64, machine, numbers, prctl

_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2

_AUDIT_ARCH = {X86_64: 0xC000003E, AARCH64: 0xC00000B7}
_X32_BIT = 0x40000000  # x86-64 calls with 32-bit pointers: other numbers for the same doors

# Classic BPF: 16-bit code, jumps if true and false, 32-bit constant.
_LOAD = 0x20  # the 32-bit word at a byte offset of struct seccomp_data
_EQUAL = 0x15
_GREATER = 0x25
_AT_LEAST = 0x35
_ANY_BIT = 0x45
_RETURN = 0x06

_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_REFUSE = 0x00050000 | errno.EPERM
_ABSENT = 0x00050000 | errno.ENOSYS

_NUMBER_AT = 0
_ARCH_AT = 4

_CLONE_THREAD = 0x00010000
_NEW_NAMESPACES = 0x7E020000  # mount, cgroup, uts, ipc, user, pid, net

# What concerns a descriptor alone: duplicates, flags, a pipe's size. Not the rest: signals to other
# processes when it has data, leases, watches and locks that others would wait for.
_ALLOWED_FCNTL = (0, 1, 2, 3, 4, 1030, 1031, 1032)
# Is it a terminal (TCGETS), how wide (TIOCGWINSZ), how much is there (FIONREAD), don't block
# (FIONBIO), close on exec or don't (FIOCLEX, FIONCLEX). Not the rest: typing into a terminal, and
# a file's attributes, which its owner may change through a descriptor for reading.
_ALLOWED_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5451, 0x5450)
# Outliving the zygote (PDEATHSIG), being dumpable again (DUMPABLE), adopting orphans
# (CHILD_SUBREAPER), naming a tracer (PTRACER), moving one's own memory map (MM).
_REFUSED_PRCTL = (1, 4, 36, 0x59616D61, 35)
# open: write, read and write, create, truncate, temporary file.
_WRITING = 0o3 | 0o100 | 0o1000 | 0o20000000

# Callers have another way, and take it when the kernel says that it doesn't know the call: glibc
# starts threads with `clone`, whose flags a filter can see; those of clone3 lie in memory.
_ABSENT_CALLS = ("clone3", "openat2", "statmount", "listmount")

_REFUSED_CALLS = (
    # new processes and programs; `clone` for threads is left, see below
    *("fork", "vfork", "execve", "execveat"),
    # other processes
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease"),
    *("kcmp", "pidfd_open", "pidfd_getfd", "pidfd_send_signal"),
    *("tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"),
    *("sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"),
    *("setpriority", "ioprio_set", "migrate_pages", "move_pages"),
    # limits and privileges
    *("setrlimit", "capset", "seccomp", "personality"),
    # the network, and other ways to speak to a process
    *("socket", "socketpair", "connect", "bind", "listen", "accept", "accept4"),
    *("sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg"),
    *("shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop"),
    *("msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"),
    # work done outside this filter
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "io_submit"),
    # namespaces and mounts
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree"),
    *("move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    # doors into the kernel
    *("add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd"),
    *("memfd_create", "memfd_secret", "fanotify_init", "inotify_init", "inotify_init1"),
    *("name_to_handle_at", "open_by_handle_at"),
    # the machine
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module"),
    *("swapon", "swapoff", "reboot", "quotactl", "quotactl_fd", "acct", "syslog", "vhangup"),
    *("sethostname", "setdomainname", "settimeofday", "clock_settime", "clock_adjtime"),
    *("adjtimex", "iopl", "ioperm", "modify_ldt", "lookup_dcookie"),
    # changes to files, where there is no Landlock and where it doesn't look (modes, times)
    *("creat", "truncate", "unlink", "unlinkat", "rename", "renameat", "renameat2"),
    *("mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "mknod", "mknodat"),
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown", "fchownat"),
    *("utime", "utimes", "futimesat", "utimensat"),
    *("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"),
    # locks on files, and every disk written out: others wait for these
    *("flock", "sync", "syncfs"),
)


def install(own_pid: int) -> None:
    """Filter this process's system calls, for good. Needs no-new-privs.

    `own_pid` is the process as it sees itself: the only one that it may signal.
    Raises: OSError where the kernel refuses or the machine is not known.
    """
    code = program(machine(), own_pid)
    buffer = ctypes.create_string_buffer(code, len(code))
    # struct sock_fprog: a 16-bit count, padding, the address of the instructions
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    holder = ctypes.create_string_buffer(header, len(header))
    prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(holder))


def program(on: str, own_pid: int) -> bytes:
    """The filter for a machine as BPF, 8 bytes an instruction. Raises: OSError: unknown machine."""
    refused = numbers(_REFUSED_CALLS, on)
    absent = numbers(_ABSENT_CALLS, on)
    code = _test(_EQUAL, _AUDIT_ARCH[on], otherwise=_KILL, at=_ARCH_AT)
    code += _load(_NUMBER_AT)
    if on == X86_64:
        code += _branch(_AT_LEAST, _X32_BIT, _return(_KILL))
    code += _branch(_GREATER, LAST_KNOWN, _return(_ABSENT))
    for name, body in _examined(own_pid):
        for number in numbers([name], on):
            code += _branch(_EQUAL, number, body)
    for number in absent:
        code += _branch(_EQUAL, number, _return(_ABSENT))
    for number in refused:
        code += _branch(_EQUAL, number, _return(_REFUSE))
    return code + _return(_ALLOW)


def _examined(own_pid: int) -> tuple[tuple[str, bytes], ...]:
    """The calls that are judged by an argument, each with the code that judges and returns."""
    own_process = _judge(0, _values([own_pid], _ALLOW), otherwise=_REFUSE)
    new_task = _bits(_NEW_NAMESPACES, _REFUSE) + _bits(_CLONE_THREAD, _ALLOW)
    return (
        ("clone", _judge(0, new_task, otherwise=_REFUSE)),
        ("kill", own_process),
        ("tgkill", own_process),
        ("open", _judge(1, _bits(_WRITING, _REFUSE), otherwise=_ALLOW)),
        ("openat", _judge(2, _bits(_WRITING, _REFUSE), otherwise=_ALLOW)),
        ("fcntl", _judge(1, _values(_ALLOWED_FCNTL, _ALLOW), otherwise=_REFUSE)),
        ("ioctl", _judge(1, _values(_ALLOWED_IOCTL, _ALLOW), otherwise=_REFUSE)),
        ("prctl", _judge(0, _values(_REFUSED_PRCTL, _REFUSE), otherwise=_ALLOW)),
        # who only reads limits gives no new one: a null pointer, both halves of it
        ("prlimit64", _null_pointer(2)),
    )


def _argument_at(index: int, half: int = 0) -> int:
    """The byte offset of an argument's low (0) or high (1) 32 bits; both machines: low first."""
    return 16 + 8 * index + 4 * half


def _judge(index: int, steps: bytes, *, otherwise: int) -> bytes:
    """Code that loads the low half of an argument, takes the steps, and ends with a verdict."""
    return _load(_argument_at(index)) + steps + _return(otherwise)


def _values(values: Iterable[int], verdict: int) -> bytes:
    return b"".join(_branch(_EQUAL, value, _return(verdict)) for value in values)


def _bits(mask: int, verdict: int) -> bytes:
    return _branch(_ANY_BIT, mask, _return(verdict))


def _null_pointer(index: int) -> bytes:
    low = _test(_EQUAL, 0, otherwise=_REFUSE, at=_argument_at(index))
    high = _test(_EQUAL, 0, otherwise=_REFUSE, at=_argument_at(index, 1))
    return low + high + _return(_ALLOW)


def _load(offset: int) -> bytes:
    return _instruction(_LOAD, offset)


def _return(verdict: int) -> bytes:
    return _instruction(_RETURN, verdict)


def _branch(condition: int, constant: int, body: bytes) -> bytes:
    """Code that runs the body, which returns, if the loaded word meets the condition."""
    return _instruction(condition, constant, otherwise=len(body) // 8) + body


def _test(condition: int, constant: int, *, otherwise: int, at: int) -> bytes:
    """Code that loads a word and returns `otherwise` unless it meets the condition."""
    return _load(at) + _instruction(condition, constant, then=1) + _return(otherwise)


def _instruction(code: int, constant: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, constant)
