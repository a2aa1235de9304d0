"""A variant on the command line: chosen, started, shown, graded, remembered, solved, reset."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from command import Shell
from variant_pack import ANSWER, with_variant

from tfmdrill.catalogue import find_problem
from tfmdrill.errors import UsageError
from tfmdrill.model.practice import Attempt
from tfmdrill.model.report import Outcome
from tfmdrill.practice.starting import choose_variant
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records

NAME = "double-it:halved"
MEMORISED = ANSWER.replace("x / 2", "2 * x").replace("offset=1.0", "offset=0.0")
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def halving(shell: Shell, tmp_path: Path) -> Shell:
    pack = with_variant(tmp_path)
    shell.env["TFMDRILL_PACKS"] = str(pack.problems_dir.parent)
    return shell


@pytest.mark.parametrize(
    "words", [("double-it", "--variant", "halved"), ("double-it", "--variant"), (NAME,)]
)
def test_new_writes_the_stub_of_a_variant_and_says_which(
    halving: Shell, words: tuple[str, ...]
) -> None:
    said = halving.succeed("new", *words, "--framework", "numpy")
    assert "Wrote double_it_halved.py." in said
    assert "The variant: halved. Every value is halved, not doubled." in said
    assert "tfmdrill show double-it:halved" in said
    stub = (halving.folder / "double_it_halved.py").read_text()
    assert stub.startswith("# tfmdrill: double-it:halved (numpy)\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("double-it", "--variant", "third"), "double-it has no variant 'third'; it has halved"),
        (("softmax", "--variant"), "softmax has no variants; `tfmdrill list` shows which"),
        ((NAME, "--variant"), "double-it:halved is a variant already"),
        ((NAME, "--variant", "halved"), "double-it:halved is a variant already"),
    ],
)
def test_new_says_what_cant_be(halving: Shell, words: tuple[str, ...], says: str) -> None:
    assert says in halving.fail("new", *words)
    assert list(halving.folder.iterdir()) == []


def test_a_file_is_graded_as_what_its_first_line_says(halving: Shell) -> None:
    halving.write("double_it.py", MEMORISED)
    done = halving.run("grade", "--json")
    (report,) = json.loads(done.stdout)["reports"]
    assert done.returncode == 1
    assert (report["problem"], report["variant"]) == ("double-it", "halved")
    assert [d["bug"] for d in report["diagnoses"]] == ["standard-form"]
    said = halving.run("grade", "--plain").stdout
    assert "double-it:halved" in said
    assert "You solved the standard form. What is asked here: Every value is halved" in said


def test_a_file_without_a_first_line_by_option_or_by_its_name(halving: Shell) -> None:
    code = ANSWER.partition("\n")[2]
    halving.write("mine.py", code)
    halving.succeed("grade", "mine.py", "--problem", NAME)
    halving.write("double_it_halved.py", code)
    assert "double-it:halved" in halving.succeed("grade", "double_it_halved.py", "--plain")


def test_repro_and_dispute_name_it_in_their_files(halving: Shell) -> None:
    halving.write("mine.py", MEMORISED)
    halving.run("grade", "--repro")
    (repro,) = halving.folder.glob("repro_double_it_halved*.py")
    assert "double-it:halved" in repro.read_text()


def test_its_records_are_its_own(halving: Shell) -> None:
    halving.write("mine.py", ANSWER)
    halving.succeed("grade", "mine.py")
    listed = json.loads(halving.succeed("list", "double-it", "--json"))["problems"]
    assert [(p["slug"], p["status"], p["variants"]) for p in listed] == [
        ("double-it", "new", ["halved"])
    ]
    progress = json.loads(halving.succeed("progress", "--json"))
    assert [(p["name"], p["status"]) for p in progress["problems"]] == [(NAME, "passed")]


def test_hint_solution_and_reset_take_the_variant_of_the_folder(halving: Shell) -> None:
    path = halving.write("mine.py", ANSWER)
    assert "for double-it:halved" in halving.succeed("hint")
    assert "double-it:halved isn't passed yet" in halving.fail("solution")
    halving.succeed("grade")
    assert "return x / 2 + offset" in halving.succeed("solution", "--framework", "numpy")
    halving.succeed("reset")
    assert "NotImplementedError" in path.read_text()
    assert path.read_text().startswith("# tfmdrill: double-it:halved (numpy)\n")


def test_show_lists_the_variants_and_shows_each(halving: Shell) -> None:
    said = halving.succeed("show", "double-it", "--plain")
    assert "double-it:halved: Every value is halved, not doubled." in said
    assert "array([[2.5" in said
    said = halving.succeed("show", NAME, "--plain")
    assert said.startswith("Twice the values, halved (double-it:halved)\n")
    assert "Variant halved." in said
    assert "array([[1. , 1.5" in said
    assert "Start: tfmdrill new double-it:halved" in said


def test_list_shows_how_many_there_are(halving: Shell) -> None:
    halving.env["COLUMNS"] = "140"
    head, line = halving.succeed("list", "double-it").splitlines()[:2]
    assert line[head.index("variants") : head.index("status")].strip() == "1"
    assert "1 variant, new." in halving.succeed("list", "double-it", "--plain")


def test_a_kept_grader_knows_variants_from_their_problem(keeping: Shell, tmp_path: Path) -> None:
    keeping.env["TFMDRILL_PACKS"] = str(with_variant(tmp_path).problems_dir.parent)
    keeping.write("half.py", ANSWER)
    for _ in range(2):  # the second is another process's
        keeping.succeed("grade", "mine.py", "half.py")
    done = keeping.run("grade", "mine.py", "--problem", NAME, "--json")
    (report,) = json.loads(done.stdout)["reports"]
    assert [d["bug"] for d in report["diagnoses"]] == ["standard-form"]


def test_the_shell_completes_variants_after_a_colon_and_for_the_option(halving: Shell) -> None:
    def completed(words: str) -> list[str]:
        halving.env |= {
            "_TFMDRILL_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
        lines = halving.run().stdout.splitlines()
        return [line.partition(",")[2] for line in lines]

    assert completed("tfmdrill show double-it:") == [NAME]
    assert completed("tfmdrill show doub") == ["double-it"]
    assert completed("tfmdrill new double-it --variant ha") == ["halved"]


def test_the_chosen_one_is_the_first_not_passed_then_the_one_left_longest(tmp_path: Path) -> None:
    pack = with_variant(tmp_path)
    path = pack.problems_dir / "double-it/problem.toml"
    table = '[variant.also]\ntitle = "t"\nsays = "s"\nbecause = "b"\nfix = "f"\n'
    path.write_text(path.read_text() + table)
    problem = find_problem("double-it", [pack])
    records = Records(Database(None))

    def passed(variant: str, hour: int) -> None:
        at = AT.replace(hour=hour)
        records.add(
            Attempt("double-it", "numpy", at, Outcome.PASSED, 1.0, "h", 1, 0.1, 2, variant=variant)
        )

    assert choose_variant(problem, "", records) == "double-it:halved"
    passed("halved", 10)
    assert choose_variant(problem, "", records) == "double-it:also"
    passed("also", 11)
    assert choose_variant(problem, "", records) == "double-it:halved"
    passed("halved", 12)
    assert choose_variant(problem, "", records) == "double-it:also"
    with pytest.raises(UsageError, match="is a variant already"):
        choose_variant(find_problem(NAME, [pack]), "", records)


@pytest.mark.slow
def test_verify_measures_the_variants_with_their_problem(halving: Shell) -> None:
    measured = json.loads(halving.run("verify", "double-it", "--json").stdout)["problems"]
    assert [p["slug"] for p in measured] == ["double-it", NAME]
    bugs = {bug["id"]: bug for bug in measured[1]["bugs"]}
    assert bugs["standard-form"]["rejected"]
    assert bugs["standard-form"]["named"] == ["standard-form"]
    assert all(graded["outcome"] == "passed" for graded in measured[1]["solutions"])
