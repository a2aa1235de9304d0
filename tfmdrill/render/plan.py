"""Today's plan on a terminal, as sentences, and as JSON."""

import json
from datetime import date
from typing import Any

from rich.console import Console

from tfmdrill.model.plan import Plan, Planned, Why
from tfmdrill.render.console import padded, say, signs_of, widest
from tfmdrill.render.inert import visible
from tfmdrill.render.quantities import count

SCHEMA = 1


def print_plan(plan: Plan, *, console: Console, plain: bool = False) -> None:
    """What to do today, each line with the command that begins it."""
    if plan.first_time:
        _print_welcome(plan, console)
        return
    bold, dim = ("", "") if plain else ("bold", "dim")
    dot = ", " if plain else f" {signs_of(console).dot} "
    passed = f"{plan.passed} of {count(plan.total, 'problem')} passed"
    done = f"{count(plan.reviewed, 'review')} done" if plan.reviewed else ""
    say(console, dot.join(filter(None, [f"Today, {_date(plan.day)}", passed, done])), bold)
    say(console)
    lines = [(planned, _command(planned)) for planned in plan.reviews]
    if plan.reviews:
        _print_lines("Due for a review:", lines, plan, console, dim=dim)
        if plan.waiting:
            more = count(plan.waiting, "more review")
            say(console, f"  {more} can wait until there is room for them.", dim)
        say(console)
    if plan.questions:
        say(console, f"{count(plan.questions, 'question')} of the quiz due: tfmdrill quiz")
        say(console)
    if plan.fresh is not None:
        head = "Begun:" if plan.fresh.why is Why.STARTED else "New:"
        _print_lines(head, [(plan.fresh, _command(plan.fresh))], plan, console, dim=dim)
        say(console)
    _print_foot(plan, console, dim)


def plan_json(plan: Plan) -> str:
    """The plan as one JSON document, described in `render.document`."""
    document = {
        "schema": SCHEMA,
        "day": plan.day.isoformat(),
        "reviews": [_entry(planned) for planned in plan.reviews],
        "waiting": plan.waiting,
        "questions": plan.questions,
        "fresh": _entry(plan.fresh) if plan.fresh else None,
        "reviewed": plan.reviewed,
        "passed": plan.passed,
        "total": plan.total,
        "next_due": plan.next_due.isoformat() if plan.next_due else None,
    }
    return json.dumps(document, indent=2)


def _print_welcome(plan: Plan, console: Console) -> None:
    say(console, f"Welcome. There are {count(plan.total, 'problem')}, and none of them is begun.")
    say(console)
    lines = [
        ("tfmdrill demo", "a wrong answer, its verdict, and the mended file"),
        ("tfmdrill list", "all problems, in the order of learning"),
    ]
    if plan.fresh is not None:
        slug, title = plan.fresh.problem.slug, visible(plan.fresh.problem.title)
        lines.insert(1, (f"tfmdrill new {slug}", f"begin with the first: {title}"))
    lines.append(("tfmdrill --help", "everything else"))
    width = widest(command for command, _ in lines)
    for command, says in lines:
        say(console, f"  {padded(command, width)}  {says}")
    say(console)
    say(console, "From then on `tfmdrill` shows what to do each day.")


def _print_lines(
    head: str,
    lines: list[tuple[Planned, str]],
    plan: Plan,
    console: Console,
    *,
    dim: str,
) -> None:
    say(console, head)
    for planned, command in lines:
        problem = planned.problem
        facts = f"{problem.topic}, {problem.difficulty}, {problem.minutes} minutes"
        late = _late(planned, plan.day)
        remark = "  (go on with your file)" if planned.under_way else ""
        say(console, f"  {planned.name}: {visible(problem.title)}")
        say(console, f"    {facts}{late}", dim)
        say(console, f"    {command}{remark}")


def _print_foot(plan: Plan, console: Console, dim: str) -> None:
    if plan.first is None:
        say(console, "Nothing is left for today.")
    if plan.next_due is not None:
        say(console, f"The next review is due {_when(plan.next_due, plan.day)}.", dim)
    if plan.first is not None and plan.first.under_way:
        say(console, "Where its file isn't here, this writes a new one: tfmdrill next --start", dim)
    elif plan.first is not None:
        say(console, "Begin with the first of these: tfmdrill next --start", dim)
    elif plan.passed < plan.total:
        say(console, "Do one again all the same: tfmdrill new SLUG --review", dim)


def _command(planned: Planned) -> str:
    if planned.under_way:
        return "tfmdrill grade"
    if planned.why in (Why.REVIEW, Why.RETRY):
        return f"tfmdrill new {planned.name} --review"
    return f"tfmdrill new {planned.name}"


def _late(planned: Planned, today: date) -> str:
    if planned.due is None:
        return ""
    days = (today - planned.due).days
    words = f"due for {count(days, 'day')}" if days else "due today"
    return f"; {words}" + ("; not passed yet" if planned.why is Why.RETRY else "")


def _when(day: date, today: date) -> str:
    days = (day - today).days
    return "tomorrow" if days == 1 else f"in {count(days, 'day')}, on {_date(day)}"


def _date(day: date) -> str:
    return f"{day:%A} {day.isoformat()}"


def _entry(planned: Planned) -> dict[str, Any]:
    return {
        "slug": planned.problem.slug,
        "variant": planned.variant,
        "title": planned.problem.title,
        "topic": planned.problem.topic,
        "minutes": planned.problem.minutes,
        "why": planned.why,
        "due": planned.due.isoformat() if planned.due else None,
        "under_way": planned.under_way,
        "command": _command(planned),
    }
