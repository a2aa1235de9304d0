"""What the quiz asks: every question loads, stands for itself, and doesn't give itself away."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from command import TINY

from tfmdrill.catalogue import active_packs, load_bank, load_questions
from tfmdrill.errors import ProblemError
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.problem import Problem
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.quiz.numbers import KINDS
from tfmdrill.quiz.questions import all_questions, follow_ups

# What the quiz was asked to hold, and the questions that do.
CLASSICS = {
    "what sqrt(d_k) scales": "question:quiz:what-the-scale-acts-on",
    "Var(q . k) = d_k as a number": "question:quiz:spread-of-scores",
    "the causal mask is for training": "question:quiz:why-a-causal-mask",
    "digits": "question:quiz:digits",
    "scripts": "question:quiz:scripts",
    "code": "question:quiz:code",
    "leading spaces": "question:segmentation-stats:0",
    "tokens aren't words": "question:quiz:words-and-tokens",
    "comparable perplexities": "question:quiz:comparable-perplexities",
    "what masked models train": "question:quiz:what-masked-models-train",
    "what causal models train": "question:quiz:what-causal-models-train",
    "classification": "question:quiz:family-for-classes",
    "embeddings": "question:quiz:family-for-search",
    "reranking": "question:quiz:family-for-reranking",
    "generation": "question:quiz:family-for-text",
    "teacher forcing against free running": "question:quiz:teacher-forcing-hides",
    "dot-product against additive": "question:quiz:additive-where-it-won",
}
BANK = """
[[question]]
id = "one"
ask = "What is one?"
good = ["A number."]
choices = ["A number", "A letter"]
answer = 0
why = ["It is.", "That is l."]
follows = "Nothing counts."
"""


@pytest.fixture(scope="module")
def questions() -> tuple[Asked, ...]:
    return all_questions(active_packs())


def test_there_are_enough_over_all_topics(questions: tuple[Asked, ...]) -> None:
    assert len(questions) >= 80
    assert len(KINDS) >= 12
    counts = Counter([q.topic for q in questions] + [kind.topic for kind in KINDS])
    assert min(counts[topic] for topic in Topic) >= 10


@pytest.mark.parametrize("what", CLASSICS)
def test_the_classic_misconceptions_are_there(what: str, questions: tuple[Asked, ...]) -> None:
    assert CLASSICS[what] in {q.key for q in questions}


def test_every_choice_is_explained_and_a_failure_follows(questions: tuple[Asked, ...]) -> None:
    for asked in questions:
        assert asked.kind is AskedKind.CHOICE
        assert asked.follows.endswith("."), asked.key
        assert all(len(points) > 10 for points in asked.points), asked.key
        wrong = [why for i, why in enumerate(asked.why) if i != asked.right]
        assert all(len(why) > 2 for why in wrong), asked.key


def test_keys_and_texts_are_distinct(questions: tuple[Asked, ...]) -> None:
    assert len({q.key for q in questions}) == len(questions)
    assert len({q.text for q in questions}) == len(questions)


def test_the_length_of_the_right_choice_tells_nothing(questions: tuple[Asked, ...]) -> None:
    """Of four choices each is the longest in a quarter of the questions, if length says nothing."""
    lengths = [[len(choice) for choice in q.choices] for q in questions]
    rights = [(row, row[q.right or 0]) for row, q in zip(lengths, questions, strict=True)]
    longest = sum(right == max(row) for row, right in rights)
    shortest = sum(right == min(row) for row, right in rights)
    assert longest <= 0.4 * len(questions)
    assert shortest <= 0.4 * len(questions)


def test_a_question_doesnt_lean_on_a_statement_that_isnt_shown(
    questions: tuple[Asked, ...],
) -> None:
    for asked in questions:
        words = asked.text.lower().replace(",", " ").replace("?", " ").split()
        assert not {"here", "above", "max_chars"} & set(words), asked.key
        assert "this model" not in asked.text.lower(), asked.key
        assert "this block" not in asked.text.lower(), asked.key


def test_follow_ups_are_the_problems_questions_and_its_numbers(problem) -> None:
    attention = problem("attention")
    asked = follow_ups(attention, 11)
    written = load_questions(attention)
    assert [a.text for a in asked][: len(written)] == [q.ask for q in written]
    assert {a.kind for a in asked} == set(AskedKind)
    for one, question in zip(asked, written, strict=False):
        assert one.about == attention.title
        assert set(one.choices) == set(question.choices)
        if question.answer is not None:
            assert one.choices[one.right or 0] == question.choices[question.answer]
    assert asked == follow_ups(attention, 11)
    assert asked != follow_ups(attention, 12)


def test_a_verdict_in_a_reason_isnt_said_twice(double_it: Problem) -> None:
    asked = follow_ups(double_it)[0]
    reasons = dict(zip(asked.choices, asked.why, strict=True))
    assert reasons["It doubles"] == "It scales with the values."


def bank_pack(folder: Path, text: str, name: str = "attention.toml") -> Pack:
    """The fixture pack with one file of a bank in it."""
    shutil.copytree(TINY, folder)
    (folder / "problems/quiz").mkdir()
    (folder / "problems/quiz" / name).write_text(text)
    return active_packs([folder])[-1]


def test_a_pack_brings_its_own_questions(tmp_path: Path) -> None:
    pack = bank_pack(tmp_path / "mine", BANK)
    (item,) = load_bank(pack)
    assert (item.id, item.topic, item.question.follows) == (
        "one", Topic.ATTENTION, "Nothing counts.",
    )  # fmt: skip
    assert "question:quiz:one" in {q.key for q in all_questions([pack])}


def test_a_pack_needs_no_bank() -> None:
    assert load_bank(active_packs([TINY])[-1]) == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "one"\n', "", r"question\[0\].id: is missing"),
        ('id = "one"', 'id = "One"', r"question\[0\] \(One\): is 'One', wanted an id of small"),
        ("answer = 0", "answer = 2", r"answer: is 2, wanted the index of a choice, 0 to 1"),
        ("answer = 0", 'answer = "a"', r"question\[0\].answer: is 'a', wanted int"),
        ('"A letter"]', '"A number"]', r"choices: is .*, wanted two choices or more, each once"),
        ('choices = ["A number", "A letter"]', "choices = []", r"choices: .* two choices or more"),
        ('follows = "Nothing counts."', "", r"follows: is '', wanted the failure that follows"),
        ('ask = "What is one?"', 'ask = " "', r"ask: is ' ', wanted a question"),
        ('ask = "What', 'aks = "What', r"aks: is no key of this file; did you mean 'ask'"),
        ('good = ["A number."]', "good = []", r"good: is \(\), wanted at least one point"),
        ('"That is l."]', "]", r"why: .* wanted one sentence a choice"),
    ],
)
def test_a_bank_that_is_not_well_formed_is_told_by_file_and_key(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert BANK.count(old) == 1
    pack = bank_pack(tmp_path / "mine", BANK.replace(old, new))
    with pytest.raises(ProblemError, match=rf"attention\.toml: .*{says}"):
        load_bank(pack)


def test_more_choices_than_letters_are_refused(tmp_path: Path) -> None:
    nine = str([str(n) for n in range(9)])
    text = BANK.replace('["A number", "A letter"]', nine).replace('["It is.", "That is l."]', nine)
    with pytest.raises(ProblemError, match=r"choices: .*, wanted at most 8"):
        load_bank(bank_pack(tmp_path / "mine", text))


def test_a_bank_is_named_after_a_topic(tmp_path: Path) -> None:
    pack = bank_pack(tmp_path / "mine", BANK, "cooking.toml")
    with pytest.raises(ProblemError, match=r"name: is 'cooking.toml', wanted a topic: attention"):
        load_bank(pack)


def test_an_id_belongs_to_one_question(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="an id that no other question of the bank has"):
        load_bank(bank_pack(tmp_path / "mine", BANK + BANK))
    one = bank_pack(tmp_path / "first", BANK)
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    two = Pack("second", tmp_path / "second/problems", tmp_path / "second/graders", ())
    with pytest.raises(ProblemError, match=r"second/problems/quiz: has a question 'one', and so"):
        all_questions([one, two])


def test_a_bank_that_is_no_text_is_one_sentence(tmp_path: Path) -> None:
    pack = bank_pack(tmp_path / "mine", BANK)
    path = pack.problems_dir / "quiz/attention.toml"
    path.write_bytes(b"\xff\x00")
    with pytest.raises(ProblemError, match="not UTF-8 at byte 0"):
        load_bank(pack)
    path.write_bytes(b"[[question]\x00")
    with pytest.raises(ProblemError, match="not TOML"):
        load_bank(pack)
    path.unlink()
    path.mkdir()
    with pytest.raises(ProblemError, match="can't be read: Is a directory"):
        load_bank(pack)
