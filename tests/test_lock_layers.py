"""Each layer of the lock by itself: what it does, and what happens where it fails or is absent."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lock_bench import AS_ROOT, IDENTITIES, Order, as_user, fill, public_place, python_for, run

from tfmdrill.runner.inside.lock import Layer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the layers are Linux's")


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    with public_place() as folder:
        yield folder


@pytest.mark.parametrize("who", IDENTITIES)
def test_namespaces_alone_hide_other_processes_and_the_network(place: Path, who: str) -> None:
    pieces = {
        "pid": "import os; says = os.getpid()",
        "signal the zygote": "import os; os.kill(ZYGOTE, 0)",
        "interfaces": "import socket; says = [name for _, name in socket.if_nameindex()]",
        "threads and fork": "import os; os.waitpid(os.fork() or os._exit(0), 0)",
    }
    answer = run(place, Order(who, pieces, layers=[Layer.NAMESPACES])).need(Layer.NAMESPACES)
    assert answer.results == {
        "pid": "1",
        "signal the zygote": "ProcessLookupError 3",
        "interfaces": "['lo']",
        "threads and fork": "done",
    }


@pytest.mark.skipif(not AS_ROOT, reason="only root can become somebody else")
def test_root_becomes_nobody_without_groups_or_capabilities(place: Path) -> None:
    status = "says = [l.split() for l in open('/proc/self/status') if l[:3] in ('Cap', 'Gro')]"
    pieces = {
        "uids": "import os; says = os.getresuid() + os.getresgid()",
        "status": status,
        "back": "import os; os.setuid(0)",
    }
    answer = run(place, Order("root", pieces, layers=[Layer.NEW_UID])).need(Layer.NEW_UID)
    assert answer.results["uids"] == str((65534,) * 6)
    assert answer.results["back"] == "PermissionError 1"
    none = "0" * 16
    sets = [[f"Cap{name}:", none] for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")]
    assert answer.results["status"] == str([["Groups:"], *sets])


@pytest.mark.skipif(not AS_ROOT, reason="only root can become somebody else")
def test_nobody_still_imports_from_a_folder_of_roots_but_reads_no_other(
    place: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    (home / "packages").mkdir(parents=True)
    (home / "packages/late.py").write_text("value = 1")
    (home / "secret.txt").write_text("secret")
    home.chmod(0o700)
    before = f"import sys; home = {str(home)!r}; sys.path.append(home + '/packages')"
    pieces = {
        "capabilities": "says = lock.identity.may_read_all()",
        "import": "import late",
        "secret": "open(home + '/secret.txt').read()",
        "write": "open(home + '/packages/new.py', 'w')",
    }
    order = Order("root", pieces, before_probe=before, readable=(str(home / "packages"),))
    answer = run(place, order).need()
    assert answer.results.pop("capabilities") == "True"
    assert answer.results == {
        "import": "done",
        "secret": "PermissionError 13",
        "write": "PermissionError 1",
    }


@pytest.mark.parametrize("who", IDENTITIES)
def test_no_capability_is_left_in_a_new_user_namespace(place: Path, who: str) -> None:
    layers = [Layer.NAMESPACES, Layer.NO_NEW_PRIVS]
    pieces = {
        "sets": "says = {l.split()[1] for l in open('/proc/self/status') if l[:6] == 'CapEff'}",
        "flag": "says = system('prctl', 39, 0, 0, 0, 0)",
    }
    answer = run(place, Order(who, pieces, layers=layers)).need(*layers)
    assert answer.results == {"sets": str({"0" * 16}), "flag": "1"}


@pytest.mark.parametrize("who", IDENTITIES)
def test_memory_cpu_and_core_are_limited(place: Path, who: str) -> None:
    pieces = {
        "small": "x = bytearray(8 << 20); del x",
        "large": "x = bytearray(200 << 20)",
        "core": "import resource as r; says = r.getrlimit(r.RLIMIT_CORE)",
        "file": "import resource as r; says = r.getrlimit(r.RLIMIT_FSIZE)",
        "files": "import os; fds = [os.dup(writer) for _ in range(70)]",
        "loop": "while True: pass",
    }
    answer = run(place, Order(who, pieces, memory_mib=64, cpu_s=0.5)).need(Layer.RLIMITS)
    assert answer.results == {
        "small": "done",
        "large": "MemoryError ",
        "core": "(0, 0)",
        "file": "(0, 0)",
        "files": "OSError 24",
    }
    assert answer.killed_by == signal.SIGKILL


@pytest.mark.parametrize("who", IDENTITIES)
@pytest.mark.parametrize("without", [set(), {Layer.NAMESPACES}, {*Layer} - {Layer.RLIMITS}])
def test_the_kernel_is_to_end_it_first_in_every_tier(
    place: Path, who: str, without: set[Layer]
) -> None:
    pieces = {"score": "says = int(open('/proc/self/oom_score_adj').read())"}
    layers = [layer for layer in Layer if layer not in without]
    if who == "ordinary":
        layers = [layer for layer in layers if layer != Layer.NEW_UID]
    answer = run(place, Order(who, pieces, layers=layers, readable=("/proc",))).need(*layers)
    assert answer.results == {"score": "1000"}


# Real reasons for a layer to fail that the probe found: no privilege left, or a filter in place.
POWERLESS = """
if os.geteuid() == 0:
    lock.identity.become_nobody(keep_reading=False)
"""
FILTERED = """
lock.identity.forbid_new_privileges(keep_reading=False)
lock.seccomp.install(os.getpid())
"""


@pytest.mark.parametrize("who", IDENTITIES)
@pytest.mark.parametrize(
    ("layer", "spoil"),
    [
        (Layer.RLIMITS, FILTERED),
        (Layer.NEW_UID, POWERLESS),
        (Layer.PARENT_DEATH, FILTERED),
        (Layer.NO_NEW_PRIVS, FILTERED),
        (Layer.LANDLOCK, POWERLESS),  # without no-new-privs it takes a privilege
        (Layer.SECCOMP, POWERLESS),
    ],
)
def test_a_layer_that_fails_in_the_child_stops_it_before_any_code(
    place: Path, who: str, layer: str, spoil: str
) -> None:
    answer = run(place, Order(who, {"code": "says = 'ran'"}, layers=[layer], before_lock=spoil))
    assert (answer.failed, answer.results) == (layer, {})


@pytest.mark.parametrize("who", IDENTITIES)
def test_namespaces_that_fail_are_told_to_the_zygote(place: Path, who: str) -> None:
    order = Order(who, {"code": ""}, layers=[Layer.NAMESPACES], before_fork=FILTERED)
    answer = run(place, order)
    assert (answer.failed, answer.results) == (Layer.NAMESPACES, {})


@pytest.mark.parametrize("who", IDENTITIES)
def test_what_a_container_denies_is_named_and_lowers_the_tier(place: Path, who: str) -> None:
    """A filter as containers have it: no Landlock, and no new namespaces."""
    denying = """
import ctypes, platform, struct
landlock, clone = (444, 56) if platform.machine() == "x86_64" else (444, 220)
step = lambda code, constant, then=0, other=0: struct.pack("=HBBI", code, then, other, constant)
answer = lambda number: step(6, 0x50000 | number)
program = (
    step(0x20, 0) + step(0x15, landlock, 0, 1) + answer(38)  # ENOSYS
    + step(0x15, clone, 0, 3) + step(0x20, 16) + step(0x45, 0x7E020000, 0, 1) + answer(1)  # EPERM
    + step(6, 0x7FFF0000)
)
code = ctypes.create_string_buffer(program)
header = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, ctypes.addressof(code)))
system("prctl", 38, 1, 0, 0, 0)
system("prctl", 22, 2, ctypes.addressof(header), 0, 0)
"""
    answer = run(place, Order(who, {"code": ""}, before_probe=denying))
    assert answer.probe["landlock"] == "this kernel doesn't have it"
    assert answer.probe["namespaces"].startswith("not permitted here")
    assert answer.probe["seccomp"] == ""
    assert answer.tier == ("process-only" if answer.probe.get("new uid", "same") else "partial")
    assert answer.results == {"code": "done"}


@pytest.mark.parametrize("who", IDENTITIES)
def test_elsewhere_than_on_linux_the_limits_are_left(place: Path, who: str) -> None:
    pieces = {"file": "import resource as r; says = r.getrlimit(r.RLIMIT_FSIZE)"}
    answer = run(place, Order(who, pieces, before_probe="import sys; sys.platform = 'darwin'"))
    assert [layer for layer, reason in answer.probe.items() if not reason] == ["rlimits"]
    assert answer.tier == "process-only"
    assert answer.results == {"file": "(0, 0)"}


@pytest.mark.parametrize("who", IDENTITIES)
def test_the_child_dies_with_its_zygote(place: Path, who: str) -> None:
    """Killing the zygote ends a pipe whose other end the sleeping child holds."""
    fill(place)
    reader, writer = os.pipe()
    program = f"""
import os, signal, sys
sys.path.insert(0, {str(place)!r})
from inside import lock
layers = frozenset(name for name, reason in lock.probe().items() if not reason)
policy = lock.Policy(("/dev/null",), 1 << 29, 30.0, 64, layers)
if lock.fork(policy) == 0:
    lock.apply(policy)
    os.write({writer}, b"1" if "parent-death" in layers else b"0")
else:
    os.close({writer})
signal.pause()
"""
    zygote = subprocess.Popen(
        [python_for(who), "-B", "-c", program],
        pass_fds=[writer],
        cwd="/",
        **as_user(who),
    )
    os.close(writer)
    with zygote, os.fdopen(reader, "rb", buffering=0) as pipe:
        has_layer = pipe.read(1)
        zygote.kill()
        if has_layer == b"0":
            pytest.skip("no parent-death signal here")
        ended, _, _ = select.select([pipe], [], [], 30)
        assert ended, "the child outlives its zygote"
        assert pipe.read(1) == b""


@pytest.mark.parametrize("who", IDENTITIES)
def test_a_child_whose_parent_is_already_gone_ends(place: Path, who: str) -> None:
    pieces = {"wait": "lock.parentage.die_with(lock.parentage.own_pid())", "after": ""}
    answer = run(place, Order(who, pieces, layers=[])).need(Layer.PARENT_DEATH)
    assert (answer.results, answer.killed_by) == ({}, 0)
