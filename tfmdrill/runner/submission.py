"""One user file in one locked child, as the grader talks to it."""

import contextlib
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
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
from tfmdrill.runner.memory import status_bytes
from tfmdrill.runner.process import Zygote, ZygoteGone
from tfmdrill.runner.questions import (
    Arguments,
    Exchange,
    Question,
    calling,
    loading,
    looking_for,
    metering,
    on_kept,
    running,
    telling_recorded,
    values_of,
)
from tfmdrill.runner.values import Chain, Died, Handle, Raised, Reply
from tfmdrill.runner.visible import visible

EXIT_S = 0.5  # from the end of a child's pipes to its end, where it ends at all
STOPPED_AT = 0.75  # of a call's CPU time, where its notes would be lost with the process
CLOSED = Died(Outcome.SKIPPED, "the submission is closed")
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
        self._start_mapped_bytes = 0

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
        self._start_mapped_bytes = status_bytes(self._pid, "VmSize")

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
        return self._load(self.source.code, noted)

    def load_imports(self, code: bytes) -> Reply:
        """Run the imports of the file ahead of it."""
        return self._load(code, False)

    def _load(self, code: bytes, noted: bool) -> Reply:
        # The name is compiled into the code, and not every path can be encoded.
        name = self.source.name.encode("utf-8", "replace").decode()
        stop_s = STOPPED_AT * self._limits.call_cpu_s
        return self.ask(loading(name, code, self._limits.load_cpu_s, noted=noted, stop_s=stop_s))

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
        return self.ask(calling(name, args, kwargs, target=target, cpu_s=cpu_s))

    def attribute(self, target: Handle, name: str) -> Reply:
        """The value of `target.name`; properties run."""
        return self.ask(Question("attribute", {"target": target, "name": name}))

    def ask(self, question: Question) -> Reply:
        """The reply to one question of `questions`."""
        return next(self._replies([question]))

    def exchanges(self, wanted: Iterable[Exchange]) -> Iterator[list[Reply]]:
        """What each exchange tells, in order: the replies to all its questions that tell something.

        The next questions are on their way to the child while one is answered, so neither side
        waits for the other. Where the child dies, the last reply is a Died, and nothing follows.
        To be exhausted before anything else is asked.
        """
        under_way: deque[Exchange] = deque()

        def questions() -> Iterator[Question]:
            for exchange in wanted:
                under_way.append(exchange)
                yield from exchange

        replies = self._replies(questions())
        for first in replies:
            exchange = under_way.popleft() if under_way else ()  # none is asked of one that is gone
            told = [first, *islice(replies, max(len(exchange) - 1, 0))]
            yield [
                reply
                for place, reply in enumerate(told)
                if isinstance(reply, Died) or not exchange[place].keeps
            ]

    def on_kept(
        self, name: str, rounds: Sequence[Arguments], *, cpu_s: float, fetch: bool
    ) -> Exchange:
        """A call a round on arguments that stay in this child, for `exchanges`; see `questions`."""
        kept = self._new_handles(len(values_of(rounds[0])))
        return on_kept(kept, name, rounds, cpu_s, fetch=fetch)

    def _new_handles(self, count: int) -> list[Handle]:
        first = self._next_handle
        self._next_handle += count
        return [Handle(number, "") for number in range(first, first + count)]

    def drop(self, handle: Handle) -> None:
        """Let the child forget a kept object."""
        self.ask(Question("drop", {"number": handle.number}))

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
        return self.ask(looking_for(name, args, kwargs, names, cpu_s=cpu_s))

    def recorded(self) -> Reply:
        """Returned holds what was assigned since the last time, a tuple of `Recorded`."""
        return self.ask(telling_recorded())

    def chain(self, chain: Chain, *, cpu_s: float | None = None) -> Reply:
        """Run a chain of calls. Returned holds a tuple, a result for each of its `answers`."""
        return self.ask(running(chain, cpu_s))

    def meter(self, chain: Chain, *, cpu_s: float | None = None) -> Reply:
        """Returned holds a Metered, taken while the chain ran in a child that is `metered`."""
        return self.ask(metering(chain, cpu_s))

    def cpu_s(self) -> float:
        """CPU seconds of the child so far, read from outside; 0.0 where that isn't possible."""
        return self._clock.read_s()

    def memory_bytes(self) -> int:
        """How far the child's resident memory rose at most; 0 where the system doesn't tell."""
        return max(status_bytes(self._pid, "VmHWM") - self._start_memory_bytes, 0)

    def loaded_bytes(self) -> int:
        """How far the address space grew since the child was locked: imports, after a load.

        0 where the system doesn't tell.
        """
        return max(status_bytes(self._pid, "VmSize") - self._start_mapped_bytes, 0)

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

    def _replies(self, questions: Iterable[Question]) -> Iterator[Reply]:
        """The reply to each question in order; the last is a Died where the child is gone."""
        if self._end is not None:
            yield self._end
            return
        replies = self._conversation.replies(questions, self.source)
        while True:
            try:
                question, reply = next(replies, (None, None))
            except Ended as ended:
                yield self._die(ended)
                return
            except BaseException:
                if not self._conversation.idle:  # Ctrl-C, say: answers would no longer match
                    self.close()
                raise
            if question is None or reply is None:
                return
            if question.op == "put" and isinstance(reply, Raised):  # what follows speaks of it
                no_room = reply.info.type == "MemoryError"
                outcome = Outcome.MEMORY if no_room else Outcome.ERROR
                yield self._finish(Died(outcome, reply.info.message))
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
