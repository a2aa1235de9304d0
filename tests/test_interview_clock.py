"""An interview whose time runs out, on a clock that the test moves; and its record on disk."""

import asyncio
import io
import os
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from command import TINY
from practised import practise
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Static, TextArea

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.cli import clock as system_clock
from tfmdrill.cli import interview_dialogs
from tfmdrill.cli.interview_dialogs import QuestionDialog
from tfmdrill.cli.interview_plain import Left, PlainInterview
from tfmdrill.cli.interview_screen import InterviewApp
from tfmdrill.cli.lines import Lines
from tfmdrill.errors import UsageError
from tfmdrill.interview.conduct import Desk, Interview, begin_interview, resume_interview
from tfmdrill.interview.plan import plan_interview
from tfmdrill.interview.scorecard import scorecard_of
from tfmdrill.interview.store import Interviews, alone
from tfmdrill.model.interview import Phase, Setting
from tfmdrill.model.pack import Framework, Topic
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.model.scorecard import MomentKind
from tfmdrill.practice.saves import Saves
from tfmdrill.progress.database import Database
from tfmdrill.progress.plan import make_plan
from tfmdrill.progress.records import Records

WIDER = 70  # columns, of 80: what a pane of unknown width is given is narrower
START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
RIGHT = (
    "# tfmdrill: double-it (numpy)\ndef double_it(x, *, offset=0.0):\n    return 2 * x + offset\n"
)


class Clock:
    """A clock that goes on by `step` with each look at it."""

    def __init__(self, step: timedelta = timedelta()) -> None:
        self.at = START
        self.step = step

    def __call__(self) -> datetime:
        self.at += self.step
        return self.at


@asynccontextmanager
async def on_screen(
    interview: Interview, clock: Clock
) -> AsyncIterator[tuple[InterviewApp, Pilot[BaseException | None]]]:
    """The interview on a full screen of 80 by 24."""
    with ThreadPoolExecutor(1) as executor, Saves([interview.folder]) as saves:
        examiner = executor.submit(interview.examiner).result()
        app = InterviewApp(interview, clock, examiner, saves, executor)
        async with app.run_test(size=(80, 24)) as pilot:
            yield app, pilot
        executor.submit(examiner.close).result()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    database = Database(tmp_path / "data")
    return Desk(Interviews(database), Records(database), (TINY,), keep_warm=False)


@pytest.fixture
def interview(desk: Desk, tmp_path: Path) -> Interview:
    """15 minutes on the problem of the fixture pack alone."""
    return begun(desk, tmp_path, START)


def begun(desk: Desk, tmp_path: Path, at: datetime) -> Interview:
    problems = [p for p in all_summaries(active_packs([TINY])) if p.slug == "double-it"]
    plan = plan_interview(Setting(15, 7, framework=Framework.NUMPY), problems)
    return begin_interview(plan, at, desk, tmp_path)


def planned_on(day: datetime, desk: Desk) -> list[str]:
    """The reviews in that day's plan."""
    return [review.name for review in make_plan(desk.records, desk.packs, day).reviews]


def typed(text: str, monkeypatch: pytest.MonkeyPatch) -> Lines:
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    os.close(writing)
    monkeypatch.setattr("sys.stdin", os.fdopen(reading))
    return Lines()


def held_line_by_line(interview: Interview, lines: Lines, clock: Clock) -> str:
    file = io.StringIO()
    PlainInterview(interview, Console(file=file, width=100), lines, clock).run()
    return file.getvalue()


def test_warnings_come_in_order_and_time_up_leads_to_the_questions(
    interview: Interview, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = typed("t\n" * 60 + "\n" * 20, monkeypatch)
    text = held_line_by_line(interview, lines, Clock(timedelta(seconds=20)))
    marks = ["7:30 left.", "5 minutes left.", "1 minute left.", "Time is up.", "Question 1 of 3"]
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    assert [text.count(mark) for mark in marks[1:4]] == [1, 1, 1]
    card = scorecard_of(interview.recorded())
    assert card.finished
    assert card.used_s == 15 * 60
    assert card.problems[0].timeline[-1].kind is MomentKind.TIME_UP
    assert len(card.problems[0].answers) == 3
    assert [practice.what for practice in card.practise] == ["double-it", "blocks"]


def test_what_was_not_solved_is_due_in_the_plan(
    interview: Interview, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_line_by_line(interview, typed("e\ny\n", monkeypatch), Clock())
    assert planned_on(START + timedelta(days=1), desk) == ["double-it"]


def test_what_was_passed_earlier_on_the_day_and_not_now_is_due_too(
    desk: Desk, tmp_path: Path
) -> None:
    practise(desk.records, "double-it", START - timedelta(hours=2))
    interview = begun(desk, tmp_path, START)
    interview.end(START + timedelta(minutes=15))
    assert [item.what for item in scorecard_of(interview.recorded()).practise] == ["double-it"]
    assert planned_on(START + timedelta(days=1), desk) == ["double-it"]


def test_a_save_after_the_time_does_not_count(interview: Interview, desk: Desk) -> None:
    late = START + timedelta(minutes=16)
    interview.path.write_text(RIGHT)
    os.utime(interview.path, (late.timestamp(), late.timestamp()))
    again = resume_interview(interview.id, late, desk)
    assert not again.changed_while_away(late)
    assert again.time_is_up(late)
    assert again.session.phase is Phase.QUESTIONS
    assert again.session.work.time_was_up


def test_a_save_after_the_time_does_not_count_whatever_its_date_says(
    desk: Desk, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    interview = begun(desk, tmp_path, now - timedelta(minutes=16))
    interview.path.write_text(RIGHT)
    earlier = (now - timedelta(minutes=10)).timestamp()
    os.utime(interview.path, (earlier, earlier))
    assert not resume_interview(interview.id, now, desk).changed_while_away(now)


def test_a_save_in_time_counts_after_a_crash(desk: Desk, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    interview = begun(desk, tmp_path, now - timedelta(minutes=14))
    late = now + timedelta(minutes=2)
    interview.path.write_text(RIGHT)
    again = resume_interview(interview.id, late, desk)
    assert again.changed_while_away(late)
    with again.examiner() as examiner:
        verdict = examiner.judge(again.path, "double-it", Framework.NUMPY)
    again.judged(verdict, min(late, again.deadline))
    assert again.session.work.passed_at is not None
    assert [attempt.problem for attempt in desk.records.attempts()] == ["double-it"]


def test_a_save_in_time_counts_after_fg(desk: Desk, tmp_path: Path) -> None:
    clock = Clock()
    clock.at = datetime.now(UTC)
    interview = begun(desk, tmp_path, clock.at - timedelta(minutes=14))

    async def hold() -> None:
        async with on_screen(interview, clock) as (app, pilot):
            clock.at += timedelta(minutes=2)  # while it is suspended
            interview.path.write_text(RIGHT)
            app.action_suspend()
            while interview.session.phase is Phase.WORKING:
                await pilot.pause(0.01)
            assert interview.session.work.passed_at == interview.deadline

    asyncio.run(hold())


def test_a_system_clock_that_is_set_gives_and_takes_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, passed_s = START, 5000.0
    monkeypatch.setattr(system_clock, "now", lambda: told)
    monkeypatch.setattr(system_clock.time, "clock_gettime", lambda _: passed_s)
    clock = system_clock.SteadyClock()
    told, passed_s = START - timedelta(hours=1), passed_s + 90
    assert clock() == START + timedelta(seconds=90)
    told, passed_s = START + timedelta(days=1), passed_s + 30
    assert clock() == START + timedelta(minutes=2)


def test_the_clock_of_an_interview_is_that_of_the_wall() -> None:
    clock = system_clock.SteadyClock()
    before = system_clock.now()
    assert before - timedelta(seconds=1) < clock() < system_clock.now() + timedelta(seconds=1)


def test_the_untouched_stub_is_no_attempt(interview: Interview, desk: Desk) -> None:
    again = resume_interview(interview.id, START, desk)
    assert not again.changed_while_away(START)
    with again.examiner() as examiner:
        again.judged(examiner.judge(again.path, "double-it", Framework.NUMPY), START)
    assert again.session.work.attempts == ()


def test_the_same_file_saved_twice_is_one_attempt(interview: Interview) -> None:
    interview.path.write_text(RIGHT.replace("2 * x", "3 * x"))
    with interview.examiner() as examiner:
        for _ in range(2):
            verdict = examiner.judge(interview.path, "double-it", Framework.NUMPY)
            interview.judged(verdict, START)
    assert len(interview.session.work.attempts) == 1


def test_two_people_are_judged_on_the_same_inputs(interview: Interview) -> None:
    with interview.examiner() as one, interview.examiner() as other:
        seeds = {
            examiner.judge(interview.path, "double-it", Framework.NUMPY).report.seed
            for examiner in (one, other)
        }
    assert len(seeds) == 1


def test_nobody_types_and_the_interview_can_be_resumed(
    interview: Interview, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Left):
        held_line_by_line(interview, typed("n a\n", monkeypatch), Clock())
    assert resume_interview(interview.id, START, desk).session.notes == "a"


def test_the_full_screen_asks_when_the_time_is_up(interview: Interview) -> None:
    clock = Clock()

    async def hold() -> None:
        async with on_screen(interview, clock) as (app, pilot):
            await pilot.press("h")  # a dialog that is out of date once the time is up
            clock.at = START + timedelta(minutes=15)
            app._tick()
            await pilot.pause()
            assert isinstance(app.screen, QuestionDialog)
            assert len(app.screen_stack) == 2  # nothing is below it but the desk
            assert app.interview.session.work.time_was_up

    asyncio.run(hold())


def test_a_verdict_takes_the_width_of_the_screen(interview: Interview) -> None:
    words = repr("word" * 400)

    def widest(verdict: Static) -> int:
        return max(map(len, str(verdict.visual).split("\n")))

    raising = RIGHT.replace("return", f"raise ValueError({words})\n    return")

    async def hold() -> None:
        async with on_screen(interview, Clock()) as (app, pilot):
            await pilot.pause()
            interview.path.write_text(raising)
            while not interview.session.work.attempts:
                await pilot.pause(0.01)
            await pilot.pause()
            verdict = app.query_one("#verdict", Static)
            assert app.query_one("#result").show_vertical_scrollbar
            assert WIDER < widest(verdict) <= verdict.size.width
            await pilot.resize_terminal(20, 5)
            await pilot.pause()
            await pilot.resize_terminal(200, 40)
            await pilot.pause()
            assert WIDER < widest(verdict) <= verdict.size.width

    asyncio.run(hold())


def test_keys_that_were_meant_for_the_notes_answer_and_skip_nothing(
    interview: Interview, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    number = Asked("k", AskedKind.NUMBER, Topic.BLOCKS, "How many?", value=1)
    interview.questions = (number, *interview.questions)
    monkeypatch.setattr(interview_dialogs, "SETTLE_S", 10**6)  # as if they were typed at once

    async def hold() -> None:
        async with on_screen(interview, clock) as (app, pilot):
            await pilot.press("n", "x")
            clock.at = START + timedelta(minutes=15)
            app._tick()
            await pilot.pause()
            kinds = set()
            while (found := interview.question()) is not None:
                dialog = app.screen
                await pilot.press("1", "b", "enter", "escape", "escape")
                assert app.screen is dialog
                assert interview.question() == found
                assert interview.said() is None
                assert not str(dialog.query_one("#hint", Static).visual)
                kinds.add(found[1].kind)
                dialog._take_keys()
                await pilot.press("escape", "escape")
            assert kinds == set(AskedKind)
            assert interview.session.notes == "x"

    asyncio.run(hold())


def test_lines_that_were_typed_before_a_question_are_no_answers(
    interview: Interview, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, terminal = os.openpty()
    looks = 0

    def clock() -> datetime:
        nonlocal looks
        if interview.session.phase is Phase.QUESTIONS:
            looks += 1
            if looks == 1:
                os.write(person, b"which one?\n")  # no answer either, but in time
            elif looks == 2:
                os.close(person)
        return START + timedelta(minutes=15)

    os.write(person, b"t\nb\n\n")
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        lines = Lines()
        while not lines.take():  # one is read already, the others wait in the terminal
            lines.wait(None)
        with pytest.raises(Left):
            PlainInterview(interview, Console(file=io.StringIO()), lines, clock).run()
    assert interview.session.phase is Phase.QUESTIONS
    assert interview.session.work.answers == ()


def test_what_was_said_before_a_crash_is_there_to_be_rated(
    interview: Interview, desk: Desk
) -> None:
    interview.move_on(START)
    while (found := interview.question()) and found[1].kind is not AskedKind.SPOKEN:
        interview.skip(START)
    interview.say("it was said", START)
    again = resume_interview(interview.id, START, desk)

    async def hold() -> None:
        async with on_screen(again, Clock()) as (app, pilot):
            await pilot.pause()
            assert app.screen.query_one("#spoken", TextArea).text == "it was said"
            assert app.screen.query_one("#points", Static)

    asyncio.run(hold())


def test_a_letter_chooses_and_enter_answers(interview: Interview) -> None:
    clock = Clock()

    async def hold() -> None:
        async with on_screen(interview, clock) as (app, pilot):
            clock.at = START + timedelta(minutes=15)
            app._tick()
            await pilot.pause()
            while (found := interview.question()) is not None:
                while not str(app.screen.query_one("#hint", Static).visual):
                    await pilot.pause(0.05)
                if found[1].kind is AskedKind.CHOICE:
                    break
                await pilot.press("escape", "escape")
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("b")
            assert not [a for a in interview.session.work.answers if a.kind is AskedKind.CHOICE]
            await pilot.press("enter")
            assert interview.session.work.answers[-1].answer == "b"

    asyncio.run(hold())


def test_only_one_holds_an_interview(tmp_path: Path) -> None:
    with alone(tmp_path), pytest.raises(UsageError, match="open in another terminal"):  # noqa: SIM117
        with alone(tmp_path):
            pass
    with alone(tmp_path):
        pass


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE interviews SET plan = '{}'",
        "UPDATE interviews SET plan = 'x'",
        "UPDATE interviews SET began_at = '2026-03-01T09:00:00'",
        "UPDATE interview_events SET kind = 'unheard-of'",
        "UPDATE interview_events SET body = '[1]'",
        "UPDATE interview_events SET kind = 'questions-over', body = '{\"number\": 0}'",
    ],
)
def test_a_record_that_somebody_changed_is_said_to_be_so(
    interview: Interview, desk: Desk, tmp_path: Path, change: str
) -> None:
    with sqlite3.connect(tmp_path / "data" / "progress.db") as database:
        database.execute(change)
    with pytest.raises(UsageError, match=f"interview {interview.id} isn't as tfmdrill wrote it"):
        resume_interview(interview.id, START, desk)


def test_an_interview_that_is_over_is_not_resumed(interview: Interview, desk: Desk) -> None:
    interview.end(START)
    with pytest.raises(UsageError, match="is over: tfmdrill interview show 1"):
        resume_interview(interview.id, START, desk)
    assert desk.interviews.unfinished() is None


def test_a_name_that_is_no_utf_8_is_kept(interview: Interview, desk: Desk) -> None:
    interview.note("lone surrogate \udcff and \x1b[31m", START)
    again = resume_interview(interview.id, START, desk)
    assert again.session.notes == "lone surrogate \udcff and \x1b[31m"


def test_a_database_that_cannot_be_written_stops_no_interview(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    database = Database(tmp_path / "data")
    desk = Desk(Interviews(database), Records(database), (TINY,), keep_warm=False)
    problems = [p for p in all_summaries(active_packs([TINY])) if p.slug == "double-it"]
    plan = plan_interview(Setting(15, 7, framework=Framework.NUMPY), problems)
    interview = begin_interview(plan, START, desk, tmp_path)
    interview.note("x", START)
    interview.end(START)
    assert scorecard_of(interview.recorded()).notes == "x"
    assert "isn't remembered" in database.complaint
