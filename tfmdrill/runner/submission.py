"""One user file in one locked child, as the grader talks to it."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner.channel import Channel, CpuClock, Deadline, End, Ended
from tfmdrill.runner.encoding import Outgoing, plain_arrays
from tfmdrill.runner.endings import died
from tfmdrill.runner.inside import wire
from tfmdrill.runner.memory import mapped_bytes, status_bytes
from tfmdrill.runner.process import Zygote, ZygoteGone
from tfmdrill.runner.questions import call_request, chain_request, is_list_of_calls
from tfmdrill.runner.raised import NAME_CHARS, raised
from tfmdrill.runner.recorded import recorded_places
from tfmdrill.runner.values import (
    Chain,
    Died,
    Gradient,
    Handle,
    Metered,
    Raised,
    RemoteArray,
    Reply,
    Returned,
)
from tfmdrill.runner.visible import visible

EXIT_S = 0.5  # from the end of a child's pipes to its end, where it ends at all
KILL_S = 5.0  # from SIGKILL to the end; long only where a big memory is given back
REAP_EVERY_S = 0.001
CLOSED = Died(Outcome.SKIPPED, "the submission is closed")
IMPORT_DATA_BYTES = 32 * 2**20  # scipy.special takes 20 MiB


class Submission:
    """Requests to one child, each answered by a Reply; after a Died all further ones repeat it."""

    def __init__(
        self,
        zygote: Zygote,
        channel: Channel,
        pid: int,
        limits: Limits,
        forget: Callable[["Submission"], None],
    ) -> None:
        """`Wall` makes these, and gives them their source. forget: called once, when closed."""
        self.source = Source("", b"")
        self.lazy_torch = zygote.lazy_torch
        self._zygote = zygote
        self._channel = channel
        self._pid = pid
        self._limits = limits
        self._forget = forget
        self._clock = CpuClock(pid)
        self._outgoing = Outgoing()
        self._turn = 0
        self.wall_spent_s = 0.0  # of the submission; who restarts it hands this on
        self._end: Died | None = None
        self._reaped = False
        self._orphaned = False  # the zygote is gone: whoever has the pid now isn't ours
        self._start_memory_bytes = 0
        self._start_mapped = (0, 0)

    def start(self) -> None:
        """Wait until the child is locked. Raises GraderFault where it can't be."""
        wall_s = self._limits.call_wall_s
        deadline = Deadline(self._clock, self._limits.load_cpu_s, wall_s, wall_s)
        try:
            message = self._channel.receive(deadline)
        except Ended as ended:
            self._die(ended)
            raise GraderFault(f"the child wasn't ready: {ended}") from None
        except wire.WireError as error:
            self.close()
            raise GraderFault(f"the child wasn't ready: {error}") from None
        except BaseException:
            self.close()
            raise
        if message.op != "ready":
            self.close()
            raise GraderFault(f"the child couldn't be locked down: {message.value}")
        self._start_memory_bytes = status_bytes(self._pid, "VmRSS")
        self._start_mapped = mapped_bytes(self._pid)

    @property
    def alive(self) -> bool:
        """Whether the child still waits for its first request."""
        return self._end is None and self._channel.quiet

    def load(self, *, noted: bool = False) -> Reply:
        """Run the file, `noted` for `recorded`; Returned holds its callables' names in a list."""
        # The name is compiled into the code, and not every path can be encoded.
        name = self.source.name.encode("utf-8", "replace").decode()
        value = {"name": name, "code": self.source.code, "noted": noted}
        match self._ask("load", value, self._limits.load_cpu_s):
            case Returned(list() as names) if all(isinstance(each, str) for each in names):
                return Returned([visible(each, NAME_CHARS) for each in names])
            case Returned():
                return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not a list of names"), None))
            case reply:
                return reply

    def call(
        self,
        name: str,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        *,
        target: Handle | None = None,
        cpu_s: float | None = None,
    ) -> Reply:
        """Call a function or class of the file, or a method of `target` ("" calls it itself)."""
        return self._ask("call", call_request(name, args, kwargs, target), cpu_s)

    def attribute(self, target: Handle, name: str) -> Reply:
        """The value of `target.name`; properties run."""
        return self._ask("attribute", {"target": target, "name": name})

    def put(self, *values: Any) -> list[Handle]:
        """Keep arguments in the child. A child that is gone says so at the next request."""
        match self._ask("put", {"values": list(values)}):
            case Returned(list() as handles) if len(handles) == len(values) and all(
                isinstance(handle, Handle) for handle in handles
            ):
                return handles
            case Raised(info):
                is_memory = info.type == "MemoryError"
                self._finish(Died(Outcome.MEMORY if is_memory else Outcome.ERROR, info.message))
            case Returned():
                self._finish(died(Ended(End.BROKEN_PROTOCOL, "not the handles"), None))
        return [Handle(0, "") for _ in values]

    def refill(self, handles: Sequence[Handle], values: Sequence[Any]) -> Reply:
        """Write new elements into the arrays of kept arguments, which stay where they are."""
        return self._ask("refill", {"targets": list(handles), "values": list(values)})

    def fetch(self, *handles: Handle) -> Reply:
        """Returned holds a list: what kept arguments hold now."""
        reply = self._ask("fetch", {"targets": list(handles)})
        if isinstance(reply, Returned) and (
            not isinstance(reply.value, list) or len(reply.value) != len(handles)
        ):
            return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not what was kept"), None))
        return reply

    def drop(self, handle: Handle) -> None:
        """Let the child forget a kept object."""
        self._ask("drop", {"number": handle.number})

    def gradient(
        self,
        name: str,
        args: Sequence[Any],
        kwargs: Mapping[str, Any] | None,
        weights: Sequence[Any],
        *,
        names: Sequence[str] = (),
        cpu_s: float | None = None,
    ) -> Reply:
        """Returned holds a Gradient: of the sum of weights * answer, by each float argument.

        weights: an array for each float leaf of the answer, in order.
        names: of the positional arguments; without it they are called "0", "1". Torch only.
        """
        request = {
            **call_request(name, args, kwargs, None),
            "names": list(names),
            "weights": list(weights),
        }
        match self._ask("gradient", request, cpu_s):
            case Returned({"value": value, "grads": dict() as grads}) if all(
                isinstance(path, str) and (g is None or isinstance(g, RemoteArray))
                for path, g in grads.items()
            ):
                return Returned(Gradient(value, grads))
            case Returned(wire.Opaque() as opaque):
                return Returned(Gradient(opaque, {}))
            case Returned():
                return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not a gradient"), None))
            case reply:
                return reply

    def forbidden_calls(
        self,
        name: str,
        args: Sequence[Any],
        kwargs: Mapping[str, Any] | None,
        names: Sequence[str],
        *,
        cpu_s: float | None = None,
    ) -> Reply:
        """Returned holds [(name, line)], the forbidden operations that this call makes."""
        request = {**call_request(name, args, kwargs, None), "names": list(names)}
        reply = self._ask("forbidden", request, cpu_s)
        if isinstance(reply, Returned) and not is_list_of_calls(reply.value, names):
            return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not a list of calls"), None))
        return reply

    def recorded(self) -> Reply:
        """Returned holds what was assigned since the last time, a tuple of `Recorded`."""
        reply = self._ask("recorded", None)
        places = recorded_places(reply.value) if isinstance(reply, Returned) else ()
        if places is None:
            return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not what was assigned"), None))
        return Returned(places) if isinstance(reply, Returned) else reply

    def chain(self, chain: Chain, *, cpu_s: float | None = None) -> Reply:
        """Run a chain of calls. Returned holds a tuple, a result for each of its `answers`."""
        reply = self._ask("chain", chain_request(chain), cpu_s)
        if isinstance(reply, Returned) and (
            not isinstance(reply.value, tuple) or len(reply.value) != len(chain.answers)
        ):
            return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not the answers"), None))
        return reply

    def meter(self, chain: Chain, *, cpu_s: float | None = None) -> Reply:
        """Returned holds a Metered, taken while the chain ran in a child that is `metered`."""
        match self._ask("meter", chain_request(chain), cpu_s):
            case Returned(
                {"flops": int() as flops, "peak_bytes": int() as peak, "largest": tuple() as shape}
            ) if len(shape) <= wire.MAX_AXES and all(
                isinstance(n, int) and n in wire.INT64 for n in (flops, peak, *shape)
            ):
                return Returned(Metered(flops, peak, shape))
            case Returned():
                return self._finish(died(Ended(End.BROKEN_PROTOCOL, "not a measurement"), None))
            case reply:
                return reply

    def cpu_s(self) -> float:
        """CPU seconds of the child so far, read from outside; 0.0 where that isn't possible."""
        return self._clock.read_s()

    def memory_bytes(self) -> int:
        """How far the child's resident memory rose at most; 0 where the system doesn't tell."""
        return max(status_bytes(self._pid, "VmHWM") - self._start_memory_bytes, 0)

    def loaded_bytes(self) -> int:
        """How far the address space grew since the child was locked: imports, after a load.

        What can be written to counts up to IMPORT_DATA_BYTES only, so that nobody keeps room for
        later by filling it while the file is loaded. 0 where the system doesn't tell.
        """
        fixed, written = (
            now - s for now, s in zip(mapped_bytes(self._pid), self._start_mapped, strict=True)
        )
        return max(fixed, 0) + min(max(written, 0), IMPORT_DATA_BYTES)

    @property
    def prints(self) -> str:
        """What the user's code printed so far, cut, with nothing in it that steers a terminal."""
        output = bytes(self._channel.output)
        shown = output[: self._limits.shown_output_bytes].decode("utf-8", "replace")
        rest = len(output) - self._limits.shown_output_bytes
        return visible(shown) + (f"\n... and {rest} bytes more" if rest > 0 else "")

    def close(self) -> None:
        """End the child and wait until it is gone; may be called twice."""
        self._finish(CLOSED)

    def leave(self) -> None:
        """End the child, which takes some milliseconds, without waiting for it."""
        self._finish(CLOSED, wait=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, op: str, value: Any, cpu_s: float | None = None) -> Reply:
        if self._end is not None:
            return self._end
        self._turn += 1
        try:
            buffers = self._channel.pack(op, self._turn, value, self._outgoing.adapt)
        except wire.WireLimit as error:
            raise GraderFault(f"the arguments of a call are too large: {error}") from None
        wall_left_s = self._limits.submission_wall_s - self.wall_spent_s
        started = time.monotonic()
        deadline = Deadline(
            self._clock,
            self._limits.call_cpu_s if cpu_s is None else cpu_s,
            self._limits.call_wall_s,
            wall_left_s,
        )
        try:
            self._channel.send(buffers, deadline)
            return self._answer(deadline)
        except Ended as ended:
            return self._die(ended)
        except wire.WireError as error:
            return self._die(Ended(End.BROKEN_PROTOCOL, str(error)))
        except BaseException:  # Ctrl-C: question and answer would no longer match
            self.close()
            raise
        finally:
            self.wall_spent_s += time.monotonic() - started

    def _answer(self, deadline: Deadline) -> Reply:
        calls = 0
        while True:
            message = self._channel.receive(deadline)
            if message.turn != self._turn:
                raise Ended(End.BROKEN_PROTOCOL, "an answer to another question")
            match message.op:
                case "returned":
                    return Returned(message.value)
                case "raised":
                    return raised(message.value, self.source)
                case "callback":
                    calls += 1
                    if calls > self._limits.callbacks:
                        says = f"more than {self._limits.callbacks} calls of the function it got"
                        raise Ended(End.TIMEOUT, says)
                    self._call_back(message.value, deadline)
                case _:
                    raise Ended(End.BROKEN_PROTOCOL, "an answer of no known kind")

    def _call_back(self, request: Any, deadline: Deadline) -> None:
        """Run one of the grader's functions for the child and send what it gives or raises."""
        match request:
            case {"number": int() as number, "args": tuple() as args, "kwargs": dict() as kwargs}:
                if not 0 <= number < len(self._outgoing.callbacks):
                    raise Ended(End.BROKEN_PROTOCOL, "a call of no known function")
            case _:
                # Arguments too large or too odd to send arrive as one Opaque.
                number, args, kwargs = -1, (), {}
        started = time.monotonic()
        try:
            if number < 0:
                raise ValueError("these arguments can't be sent to the function")
            op, value = "answer", self._outgoing.callbacks[number](*plain_arrays(args), **kwargs)
            buffers = self._channel.pack(op, self._turn, value, self._outgoing.adapt)
        except Exception as error:  # the user's arguments can make it raise anything
            says = f"{type(error).__name__}: {error}"[:500]
            buffers = self._channel.pack("refused", self._turn, says, wire.refuse)
        deadline.pause(time.monotonic() - started)
        deadline.check()  # a child that asks fast enough is never waited for
        self._channel.send(buffers, deadline)

    def _die(self, ended: Ended) -> Died:
        """Raises ZygoteGone where the child ended because its zygote did: no fault of the code."""
        status = None
        if ended.end is End.CLOSED:
            try:
                status = self._status_within(EXIT_S)
            except ZygoteGone:
                self._orphaned = True
                self.close()
                raise
        return self._finish(died(ended, status))

    def _finish(self, end: Died, *, wait: bool = True) -> Died:
        """Kill and reap the child, keep its last prints, close everything."""
        if self._end is not None:
            return self._end
        self._end = end
        try:
            if not self._reaped:
                self._kill()
                with contextlib.suppress(ZygoteGone):  # then its children are gone with it
                    if wait:
                        self._status_within(KILL_S)
                    else:
                        self._zygote.end(self._pid)
            with contextlib.suppress(Ended):
                self._channel.drain()
        finally:
            self._channel.close()
            self._forget(self)
        return end

    def _kill(self) -> None:
        # Until it is reaped, the pid and the process group of that number are the child's.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._channel.pidfd is not None:
                signal.pidfd_send_signal(self._channel.pidfd, signal.SIGKILL)
            elif not self._orphaned:
                os.kill(self._pid, signal.SIGKILL)
        if self._orphaned:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)  # what it may have started, without seccomp

    def _status_within(self, seconds: float) -> int | None:
        """The wait status of the child if it ends in time; reaps it."""
        end = time.monotonic() + seconds
        self._channel.wait_for_exit(seconds)
        while True:
            status = self._zygote.reap(self._pid)
            if status is not None:
                self._reaped = True
                return status
            if time.monotonic() > end:
                return None
            time.sleep(REAP_EVERY_S)
