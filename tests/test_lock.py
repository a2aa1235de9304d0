"""What the lock stops, tried for real, and what still works under it.

The oracle is the kernel: the same code is run without the lock, where it succeeds or fails for
another reason, and under it, where it must be refused.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lock_bench import AS_ROOT, IDENTITIES, REFUSED, Order, public_place, run

from tfmdrill.runner.inside.lock import Layer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the layers are Linux's")

# Pieces of code for the child. Each does no harm where it isn't refused.
READING = {
    "read a denied file": "open(f'{place}/denied/secret.txt').read()",
    "list a denied folder": "import os; os.listdir(f'{place}/denied')",
    "read a denied file through a link": "open(f'{place}/allowed/link.txt').read()",
    "read the zygote's environment": "open(f'/proc/{ZYGOTE}/environ').read()",
    "read its own command line": "open('/proc/self/cmdline').read()",
    "read the users of the machine": "open('/etc/passwd').read()",
}
WRITING = {
    "make a file": "open(f'{place}/allowed/new.txt', 'w')",
    "make a file in /tmp": "import os; os.close(os.open('/tmp', os.O_TMPFILE | os.O_RDWR))",
    "append to a file": "open(f'{place}/allowed/fair.txt', 'a')",
    "open a file to read and write": "open(f'{place}/allowed/fair.txt', 'r+')",
    "cut a file": "import os; os.truncate(f'{place}/allowed/spare.txt', 2)",
    "remove a file": "import os; os.unlink(f'{place}/allowed/spare.txt')",
    "rename a file": "import os; os.rename(f'{place}/allowed/a.txt', f'{place}/allowed/b.txt')",
    "make a folder": "import os; os.mkdir(f'{place}/allowed/folder')",
    "make a link": "import os; os.symlink('x', f'{place}/allowed/new_link')",
    "make a second name": "import os; os.link(f'{place}/allowed/own', f'{place}/allowed/second')",
}
ATTRIBUTES = {  # Landlock doesn't look at these
    "change a mode": "import os; os.chmod(f'{place}/allowed/own', 0o666)",
    "change a time": "import os; os.utime(f'{place}/allowed/own', (1, 1))",
}
PROCESSES = {
    "fork": "import os\nif os.fork() == 0: os._exit(0)",
    "clone": "system('clone', 0x11, 0, 0, 0, 0) or os._exit(0)",
    "execute": "import os; os.execv('/nowhere', ['x'])",
    "spawn": "import os; os.posix_spawn('/nowhere', ['x'], {})",
    "signal the zygote": "import os; os.kill(ZYGOTE, 0)",
    "signal the process group": "import os; os.kill(0, 0)",
    "send a file's signals to the zygote": "import fcntl; fcntl.fcntl(writer, 8, ZYGOTE)",
    "hold the zygote": "import os; os.pidfd_open(ZYGOTE)",
    "outlive the zygote": "system('prctl', 1, 0, 0, 0, 0)",
    "set a limit": "system('setrlimit', 4, 0)",
    "set a limit by pid": "import resource as r; r.prlimit(0, r.RLIMIT_CORE, (0, 0))",
    "choose processors": "import os; os.sched_setaffinity(0, os.sched_getaffinity(0))",
    "open an internet socket": "import socket; socket.socket()",
    "open a Unix socket": "import socket; socket.socket(socket.AF_UNIX)",
    "open a pair of sockets": "import socket; socket.socketpair()",
    "share memory": "system('shmctl', system('shmget', 0, 4096, 0o1600), 0, 0)",
    "open a file without a name": "import os; os.memfd_create('x')",
    "make a namespace": "system('unshare', 0)",
}
DOORS = {  # some kernels refuse these to everybody
    "trace the zygote": "system('ptrace', 0x4206, ZYGOTE, 0, 0)",
    "read the zygote's memory": "system('process_vm_readv', ZYGOTE, 0, 0, 0, 0, 0)",
    "make an io_uring": "system('io_uring_setup', 0, 0)",
    "open a file by its handle": "system('open_by_handle_at', -1, 0, 0)",
    "catch page faults": "system('userfaultfd', 1 << 20)",
    "count events": "system('perf_event_open', 0, 0, -1, -1, 0)",
    "load a BPF program": "system('bpf', 99, 0, 0)",
    "use a keyring": "system('keyctl', 99, 0, 0, 0, 0)",
    "mount": "system('mount', 0, 0, 0, 0, 0)",
}
STILL_WORKS = {
    "read an allowed file": "assert open(f'{place}/allowed/fair.txt').read() == 'fair'",
    "list an allowed folder": "import os; os.listdir(f'{place}/allowed')",
    "import the standard library": "import fractions, colorsys, sqlite3",
    "start a thread": "import threading as t; s = t.Thread(target=int); s.start(); s.join()",
    "signal itself": "import signal; signal.signal(10, lambda *_: None); signal.raise_signal(10)",
    "read its limits": "import resource; resource.prlimit(0, resource.RLIMIT_AS)",
    "use a pipe": "import os; r, w = os.pipe(); os.write(w, b'x'); assert os.read(r, 1) == b'x'",
    "take random numbers": "import os; os.urandom(4); open('/dev/urandom', 'rb').read(4)",
    "count processors": "import os; assert os.cpu_count() >= 1",
}


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    with public_place() as folder:
        yield folder


@pytest.mark.parametrize("who", IDENTITIES)
def test_without_the_lock_nothing_of_this_is_refused(place: Path, who: str) -> None:
    pieces = READING | WRITING | ATTRIBUTES | PROCESSES | STILL_WORKS
    refused = {
        name: said
        for name, said in run(place, Order(who, pieces, layers=[])).results.items()
        if said in REFUSED
    }
    assert refused == {}


@pytest.mark.parametrize("who", IDENTITIES)
def test_the_whole_lock_refuses_all_of_it(place: Path, who: str) -> None:
    pieces = READING | WRITING | ATTRIBUTES | PROCESSES | DOORS
    answer = run(place, Order(who, pieces)).need()
    assert answer.tier == "full"
    assert (answer.failed, answer.killed_by) == ("", 0)
    assert answer.not_refused() == {}
    assert set(answer.results) == set(pieces)


@pytest.mark.parametrize("who", IDENTITIES)
def test_under_the_whole_lock_ordinary_code_works(place: Path, who: str) -> None:
    answer = run(place, Order(who, STILL_WORKS))
    assert answer.results == dict.fromkeys(STILL_WORKS, "done")


@pytest.mark.parametrize("who", IDENTITIES)
def test_landlock_alone_stops_reading_and_writing(place: Path, who: str) -> None:
    layers = [Layer.NO_NEW_PRIVS, Layer.LANDLOCK]
    answer = run(place, Order(who, READING | WRITING, layers=layers)).need(*layers)
    assert answer.not_refused() == {}


@pytest.mark.parametrize("who", IDENTITIES)
def test_seccomp_alone_stops_writing_and_other_processes(place: Path, who: str) -> None:
    layers = [Layer.NO_NEW_PRIVS, Layer.SECCOMP]
    pieces = WRITING | ATTRIBUTES | PROCESSES | DOORS
    answer = run(place, Order(who, pieces, layers=layers)).need(*layers)
    assert answer.not_refused() == {}
    works = run(place, Order(who, STILL_WORKS, layers=layers))
    assert works.results == dict.fromkeys(STILL_WORKS, "done")


def test_torch_and_numpy_work_under_the_whole_lock(place: Path) -> None:
    pytest.importorskip("torch")
    before = """
import os
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
import numpy as np, torch
torch.set_num_threads(1)
"""
    pieces = {
        "backward": "x = torch.ones(3, 4, requires_grad=True)\n(x @ x.T).exp().sum().backward()",
        "attention": "q = torch.ones(1, 2, 5, 8, requires_grad=True)\n"
        "torch.nn.functional.scaled_dot_product_attention(q, q, q).sum().backward()",
        "svd": "says = round(float(torch.linalg.svd(2 * torch.eye(3))[1].sum()), 3)",
        "half": "says = (torch.ones(2, 3).bfloat16() @ torch.ones(3, 2).bfloat16()).sum().item()",
        "threads": "torch.set_num_threads(2)\n"
        "says = float((torch.ones(400, 400) @ torch.ones(400)).sum())",
        "numpy": "says = round(float(np.linalg.svd(2 * np.eye(3))[1].sum()), 3)",
        "blas": "says = float((np.ones((300, 300)) @ np.ones(300)).sum())",
        "late import": "import einops\nsays = einops.rearrange(np.ones((2, 3)), 'a b -> b a').size",
        "version": "import jaxtyping",
        "too large": "torch.empty(1 << 33)",
    }
    who = "root" if AS_ROOT else "ordinary"
    results = run(place, Order(who, pieces, before_fork=before, memory_mib=2048)).results
    assert results.pop("too large").startswith("RuntimeError")
    assert results == {
        "backward": "done",
        "attention": "done",
        "svd": "6.0",
        "half": "12.0",
        "threads": "160000.0",
        "numpy": "6.0",
        "blas": "90000.0",
        "late import": "6",
        "version": "done",
    }
