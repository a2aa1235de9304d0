"""What a student reads of their grades: as a page, as Markdown, and as plain lines."""

import re

from tfmdrill.catalogue.resources import fill_template
from tfmdrill.model.course import GradeStatus
from tfmdrill.model.feedback import Feedback, ShownCheck, ShownProblem
from tfmdrill.model.report import Outcome
from tfmdrill.render.inert import lines_of, one_line, visible
from tfmdrill.render.pages import page
from tfmdrill.render.quantities import count
from tfmdrill.render.sentences import detail_sentences
from tfmdrill.render.wording import NOT_JUDGED, OUTCOME_WORDS, does_not_count

STATUS_WORDS = {
    GradeStatus.OK: "",
    GradeStatus.REGRADE: "not graded yet: the grader failed, not your code, and will try again",
    GradeStatus.MISSING: "nothing was handed in",
    GradeStatus.UNMATCHED: "something was handed in that couldn't be read as an answer to this",
}
HIDDEN_WORDS = "a hidden check: its input isn't shown"
WITHHELD_WORDS = (
    "Some checks of this problem are hidden, so what the code printed, returned and raised "
    "isn't repeated here. Run it on the inputs that are shown."
)
SHOWN_PRINTS = 20  # lines
OPENED = 3  # failures with their inputs; the others mostly have the same cause
MARKDOWN = re.compile(r"([\\`*_\[\]|~])|^([#+=-]|\d+(?=[.)]))")


def feedback_page(feedback: Feedback) -> str:
    """The HTML page, one file."""
    return page("feedback", feedback=feedback, words=_Words())


def feedback_markdown(feedback: Feedback) -> str:
    """The same as Markdown; text of others is escaped or stands in a fence that it can't close."""
    return fill_template(
        "feedback.md.jinja", feedback=feedback, words=_Words(), md=markdown, fenced=fenced
    )


def markdown(text: str) -> str:
    r"""The text on one line, with nothing that Markdown or HTML would act on.

    >>> markdown("*Ann* <b> -1"), markdown("- 1")
    ('\\*Ann\\* &lt;b&gt; -1', '\\- 1')
    """
    line = MARKDOWN.sub(_escaped, one_line(text))
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escaped(found: re.Match[str]) -> str:
    """A number that would begin a list has its dot escaped, everything else itself."""
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


def fenced(lines: list[str]) -> str:
    """The lines as a code block whose fence is longer than any run of backticks in them."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *lines, fence])


def points_words(value: float | None) -> str:
    """Points with as many decimals as they have, at most two.

    >>> points_words(7.0), points_words(6.25), points_words(None)
    ('7', '6.25', 'no points yet')
    """
    return "no points yet" if value is None else f"{round(value, 2):g}"


def problem_words(problem: ShownProblem) -> str:
    """One line: the title, the points and how they came about."""
    parts = [f"{visible(problem.title)}: {score_words(problem)}"]
    parts += [
        visible(p) for p in (problem.lateness, problem.override, STATUS_WORDS[problem.status]) if p
    ]
    return ". ".join(parts) + "."


def score_words(problem: ShownProblem) -> str:
    """ "6 of 8 points (7 less 1 for lateness)"."""
    words = f"{points_words(problem.final)} of {points_words(problem.points)} points"
    if problem.final is None:
        return points_words(None)
    if problem.override:
        return f"{words}, set by the instructor"
    if problem.penalty and problem.raw is not None:
        less = f"{points_words(problem.raw)} less {points_words(problem.penalty)}"
        return f"{words} ({less} for lateness)"
    return words


def mistake_words(problem: ShownProblem) -> list[str]:
    """The named mistakes, each with why it matters and a nudge."""
    lines = []
    several = len(problem.mistakes) > 1
    if several:
        lines.append("One of these mistakes; they fit equally well:")
    for mistake in problem.mistakes:
        lines.append(f"{'' if several else 'The mistake: '}{visible(mistake.says)}")
        if mistake.because:
            lines.append(f"Because: {visible(mistake.because)}")
        if mistake.fix:
            lines.append(f"Try: {visible(mistake.fix)}")
    return lines


def check_words(shown: ShownCheck) -> list[str]:
    """What a check tells beside its title: how it ended, and if it isn't hidden, on what."""
    check = shown.check
    lines = [OUTCOME_WORDS[check.outcome].capitalize() + "."]
    if shown.hidden:
        return [*lines, f"This is {HIDDEN_WORDS}."]
    if check.outcome is Outcome.PASSED and not check.remarks:
        return lines
    return [*lines, *detail_sentences(check)]


class _Words:
    """What the templates ask for."""

    hidden = HIDDEN_WORDS
    opened = OPENED
    withheld = WITHHELD_WORDS
    points = staticmethod(points_words)
    score = staticmethod(score_words)

    def status(self, problem: ShownProblem) -> str:
        return STATUS_WORDS[problem.status]

    def outcome(self, outcome: Outcome) -> str:
        return OUTCOME_WORDS[outcome]

    def passed(self, problem: ShownProblem) -> list[ShownCheck]:
        return [s for s in problem.checks if s.check.outcome is Outcome.PASSED]

    def failed(self, problem: ShownProblem) -> list[ShownCheck]:
        left_out = (Outcome.PASSED, *NOT_JUDGED)
        return [s for s in problem.checks if s.check.outcome not in left_out]

    def unjudged(self, problem: ShownProblem) -> list[ShownCheck]:
        return [s for s in problem.checks if s.check.outcome in NOT_JUDGED]

    def title(self, shown: ShownCheck) -> str:
        return shown.check.title or shown.check.id

    def counts(self, shown: ShownCheck) -> bool:
        return not does_not_count(shown.check)

    def details(self, shown: ShownCheck) -> list[str]:
        return [] if shown.hidden else detail_sentences(shown.check)

    def summary(self, problem: ShownProblem) -> str:
        judged = len(self.passed(problem)) + len(self.failed(problem))
        return f"{len(self.passed(problem))} of {count(judged, 'check')} passed"

    def prints(self, problem: ShownProblem) -> list[str]:
        shown, left = lines_of(problem.prints, SHOWN_PRINTS)
        more = [f"... {count(left, 'more line')}"] if left else []
        return [*shown, *more] if problem.prints.strip() else []
