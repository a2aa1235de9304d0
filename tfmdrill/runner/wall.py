"""The wall: one zygote for one framework, and the submissions that run behind it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tfmdrill.config import Limits
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Isolation
from tfmdrill.model.source import Source
from tfmdrill.runner.channel import Channel
from tfmdrill.runner.process import Hello, Zygote, ZygoteGone
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
    ) -> None:
        """Nothing is started yet.

        deny: folders that no submission may read, whatever is readable around them: the packs,
            the folder of the submissions. tfmdrill itself is always denied.
        single_use: each submission gets a process that imported the framework for it alone;
            None: on macOS, where forking after some imports is not safe.
        """
        self._framework = framework
        self._limits = limits or Limits()
        self._deny = tuple(deny)
        self._single_use = sys.platform == "darwin" if single_use is None else single_use
        self._zygote: Zygote | None = None
        self._submissions: dict[Submission, Zygote] = {}

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
        try:
            return self._fork(source, memory_bytes, metered)
        except ZygoteGone:  # the system may have ended it for lack of memory: once more
            self._drop_zygote()
            return self._fork(source, memory_bytes, metered)

    def close(self) -> None:
        """End every child and the zygote; may be called twice."""
        for submission in list(self._submissions):
            submission.close()
        self._drop_zygote()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> Zygote:
        if self._zygote is None:
            self._zygote = Zygote(
                self._framework, self._limits, self._deny, single_use=self._single_use
            )
        return self._zygote

    def _hello(self) -> Hello:
        hello = self._running().hello()
        if hello.missing:
            self._drop_zygote()
            raise UsageError(
                f"{self._framework} can't be imported ({hello.missing}); install it beside "
                f"tfmdrill: pip install {self._framework}"
            )
        return hello

    def _fork(self, source: Source, memory_bytes: int | None, metered: bool) -> Submission:
        self._hello()
        zygote = self._running()
        channel = Channel(self._limits)
        try:
            pid = zygote.fork(
                channel.theirs, source.code, memory_bytes=memory_bytes, metered=metered
            )
            channel.attach(pid)
        except BaseException:
            channel.close()
            raise
        submission = Submission(zygote, channel, pid, source, self._limits, self._forget)
        self._submissions[submission] = zygote
        if self._single_use:  # this process is the child now; the next one imports meanwhile
            self._zygote = None
            self.start()
        submission.start()
        return submission

    def _forget(self, submission: Submission) -> None:
        zygote = self._submissions.pop(submission)
        if self._single_use:
            zygote.close()

    def _drop_zygote(self) -> None:
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None
