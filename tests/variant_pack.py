"""A copy of the fixture pack whose problem has a variant: the values are halved, not doubled."""

import shutil
from pathlib import Path

from command import TINY

from tfmdrill.model.pack import Pack

TABLE = """
[variant.halved]
title = "halved"
says = "Every value is halved, not doubled."
because = "The scale is off by four."
fix = "Multiply by 0.5."

[variant.halved.change.double_it]
says = "Every value times a half, plus an offset."

[variant.halved.change."double_it.offset"]
default = 1.0
"""
PUBLIC = '''
[[patch]]
file = "statement.md"
find = """
array([[2.5, 4.5, 6.5]])
"""
replace = """
array([[1. , 1.5, 2. ]])
"""
'''
HIDDEN = '''
[[patch]]
file = "reference.py"
find = """
def double_it(x, *, offset=0.0):
    scaled = np.multiply(x, 2.0)
"""
replace = """
def double_it(x, *, offset=1.0):
    scaled = np.multiply(x, 0.5)
"""
'''
BUGS = '''
[[bug]]
id = "squared"
says = "The values are squared instead of halved."
because = "Signs are lost, and large values explode."
fix = "Look at what happens to -1."
find = """
    scaled = np.multiply(x, 0.5)
"""
replace = """
    scaled = np.multiply(x, x)
"""
'''
ANSWER = """# tfmdrill: double-it:halved (numpy)
def double_it(x, *, offset=1.0):
    return x / 2 + offset
"""


def with_variant(folder: Path) -> Pack:
    """The pack, written below the folder; a test changes its files as it likes."""
    root = folder / "halving"
    shutil.copytree(TINY, root)
    problem = root / "problems/double-it/problem.toml"
    problem.write_text(problem.read_text() + TABLE)
    for half, text in (("problems", PUBLIC), ("graders", HIDDEN)):
        own = root / half / "double-it/variants/halved"
        own.mkdir(parents=True)
        (own / "patches.toml").write_text(text)
    hidden = root / "graders/double-it/variants/halved"
    (hidden / "bugs.toml").write_text(BUGS)
    (hidden / "solutions").mkdir()
    for framework in ("torch", "numpy"):
        text = ANSWER.replace("numpy", framework)
        (hidden / f"solutions/in_{framework}.py").write_text(text)
    return Pack("halving", root / "problems", root / "graders", ("double-it",))
