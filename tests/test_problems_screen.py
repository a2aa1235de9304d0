"""Lists, statements, hints and model answers, on terminals of several widths and as sentences."""

import subprocess
import sys
from pathlib import Path

import pytest
from screens import shown, widest_line

from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.problem import Difficulty, Framework, Problem
from tfmdrill.render.problems import print_hint, print_list, print_solution, print_statement

BOTH = (Framework.TORCH, Framework.NUMPY)


def problem(slug: str, title: str, frameworks: tuple[Framework, ...] = BOTH) -> Problem:
    return Problem(
        slug,
        title,
        "attention",
        Difficulty.MEDIUM,
        25,
        frameworks,
        (),
        (),
        "Vaswani et al. 2017, section 3.2",
        Path("p"),
        Path("g"),
    )


LISTED = [
    Listed(problem("attention", "Scaled dot-product attention"), Status.PASSED),
    Listed(problem("grouped-query-attention", "Grouped-query attention"), Status.STARTED),
    Listed(problem("bpe-encode", "Encoding with byte pairs", (Framework.TEXT,))),
]
STATEMENT = (
    "Write `attention(q, k, v)`.\n\n```python\n>>> attention(q, k, v)\n```\n\n- [x] **True** counts"
)


@pytest.mark.parametrize("width", [40, 60, 80, 140])
def test_list_keeps_slug_and_status_on_any_width(width: int) -> None:
    screen = shown(print_list, LISTED, width=width)
    assert widest_line(screen) <= width
    for line in LISTED:
        (row,) = [r for r in screen.split("\n") if r[2:].startswith(line.problem.slug + " ")]
        assert row.endswith(line.status)
        assert ("medium" in row) is (width >= 60)


def test_list_shows_more_columns_on_wider_terminals() -> None:
    assert "torch/numpy" in shown(print_list, LISTED, width=140)
    assert "torch/numpy" not in shown(print_list, LISTED, width=80)
    assert "Scaled dot-product attention" in shown(print_list, LISTED, width=80)
    assert "Scaled dot-product attention" not in shown(print_list, LISTED, width=60)


def test_list_says_which_one_to_start() -> None:
    screen = shown(print_list, LISTED)
    assert "1 of 3 problems passed. Start one: tfmdrill new grouped-query-attention" in screen


def test_empty_list_says_so() -> None:
    assert shown(print_list, []) == "No problem fits.\n"


def test_plain_list_is_a_sentence_a_problem() -> None:
    screen = shown(print_list, LISTED, plain=True, width=200)
    assert screen.split("\n")[0] == (
        "attention: Scaled dot-product attention, attention, medium, 25 minutes, "
        "PyTorch or NumPy, passed."
    )


def test_statement_is_set_with_its_facts_and_first_command() -> None:
    screen = shown(print_statement, LISTED[0].problem, STATEMENT)
    for words in (
        "Scaled dot-product attention (attention)",
        "25 minutes",
        "Source: Vaswani",
        "Write attention(q, k, v).",
        ">>> attention(q, k, v)",
        "tfmdrill new attention",
    ):
        assert words in screen
    assert "```" not in screen


def test_heading_that_repeats_the_title_is_left_out() -> None:
    text = "# Scaled dot-product attention\n\nWrite it.\n\n## Conventions\n"
    screen = shown(print_statement, LISTED[0].problem, text)
    assert screen.count("Scaled dot-product attention") == 1
    assert "Write it." in screen
    assert "Conventions" in screen


def test_plain_statement_keeps_its_source() -> None:
    screen = shown(print_statement, LISTED[0].problem, STATEMENT, plain=True, width=120)
    assert STATEMENT in screen


def test_hint_tells_its_level_and_the_next() -> None:
    first = shown(print_hint, LISTED[0].problem, 1, "Think of weights.")
    assert "Hint 1 of 3 for attention: idea" in first
    assert "The next one (shapes): tfmdrill hint attention" in first
    assert "next one" not in shown(print_hint, LISTED[0].problem, 3, "Do it.")


@pytest.mark.parametrize("plain", [False, True])
def test_solution_is_shown_as_it_is(plain: bool) -> None:
    source = "def f(x):\n    return x[0]  # [red]\n"
    screen = shown(print_solution, "in_torch.py", source, plain=plain)
    assert "Model answer: in_torch.py" in screen
    assert source in screen


def test_list_imports_only_what_it_shows() -> None:
    code = (
        "import sys, tfmdrill.render.problems, tfmdrill.render.console\n"
        "print([m for m in ('numpy', 'torch', 'rich.markdown', 'rich.syntax', 'pygments', 'jinja2',"
        " 'tfmdrill.model.report')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
