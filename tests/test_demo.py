"""The demonstration grades a real attempt with the real engine, and keeps its promise."""

import pytest
from command import Shell

from tfmdrill.model.problem import Framework
from tfmdrill.practice import demo as demo_module


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_the_mistake_is_named_and_the_mended_file_passes(shell: Shell, framework: str) -> None:
    text = shell.succeed("demo", "--framework", framework)
    wrong, mended = text.split("3. What is mended")
    assert "WRONG" in wrong
    assert "mask-after-softmax: explains" in wrong
    assert "PASSED" in mended
    assert "score 100 %" in mended
    assert list(shell.folder.iterdir()) == []


def test_it_is_no_progress_of_the_persons_own(shell: Shell) -> None:
    shell.succeed("demo", "--framework", "numpy", "--plain")
    assert not (shell.home / "data").exists()


def test_without_torch_it_shows_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    assert demo_module.demo_framework() is Framework.TORCH
    monkeypatch.setattr(demo_module, "find_spec", lambda name: None)
    assert demo_module.demo_framework() is Framework.NUMPY


def test_another_framework_is_refused(shell: Shell) -> None:
    assert "'jax' is not one of" in shell.fail("demo", "--framework", "jax")
