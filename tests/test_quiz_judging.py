"""An answer to a quiz question is read generously, judged exactly, and named where it is known."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tfmdrill.catalogue import load_questions
from tfmdrill.model.pack import Topic
from tfmdrill.model.problem import Problem
from tfmdrill.model.quiz import Asked, AskedKind, Slip
from tfmdrill.quiz.answers import Unreadable
from tfmdrill.quiz.judging import judge, reveal
from tfmdrill.quiz.questions import follow_ups, shuffled

CHOICE = Asked(
    "question:quiz:sky",
    AskedKind.CHOICE,
    Topic.ATTENTION,
    "What colour is the sky?",
    choices=("green", "blue", "red"),
    right=1,
    why=("That is grass.", "Rayleigh.", "That is Mars."),
    points=("It scatters.",),
    follows="Ships are steered by the grass.",
)


def number(value: float, unit: str = "", within: float = 0.0, *slips: Slip) -> Asked:
    return Asked(
        "number:n",
        AskedKind.NUMBER,
        Topic.ATTENTION,
        "How many?",
        unit=unit,
        value=value,
        within=within,
        slips=slips,
        points=("So many.",),
        follows="It doesn't fit.",
    )


@pytest.mark.parametrize("typed", ["b", "B", " b) ", "b."])
def test_a_right_letter_is_right_and_explained(typed: str) -> None:
    judged = judge(CHOICE, typed)
    assert (judged.right, judged.says, judged.because) == (True, "", "")
    assert (judged.answer, judged.explained) == ("blue", "Rayleigh.")
    assert judged.points == ("It scatters.",)


def test_a_wrong_letter_is_told_what_it_means_and_what_follows() -> None:
    judged = judge(CHOICE, "c")
    assert judged.right is False
    assert judged.says == "That is Mars."
    assert judged.because == "Ships are steered by the grass."
    assert judged.answer == "blue"


@pytest.mark.parametrize("typed", ["d", "", "ab", "1", "é", "\0", "`"])
def test_what_is_no_letter_of_a_choice_is_asked_again(typed: str) -> None:
    with pytest.raises(Unreadable, match="a letter from a to c is wanted"):
        judge(CHOICE, typed)


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("8192", True),
        ("8,192", True),
        ("8 192", True),
        ("8_192", True),
        ("8192 bytes", True),
        ("8192B", True),
        ("8 KiB", True),
        ("8kib", True),
        ("2**13", True),
        ("2^13", True),
        ("2 * 4,096", True),
        ("2*(4*1024)", True),
        ("8.192e3", True),
        ("16384/2", True),
        ("sqrt(2**26)", True),
        ("8 kB", False),
        ("8191", False),
        ("-8192", False),
        ("8192.5", False),
    ],
)
def test_a_count_is_read_in_any_spelling_and_must_be_exact(typed: str, right: bool) -> None:
    assert judge(number(8192, "bytes"), typed).right is right


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("many", "a number is wanted"),
        ("", "a number is wanted"),
        ("1/0", "a number is wanted"),
        ("9**9**9**9", "too large"),
        ("-9**999999", "too large"),
        ("(-2)**0.5", "a number is wanted"),
        ("9" * 199, "too large"),
        ("1" * 201, "longer than 200"),
        ("((((" * 40, "a number is wanted"),
        ("2,5", "a decimal point is wanted"),
        ("1,00", "a decimal point is wanted"),
        ("nan", "a number is wanted"),
        ("True", "a number is wanted"),
        ("'a'*9", "a number is wanted"),
        ("__import__('os')", "a number is wanted"),
        ("exit()", "a number is wanted"),
        ("[1][0]", "a number is wanted"),
        ("1j", "a number is wanted"),
        ("12\0", "a number is wanted"),
        ("\udcff", "a number is wanted"),
    ],
)
def test_what_is_no_number_is_asked_again(typed: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        judge(number(8192, "bytes"), typed)


def test_a_measure_may_be_off_by_what_its_rule_says() -> None:
    asked = number(200.0, "", 0.01)
    assert [judge(asked, t).right for t in ("198", "202", "197.9", "202.1")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert "within 1 %" in asked.rule
    assert "exactly" in number(5).rule


def test_a_known_wrong_number_is_named() -> None:
    asked = number(512, "bytes", 0.0, Slip(256, "That leaves out the values."))
    named, unknown = judge(asked, "256"), judge(asked, "257")
    assert (named.right, named.says) == (False, "That leaves out the values.")
    assert (unknown.right, unknown.says) == (False, "")
    assert named.because == unknown.because == "It doesn't fit."
    assert unknown.answer == "512 bytes"


def test_two_mistakes_of_one_value_are_both_named() -> None:
    asked = number(4, "", 0.0, Slip(2, "One."), Slip(2, "The other."))
    assert judge(asked, "2").says == "One. Or: The other."


@pytest.mark.parametrize(
    "typed", ["2, 3, 4", "(2, 3, 4)", "[2,3,4]", "2 3 4", "2x3x4", "torch.Size([2, 3, 4])"]
)
def test_a_shape_is_read_in_any_spelling(typed: str) -> None:
    asked = Asked("n", AskedKind.NUMBER, Topic.ATTENTION, "?", unit="shape", value=(2, 3, 4))
    assert judge(asked, typed).right is True


@pytest.mark.parametrize("typed", ["", "()", "B, 3", "2, -3", "2.5, 3", "²"])
def test_what_is_no_shape_is_asked_again(typed: str) -> None:
    asked = Asked("n", AskedKind.NUMBER, Topic.ATTENTION, "?", unit="shape", value=(2, 3))
    with pytest.raises(Unreadable, match="a shape is wanted"):
        judge(asked, typed)


def test_a_skipped_question_is_answered_without_a_verdict() -> None:
    judged = reveal(CHOICE)
    assert (judged.right, judged.because, judged.answer) == (None, "", "blue")


def test_a_spoken_answer_is_held_against_its_points_by_the_person(double_it: Problem) -> None:
    spoken = next(a for a in follow_ups(double_it) if a.kind is AskedKind.SPOKEN)
    judged = judge(spoken, "there is none")
    assert judged.right is None
    assert judged.points == load_questions(double_it)[2].good


def test_shuffling_moves_the_reasons_with_the_choices() -> None:
    for seed in range(20):
        mixed = shuffled(CHOICE, seed)
        pairs = set(zip(mixed.choices, mixed.why, strict=True))
        assert pairs == set(zip(CHOICE.choices, CHOICE.why, strict=True))
        assert mixed.choices[mixed.right or 0] == "blue"


def test_shuffling_puts_the_right_choice_everywhere_equally_often() -> None:
    """3,000 seeds over 3 places: 1,000 each, and 5 standard deviations are 129."""
    counts = [0, 0, 0]
    for seed in range(3000):
        counts[shuffled(CHOICE, seed).right or 0] += 1
    assert all(abs(count - 1000) < 129 for count in counts)


@given(st.text())
@example("9" * 150 + "**" + "9" * 20)
@example("1e400")
@example("0x" + "f" * 190)
@example("-" * 190 + "1")
@example("exp(9999)")
@example("log(0)")
@example("2**-9999999")
@example("0**-1")
@example("1e308*1e308")
def test_whatever_is_typed_is_judged_or_asked_again(typed: str) -> None:
    shape = Asked("n", AskedKind.NUMBER, Topic.ATTENTION, "?", unit="shape", value=(2, 3))
    for asked in (CHOICE, number(8192, "bytes"), number(2.5, "", 0.01), shape):
        try:
            judged = judge(asked, typed)
        except Unreadable:
            continue
        assert judged.right in (True, False)
