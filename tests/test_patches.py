"""Patches are whole lines, found exactly once, and two of them compose if they don't overlap."""

import pytest

from tfmdrill.catalogue import apply_patch, compose_patches
from tfmdrill.catalogue.patches import difference, patch_text
from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import Bug

SOURCE = "def f(x):\n    a = x\n    b = a + 1\n    return b\n"


def bug(find: str, replace: str) -> Bug:
    return Bug("a-bug", "says", "because", "fix", find=find, replace=replace)


def test_the_lines_are_replaced_and_the_rest_stays() -> None:
    patched = apply_patch(SOURCE, bug("    b = a + 1\n", "    b = a\n    b += 2\n"))
    assert patched == "def f(x):\n    a = x\n    b = a\n    b += 2\n    return b\n"


def test_an_empty_replacement_drops_the_lines() -> None:
    assert apply_patch(SOURCE, bug("    b = a + 1\n", "")) == SOURCE.replace("    b = a + 1\n", "")


def test_quotes_that_end_on_the_last_line_make_no_difference() -> None:
    assert apply_patch(SOURCE, bug("    a = x", "    a = -x")) == SOURCE.replace("a = x", "a = -x")


@pytest.mark.parametrize(
    ("find", "times"),
    [("    c = 1\n", 0), ("a = x\n", 0), ("    b = a\n", 0), ("    a = x\n    return b\n", 0)],
)
def test_what_is_no_run_of_whole_lines_is_refused(find: str, times: int) -> None:
    with pytest.raises(ProblemError, match=f"'a-bug': `find` occurs {times} times"):
        apply_patch(SOURCE, bug(find, ""))


def test_lines_that_occur_twice_are_refused() -> None:
    with pytest.raises(ProblemError, match="occurs 2 times"):
        apply_patch(SOURCE + SOURCE, bug("    a = x\n", ""))


def test_two_patches_compose_in_either_order() -> None:
    first, second = bug("    a = x\n", "    a = -x\n"), bug("    return b\n", "    return -b\n")
    both = SOURCE.replace("a = x", "a = -x").replace("return b", "return -b")
    assert compose_patches(SOURCE, first, second) == both
    assert compose_patches(SOURCE, second, first) == both


def test_neighbouring_lines_compose() -> None:
    first, second = bug("    a = x\n", "    a = 1\n"), bug("    b = a + 1\n", "    b = 2\n")
    assert (
        compose_patches(SOURCE, first, second) == "def f(x):\n    a = 1\n    b = 2\n    return b\n"
    )


def test_patches_of_the_same_line_do_not_compose() -> None:
    whole, part = bug("    a = x\n    b = a + 1\n", "    b = x\n"), bug("    b = a + 1\n", "")
    assert compose_patches(SOURCE, whole, part) is None
    assert compose_patches(SOURCE, part, whole) is None


@pytest.mark.parametrize(
    "other",
    [
        SOURCE.replace("a + 1", "a + 2"),
        SOURCE.replace("    b = a + 1\n", ""),
        SOURCE + "    # more\n",
        "# first\n" + SOURCE,
        SOURCE + SOURCE,
        "x = 1\n",
    ],
)
def test_a_difference_is_a_patch_there_and_back(other: str) -> None:
    for here, there in ((SOURCE, other), (other, SOURCE)):
        find, replace = difference(here, there)
        assert patch_text(here, find, replace, "here") == there


def test_a_difference_is_no_larger_than_it_must_be() -> None:
    other = SOURCE.replace("a + 1", "a + 2")
    assert difference(SOURCE, other) == ("    b = a + 1\n", "    b = a + 2\n")
    assert difference(SOURCE, SOURCE) == ("", "")


def test_an_unfit_patch_of_a_text_says_where_it_stands() -> None:
    with pytest.raises(ProblemError, match=r"patches\.toml: `find` occurs 0 times"):
        patch_text(SOURCE, "nowhere\n", "", "patches.toml")
