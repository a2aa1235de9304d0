"""One interview as it is held: each thing that happens changes the session and is kept at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tfmdrill.catalogue import active_packs, find_problem, load_hints, load_statement
from tfmdrill.errors import UsageError
from tfmdrill.interview.examiner import Examiner, Verdict, source_hash
from tfmdrill.interview.hidden import graded, shapes_seen
from tfmdrill.interview.questions import chosen_questions
from tfmdrill.interview.session import Session, after, begin, is_unsolved, replay
from tfmdrill.interview.store import Interviews
from tfmdrill.model.interview import (
    Answered,
    Event,
    Finished,
    Happening,
    HintTaken,
    MovedOn,
    Noted,
    Phase,
    Plan,
    PlannedProblem,
    ProblemSet,
    QuestionsOver,
    Recorded,
    Resumed,
    Said,
    TimeUp,
    Work,
)
from tfmdrill.model.practice import Rating, StepKind
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.quiz import Asked, AskedKind, Judged
from tfmdrill.model.report import Outcome
from tfmdrill.practice.files import refusing
from tfmdrill.practice.grade import FilesToGrade, remember
from tfmdrill.practice.starting import start_problem
from tfmdrill.practice.watched import WatchedFiles
from tfmdrill.practice.workspace import starting_framework
from tfmdrill.progress.records import Records, card_of


@dataclass(frozen=True, slots=True)
class Desk:
    """What an interview works with."""

    interviews: Interviews
    records: Records
    packs: tuple[Path, ...] = ()
    keep_warm: bool = True


class Interview:
    """An interview under way. Every `at` is the time of the event, aware and in UTC."""

    def __init__(self, number: int, session: Session, desk: Desk, folder: Path) -> None:
        self.id = number
        self.session = session
        self.folder = folder
        self._desk = desk
        self._active = active_packs(desk.packs)
        self._watched = WatchedFiles(FilesToGrade(folder=folder))
        self.problem: Problem
        self.questions: tuple[Asked, ...] = ()
        if session.works:
            self._turn_to(session.work)

    @property
    def path(self) -> Path:
        """The file of the current problem."""
        return Path(self.session.work.file)

    @property
    def statement(self) -> str:
        """The current problem's statement (Markdown)."""
        return load_statement(self.problem)

    def examiner(self) -> Examiner:
        """A grader for this interview's files; it belongs to the thread that makes it."""
        desk = self._desk
        seed = self.session.plan.setting.seed
        return Examiner(self.folder, seed, desk.packs, keep_warm=desk.keep_warm)

    def saved(self) -> bool:
        """Whether the current file was saved since the last time that this was asked."""
        return self.path in self._watched.look().saved

    def changed_while_away(self, at: datetime) -> bool:
        """Whether the file of the open problem is to be judged now that the screen is back.

        After the time only what was saved within it counts.
        """
        if self.session.phase is not Phase.WORKING:
            return False
        try:
            status = self.path.stat()
        except OSError:
            return False
        # `touch -d` sets the one back, and nothing the other.
        saved_at = datetime.fromtimestamp(max(status.st_mtime, status.st_ctime), UTC)
        work = self.session.work
        in_time = self.session.left_s(at) > 0 or saved_at <= self.deadline
        return in_time and (bool(work.attempts) or source_hash(self.path) != work.source_hash)

    @property
    def deadline(self) -> datetime:
        """When the time is up."""
        return self.session.began_at + timedelta(minutes=self.session.plan.setting.minutes)

    def judged(self, verdict: Verdict, at: datetime) -> None:
        """Keep a verdict on a file that was saved at `at`; a file that didn't change isn't new."""
        work = self.session.work
        if (
            self.session.phase is not Phase.WORKING
            or verdict.item.problem.slug != work.problem.slug
        ):
            return  # the problem was given up while this was being judged
        last = work.attempts[-1].graded.outcome if work.attempts else None
        if verdict.source_hash == work.source_hash and last is not Outcome.GRADER_FAULT:
            return
        remember(verdict.item, verdict.report, FilesToGrade(), self._desk.records, at)
        self._happen(graded(work.number, verdict.report, verdict.source_hash), at)
        if verdict.shapes is not None:
            self._happen(shapes_seen(work.number, verdict.shapes), at)

    def time_is_up(self, at: datetime) -> bool:
        """Ends the work on the open problem if its time is over; whether it did so now."""
        if self.session.phase is not Phase.WORKING or self.session.left_s(at) > 0:
            return False
        self._happen(TimeUp(self.session.work.number), at)
        return True

    def hint(self, at: datetime) -> tuple[int, str]:
        """The next hint's level and Markdown; its points are gone. Raises UsageError after all."""
        following = self.session.next_hint()
        if following is None:
            raise UsageError("there are no more hints on this problem")
        level, points = following
        hints = load_hints(self.problem)
        self._happen(HintTaken(self.session.work.number, level, points), at)
        self._desk.records.add_step(self.problem.slug, StepKind.HINT, at, level)
        return level, (hints.idea, hints.shapes, hints.steps)[level - 1]

    def hints_taken(self) -> tuple[tuple[int, str], ...]:
        """The hints that are paid for: level and Markdown."""
        hints = load_hints(self.problem)
        texts = (hints.idea, hints.shapes, hints.steps)
        return tuple((hint.level, texts[hint.level - 1]) for hint in self.session.work.hints)

    def note(self, text: str, at: datetime) -> None:
        """Keep the notes as they are now."""
        if text != self.session.notes:
            self._happen(Noted(text), at)

    def move_on(self, at: datetime) -> None:
        """Give the open problem up; its questions come next."""
        self._happen(MovedOn(self.session.work.number), at)

    def question(self) -> tuple[int, Asked] | None:
        """The follow-up that is open, with its place; None where there is none."""
        if self.session.phase is not Phase.QUESTIONS:
            return None
        answered = {answer.question for answer in self.session.work.answers}
        return next(((i, q) for i, q in enumerate(self.questions) if i not in answered), None)

    def said(self) -> str | None:
        """What was said to the open question, if that is still to be rated."""
        open_question = self.question()
        if open_question is None:
            return None
        place, _ = open_question
        return next((s.text for s in self.session.work.said if s.question == place), None)

    def say(self, text: str, at: datetime) -> None:
        """Keep what was typed to a spoken question; `rate` comes next."""
        place, _ = self._asked(AskedKind.SPOKEN)
        self._happen(Said(self.session.work.number, place, text), at)

    def rate(self, met: Sequence[int], at: datetime) -> None:
        """The points of a good answer that the candidate said, by their place."""
        place, asked = self._asked(AskedKind.SPOKEN)
        share = len(set(met)) / len(asked.points) if asked.points else 0.0
        answer = self.said() or ""
        self._answer(place, asked, answer, share, at, met=tuple(sorted(set(met))))

    def answer(self, typed: str, at: datetime) -> Judged:
        """The verdict on an answer to a choice or a number.

        Raises TfmdrillError, with what is wanted, where it is no answer to the question.
        """
        from tfmdrill.quiz.judging import judge

        place, asked = self._asked(AskedKind.CHOICE, AskedKind.NUMBER)
        judged = judge(asked, typed)
        share = 1.0 if judged.right else 0.0
        self._answer(place, asked, typed.strip(), share, at, says=judged.says, right=judged.answer)
        return judged

    def skip(self, at: datetime) -> Judged:
        """The right answer to a question that is left out."""
        from tfmdrill.quiz.judging import reveal

        place, asked = self._asked(*AskedKind)
        judged = reveal(asked)
        self._answer(place, asked, "", 0.0, at, right=judged.answer)
        return judged

    def go_on(self, at: datetime) -> bool:
        """After the last question: the next problem if time is left for one, else the end.

        Whether a problem was set. Raises UsageError if its file can't be written.
        """
        if self.session.phase is Phase.QUESTIONS:
            self._happen(QuestionsOver(self.session.work.number), at)
        number = self.session.following(at)
        if number is None:
            self.end(at)
            return False
        self._set(number, at)
        return True

    def end(self, at: datetime) -> None:
        """Ends the interview, whatever is open; what wasn't solved comes back in the plan."""
        if self.session.phase is Phase.ENDED:
            return
        self._happen(Finished(), at)
        _plan_unsolved(self.session, self._desk.records, at)

    def back(self, at: datetime) -> None:
        """The screen is there again."""
        self._happen(Resumed(), at)

    def recorded(self) -> Recorded:
        """All that happened, as it is kept."""
        return self._desk.interviews.load(self.id)

    def _asked(self, *kinds: AskedKind) -> tuple[int, Asked]:
        found = self.question()
        if found is None or found[1].kind not in kinds:
            raise ValueError(f"no question of kind {' or '.join(kinds)} is open")
        return found

    def _answer(
        self,
        place: int,
        asked: Asked,
        answer: str,
        share: float,
        at: datetime,
        *,
        says: str = "",
        right: str = "",
        met: tuple[int, ...] = (),
    ) -> None:
        number = self.session.work.number
        event = Answered(
            number, place, asked.key, asked.kind, asked.text, answer, share, says, right,
            asked.points, met,
        )  # fmt: skip
        self._happen(event, at)
        if asked.kind is not AskedKind.SPOKEN:  # those are in no quiz
            rating = Rating.GOOD if share == 1 else Rating.AGAIN
            self._desk.records.cards.review(asked.key, rating, at)

    def _set(self, number: int, at: datetime) -> None:
        planned = self.session.plan.problems[number]
        problem = find_problem(planned.slug, self._active)
        framework = self._framework(problem)
        with refusing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        path = start_problem(problem, framework, self.folder, self._desk.records, at).path
        self._happen(ProblemSet(number, str(path), framework, source_hash(path)), at)
        self._turn_to(self.session.work)

    def _turn_to(self, work: Work) -> None:
        self.problem = find_problem(work.problem.slug, self._active)
        self.questions = chosen_questions(self.problem, self.session.plan.setting.seed)
        self._watched = WatchedFiles(FilesToGrade(files=(Path(work.file),)))
        self._watched.add(Path(work.file))

    def _framework(self, problem: Problem) -> Framework:
        wanted = self.session.plan.setting.framework
        return wanted if wanted in problem.frameworks else starting_framework(problem)

    def _happen(self, event: Event, at: datetime) -> None:
        happening = Happening(at, event)
        self.session = after(self.session, happening)
        self._desk.interviews.append(self.id, happening)


def begin_interview(plan: Plan, at: datetime, desk: Desk, below: Path) -> Interview:
    """A new interview, its clock running and its first problem set, in a folder of its own.

    below: the folder in which that one is made. Raises UsageError if it can't be.
    """
    number = desk.interviews.add(plan, at)
    try:
        interview = Interview(number, begin(plan, at), desk, _fresh_folder(below, number))
        interview.go_on(at)
    except UsageError:
        desk.interviews.remove(number)
        raise
    return interview


def resume_interview(number: int, at: datetime, desk: Desk) -> Interview:
    """An interview as it was left; the clock has run on.

    Raises UsageError if it is over, or not there, or can't be understood.
    """
    session = _replayed(desk.interviews.load(number))
    if session.phase is Phase.ENDED:
        raise UsageError(f"interview {number} is over: tfmdrill interview show {number}")
    folder = Path(session.work.file).parent if session.works else _fresh_folder(Path(), number)
    interview = Interview(number, session, desk, folder)
    interview.back(at)
    if session.phase is Phase.BETWEEN:
        interview.go_on(at)
    return interview


def end_interview(number: int, at: datetime, desk: Desk) -> None:
    """Ends an interview without its screen, even if its problems aren't there any more.

    Raises UsageError if it isn't there or can't be understood.
    """
    session = _replayed(desk.interviews.load(number))
    desk.interviews.append(number, Happening(at, Finished()))
    _plan_unsolved(session, desk.records, at)


def _replayed(recorded: Recorded) -> Session:
    """Raises UsageError if it can't have come about."""
    try:
        return replay(recorded)
    except ValueError as error:
        raise UsageError(f"interview {recorded.id} isn't as tfmdrill wrote it ({error})") from None


def _plan_unsolved(session: Session, records: Records, at: datetime) -> None:
    """What wasn't solved is due again."""
    for work in session.works:
        if is_unsolved(work):
            records.cards.review(card_of(work.problem.slug), Rating.AGAIN, at)


def missing_framework(plan: Plan, packs: Sequence[Path]) -> PlannedProblem | None:
    """The first planned problem for which nothing is installed here."""
    from importlib.util import find_spec

    active = active_packs(packs)
    wanted = plan.setting.framework
    for planned in plan.problems:
        problem = find_problem(planned.slug, active)
        chosen = wanted if wanted in problem.frameworks else starting_framework(problem)
        if chosen is not Framework.TEXT and find_spec(chosen) is None:
            return planned
    return None


def _fresh_folder(below: Path, number: int) -> Path:
    """A folder that wasn't there: interview-3, or interview-3-2 and so on. Raises UsageError."""
    name = f"interview-{number}"
    folder = below.resolve() / name
    again = 2
    with refusing(folder):
        while True:
            try:
                folder.mkdir()
            except FileExistsError:
                folder = below.resolve() / f"{name}-{again}"
                again += 1
            else:
                return folder
