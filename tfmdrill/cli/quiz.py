"""`tfmdrill quiz`: questions whose wrong answers are misconceptions, and numbers to compute."""

from pathlib import Path

import click

from tfmdrill.cli.options import examples, json_option, pack_option, plain_option
from tfmdrill.model.pack import Topic


@click.command(
    "quiz",
    epilog=examples(
        "tfmdrill quiz",
        "tfmdrill quiz --topic attention --number 5",
        "tfmdrill quiz --seed 7",
    ),
)
@click.option("--topic", type=click.Choice([t.value for t in Topic]), help="Only this topic.")
@click.option(
    "--number",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="How many questions, at most.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="The questions and numbers of this seed, due or not: the same for everybody.",
)
@json_option
@plain_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    topic: str | None,
    number: int,
    seed: int | None,
    as_json: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Answer questions on transformers; each answer is explained.

    First those that are due: what you got wrong or skipped comes back soon, what you knew later.
    Wrong choices are misconceptions, and a wrong number is named where it is a known mistake. With
    --json the questions go to standard error, and a document on the answers to standard output.
    """
    from tfmdrill.cli.quizzing import hold_quiz
    from tfmdrill.quiz.session import WantedQuiz

    wanted = WantedQuiz(number, Topic(topic) if topic else None, seed, packs)
    context.exit(hold_quiz(wanted, as_json=as_json, plain=plain))
