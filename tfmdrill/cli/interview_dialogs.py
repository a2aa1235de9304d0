"""The dialogs of an interview on the full screen: a yes or no, and a follow-up question."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.widgets import Footer, Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from tfmdrill.errors import TfmdrillError
from tfmdrill.interview.conduct import Interview
from tfmdrill.model.quiz import AskedKind, Judged
from tfmdrill.render.inert import visible
from tfmdrill.render.interview import clock_words, how_to_answer, judged_words, letters_of

SETTLE_S = 1.0  # without a key, after which a question takes them; nobody has read one sooner


class Confirm(ModalScreen[bool]):
    """A question that costs something: y or n."""

    CSS = """
    Confirm { align: center middle; }
    #box { width: 60; max-width: 90%; height: auto; border: round $accent; padding: 1 2;
      background: $surface; }
    #keys { margin-top: 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape", "dismiss(False)", "no"),
    ]

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self._words, markup=False)
            yield Static("y yes    n no", id="keys", markup=False)


class Points(Static, can_focus=True):
    """The points of a good answer, each with its number, which ticks it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "tick_all", "said all")]

    def __init__(self, points: Sequence[str]) -> None:
        super().__init__(id="points", markup=False)
        self._points = points
        self.met: set[int] = set()

    def on_mount(self) -> None:
        self._draw()

    def on_key(self, event: Key) -> None:
        character = event.character or ""
        if character.isdecimal() and 1 <= int(character) <= len(self._points):
            self.met ^= {int(character) - 1}
            self._draw()

    def action_tick_all(self) -> None:
        self.met = set(range(len(self._points)))
        self._draw()

    def _draw(self) -> None:
        table = Table.grid(padding=(0, 1, 0, 0))
        for number, point in enumerate(self._points):
            style = "green" if number in self.met else ""
            box = "[x]" if number in self.met else "[ ]"
            table.add_row(Text(f"{box} {number + 1}.", style), Text(visible(point), style))
        self.update(table)


class QuestionDialog(Screen[None]):
    """One follow-up: asked, answered, and what is to be said of the answer.

    It comes by itself, after a pass or when the time is up, to whoever is typing: until the keys
    have rested for a moment they were meant for something else, and do nothing here.
    """

    CSS = """
    QuestionDialog { background: $background; }
    #head { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    #body { padding: 1 2; }
    #text { text-style: bold; margin-bottom: 1; }
    #how, #hint { color: $text-muted; }
    #points { margin: 0 0 1 0; }
    OptionList { height: auto; border: none; padding: 0; background: transparent;
      margin: 1 0; }
    Input { margin: 1 0; }
    TextArea { height: 6; margin: 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "done", "done or skip", priority=True),
        Binding("enter", "go_on", "go on", show=False),
    ]

    def __init__(self, interview: Interview, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._interview = interview
        self._clock = clock
        self._settling: Timer | None = None
        self._settled = False
        self._over = False
        found = interview.question()
        if found is None:
            raise ValueError("no question is open")
        self._place, self._asked = found

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with VerticalScroll(id="body", can_focus=False, disabled=True):
            yield Static(Text(visible(self._asked.text)), id="text")
            yield Static(how_to_answer(self._asked), id="how", markup=False)
            yield from self._answering()
            yield Static(id="said", markup=False)
            yield Static(id="hint", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.set_interval(1.0, self._show_clock)
        self._show_clock()
        self._settle()
        if self._asked.kind is AskedKind.SPOKEN and self._interview.said() is not None:
            self.run_worker(self._rate())

    def _answering(self) -> ComposeResult:
        match self._asked.kind:
            case AskedKind.CHOICE:
                rows = (
                    f"{letter}) {visible(choice)}" for letter, choice in letters_of(self._asked)
                )
                yield OptionList(*(Option(Text(row)) for row in rows), id="choices")
            case AskedKind.NUMBER:
                yield Input(id="number", placeholder=self._asked.unit)
            case AskedKind.SPOKEN:
                said = self._interview.said() or ""
                yield TextArea(said, id="spoken", tab_behavior="focus")

    def _settle(self) -> None:
        """Take keys after a moment without any, beginning now."""
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLE_S, self._take_keys)

    def _take_keys(self) -> None:
        self._settled = True
        self.query_one("#body").disabled = False
        for choices in self.query("#choices").results(OptionList):
            choices.highlighted = None  # Enter alone answers nothing
        self.query("OptionList, Input, TextArea, Points").last().focus()
        self._show_hint()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc and Enter wait as the other keys do."""
        del parameters
        return self._settled or action not in ("done", "go_on")

    def _show_hint(self) -> None:
        self.query_one("#hint", Static).update(self._hint() if self._settled else "")

    def _hint(self) -> str:
        match self._asked.kind:
            case AskedKind.SPOKEN if self._interview.said() is not None:
                return "A number ticks or unticks, a all; Esc when you are done."
            case AskedKind.SPOKEN:
                return "Esc when you have said it or typed it."
            case AskedKind.CHOICE:
                return "A letter or an arrow chooses, Enter answers, Esc skips."
            case AskedKind.NUMBER:
                return "Enter answers, Esc skips."

    def on_key(self, event: Key) -> None:
        """A choice's letter chooses it."""
        if not self._settled:
            self._settle()
            return
        letters = [letter for letter, _ in letters_of(self._asked)]
        if not self._over and event.character in letters:
            self.query_one("#choices", OptionList).highlighted = letters.index(event.character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if not self._over:
            self._answer(letters_of(self._asked)[event.option_index][0])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if not self._over:
            self._answer(event.value)

    def action_done(self) -> None:
        """What Esc means: skip, or said, or rated, or on to the next."""
        if self._over:
            self.dismiss(None)
        elif self._asked.kind is not AskedKind.SPOKEN:
            self._end(self._interview.skip(self._clock()))
        elif self._interview.said() is None:
            self._interview.say(self.query_one("#spoken", TextArea).text, self._clock())
            self.run_worker(self._rate())
        else:
            met = self.query_one("#points", Points).met
            self._interview.rate(sorted(met), self._clock())
            self.dismiss(None)

    def action_go_on(self) -> None:
        if self._over:
            self.dismiss(None)

    def _answer(self, typed: str) -> None:
        try:
            judged = self._interview.answer(typed, self._clock())
        except TfmdrillError as error:
            self.query_one("#said", Static).update(Text(str(error), style="red"))
            return
        self._end(judged)

    def _end(self, judged: Judged) -> None:
        self._over = True
        text = Text("\n").join(Text(visible(w), style=s) for s, w in judged_words(judged))
        self.query_one("#said", Static).update(text)
        self.query_one("#hint", Static).update("Enter goes on.")
        for name in ("#choices", "#number"):
            for widget in self.query(name):
                widget.disabled = True
        self.set_focus(None)

    async def _rate(self) -> None:
        """The points of a good answer, each to be ticked if it was said."""
        self.query_one("#spoken", TextArea).read_only = True
        self.query_one("#how", Static).update("A good answer says these; tick what you said:")
        points = Points(self._asked.points)
        await self.query_one("#body").mount(points, before="#said")
        points.focus()
        self._show_hint()

    def _show_clock(self) -> None:
        left = clock_words(self._interview.session.left_s(self._clock()))
        total = len(self._interview.questions)
        words = f"Question {self._place + 1} of {total}: {self._asked.topic}"
        room = max(1, self.size.width - 2 - len(words) - len(left))
        self.query_one("#head", Static).update(words + " " * room + left)
