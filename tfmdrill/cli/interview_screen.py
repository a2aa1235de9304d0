"""An interview on the full screen: the task, the clock, the last verdict and the notes."""

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.widgets import Footer, Markdown, Static, TextArea

from tfmdrill.cli.interview_dialogs import Confirm, QuestionDialog
from tfmdrill.cli.interview_panes import VerdictPane
from tfmdrill.cli.interview_plain import Left
from tfmdrill.cli.keyboard import Ended
from tfmdrill.config import light_terminal
from tfmdrill.errors import TfmdrillError
from tfmdrill.interview.conduct import Interview
from tfmdrill.interview.examiner import Examiner, Verdict
from tfmdrill.interview.hidden import shown
from tfmdrill.model.interview import Phase
from tfmdrill.practice.saves import Saves
from tfmdrill.render.drawn import drawn
from tfmdrill.render.inert import visible
from tfmdrill.render.interview import (
    clock_words,
    hint_offer,
    print_verdict,
    task_markdown,
    warning_words,
)

WIDE = 100  # columns from which the task and the rest stand side by side
TICK_S = 1.0
URGENT_S = 5 * 60
WARNING_S = 6  # that a warning stands above the rest; the clock's colour stays
PANES = ("task", "result", "notes")
ON_THE_DESK = ("pane", "grade", "hint", "move_on", "end", "leave", "shade")  # not in dialogs


class InterviewScreen:
    """Holds an interview on the whole terminal; `clock` gives the time, aware."""

    def __init__(self, interview: Interview, clock: Callable[[], datetime]) -> None:
        self._interview = interview
        self._clock = clock

    def hold(self) -> None:
        """To its end. Raises Left, KeyboardInterrupt or Ended if it is left before."""
        # What the kernel ties to a thread (a child's death with its parent) must outlive a grade.
        executor = ThreadPoolExecutor(max_workers=1)
        examiner = executor.submit(self._interview.examiner).result()
        with Saves([self._interview.folder]) as saves:
            app = InterviewApp(self._interview, self._clock, examiner, saves, executor)
            reason = app.run()
        if app.grading:  # nobody waits for it: it ends with this process
            executor.shutdown(wait=False)
        else:
            executor.submit(examiner.close).result()
            executor.shutdown()
        if app.crash is not None:
            raise app.crash
        if isinstance(reason, BaseException):
            raise reason


class InterviewApp(App[BaseException | None]):
    """Gives back why it was left, or None at the end of the interview."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #top { height: 1; background: $panel; }
    #where { width: 1fr; padding: 0 1; text-style: bold; }
    #clock { width: auto; padding: 0 1; text-style: bold; }
    #clock.urgent { background: $error; color: $text; }
    #tabs { height: 1; padding: 0 1; display: none; }
    #task { width: 3fr; padding: 0 1; scrollbar-size-vertical: 1; }
    #side { width: 2fr; border-left: solid $panel; }
    #result { height: 3fr; padding: 0 1; scrollbar-size-vertical: 1; }
    #notes { height: 1fr; min-height: 4; border: none; border-top: solid $panel; padding: 0 1; }
    #notes:focus { border: none; border-top: solid $accent; }
    #task:focus, #result:focus { background: $boost; }
    Markdown { padding: 0; margin: 0; background: transparent; }
    MarkdownH1, MarkdownH2, MarkdownH3 { margin: 1 0 0 0; padding: 0; content-align: left middle; }
    MarkdownFence { margin: 0 0 1 0; overflow: hidden; }
    MarkdownFence > Label { padding: 0 2; width: 100%; }
    .narrow #tabs { display: block; }
    .narrow #task, .narrow #side { width: 1fr; border: none; display: none; }
    .narrow #result, .narrow #notes { height: 1fr; display: none; }
    .narrow.on-task #task { display: block; }
    .narrow.on-result #side, .narrow.on-result #result { display: block; }
    .narrow.on-notes #side, .narrow.on-notes #notes { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "pane('task')", "task", show=False),
        Binding("2", "pane('result')", "result", show=False),
        Binding("3,n", "pane('notes')", "notes", key_display="n"),
        Binding("g", "grade", "grade"),
        Binding("h", "hint", "hint"),
        Binding("m", "move_on", "move on"),
        Binding("e", "end", "end"),
        Binding("d", "shade", "dark/light"),
        Binding("q", "leave", "leave"),
        Binding("escape", "pane('task')", "task", show=False),
        Binding("ctrl+c", "interrupt", "leave", show=False, priority=True),
        Binding("ctrl+q", "leave_anywhere", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend", "suspend", show=False),  # in the notes it takes back
    ]

    def __init__(
        self,
        interview: Interview,
        clock: Callable[[], datetime],
        examiner: Examiner,
        saves: Saves,
        executor: ThreadPoolExecutor,
    ) -> None:
        super().__init__()
        self.interview = interview
        self.crash: Exception | None = None
        self._clock = clock
        self._examiner = examiner
        self._saves = saves
        self._executor = executor
        self._told_at = clock()
        self._judging = False
        self._grade: Future[Verdict] | None = None
        self._again = False
        self._last: Verdict | None = None
        self._message = ""

    @property
    def grading(self) -> bool:
        """Whether a file is being judged, even if nobody waits for it any more."""
        return self._grade is not None and self._grade.running()

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="where", markup=False)
            yield Static(id="clock", markup=False)
        yield Static(id="tabs", markup=False)
        with Horizontal():
            with VerticalScroll(id="task", can_focus=True):
                yield Markdown(id="statement", open_links=False)
            with Vertical(id="side"):
                with VerticalScroll(id="result", can_focus=True):
                    yield VerdictPane(self._show_result)
                yield TextArea(
                    self.interview.session.notes,
                    id="notes",
                    tab_behavior="focus",
                    placeholder="Notes (n); Esc leaves them",
                )
        yield Footer()

    def on_mount(self) -> None:
        notes = self.query_one("#notes", TextArea)
        notes.move_cursor(notes.document.end)
        self.theme = "textual-light" if light_terminal() else "textual-dark"
        loop = asyncio.get_running_loop()
        loop.add_reader(self._saves.fd, self._on_save)
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.exit, Ended(number))
        self.set_interval(TICK_S, self._tick)
        self.action_pane("task")
        self._catch_up()
        self._show()

    def on_unmount(self) -> None:
        asyncio.get_running_loop().remove_reader(self._saves.fd)

    def on_resize(self, event: Resize) -> None:
        self.screen_stack[0].set_class(event.size.width < WIDE, "narrow")

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        if event.text_area.id == "notes":
            self.interview.note(event.text_area.text, self._clock())

    # What the keys do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No letter acts behind a dialog, where it may be an answer."""
        del parameters
        return len(self.screen_stack) == 1 or action not in ON_THE_DESK

    def action_pane(self, name: str) -> None:
        """Turn to the task, the result or the notes."""
        self.screen_stack[0].remove_class(*(f"on-{pane}" for pane in PANES))
        self.screen_stack[0].add_class(f"on-{name}")
        tabs = [f"[{i} {p}]" if p == name else f" {i} {p} " for i, p in enumerate(PANES, start=1)]
        self.query_one("#tabs", Static).update(Text("  ".join(tabs), no_wrap=True))
        self.query_one(f"#{name}").focus()

    def action_grade(self) -> None:
        self._judge(self._clock())

    def action_hint(self) -> None:
        if self.interview.session.phase is not Phase.WORKING:
            return
        following = self.interview.session.next_hint()
        if following is None:
            self.notify("There are no more hints on this problem.")
            return

        def take(yes: bool | None) -> None:
            if yes and self.interview.session.phase is Phase.WORKING:
                self.interview.hint(self._clock())
                self._show_task(to_end=True)
                self.action_pane("task")

        self.push_screen(Confirm(f"{hint_offer(*following)} Take it?"), take)

    def action_move_on(self) -> None:
        def move(yes: bool | None) -> None:
            if yes and self.interview.session.phase is Phase.WORKING:
                self.interview.move_on(self._clock())
                self._show()

        self.push_screen(Confirm("Give this problem up? Its questions come next."), move)

    def action_end(self) -> None:
        def end(yes: bool | None) -> None:
            if yes:
                self.interview.end(self._clock())
                self.exit(None)

        self.push_screen(Confirm("End the interview now? The scorecard comes next."), end)

    def action_leave(self) -> None:
        def leave(yes: bool | None) -> None:
            if yes:
                self.exit(Left())

        words = "Leave the screen? There is no pause: the clock runs on until you are back."
        self.push_screen(Confirm(words), leave)

    action_leave_anywhere = action_leave

    def action_shade(self) -> None:
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def action_interrupt(self) -> None:
        self.exit(KeyboardInterrupt())

    def action_suspend(self) -> None:
        """Give the terminal back to the shell until `fg`; the interview's clock runs on.

        Not while a file is judged, which has its own clock and would have run out of time.
        """
        if not self._judging:
            self.action_suspend_process()
            self.refresh(layout=True)  # the shell has drawn over it
            self._catch_up()

    # What happens by itself

    def _catch_up(self) -> None:
        """Judge what was saved while there was no screen."""
        now = self._clock()
        if self.interview.changed_while_away(now):
            self._judge(min(now, self.interview.deadline))

    def _on_save(self) -> None:
        self._saves.taken()
        now = self._clock()
        session = self.interview.session
        if session.phase is Phase.WORKING and session.left_s(now) > 0 and self.interview.saved():
            self._judge(now)

    def _tick(self) -> None:
        now = self._clock()
        mark_s = self.interview.session.warning_s(self._told_at, now)
        self._told_at = now
        if mark_s is not None:
            self.notify(warning_words(mark_s), severity="warning", timeout=WARNING_S)
        if not self._judging and self.interview.time_is_up(now):
            self.notify("Time is up.", severity="error", timeout=WARNING_S)
            self._show()
        self._show_clock()

    def _judge(self, at: datetime) -> None:
        if self.interview.session.phase is not Phase.WORKING:
            return
        if self._judging:
            self._again = True
            return
        self._judging = True
        self.run_worker(self._judged(at))

    async def _judged(self, at: datetime) -> None:
        """Judge the file in the one thread that may, and keep and show the verdict."""
        work = self.interview.session.work
        self._show_result()
        self._grade = self._executor.submit(
            self._examiner.judge, self.interview.path, work.problem.slug, work.framework
        )
        try:
            self._last = await asyncio.wrap_future(self._grade)
            self._message = ""
            self.interview.judged(self._last, at)
        except TfmdrillError as error:
            self._message = str(error)
        except Exception as error:
            self.crash = error
            self.exit(None)
            return
        finally:
            self._judging = False
        self._show()
        if self.interview.session.phase is Phase.WORKING and not self.query_one("#notes").has_focus:
            self.action_pane("result")
        if self._again and self.interview.session.phase is Phase.WORKING:
            self._again = False
            self._judge(self._clock())

    # What is shown

    def _show(self) -> None:
        """Everything, as the interview stands now."""
        match self.interview.session.phase:
            case Phase.BETWEEN:
                self._go_on()
            case Phase.QUESTIONS:
                self._ask()
            case Phase.ENDED:
                self.exit(None)
                return
            case Phase.WORKING:
                self._executor.submit(self._examiner.warm_up, self.interview.session.work.framework)
        self._show_task()
        self._show_result()
        self._show_clock()

    def _ask(self) -> None:
        found = self.interview.question()
        if found is None:
            self._go_on()
            return
        while isinstance(self.screen, Confirm):  # what it asks is out of date
            self.pop_screen()
        if not isinstance(self.screen, QuestionDialog):
            self.push_screen(QuestionDialog(self.interview, self._clock), lambda _: self._show())

    def _go_on(self) -> None:
        try:
            more = self.interview.go_on(self._clock())
        except TfmdrillError as error:
            self._message = str(error)
            self.interview.end(self._clock())
            more = False
        if not more:
            self.exit(None)
            return
        self._last = None
        self._again = False
        self.query_one("#task").scroll_home(animate=False)
        self.action_pane("task")
        self._show()

    def _show_task(self, *, to_end: bool = False) -> None:
        text = task_markdown(
            self.interview.session.work, self.interview.statement, self.interview.hints_taken()
        )
        waiting = self.query_one("#statement", Markdown).update(text)
        if to_end:

            async def scroll() -> None:
                await waiting
                self.query_one("#task").scroll_end(animate=False)

            self.run_worker(scroll())

    def _show_result(self) -> None:
        pane = self.query_one("#verdict", Static)
        width = max(20, pane.size.width or 60)
        if self._message:
            pane.update(Text(visible(self._message), style="red"))
        elif self._judging:
            pane.update(Text("Grading ...", style="dim"))
        elif self._last is not None:
            pane.update(drawn(print_verdict, shown(self._last.report), width=width))
        else:
            name = visible(str(self.interview.path))
            pane.update(Text(f"No verdict yet. Save your file:\n{name}"))

    def _show_clock(self) -> None:
        session = self.interview.session
        left_s = session.left_s(self._clock())
        clock = self.query_one("#clock", Static)
        clock.update(clock_words(left_s))
        clock.set_class(left_s < URGENT_S, "urgent")
        title = visible(session.work.problem.title)
        where = Text(f"Problem {len(session.works)}: {title}", no_wrap=True, overflow="ellipsis")
        self.query_one("#where", Static).update(where)
