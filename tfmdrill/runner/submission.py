"""One user file in one locked child, as the grader talks to it."""

import contextlib
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner.channel import Channel, CpuClock, Deadline, End, Ended
from tfmdrill.runner.child_process import ChildProcess
from tfmdrill.runner.conversation import Conversation
from tfmdrill.runner.endings import died
from tfmdrill.runner.inside import wire
from tfmdrill.runner.memory import mapped_bytes, status_bytes
from tfmdrill.runner.process import Zygote, ZygoteGone
from tfmdrill.runner.questions import (
    Arguments,
    Question,
    call_request,
    chain_request,
    fetching,
    is_list_of_calls,
    on_kept,
    putting,
    refilling,
    values_of,
)
from tfmdrill.runner.raised import NAME_CHARS
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
STOPPED_AT = 0.75  # of a call's CPU time, where its notes would be lost with the process
CLOSED = Died(Outcome.SKIPPED, "the submission is closed")
IMPORT_DATA_BYTES = 32 * 2**20  # scipy.special takes 20 MiB
OUR_HANDLES = 2**32  # from here on the grader gives out numbers, below the child


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
        self._channel = channel
        self._process = ChildProcess(pid, zygote, channel)
        self._pid = pid
        self._limits = limits
        self._forget = forget
        self._clock = CpuClock(pid)
        self._conversation = Conversation(channel, self._clock, limits)
        self._next_handle = OUR_HANDLES
        self._end: Died | None = None
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
    def wall_spent_s(self) -> float:
        """Wall seconds of the submission; who restarts it hands this on."""
        return self._conversation.wall_spent_s

    @wall_spent_s.setter
    def wall_spent_s(self, seconds: float) -> None:
        self._conversation.wall_spent_s = seconds

    @property
    def alive(self) -> bool:
        """Whether the child still waits for its first request."""
        return self._end is None and self._channel.quiet

    def load(self, *, noted: bool = False) -> Reply:
        """Run the file, `noted` for `recorded`; Returned holds its callables' names in a list."""
        # The name is compiled into the code, and not every path can be encoded.
        name = self.source.name.encode("utf-8", "replace").decode()
        stop_s = STOPPED_AT * self._limits.call_cpu_s
        value = {"name": name, "code": self.source.code, "noted": noted, "stop_s": stop_s}
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

    def calls(
        self, asked: Iterable[tuple[str, Sequence[Any], Mapping[str, Any], float]]
    ) -> Iterator[Reply]:
        """The reply to each call (name, args, kwargs, CPU seconds), in order; ends with a Died.

        The next calls are on their way to the child while one is answered, so neither side waits
        for the other. To be exhausted before anything else is asked.
        """
        return self._replies(
            Question("call", call_request(name, args, kwargs, None), cpu_s)
            for name, args, kwargs, cpu_s in asked
        )

    def calls_on_kept(
        self, name: str, rounds: Sequence[Arguments], *, cpu_s: float, fetch: bool
    ) -> Iterator[Reply]:
        """The reply to a call a round, on arguments that stay in the child, in the same memory.

        rounds: (args, kwargs) of equal shapes; those of one that equals the round before, as the
            same object, aren't sent again. fetch: a last reply holds what the arguments, positional
            ones first, hold then. Ends early where the child dies; to be exhausted like `calls`.
        """
        kept = self._new_handles(len(values_of(rounds[0])))
        questions = on_kept(kept, name, rounds, cpu_s, fetch=fetch)
        for question, reply in zip(questions, self._replies(questions), strict=False):
            if question.op == "put" and not self._is_put(reply):
                yield CLOSED if self._end is None else self._end
                return
            if question.op == "fetch":
                yield self._fetched(reply, len(kept))
            elif question.op == "call" or isinstance(reply, Died):
                yield reply

    def put(self, *values: Any) -> list[Handle]:
        """Keep arguments in the child. A child that is gone says so at the next request."""
        kept = self._new_handles(len(values))
        self._is_put(next(self._replies([putting(kept, values)])))
        return kept

    def refill(self, handles: Sequence[Handle], values: Sequence[Any]) -> Reply:
        """Write new elements into the arrays of kept arguments, which stay where they are."""
        return next(self._replies([refilling(handles, values)]))

    def fetch(self, *handles: Handle) -> Reply:
        """Returned holds a list: what kept arguments hold now."""
        return self._fetched(next(self._replies([fetching(handles)])), len(handles))

    def _new_handles(self, count: int) -> list[Handle]:
        first = self._next_handle
        self._next_handle += count
        return [Handle(number, "") for number in range(first, first + count)]

    def _is_put(self, reply: Reply) -> bool:
        """Whether the child keeps the arguments; it is ended where it doesn't."""
        match reply:
            case Returned(None):
                return True
            case Raised(info):
                is_memory = info.type == "MemoryError"
                self._finish(Died(Outcome.MEMORY if is_memory else Outcome.ERROR, info.message))
            case Returned():
                self._finish(died(Ended(End.BROKEN_PROTOCOL, "not kept"), None))
            case Died():
                pass
        return False

    def _fetched(self, reply: Reply, count: int) -> Reply:
        if isinstance(reply, Returned) and (
            not isinstance(reply.value, list) or len(reply.value) != count
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

    def pause(self) -> None:
        """Stop every thread of the child, whatever it waits for, until `resume`."""
        if self._end is None:
            self._process.signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the child go on."""
        if self._end is None:
            self._process.signal(signal.SIGCONT)

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
        return next(self._replies([Question(op, value, cpu_s)]))

    def _replies(self, questions: Iterable[Question]) -> Iterator[Reply]:
        """The reply to each question in order; the last is a Died where the child is gone."""
        if self._end is not None:
            yield self._end
            return
        replies = self._conversation.replies(questions, self.source)
        while True:
            try:
                reply = next(replies, None)
            except Ended as ended:
                yield self._die(ended)
                return
            except BaseException:
                if not self._conversation.idle:  # Ctrl-C, say: answers would no longer match
                    self.close()
                raise
            if reply is None:
                return
            yield reply

    def _die(self, ended: Ended) -> Died:
        """Raises ZygoteGone where the child ended because its zygote did: no fault of the code."""
        status = None
        if ended.end is End.CLOSED:
            try:
                status = self._process.status_within(EXIT_S)
            except ZygoteGone:
                self._process.orphaned = True
                self.close()
                raise
        return self._finish(died(ended, status))

    def _finish(self, end: Died, *, wait: bool = True) -> Died:
        """Kill and reap the child, keep its last prints, close everything."""
        if self._end is not None:
            return self._end
        self._end = end
        try:
            self._process.end(wait=wait)
            with contextlib.suppress(Ended):
                self._channel.drain()
        finally:
            self._channel.close()
            self._forget(self)
        return end
