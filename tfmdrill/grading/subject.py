"""A submission as a script sees it: entry points and objects, called like Python's own."""

import builtins
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from tfmdrill.grading.arguments import cast
from tfmdrill.grading.comparing import as_array
from tfmdrill.grading.excess import without_excess
from tfmdrill.grading.plan import Step
from tfmdrill.model.problem import Entry, Problem
from tfmdrill.model.report import ExceptionInfo
from tfmdrill.runner import Died, Handle, Raised, RemoteArray, Reply, Submission


class SubjectRaised(Exception):
    """The submission raised, inside a script; also an instance of the builtin of that name."""

    def __init__(self, info: ExceptionInfo) -> None:
        super().__init__(info.message)
        self.info = info


class SubjectDied(BaseException):
    """The submission's process is gone; no script may catch this by accident."""

    def __init__(self, died: Died) -> None:
        super().__init__(died.message)
        self.died = died


class RemoteSubject:
    """The entry points of a submission, called like Python functions from a script."""

    def __init__(self, child: Submission, problem: Problem, step: Step, cpu_s: float) -> None:
        self._child = child
        self._problem = problem
        self._step = step
        self._cpu_s = cpu_s

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            reply = self._child.call(
                name, self.encode(list(args)), self.encode(kwargs), cpu_s=self._cpu_s
            )
            return self.unwrap(reply, name)

        return call

    def encode(self, tree: Any) -> Any:
        """Arguments as they are sent: arrays cast, objects of the submission by their handle."""
        if isinstance(tree, RemoteObject):
            return tree.handle
        if isinstance(tree, list | tuple):
            return type(tree)(self.encode(value) for value in tree)
        if isinstance(tree, dict):
            return {key: self.encode(value) for key, value in tree.items()}
        return cast(tree, self._step.dtype) if isinstance(tree, np.ndarray) else tree

    def unwrap(self, reply: Reply, made_by: str) -> Any:
        if isinstance(reply, Died):
            raise SubjectDied(reply)
        if isinstance(reply, Raised):
            _raise(reply.info)
        value = without_excess(reply.value, self._step.expected.answer)
        if isinstance(value, Handle):
            entry = next((e for e in self._problem.entries if e.name == made_by), None)
            return RemoteObject(self, self._child, value, entry)
        return self._as_declared(plain(value), made_by)

    def _as_declared(self, value: Any, made_by: str) -> Any:
        """A list of numbers as an array, where the entry is declared to return one array."""
        entry = next((e for e in self._problem.entries if e.name == made_by), None)
        if entry is None or len(entry.returns) != 1 or entry.returns[0].shape is None:
            return value
        array = as_array(value) if isinstance(value, list) else None
        return value if array is None else array


class RemoteObject:
    """An object of the user's own class; it stays in the child."""

    def __init__(
        self, subject: RemoteSubject, child: Submission, handle: Handle, entry: Entry | None
    ) -> None:
        self._subject = subject
        self._child = child
        self.handle = handle
        self._properties = {m.name for m in entry.methods if m.is_property} if entry else set()

    def __getattr__(self, name: str) -> Any:
        if name in self._properties:
            return self._subject.unwrap(self._child.attribute(self.handle, name), name)

        def call(*args: Any, **kwargs: Any) -> Any:
            encode = self._subject.encode
            reply = self._child.call(name, encode(list(args)), encode(kwargs), target=self.handle)
            return self._subject.unwrap(reply, name)

        return call


def _raise(info: ExceptionInfo) -> NoReturn:
    """Raise what the submission raised, catchable as the builtin that it derives from."""
    for name in (info.type, *info.bases):
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, Exception) and kind is not Exception:
            try:
                raise type(name, (SubjectRaised, kind), {})(info)
            except TypeError:  # a builtin whose layout doesn't combine, e.g. OSError
                break
    raise SubjectRaised(info)


def plain(tree: Any) -> Any:
    """What came back with float64, int64 and bool arrays in place of the runner's records, and
    with the handles of objects."""
    if isinstance(tree, RemoteObject):
        return tree.handle
    if isinstance(tree, RemoteArray):
        values = tree.values
        return values.astype(np.float64) if values.dtype.kind == "f" else values
    if isinstance(tree, list):
        return [plain(v) for v in tree]
    if isinstance(tree, tuple):
        return tuple(plain(v) for v in tree)
    if isinstance(tree, dict):
        return {k: plain(v) for k, v in tree.items()}
    return tree
