r"""Code that is alike, in the terminal, as a page and as JSON.

`course similar --json`: {"schema": 1, "tfmdrill", "course", "problems": [{"slug", "title",
"files", "too_short", "unreadable", "clusters": [{"who"}], "pairs": [{"share", "evidence",
"left": SIDE, "right": SIDE, "parts": [{"left": EXCERPT, "right": EXCERPT}]}]}]}

SIDE is {"who", "file", "share"}, EXCERPT {"place", "lines"}. `who` are pseudonyms, with --names
names; `file` is there only with --names, else null.
"""

from dataclasses import asdict

from rich.console import Console

from tfmdrill import __version__
from tfmdrill.model.similarity import Pair, ProblemSimilarity, Similarity
from tfmdrill.render.console import say
from tfmdrill.render.document import document_text
from tfmdrill.render.inert import one_line, visible
from tfmdrill.render.pages import page
from tfmdrill.render.quantities import count, percent

SHOWN = 15  # pairs of a problem in the terminal
CAUTION = (
    "Evidence for a person to weigh, not proof: look at the parts side by side, and ask. Stubs, "
    "model answers and what most of the class has are left out."
)


def similarity_json(found: Similarity) -> str:
    """The document of `course similar --json`, without a newline at its end."""
    problems = [asdict(problem) for problem in found.problems]
    if not found.named:
        for problem in problems:
            for pair in problem["pairs"]:
                pair["left"]["file"] = pair["right"]["file"] = None
    return document_text({"tfmdrill": __version__, "course": found.course, "problems": problems})


def similarity_page(found: Similarity) -> str:
    """The HTML, one file: every pair with its common parts side by side."""
    return page("similar", found=found, caution=CAUTION, percent=percent, count=count)


def print_similarity(found: Similarity, *, console: Console) -> None:
    """A line a pair, the most alike first."""
    for problem in found.problems:
        say(console, f"{visible(problem.title)} ({problem.slug}): {found_words(problem)}", "bold")
        for pair in problem.pairs[:SHOWN]:
            say(console, f"  {pair_words(pair)}")
        if len(problem.pairs) > SHOWN:
            more = count(len(problem.pairs) - SHOWN, "more pair")
            say(console, f"  ... {more}: all of them with --html or --json")
        for cluster in problem.clusters:
            say(console, f"  Together: {', '.join(one_line(who, 40) for who in cluster.who)}")
    if any(problem.pairs for problem in found.problems):
        say(console)
        say(console, CAUTION)


def found_words(problem: ProblemSimilarity) -> str:
    """How many were compared, and what came of it."""
    words = f"{count(len(problem.pairs), 'pair')} alike among {count(problem.files, 'file')}"
    if problem.too_short:
        words += f"; {problem.too_short} too short to say anything"
    if problem.unreadable:
        words += f"; {problem.unreadable} no Python that can be compared"
    return words


def pair_words(pair: Pair) -> str:
    left, right = (
        " and ".join(one_line(who, 40) for who in s.who) for s in (pair.left, pair.right)
    )
    return f"{percent(pair.share):>5}  {left} | {right}"
