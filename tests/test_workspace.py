"""Answers are found by their first line; stubs go into the folder and nothing is lost."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tfmdrill.catalogue import stub_for
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.source import Source, Unreadable
from tfmdrill.model.workspace import Answer
from tfmdrill.practice.workspace import (
    answer_to,
    answers_in,
    framework_of,
    reset_answer,
    slug_for,
    slug_here,
    starting_framework,
    write_stub,
)

TAG = "# tfmdrill: double-it (numpy)\n"


def notebook(code: str) -> str:
    cell = {"cell_type": "code", "metadata": {}, "source": code, "outputs": []}
    cell["execution_count"] = None
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]})


def test_a_stub_is_written_and_found_again(double_it: Problem, tmp_path: Path) -> None:
    written = write_stub(double_it, Framework.NUMPY, tmp_path, force=False)
    assert written.path == tmp_path / "double_it.py"
    assert written.path.read_text() == stub_for(double_it, Framework.NUMPY)
    assert answers_in(tmp_path) == (Answer(written.path, "double-it", Framework.NUMPY),)


def test_an_existing_file_stays_unless_forced_and_then_as_a_backup(
    double_it: Problem, tmp_path: Path
) -> None:
    path = tmp_path / "double_it.py"
    path.write_text(TAG + "mine = 1\n")
    with pytest.raises(UsageError, match="is here already and stays as it is"):
        write_stub(double_it, Framework.NUMPY, tmp_path, force=False)
    assert path.read_text() == TAG + "mine = 1\n"
    written = write_stub(double_it, Framework.NUMPY, tmp_path, force=True)
    assert written.backup is not None
    assert written.backup.read_text() == TAG + "mine = 1\n"
    assert [a.path for a in answers_in(tmp_path)] == [path]


def test_a_link_to_nowhere_is_in_the_way_too(double_it: Problem, tmp_path: Path) -> None:
    (tmp_path / "double_it.py").symlink_to("nowhere.py")
    with pytest.raises(UsageError, match="is here already"):
        write_stub(double_it, Framework.NUMPY, tmp_path, force=False)


def test_a_folder_in_the_way_is_told(double_it: Problem, tmp_path: Path) -> None:
    (tmp_path / "double_it.py").mkdir()
    with pytest.raises(UsageError, match="is a folder; move it away"):
        write_stub(double_it, Framework.NUMPY, tmp_path, force=True)


def test_a_reset_gives_the_stub_in_the_answers_own_framework(
    double_it: Problem, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(TAG + "x = 1\n")
    written = reset_answer(answer_to("double-it", tmp_path), double_it)
    assert path.read_text() == stub_for(double_it, Framework.NUMPY)
    assert written.backup is not None
    assert written.backup.read_text() == TAG + "x = 1\n"


def test_a_notebook_is_not_reset(double_it: Problem, tmp_path: Path) -> None:
    (tmp_path / "mine.ipynb").write_text(notebook(TAG))
    with pytest.raises(UsageError, match="is a notebook, which can't become a stub"):
        reset_answer(answer_to("double-it", tmp_path), double_it)


@pytest.mark.parametrize(
    "content",
    [
        TAG.encode(),
        b"\xef\xbb\xbf" + TAG.encode(),
        TAG.replace("\n", "\r\n").encode(),
        TAG.encode("utf-16"),
        b"#!/usr/bin/env python\n# -*- coding: latin-1 -*-\n" + TAG.encode() + b"# caf\xe9\n",
    ],
    ids=["plain", "bom", "crlf", "utf-16", "below other comments, latin-1"],
)
def test_the_first_line_is_read_however_it_was_saved(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.py").write_bytes(content)
    assert answer_to("double-it", tmp_path).framework is Framework.NUMPY


def test_notebooks_are_found_and_other_files_are_not(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook(TAG + "x = 1"))
    (tmp_path / "b.ipynb").write_text("{")
    (tmp_path / "c.py").write_text("x = 1\n" + TAG)
    (tmp_path / "d.txt").write_text(TAG)
    (tmp_path / "e.py").mkdir()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "f.py").write_text(TAG)
    assert [a.path.name for a in answers_in(tmp_path)] == ["a.ipynb"]


def test_no_answer_and_two_answers_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file in this folder answers double-it; start one"):
        answer_to("double-it", tmp_path)
    (tmp_path / "a.py").write_text(TAG)
    (tmp_path / "b.py").write_text(TAG)
    with pytest.raises(UsageError, match=r"answer double-it: a.py, b.py; name one"):
        answer_to("double-it", tmp_path)


def test_the_slug_is_the_folders_one_unless_given(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name the problem, or start one"):
        slug_here(None, tmp_path)
    (tmp_path / "a.py").write_text(TAG)
    assert slug_here(None, tmp_path) == "double-it"
    assert slug_here("rope", tmp_path) == "rope"
    (tmp_path / "b.py").write_text("# tfmdrill: rope (torch)\n")
    with pytest.raises(UsageError, match="several problems; name one: double-it, rope"):
        slug_here(None, tmp_path)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be looked into"):
        answers_in(tmp_path / "gone")


def source(code: str) -> Source:
    return Source("mine.py", code.encode())


def test_a_file_says_its_problem_by_its_first_line_then_by_its_name() -> None:
    assert slug_for(Path("mine.py"), source(TAG), ()) == "double-it"
    assert slug_for(Path("a/double_it.py"), source("x = 1"), ("double-it",)) == "double-it"
    with pytest.raises(UsageError, match="doesn't say which problem it answers"):
        slug_for(Path("mine.py"), source("x = 1"), ("double-it",))


def test_a_file_that_cant_be_read_says_why_when_its_problem_is_unknown() -> None:
    empty = replace(source(""), unreadable=Unreadable("mine.py is empty."))
    with pytest.raises(UsageError, match=r"mine\.py is empty"):
        slug_for(Path("mine.py"), empty, ("double-it",))
    assert slug_for(Path("double_it.py"), empty, ("double-it",)) == "double-it"


@pytest.mark.parametrize(
    ("code", "framework"),
    [
        ("# tfmdrill: double-it (torch)\nimport numpy", Framework.TORCH),
        ("import numpy as np\nimport torch.nn", Framework.TORCH),
        ("from numpy import sqrt", Framework.NUMPY),
        ("def f():\n    import torch\n", Framework.TORCH),
        ("x = 'import torch'", Framework.NUMPY),
        ("# tfmdrill: double-it (text)\nimport torch", Framework.TORCH),
    ],
)
def test_the_framework_is_the_first_lines_then_the_imports(
    double_it: Problem, code: str, framework: Framework
) -> None:
    assert framework_of(source(code), double_it) is framework


def test_a_problem_in_one_framework_leaves_no_choice(double_it: Problem) -> None:
    only_torch = replace(double_it, frameworks=(Framework.TORCH,))
    assert framework_of(source("x = 1"), only_torch) is Framework.TORCH


def test_new_starts_in_a_framework_that_is_installed(
    double_it: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert starting_framework(replace(double_it, frameworks=(Framework.TEXT,))) is Framework.TEXT
    monkeypatch.setattr(
        "tfmdrill.practice.workspace.find_spec", lambda name: None if name == "torch" else name
    )
    assert starting_framework(double_it) is Framework.NUMPY
