"""Doing what today's plan says: beginning its first problem."""

from datetime import datetime
from pathlib import Path

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.errors import UsageError
from tfmdrill.model.plan import Plan, Planned, Why
from tfmdrill.model.problem import Framework
from tfmdrill.model.workspace import Written
from tfmdrill.practice.starting import start_problem, start_review
from tfmdrill.practice.workspace import answers_in
from tfmdrill.progress.records import Records


def start_planned(
    plan: Plan,
    framework: Framework | None,
    folder: Path,
    records: Records,
    packs: tuple[Path, ...],
    at: datetime,
) -> tuple[Planned, Written]:
    """The first problem of the plan, and its stub in the folder; a review's file is put aside.

    Raises UsageError if nothing is planned, or if the file to go on with is in the folder.
    """
    planned = plan.first
    if planned is None:
        raise UsageError("nothing is left for today; to do a problem again: tfmdrill new SLUG")
    problem = find_problem(planned.name, active_packs(packs))
    answers = [answer for answer in answers_in(folder) if answer.slug == planned.name]
    if planned.under_way and answers:
        raise UsageError(
            f"{answers[0].path.name} is here and not passed yet: go on with it; to start it "
            f"again: tfmdrill new {planned.name} --review"
        )
    if planned.why in (Why.REVIEW, Why.RETRY):
        return planned, start_review(problem, framework, folder, records, at)
    return planned, start_problem(problem, framework, folder, records, at)
