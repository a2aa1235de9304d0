"""What a quiz looks like: in a narrow terminal, without signs, and in plain sentences."""

from dataclasses import replace
from datetime import date

import pytest
from screens import shown, widest_line

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import (
    Answered,
    Asked,
    AskedKind,
    DueDay,
    Judged,
    Quiz,
    QuizSummary,
    TopicTally,
)
from tfmdrill.quiz.judging import judge, reveal
from tfmdrill.render.quiz import (
    print_again,
    print_judged,
    print_opening,
    print_prompt,
    print_question,
    print_quiz_summary,
    print_typed,
)

SKY = Asked(
    "question:quiz:sky", AskedKind.CHOICE, Topic.ATTENTION, "Which colour has the sky?",
    about="Looking up", choices=("green", "blue, as short waves are scattered most"), right=1,
    why=("That is grass.", "Rayleigh."), points=("It scatters.", "More at noon."),
    follows="Ships are steered by the grass.", source="Strutt 1871",
)  # fmt: skip
SHAPE = Asked(
    "number:s", AskedKind.NUMBER, Topic.BLOCKS, "Which shape?", unit="shape", value=(2, 3),
    points=("Two rows.",), follows="It breaks.",
)  # fmt: skip
TODAY = date(2026, 3, 1)


def test_a_question_stands_under_its_number_topic_and_problem() -> None:
    text = shown(print_question, SKY, 3, 10)
    assert "3 of 10, attention: Looking up ─" in text
    assert "Which colour has the sky?\n  a) green\n  b) blue" in text


def test_a_long_choice_hangs_under_its_letter() -> None:
    text = shown(print_question, SKY, 3, 10, width=30)
    assert "  b) blue, as short waves\n     are scattered most" in text
    assert widest_line(text) <= 30


def test_plain_has_no_rule() -> None:
    text = shown(print_question, SKY, 3, 10, plain=True)
    assert text.startswith("\n3 of 10, attention: Looking up\nWhich colour")


def test_a_number_says_how_it_is_to_be_answered() -> None:
    assert "(a shape such as 2, 3, 4; each axis counts)" in shown(print_question, SHAPE, 1, 2)
    bytes_asked = replace(SHAPE, value=8, unit="bytes")
    text = shown(print_question, bytes_asked, 1, 2, width=120)
    assert "(in bytes, exactly; a calculation such as 2 * 3**2 will do)" in text
    assert "(a number, to within 2 %;" in shown(
        print_question, replace(SHAPE, value=0.5, unit="", within=0.02), 1, 2, width=120
    )


@pytest.mark.parametrize(
    ("asked", "prompt"),
    [
        (SKY, "Your answer (a-b): "),
        (SHAPE, "Your answer (shape): "),
        (replace(SHAPE, value=8, unit="bytes"), "Your answer (number): "),
    ],
)
def test_the_prompt_says_what_is_wanted(asked: Asked, prompt: str) -> None:
    assert shown(print_prompt, asked) == prompt


def test_a_right_answer_is_explained() -> None:
    text = shown(print_judged, SKY, judge(SKY, "b"))
    assert text == "✓ Right. Rayleigh.\n  It scatters.\n  More at noon.\n  Source: Strutt 1871\n"


def test_a_wrong_answer_says_what_it_means_what_follows_and_what_is_right() -> None:
    text = shown(print_judged, SKY, judge(SKY, "a"))
    assert text.startswith(
        "✗ Wrong. That is grass.\nWhat follows: Ships are steered by the grass.\n"
        "Right is: blue, as short waves are scattered most\n  It scatters.\n"
    )
    assert text == shown(print_judged, SKY, judge(SKY, "a"), plain=True)


def test_a_wrong_number_that_isnt_known_says_so() -> None:
    text = shown(print_judged, SHAPE, judge(SHAPE, "2, 4"))
    assert "✗ Wrong. Not right, and no mistake that is known here." in text
    assert "Right is: (2, 3)\n  Two rows.\n" in text


def test_a_skipped_question_gets_its_answer() -> None:
    text = shown(print_judged, SHAPE, reveal(SHAPE), ascii_only=True)
    assert text == "- Skipped.\nRight is: (2, 3)\n  Two rows.\n"


def test_what_others_wrote_cant_act_on_the_terminal() -> None:
    bad = replace(SKY, text="a\x1b[31m", choices=("\u202eb", "c"), about="d\x07", source="e\x1b")
    text = shown(print_question, bad, 1, 1) + shown(print_judged, bad, judge(bad, "b"))
    for written in ("a\\x1b[31m", "\\u202eb", "d\\x07", "e\\x1b"):
        assert written in text
    assert shown(print_typed, "x\x1b[2J" + "y" * 99) == "x\\x1b[2J" + "y" * 49 + "...\n"


def test_the_opening_says_what_is_due_or_the_seed() -> None:
    assert "2 questions, 1 of them due today." in shown(
        print_opening, Quiz(None, (SKY, SHAPE), due=1)
    )
    assert "1 question, none of them due today." in shown(print_opening, Quiz(None, (SKY,)))
    assert "1 question, those of seed 7." in shown(print_opening, Quiz(7, (SKY,)))


def test_what_cant_be_read_is_told() -> None:
    assert shown(print_again, "a letter is wanted") == "That can't be read: a letter is wanted.\n"


def summary(*rights: bool | None, seed: int | None = None) -> QuizSummary:
    judged = Judged(True, "", "", "", "", ())
    answered = tuple(Answered(SKY, "a", replace(judged, right=right)) for right in rights)
    tallies = (
        TopicTally(Topic.BLOCKS, 0, 2), TopicTally(Topic.DECODING, 1, 2),
        TopicTally(Topic.ATTENTION, 1, 1),
    )  # fmt: skip
    days = (0, 1, 2, 5, 9, 30, 31)
    due = tuple(DueDay(date.fromordinal(TODAY.toordinal() + d), d + 1) for d in days)
    return QuizSummary(Quiz(seed, (SKY,) * 5, topic=Topic.BLOCKS), answered, tallies, due)


def test_the_summary_says_how_it_went_and_what_comes_back_when() -> None:
    text = shown(print_quiz_summary, summary(True, True, False, None), TODAY, width=100)
    assert "2 of 4 questions right (50 %)." in text
    assert "Weak: blocks 0 of 2, decoding 1 of 2.\nMore of it: tfmdrill quiz --topic blocks" in text
    assert "1 today, 2 tomorrow, 3 in 2 days, 6 in 5 days, 10 in 9 days, 63 later." in text
    assert "seed" not in text


def test_the_summary_of_a_seed_says_how_to_get_it_again() -> None:
    text = shown(print_quiz_summary, summary(True, seed=7), TODAY, width=100, plain=True)
    assert "tfmdrill quiz --topic blocks --number 5 --seed 7" in text
    assert "─" not in text


def test_the_summary_of_nothing() -> None:
    empty = QuizSummary(Quiz(None, (SKY,)), (), (), ())
    assert "No question was answered." in shown(print_quiz_summary, empty, TODAY)
