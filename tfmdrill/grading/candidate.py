"""The submission as checks see it: asked like the reference, restarted when it dies."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from types import TracebackType
from typing import Any, Self

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault
from tfmdrill.grading.arguments import encode
from tfmdrill.grading.excess import without_excess
from tfmdrill.grading.gradient import Probe
from tfmdrill.grading.oracle import Answer
from tfmdrill.grading.plan import Manner, Step
from tfmdrill.grading.subject import RemoteSubject, SubjectDied, SubjectRaised, plain
from tfmdrill.model.problem import Problem
from tfmdrill.model.report import ExceptionInfo, Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner import Died, Raised, Reply, Returned, Submission, Wall
from tfmdrill.runner.questions import Exchange, calling, taking_gradient


@dataclass(frozen=True)
class Observed:
    """What the submission did with one step.

    outcome: PASSED where it returned (right or not), ERROR where it raised, else how it died.
    answer: the tree that came back, or the exception's class names.
    """

    outcome: Outcome
    answer: Answer = field(default_factory=Answer)
    exception: ExceptionInfo | None = None
    message: str = ""

    @property
    def returned(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def raised(self) -> bool:
        """The user's code raised; False where its process ended without a word."""
        return self.answer.is_exception

    @property
    def died(self) -> bool:
        """Its process ended, or had ended too often before to be asked."""
        unanswered = not self.returned and not self.raised
        return unanswered and self.outcome not in (Outcome.WRONG, Outcome.SKIPPED)


@dataclass(frozen=True)
class Answers:
    """What the calls of one step gave, in order; fewer than it asks for where the process ended.

    after: UNMODIFIED: what its arguments held then, by their names; empty where nobody knows.
    """

    seen: tuple[Observed, ...]
    after: Mapping[str, Any] = field(default_factory=dict)


class Candidate:
    """One submission over all its children: `limits.restarts` fresh ones after the first."""

    def __init__(self, wall: Wall, source: Source, problem: Problem, limits: Limits) -> None:
        self._wall = wall
        self._source = source
        self._problem = problem
        self._limits = limits
        self._child: Submission | None = None
        self._restarts = -1
        self._answered = False  # in any child
        self._wall_spent_s = 0.0  # by the children that are gone
        self._prints: list[str] = []
        # Of a step that isn't asked: who ends the process where the answer isn't known gains
        # nothing by it.
        self._not_asked = NOT_ASKED

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child; what it printed stays."""
        if self._child is not None:
            self._prints.append(self._child.prints)
            self._child.leave()
            self._wall_spent_s = self._child.wall_spent_s
            self._child = None

    @property
    def prints(self) -> str:
        """What the user's code printed in its first child, loading included."""
        if self._prints:
            return self._prints[0]
        return self._child.prints if self._child is not None else ""

    @property
    def exhausted(self) -> bool:
        """No fresh child is left: what hasn't been asked stays unasked.

        A submission that has answered nothing in two children gets no third.
        """
        allowed = self._limits.restarts if self._answered else min(1, self._limits.restarts)
        return self._child is None and self._restarts >= allowed

    def load(self) -> Reply:
        """Run the file's top level in a fresh child."""
        self._restarts += 1
        self._child = self._wall.submit(self._source)
        self._child.wall_spent_s = self._wall_spent_s
        reply = self._child.load()
        if isinstance(reply, Died):
            self.close()
        return reply

    def ask(self, step: Step) -> Observed:
        """Run a step's case: one call, or its script."""
        return self._observe(lambda child: step.case.run(self._subject(child, step)))

    def call(self, step: Step) -> Observed:
        """Like `ask`, but a plain call keeps what came back as the runner described it."""
        if step.case.script is not None:
            return self.ask(step)
        name, args, kwargs, cpu_s = self._asked(step)
        return self._reply(lambda child: child.call(name, args, kwargs, cpu_s=cpu_s), step)

    def answers(self, steps: Sequence[Step]) -> Iterator[Answers]:
        """What each step's calls gave, in order; the next ones are under way while one is judged.

        A step that is put in another manner than CALL or DTYPE has no script.
        """
        rest = deque(steps)
        while rest:
            in_one_go = list(takewhile(lambda step: step.case.script is None, rest))
            child = self._alive()
            if child is None or not in_one_go:
                yield Answers((self.call(rest.popleft()),))
                continue
            told = child.exchanges(self._exchange(child, step) for step in in_one_go)
            for step, replies in zip(in_one_go, told, strict=False):  # fewer where the child dies
                rest.popleft()
                yield self._answers(step, replies)

    def _exchange(self, child: Submission, step: Step) -> Exchange:
        """How a step's manner asks."""
        name, args, kwargs, cpu_s = self._asked(step)
        match step:
            case Step(manner=Manner.AGAIN, other=Step() as other):
                # In the same memory: who remembers answers by where an argument lies gives an
                # old one.
                rounds = [(args, kwargs), encode(self._problem, other), (args, kwargs)]
                cpu_s = max(cpu_s, self._cpu_s(other))
                return child.on_kept(name, rounds, cpu_s=cpu_s, fetch=False)
            case Step(manner=Manner.UNMODIFIED):
                return child.on_kept(name, [(args, kwargs)] * 2, cpu_s=cpu_s, fetch=True)
            case Step(manner=Manner.GRADIENT, probe=Probe() as probe):
                weights = [w.astype(step.dtype) for w in probe.weights]
                return [taking_gradient(name, args, kwargs, weights, names=step.case.names)]
        return [calling(name, args, kwargs, cpu_s=cpu_s)]

    def _answers(self, step: Step, replies: Sequence[Reply]) -> Answers:
        """What the replies to a step's exchange say."""
        match step:
            case Step(manner=Manner.AGAIN, other=Step() as other):
                return Answers(tuple(map(self._observed, replies, (step, other, step))))
            case Step(manner=Manner.UNMODIFIED):
                *calls, last = replies
                seen = [self._observed(reply, step) for reply in calls]
                if isinstance(last, Died):
                    return Answers((*seen, self._died(last)))
                names = [*step.case.names[: len(step.case.args)], *step.case.kwargs]
                held = last.value if isinstance(last, Returned) else [None] * len(names)
                return Answers(tuple(seen), dict(zip(names, held, strict=True)))
        return Answers((self._observed(replies[0], step),))

    def forbidden_calls(self, step: Step, names: Sequence[str]) -> Observed:
        """Which forbidden functions one call reaches, with the user's lines."""
        args, kwargs = encode(self._problem, step)
        return self._reply(lambda c: c.forbidden_calls(step.case.entry, args, kwargs, names))

    def cpu_s(self) -> float:
        """CPU seconds of the present child so far, read from outside."""
        return self._child.cpu_s() if self._child is not None else 0.0

    def memory_bytes(self) -> int:
        """Peak resident memory of the present child, read from outside."""
        return self._child.memory_bytes() if self._child is not None else 0

    def _cpu_s(self, step: Step) -> float:
        return max(self._limits.call_cpu_s, self._limits.model_factor * step.expected.cpu_s)

    def _subject(self, child: Submission, step: Step) -> "RemoteSubject":
        return RemoteSubject(child, self._problem, step, self._cpu_s(step))

    def _alive(self) -> Submission | None:
        if self._child is None:
            if self.exhausted:
                return None
            reply = self.load()
            if not isinstance(reply, Returned):
                if isinstance(reply, Died):
                    self._not_asked = replace(NOT_ASKED, outcome=reply.outcome)
                self.close()
                self._restarts = self._limits.restarts
                return None
        return self._child

    def _observe(self, run: Callable[[Submission], Any]) -> Observed:
        child = self._alive()
        if child is None:
            return self._not_asked
        try:
            return Observed(Outcome.PASSED, Answer(plain(run(child))))
        except SubjectRaised as error:
            return _raised(error.info)
        except SubjectDied as gone:
            return self._died(gone.died)
        except Exception as error:
            # The script stumbled over what came back: an answer of another kind than it asked.
            text = f"the answer can't be used: {type(error).__name__}: {error}"
            return Observed(Outcome.WRONG, message=text[:300])

    def _reply(self, send: Callable[[Submission], Reply], step: Step | None = None) -> Observed:
        child = self._alive()
        if child is None:
            return self._not_asked
        return self._observed(send(child), step)

    def _asked(self, step: Step) -> tuple[str, Sequence[Any], Mapping[str, Any], float]:
        """A plain call as it is sent: name, args, kwargs, CPU seconds."""
        args, kwargs = encode(self._problem, step)
        return step.case.entry, args, kwargs, self._cpu_s(step)

    def _observed(self, reply: Reply, step: Step | None = None) -> Observed:
        self._answered |= not isinstance(reply, Died)
        if isinstance(reply, Returned):
            answer = step.expected.answer if step is not None else Answer()
            return Observed(Outcome.PASSED, Answer(without_excess(reply.value, answer)))
        if isinstance(reply, Raised):
            return _raised(reply.info)
        return self._died(reply)

    def _died(self, died: Died) -> Observed:
        if died.outcome is Outcome.GRADER_FAULT:
            raise GraderFault(died.message)
        self.close()
        self._not_asked = replace(NOT_ASKED, outcome=died.outcome)
        return Observed(died.outcome, message=died.message)


NOT_ASKED = Observed(Outcome.ERROR, message="not asked: the submission had died too often")


def _raised(info: ExceptionInfo) -> Observed:
    names = (info.type, *info.bases)
    outcome = Outcome.MEMORY if "MemoryError" in names else Outcome.ERROR
    return Observed(outcome, Answer(raised=names), info, f"{info.type}: {info.message}")
