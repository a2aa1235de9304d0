"""Packs are found wherever they are, and each problem by its name."""

import shutil
from pathlib import Path

import pytest
from command import TINY

from tfmdrill.catalogue import active_packs, all_problems, find_problem
from tfmdrill.errors import UsageError

CHECKOUT = Path(__file__).parent.parent


def test_the_built_in_pack_is_the_checkouts_folders() -> None:
    built_in = active_packs()[0]
    assert built_in.problems_dir == CHECKOUT / "problems"
    assert built_in.graders_dir == CHECKOUT / "graders"
    folders = {p.parent.name for p in CHECKOUT.glob("problems/*/problem.toml")}
    assert set(built_in.slugs) == folders


def test_every_built_in_problem_loads() -> None:
    packs = active_packs()
    assert len(all_problems(packs)) == len(packs[0].slugs)


def test_packs_come_from_the_environment_and_from_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    shutil.copytree(TINY, other)
    (other / "problems/double-it").rename(other / "problems/halve-it")
    monkeypatch.setenv("TFMDRILL_PACKS", str(other))
    assert [pack.name for pack in active_packs([TINY])] == ["built-in", "other", "tiny"]


def test_the_same_folder_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TFMDRILL_PACKS", str(TINY))
    assert [pack.name for pack in active_packs([TINY])] == ["built-in", "tiny"]


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no folder problems/; a pack is"):
        active_packs([tmp_path])
    with pytest.raises(UsageError, match="isn't there; a pack is"):
        active_packs([tmp_path / "nothing"])
    (tmp_path / "problems").mkdir()
    with pytest.raises(UsageError, match="has no folder graders/"):
        active_packs([tmp_path])


def test_two_packs_with_the_same_problem_are_refused(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "copy")
    with pytest.raises(UsageError, match="two packs have a problem 'double-it'"):
        active_packs([TINY, tmp_path / "copy"])


def test_an_unknown_name_is_answered_with_those_that_come_near() -> None:
    packs = active_packs([TINY])
    with pytest.raises(UsageError, match="did you mean double-it"):
        find_problem("Double_It", packs)
    with pytest.raises(UsageError, match="`tfmdrill list` shows them all"):
        find_problem("zzzz", packs)
