"""What one child is asked and answers, in order: frames, deadlines, callbacks, and no trust."""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault
from tfmdrill.model.source import Source
from tfmdrill.runner.channel import Channel, CpuClock, Deadline, End, Ended
from tfmdrill.runner.encoding import Outgoing, plain_arrays
from tfmdrill.runner.inside import wire
from tfmdrill.runner.questions import AHEAD, Packed, Question, may_follow
from tfmdrill.runner.raised import raised
from tfmdrill.runner.values import Raised, Returned

FEW_AHEAD = AHEAD // 2  # more are sent when no more are under way: a write may wake the child


class Conversation:
    """Questions to a child over its channel; over for good once one of them raises Ended.

    wall_spent_s: what the submission took so far; who restarts it hands this on.
    """

    def __init__(self, channel: Channel, clock: CpuClock, limits: Limits) -> None:
        self._channel = channel
        self._clock = clock
        self._limits = limits
        self._outgoing = Outgoing()
        self._turn = 0
        self._sent: deque[Packed] = deque()  # under way: sent, and not answered
        self.wall_spent_s = 0.0

    @property
    def idle(self) -> bool:
        """Whether nothing is under way, so that another question would find its own answer."""
        return not self._sent

    def replies(
        self, questions: Iterable[Question], source: Source
    ) -> Iterator[tuple[Question, Returned | Raised]]:
        """Each question with the reply to it, in order, the next ones on their way meanwhile.

        To be exhausted. Raises Ended where the child is gone, GraderFault for arguments that are
        too large; of the questions that were under way nothing is known then.
        """
        packed: Iterator[Packed | None] = map(self._pack, questions)
        following = next(packed, None)
        sent = self._sent
        reads_on = True
        while sent or following is not None:
            started = time.monotonic()
            try:
                deadline = self._deadline(sent[0] if sent else following)
                if not sent and following is not None:
                    sent.append(following)
                    self._channel.send(following.buffers, deadline)
                    following = next(packed, None)
                if reads_on and len(sent) <= FEW_AHEAD:
                    ahead: list[Packed] = []
                    while following and self._may_follow(following, (*sent, *ahead)):
                        ahead.append(following)
                        following = next(packed, None)
                    reads_on = self._channel.send_ahead([b for one in ahead for b in one.buffers])
                    if reads_on:
                        sent.extend(ahead)
                    else:  # it is gone, which shows once its last answers are read
                        packed = chain((*ahead, following), packed)
                        following = next(packed)
                reply = self._answer(sent[0], deadline, source)
                question = sent.popleft().question
            except wire.WireError as error:
                raise Ended(End.BROKEN_PROTOCOL, str(error)) from None
            finally:
                self.wall_spent_s += time.monotonic() - started
            yield question, reply

    def _pack(self, question: Question) -> Packed:
        self._turn += 1
        try:
            buffers = self._channel.pack(
                question.op, self._turn, question.value, self._outgoing.adapt
            )
        except wire.WireLimit as error:
            raise GraderFault(f"the arguments of a call are too large: {error}") from None
        cpu_s = self._limits.call_cpu_s if question.cpu_s is None else question.cpu_s
        alone = bool(self._outgoing.callbacks)  # what a child was given once it may call later
        return Packed(question, self._turn, buffers, sum(map(len, buffers)), cpu_s, alone)

    def _may_follow(self, following: Packed, sent: Sequence[Packed]) -> bool:
        return may_follow(following, sent, self._channel.ahead_bytes)

    def _deadline(self, packed: Packed | None) -> Deadline:
        wall_left_s = self._limits.submission_wall_s - self.wall_spent_s
        cpu_s = self._limits.call_cpu_s if packed is None else packed.cpu_s
        return Deadline(self._clock, cpu_s, self._limits.call_wall_s, wall_left_s)

    def _answer(self, packed: Packed, deadline: Deadline, source: Source) -> Returned | Raised:
        turn = packed.turn
        calls = 0
        while True:
            message = self._channel.receive(deadline)
            if message.turn != turn:
                raise Ended(End.BROKEN_PROTOCOL, "an answer to another question")
            match message.op:
                case "returned":
                    return Returned(packed.question.read(message.value))
                case "raised":
                    return raised(message.value, source)
                case "callback":
                    calls += 1
                    if calls > self._limits.callbacks:
                        says = f"more than {self._limits.callbacks} calls of the function it got"
                        raise Ended(End.TIMEOUT, says)
                    self._call_back(turn, message.value, deadline)
                case _:
                    raise Ended(End.BROKEN_PROTOCOL, "an answer of no known kind")

    def _call_back(self, turn: int, request: Any, deadline: Deadline) -> None:
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
            buffers = self._channel.pack(op, turn, value, self._outgoing.adapt)
        except Exception as error:  # the user's arguments can make it raise anything
            says = f"{type(error).__name__}: {error}"[:500]
            buffers = self._channel.pack("refused", turn, says, wire.refuse)
        deadline.pause(time.monotonic() - started)
        deadline.check()  # a child that asks fast enough is never waited for
        self._channel.send(buffers, deadline)
