"""One child, one submission: locks itself down, then answers the grader's requests in turn."""

import contextlib
import fcntl
import linecache
import os
import random
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, NoReturn, Self

from . import (
    allocation,
    arrays,
    chains,
    failures,
    framing,
    gradients,
    loading,
    lock,
    metering,
    recording,
    rehearsal,
    results,
    tracing,
    wire,
)

COMMANDS, RESULTS, OUTPUT = 3, 4, 1  # descriptors
MOVED_ABOVE = 16  # where descriptors wait until those below are free
HIGHEST = 2**16  # no descriptor lies above, even where their number has no limit


@dataclass(frozen=True, slots=True)
class Setup:
    """What a child needs to know: its framework, its lock and its caps.

    exact_memory: what is freed doesn't count, at some cost of time. rehearsed: it is forked in
    advance, and has time to make its first calls cheap.
    """

    framework: str
    policy: lock.Policy
    caps: wire.Caps
    exact_memory: bool = False
    rehearsed: bool = False

    def suited(self, memory_bytes: int | None, *, rehearsed: bool) -> Self:
        """The same for one child, with a limit of memory to be judged by, if one is given."""
        if memory_bytes is None:
            return replace(self, rehearsed=rehearsed)
        policy = replace(self.policy, memory_bytes=memory_bytes)
        return replace(self, policy=policy, exact_memory=True, rehearsed=rehearsed)


def run(setup: Setup, commands: int, results_fd: int, output: int) -> NoReturn:
    """Serve one submission on three received descriptors, and end the process."""
    code = 1
    try:
        _place(commands, results_fd, output)
        random.seed(0)  # a fork seeds it anew; the same file is to get the same verdict
        if setup.exact_memory:
            allocation.return_freed_arrays()
        try:
            lock.apply(setup.policy)
        except Exception as error:  # a LockFailed, or a bug: either way no user code runs
            _send_plain("fault", f"{type(error).__name__}: {error}"[:500], setup.caps)
            os._exit(code)
        if setup.rehearsed:
            with contextlib.suppress(Exception):  # it is only for speed
                _Child(setup).rehearse()
        _send_plain("ready", None, setup.caps)
        _Child(setup).serve()
        code = 0
    finally:
        os._exit(code)


def _place(commands: int, results_fd: int, output: int) -> None:
    """Null input, output on 1 and 2, commands on 3, results on 4, and no other descriptor."""
    null = os.open(os.devnull, os.O_RDONLY)
    wanted = {0: null, 1: output, 2: output, COMMANDS: commands, RESULTS: results_fd}
    moved = {to: fcntl.fcntl(fd, fcntl.F_DUPFD, MOVED_ABOVE) for to, fd in wanted.items()}
    for to, fd in moved.items():
        os.dup2(fd, to)
    soft_limit = os.sysconf("SC_OPEN_MAX")
    os.closerange(RESULTS + 1, soft_limit if 0 < soft_limit < HIGHEST else HIGHEST)
    for name in ("stdout", "stderr"):
        stream = open(OUTPUT, "w", encoding="utf-8", errors="backslashreplace", buffering=1,  # noqa: SIM115
                      closefd=False)  # fmt: skip
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _send_plain(op: str, value: Any, caps: wire.Caps) -> None:
    framing.send(RESULTS, wire.Message(op, 0, value), caps)


class _Child:
    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._name = ""
        self._module: ModuleType | None = None
        self._held: dict[int, Any] = {}
        self._last_held = 0
        self._turn = 0
        self._calling = False
        self._one_at_a_time = threading.Lock()
        self._stdout = sys.stdout
        self._recorder = recording.Recorder()
        self._stop_s = 0.0  # CPU time of a noted call

    def serve(self) -> None:
        """Answer until the grader closes the command pipe."""
        operations: dict[str, Callable[[dict[str, Any]], Any]] = {
            "load": self._load,
            "call": self._call,
            "attribute": lambda v: getattr(v["target"], v["name"]),
            "put": lambda v: self._held.update(zip(v["numbers"], v["values"], strict=True)),
            "refill": self._refill,
            "fetch": lambda v: v["targets"],
            "drop": lambda v: self._held.pop(v["number"], None) and None,
            "gradient": self._gradient,
            "forbidden": self._forbidden,
            "chain": lambda v: chains.run(v, self._module),
            "meter": self._meter,
            "recorded": lambda _: self._recorder.recorded(),
        }
        while True:
            try:
                message = framing.receive(COMMANDS, self._setup.caps, self._build)
            except MemoryError as error:  # what an earlier call keeps leaves no room for arguments
                self._turn += 1
                self._reply("raised", failures.describe(error, self._name))
                continue
            if message is None:
                return
            self._turn = message.turn
            self._calling = True
            try:
                op, value = "returned", operations[message.op](message.value)
            except BaseException as error:  # whatever the user's code raises is data
                op, value = "raised", failures.describe(error, self._name)
            self._calling = False
            del message
            self._reply(op, value)

    def rehearse(self) -> None:
        """Load, call and take the gradient of a small file, as of a submission; forget it then."""
        framework = self._setup.framework
        self._load({"name": "", "code": rehearsal.CODE[framework], "noted": False, "stop_s": 0.0})
        try:
            for _ in range(2):
                sent = wire.Message("call", 0, rehearsal.arguments(framework))
                given = self._received(sent)
                self._packed("returned", self._call(given))
            if framework == "torch":
                weights = [arrays.build(rehearsal.SCALE, framework).expand(2, 3)]
                given |= {"names": ["scale"], "weights": weights}
                self._packed("returned", self._gradient(given))
            self._packed("raised", failures.describe(ValueError(rehearsal.ENTRY), ""))
        finally:
            del sys.modules[loading.MODULE]
            linecache.cache.pop("", None)

    def _received(self, message: wire.Message) -> Any:
        """The value of a message as it arrives from the grader."""
        caps = self._setup.caps
        frame = bytearray().join(wire.pack(message, caps))
        start = wire.PREFIX.size
        end = start + wire.lengths(frame[:start], caps)[0]
        return wire.unpack(frame[start:end], frame[end:], caps, self._build).value

    def _reply(self, op: str, value: Any) -> None:
        try:
            if not self._stdout.closed:  # by the user
                self._stdout.flush()
            buffers = self._packed(op, value)
        except BaseException as error:  # the user's subclasses may raise anything while read
            buffers = self._packed("raised", failures.describe(error, self._name))
        framing.write_all(RESULTS, buffers)

    def _packed(self, op: str, value: Any) -> list[wire.Buffer]:
        caps = self._setup.caps
        try:
            return wire.pack(wire.Message(op, self._turn, value), caps, self._inert)
        except wire.WireLimit as error:
            says = f"it is too large to send: {error}"
            stand_in = wire.Opaque(type(value).__name__, says)
            return wire.pack(wire.Message(op, self._turn, stand_in), caps)

    def _load(self, value: dict[str, Any]) -> list[str]:
        self._name = value["name"]
        self._stop_s = value["stop_s"]
        compiling = self._recorder.compile if value["noted"] else loading.compile_plainly
        self._module = loading.execute(self._name, value["code"], compiling)
        return [
            name
            for name, value in self._module.__dict__.items()
            if not name.startswith("_") and callable(value)
        ]

    def _target(self, value: dict[str, Any]) -> Callable[..., Any]:
        if value["target"] is None:
            return loading.find(self._module, value["name"])
        # If it isn't callable, calling it says so.
        return getattr(value["target"], value["name"]) if value["name"] else value["target"]  # type: ignore[no-any-return]

    def _refill(self, value: dict[str, Any]) -> None:
        for target, given in zip(value["targets"], value["values"], strict=True):
            arrays.refill(target, given)

    def _call(self, value: dict[str, Any]) -> Any:
        function = self._target(value)
        with self._recorder.stopping_after(self._stop_s):
            answer = function(*value["args"], **value["kwargs"])
        # A cache that is a dict underneath is still an object with methods.
        is_own_object = isinstance(function, type) and function.__module__ == loading.MODULE
        return self._hold(answer) if is_own_object else answer

    def _gradient(self, value: dict[str, Any]) -> Any:
        return gradients.gradient(
            self._target(value), value["args"], value["kwargs"], value["names"], value["weights"]
        )

    def _forbidden(self, value: dict[str, Any]) -> list[tuple[str, int]]:
        if self._setup.framework != "torch":
            return []
        return tracing.forbidden_calls(
            lambda: self._target(value)(*value["args"], **value["kwargs"]),
            value["names"],
            self._name,
        )

    def _meter(self, value: dict[str, Any]) -> dict[str, Any]:
        meter = metering.torch_meter if self._setup.framework == "torch" else metering.python_meter
        return meter(lambda: chains.run(value, self._module))

    def _hold(self, value: Any) -> wire.Held:
        self._last_held += 1
        self._held[self._last_held] = value
        return wire.Held(self._last_held, type(value).__name__)

    def _inert(self, value: Any) -> Any:
        return results.inert(value, self._hold, loading.MODULE)

    def _build(self, node: Any) -> Any:
        match node:
            case wire.Array():
                return arrays.build(node, self._setup.framework)
            case wire.Held():
                return self._held[node.number]
            case wire.Callback():
                return self._stub(node)
        raise wire.WireError("not an argument")

    def _stub(self, callback: wire.Callback) -> Callable[..., Any]:
        def remote(*args: Any, **kwargs: Any) -> Any:
            return self._call_back(callback.number, args, kwargs)

        remote.__name__ = remote.__qualname__ = callback.name
        return remote

    def _call_back(self, number: int, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Ask the grader for `callback(*args, **kwargs)`. Raises RuntimeError where it raised."""
        if not self._calling:
            raise RuntimeError("the call that this function was given to is over")
        with self._one_at_a_time:
            value = {"number": number, "args": args, "kwargs": dict(kwargs)}
            framing.write_all(RESULTS, self._packed("callback", value))
            answer = framing.receive(COMMANDS, self._setup.caps, self._build)
        if answer is None:
            os._exit(0)
        if answer.op == "refused":
            raise RuntimeError(answer.value)
        return answer.value
