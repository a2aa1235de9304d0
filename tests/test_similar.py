"""Copies with everything renamed, moved and reformatted are found; answers written apart aren't.

The independent answers are the right ones in `variants/`, written apart in styles of their own.
Copies are made by `disguised`, which changes the source through its tree and by text.
"""

import ast
import json
import random
import shutil
from itertools import combinations
from pathlib import Path

import pytest
from browser import needs_browser, opened
from command import COMMAND, Shell

from tfmdrill.catalogue import active_packs, find_problem, solution_path, stub_for
from tfmdrill.config import Limits
from tfmdrill.course.similar.comparing import Piece, compare, is_too_short
from tfmdrill.course.similar.parts import parts_of
from tfmdrill.course.similar.tokens import sequences_of
from tfmdrill.course.similar.winnowing import WINDOW, K, fingerprints, grams
from tfmdrill.model.similarity import (
    Cluster,
    Excerpt,
    Pair,
    Part,
    ProblemSimilarity,
    Side,
    Similarity,
)
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import read_source
from tfmdrill.render.similarity import similarity_json, similarity_page

VARIANTS = Path(__file__).parent / "variants"
SLUGS = sorted(folder.name for folder in VARIANTS.iterdir() if folder.is_dir())


class _Renamed(ast.NodeTransformer):
    """Every name that the file makes itself, under another; other numbers and texts; no
    docstrings or annotations."""

    def __init__(self, tree: ast.Module) -> None:
        names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
        own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        # Parameters of entry points are named by the problem, and so are the entries.
        self._names = {name: f"w{i}" for i, name in enumerate(sorted(own))}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(node.value + 1) if type(node.value) is int else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node


def disguised(code: bytes, seed: int = 0) -> bytes:
    """A copy: renamed, other constants, no comments, docstrings or annotations, functions in
    another order, laid out afresh."""
    tree = ast.parse(code)
    tree = ast.fix_missing_locations(_Renamed(tree).visit(tree))
    heads = [s for s in tree.body if not isinstance(s, ast.FunctionDef)]
    functions = [s for s in tree.body if isinstance(s, ast.FunctionDef)]
    random.Random(seed).shuffle(functions)
    tree.body = [*heads, *functions]
    return ("# my own work\n" + ast.unparse(tree).replace("    ", "\t")).encode()


def given(slug: str) -> list[Source]:
    problem = find_problem(slug, active_packs())
    sources = []
    for framework in problem.frameworks:
        sources.append(Source("stub", stub_for(problem, framework).encode()))
        path = solution_path(problem, framework)
        if path.is_file():
            sources.append(Source("solution", path.read_bytes()))
    return sources


def independent(slug: str) -> list[Piece]:
    return [
        Piece(frozenset([path.stem]), path.name, read_source(path, limits=Limits()))
        for path in sorted((VARIANTS / slug / "right").glob("*.py"))
    ]


def pairs(pieces: list[Piece], found) -> list[set[str]]:
    return [set(pieces[a.left].owners | pieces[a.right].owners) for a in found.alike]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_two_answers_that_were_written_apart_are_alike(slug: str) -> None:
    pieces = independent(slug)
    assert pairs(pieces, compare(pieces, given(slug))) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_disguised_copy_comes_before_all_independent_answers(slug: str) -> None:
    """Of every answer in turn one student hands in a copy; those too short say so."""
    originals = independent(slug)
    for number, original in enumerate(originals):
        source = Source("copy.py", disguised(original.source.code))
        copy = Piece(frozenset(["copy"]), "copy.py", source)
        pieces = [*originals, copy]
        found = compare(pieces, given(slug))
        if is_too_short(found.own[number]) or is_too_short(found.own[-1]):
            continue
        assert pairs(pieces, found) == [{"copy", *original.owners}], original.name
        assert found.alike[0].share > 0.7


def test_most_answers_are_long_enough_to_be_judged() -> None:
    short, files = 0, 0
    for slug in SLUGS:
        pieces = independent(slug)
        own = compare(pieces, given(slug)).own
        short += sum(is_too_short(each) for each in own)
        files += len(own)
    assert short < 0.05 * files, (short, files)


def test_what_was_handed_out_is_nobodys_own() -> None:
    solution = given("attention-masks")[1]
    pieces = [Piece(frozenset([who]), "a.py", solution) for who in "ab"]
    found = compare(pieces, given("attention-masks"))
    assert found.alike == ()
    assert all(is_too_short(own) for own in found.own)
    assert compare(pieces, []).alike  # without it they are a pair


def test_what_most_of_the_class_has_says_nothing() -> None:
    one = independent("rope")[0]
    everyone = [Piece(frozenset([str(i)]), "a.py", one.source) for i in range(8)]
    rest = independent("rope")[1:5]
    assert compare([*everyone, *rest], given("rope")).alike == ()
    few = compare([*everyone[:3], *independent("rope")[1:]], given("rope"))
    assert len(few.alike) == 3  # three copies, three pairs


def test_a_group_is_not_compared_with_itself() -> None:
    one, *rest = independent("rope")
    pieces = [
        Piece(frozenset(["a", "b"]), "a.py", one.source),
        Piece(frozenset(["b"]), "b.py", one.source),
        *rest,
    ]
    assert compare(pieces, given("rope")).alike == ()


def test_winnowing_misses_no_match_of_its_guaranteed_length() -> None:
    """Section 3 of the paper: a common stretch of K + WINDOW - 1 tokens shares a fingerprint."""
    tokens = [t for p in independent("bpe-train") for s in sequences_of(p.source) for t in s]
    length = K + WINDOW - 1
    generator = random.Random(7)
    for _ in range(200):
        start = generator.randrange(len(tokens) - length)
        common = tokens[start : start + length]
        before, after = (generator.sample(tokens, 30) for _ in range(2))
        assert fingerprints(before + common) & fingerprints(common + after)
    assert len(fingerprints(tokens)) < len(set(grams(tokens))) / 2


def test_parts_show_the_same_code_of_both_files() -> None:
    pieces = independent("bpe-train")
    copy = Source("copy.py", disguised(pieces[0].source.code))
    both = (sequences_of(pieces[0].source), sequences_of(copy))
    parts = parts_of(pieces[0].source, copy, both, frozenset())
    assert parts
    theirs = pieces[0].source.code.decode().split("\n")
    for part in parts:
        first = int(part.left.place.removeprefix("line ")) - 1
        assert list(part.left.lines) == theirs[first : first + len(part.left.lines)]
    covered = sum(len(part.left.lines) for part in parts)
    assert covered > 0.6 * sum(bool(line.strip()) for line in theirs)


@pytest.mark.parametrize(
    "code",
    [b"", b"def f(:\n", b"\x00", b"(" * 5000, b"x = " + b"-" * 20000 + b"1", b"a\n" * 60000,
     b"f(" * 90 + b")" * 90],
)  # fmt: skip
def test_code_that_is_no_python_or_nests_without_end_is_left_out(code: bytes) -> None:
    pieces = [Piece(frozenset([who]), "a.py", Source("a.py", code)) for who in "ab"]
    assert compare(pieces, []).alike == ()


def hostile() -> Similarity:
    bad = "</pre><script>alert(1)</script>\u202e\x1b[31m"
    part = Part(Excerpt("line 1", (bad,)), Excerpt("line 2", ("x" * 500, bad)))
    pair = Pair(Side((bad,), bad, 1.0), Side(("b",), "b.py", 0.6), 1.0, 9.0, (part,))
    problem = ProblemSimilarity("rope", "Rope", 2, 1, 1, (pair,), (Cluster((bad, "b")),))
    return Similarity(bad, (problem,), True)


@needs_browser
@pytest.mark.parametrize("width", [400, 1000])
def test_the_page_shows_text_of_others_as_text(tmp_path: Path, width: int) -> None:
    path = tmp_path / "similar.html"
    path.write_text(similarity_page(hostile()), encoding="utf-8")
    with opened(path, width=width) as seen:
        assert "<script>alert(1)</script>\\u202e" in seen.page.inner_text("body")
        assert (seen.complaints, seen.requests, seen.fits) == ([], [], True)


def test_the_json_hides_file_names_unless_names_are_wanted() -> None:
    from dataclasses import replace

    assert json.loads(similarity_json(hostile()))["problems"][0]["pairs"][0]["right"]["file"]
    hidden = json.loads(similarity_json(replace(hostile(), named=False)))
    assert hidden["problems"][0]["pairs"][0]["right"]["file"] is None


def test_the_command_finds_a_copy_in_a_graded_class(shell: Shell) -> None:
    assert COMMAND.exists()
    originals = sorted((VARIANTS / "bpe-encode" / "right").glob("*.py"))[:4]
    for number, path in enumerate(originals):
        folder = shell.folder / "subs" / f"s{number}"
        folder.mkdir(parents=True)
        shutil.copy(path, folder / "bpe_encode.py")
    copy = shell.folder / "subs" / "copycat"
    copy.mkdir()
    header = originals[0].read_bytes().split(b"\n")[0] + b"\n"
    (copy / "bpe_encode.py").write_bytes(header + disguised(originals[0].read_bytes()))
    shell.succeed("course", "init", "bpe-encode")
    shell.run("course", "grade", "subs", "-o", "out", "--jobs", "1")
    text = shell.succeed("course", "similar", "-o", "out", "--names", "--html", "similar.html")
    assert "1 pair alike among 5 files" in text
    assert "copycat | s0" in text
    assert "not proof" in text
    assert "copycat" in (shell.folder / "similar.html").read_text()
    assert "copycat" not in shell.succeed("course", "similar", "-o", "out")
    found = json.loads(shell.succeed("course", "similar", "-o", "out", "--json"))
    assert len(found["problems"][0]["pairs"]) == 1
    refused = shell.run("course", "similar", "-o", "out", "--html", "similar.html")
    assert refused.returncode == 2
    assert "stays as it is" in refused.stderr
    again = shell.succeed("course", "similar", "-o", "out", "--html", "similar.html", "--force")
    assert "similar.html.bak1" in again


def test_without_a_graded_class_it_says_what_to_do(shell: Shell) -> None:
    shell.succeed("course", "init", "bpe-encode")
    assert "holds no graded class" in shell.fail("course", "similar")


def test_every_pair_of_the_variants_stays_far_below_the_threshold() -> None:
    """The number in comparing.py: measured again, so that it can't grow stale."""
    highest = 0.0
    for slug in SLUGS:
        own = [set(each) for each in compare(independent(slug), given(slug)).own]
        for left, right in combinations([o for o in own if len(o) >= 5], 2):
            highest = max(highest, len(left & right) / min(len(left), len(right)))
    assert 0.15 < highest <= 0.36
