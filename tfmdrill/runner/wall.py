"""The wall: one zygote for one framework, and the submissions that run behind it."""

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault, UsageError
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Isolation
from tfmdrill.model.source import Source
from tfmdrill.runner.channel import Channel
from tfmdrill.runner.process import (
    Hello,
    Needs,
    Zygote,
    ZygoteGone,
    names_lazy_torch,
    start_zygote,
)
from tfmdrill.runner.submission import Submission


class Wall:
    """Starts locked children for one framework; used from one thread, and closed at the end."""

    def __init__(
        self,
        framework: Framework,
        *,
        limits: Limits | None = None,
        deny: Sequence[Path] = (),
        single_use: bool | None = None,
        keep_warm: bool = False,
        group: str = "",
    ) -> None:
        """Nothing is started yet.

        deny: folders that no submission may read, whatever is readable around them: the packs,
            the folder of the submissions. tfmdrill itself is always denied.
        single_use: each submission gets a process that imported the framework for it alone;
            None: on macOS, where forking after some imports is not safe.
        keep_warm: use the zygote that an earlier command left, and leave one for the next; where
            that can't be, or it fails, a zygote of our own does the work.
        group: the same with one that the walls of this name share, and that ends with the last.
        """
        self._framework = framework
        self._limits = limits or Limits()
        self._deny = tuple(deny)
        self._single_use = sys.platform == "darwin" if single_use is None else single_use
        self._keep_warm = (keep_warm or bool(group)) and not self._single_use
        self._group = group
        self._zygote: Zygote | None = None
        self._submissions: dict[Submission, Zygote] = {}
        self._spare: Submission | None = None

    def start(self) -> None:
        """Start the zygote and return at once; it imports the framework meanwhile."""
        self._running()

    @property
    def isolation(self) -> Isolation:
        """How strongly submissions are isolated here. Waits until the zygote is ready.

        Raises: UsageError where the framework isn't installed, ZygoteGone.
        """
        hello = self._hello()
        return Isolation(
            hello.tier,
            tuple(layer for layer, why in hello.probe.items() if not why),
            tuple((layer, why) for layer, why in hello.probe.items() if why),
        )

    @property
    def versions(self) -> dict[str, str]:
        """The versions of Python and of the libraries that submissions meet."""
        return dict(self._hello().versions)

    def submit(
        self, source: Source, *, memory_bytes: int | None = None, metered: bool = False
    ) -> Submission:
        """A locked child for one file, which isn't run before `load`.

        memory_bytes: the address space beyond what the framework took, if not that of the limits.
        metered: it is for `Submission.meter`.

        Raises: UsageError where the framework isn't installed, GraderFault where the child can't
        be started or a layer of the lock that is there fails.
        """
        is_torch = self._framework is Framework.TORCH
        lazy_torch = is_torch and (metered or names_lazy_torch(source.code))
        needs = Needs(lazy_torch, memory_bytes)
        submission = self._take_spare(needs) or self._forked(needs)
        submission.source = source
        return submission

    def prepare(self) -> None:
        """Have a child forked, locked and rehearsed for the next `submit`; returns before it is.

        Raises as `submit` does.
        """
        if self._spare is None and not self._single_use:
            self._spare = self._forked(Needs(rehearsed=True))

    def restart(self) -> None:
        """End every child; the next one comes from a new zygote of our own."""
        self.close()
        self._keep_warm = False

    def close(self) -> None:
        """End every child, and the zygote unless it is kept; may be called twice."""
        self._spare = None
        for submission in list(self._submissions):
            submission.close()
        self._drop_zygote()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> Zygote:
        if self._zygote is None:
            self._zygote = self._kept() if self._keep_warm else None
        if self._zygote is None:
            channel, started = start_zygote(self._framework, single_use=self._single_use)
            self._zygote = Zygote(channel, self._limits, self._deny, started)
        return self._zygote

    def _kept(self) -> Zygote | None:
        from tfmdrill.runner.server import reach
        from tfmdrill.sockets import Unusable

        try:
            reached = reach(self._framework, self._group)
            if reached.started is not None:
                reached.started.leave()
            return Zygote(reached.channel, self._limits, self._deny, None)
        except (Unusable, ZygoteGone):
            self._keep_warm = False
            return None

    def _hello(self) -> Hello:
        try:
            hello = self._running().hello()
        except ZygoteGone:
            if not self._keep_warm:
                raise
            self._drop_zygote()
            self._keep_warm = False
            hello = self._running().hello()
        if hello.missing:
            self._drop_zygote()
            raise UsageError(
                f"{self._framework} can't be imported ({hello.missing}); install it beside "
                f"tfmdrill: pip install {self._framework}"
            )
        return hello

    def _forked(self, needs: Needs) -> Submission:
        try:
            return self._fork(needs)
        except ZygoteGone:  # the system may have ended it for lack of memory: once more
            self._drop_zygote()
            self._keep_warm = False
            return self._fork(needs)

    def _fork(self, needs: Needs) -> Submission:
        self._hello()
        zygote = self._running()
        channel = Channel(self._limits)
        try:
            pid = zygote.fork(channel.theirs, needs)
            channel.attach(pid)
        except BaseException:
            channel.close()
            raise
        submission = Submission(zygote, channel, pid, self._limits, self._forget)
        self._submissions[submission] = zygote
        if self._single_use:  # this process is the child now; the next one imports meanwhile
            self._zygote = None
            self.start()
        if not needs.rehearsed:  # that one is waited for when it is needed
            submission.start()
        return submission

    def _take_spare(self, needs: Needs) -> Submission | None:
        """The child forked in advance, if it lives and its zygote had imported what is needed."""
        spare, self._spare = self._spare, None
        if spare is None:
            return None
        fits = needs.memory_bytes is None and (spare.lazy_torch or not needs.lazy_torch)
        with contextlib.suppress(GraderFault):  # whatever became of it: another is forked
            if fits:
                spare.start()
                if spare.alive:
                    return spare
            spare.close()
        return None

    def _forget(self, submission: Submission) -> None:
        zygote = self._submissions.pop(submission)
        if self._single_use:
            zygote.close()

    def _drop_zygote(self) -> None:
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None
