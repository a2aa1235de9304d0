"""Finding forbidden calls in a source: what is meant is found on its line, the user's own isn't."""

import textwrap

import pytest

from tfmdrill.grading.forbidden import PARSED_BYTES, forbidden_in_source

NAMES = (
    "softmax",
    "log_softmax",
    "Softmax",
    "scaled_dot_product_attention",
    "MultiheadAttention",
    "clip_grad_norm_",
    "optim",
    "tiktoken",
    "tokenizers",
    "transformers",
)


def mentions(source: str) -> list[tuple[str, int]]:
    return forbidden_in_source(textwrap.dedent(source).encode(), NAMES)


def test_a_forbidden_module_is_found_by_its_last_part():
    code = (
        b"import torch\nfrom torch import autograd as a\ng = a.grad(y, x)\nz = torch.autograd.grad"
    )
    found = forbidden_in_source(code, ["torch.autograd"])
    assert found == [("torch.autograd", 3), ("torch.autograd", 4)]
    assert forbidden_in_source(b"import torch\ng = x.grad", ["torch.autograd"]) == []


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("import torch\ny = torch.softmax(x, -1)", [("softmax", 2)]),
        ("import torch.nn.functional as G\n\ny = G.softmax(x, -1)", [("softmax", 3)]),
        ("import torch.nn.functional\ny = torch.nn.functional.softmax(x)", [("softmax", 2)]),
        ("from torch.nn import functional as F\ny = F.log_softmax(x)", [("log_softmax", 2)]),
        ("from torch.nn.functional import softmax as s\ny = s(x)", [("softmax", 2)]),
        ("from torch.nn.functional import *\ny = softmax(x)", [("softmax", 2)]),
        ("from torch import nn\nm = nn.Softmax(dim=-1)", [("Softmax", 2)]),
        (
            "from torch import nn\nclass A(nn.MultiheadAttention):\n    pass",
            [("MultiheadAttention", 2)],
        ),
        ("import torch\ny = torch.nn.utils.clip_grad_norm(p)", [("clip_grad_norm_", 2)]),
        ("import torch\ny = torch.ops.aten._softmax.default(x)", [("softmax", 2)]),
        ("import torch\nstep = torch.optim.AdamW", [("optim", 2)]),
        ("from torch import optim as o\nstep = o.AdamW(p)", [("optim", 2)]),
        ("from scipy.special import softmax\nf = softmax", [("softmax", 2)]),
        ("import torch\nF = torch.nn.functional\ny = F.softmax(x)", [("softmax", 3)]),
        ("import torch\ns = torch.softmax\nt = s\ny = t(x)", [("softmax", n) for n in (2, 3, 4)]),
        ("import torch.nn.functional as F\ny = getattr(F, 'softmax')(x)", [("softmax", 2)]),
        ("import torch\ny = getattr(getattr(torch, 'nn'), 'Softmax')()", [("Softmax", 2)]),
        ("y = __import__('torch').nn.functional.softmax(x)", [("softmax", 1)]),
        ("from importlib import import_module as im\nimport importlib", []),
        (
            "import importlib as i\nF = i.import_module('torch.nn.functional')\ny = F.softmax(x)",
            [("softmax", 3)],
        ),
        ("def f(x):\n    return x.softmax(-1)", [("softmax", 2)]),
        ("def f(q, k):\n    return (q @ k.mT).softmax(-1)", [("softmax", 2)]),
        ("y = getattr(x, 'softmax')(-1)", [("softmax", 1)]),
        ("def f(x):\n    return (\n        x\n        .softmax(-1)\n    )", [("softmax", 4)]),
        (
            "from functools import partial\nimport torch\nf = partial(torch.softmax, dim=-1)",
            [("softmax", 3)],
        ),
        (
            "def f(x):\n    from torch import softmax\n    if False:\n        return softmax(x)",
            [("softmax", 4)],
        ),
        ("import torch\ndef f(x, g=torch.softmax):\n    return g(x)", [("softmax", 2)]),
        ("import torch\n@torch.softmax\ndef f(x): ...", [("softmax", 2)]),
        ("import torch\nf = lambda x: [torch.softmax(r, 0) for r in x]", [("softmax", 2)]),
        ("import torch\nif (s := torch.softmax):\n    y = s(x)", [("softmax", 2), ("softmax", 3)]),
        (
            "import torch\ny = torch.log_softmax(x, -1); z = torch.softmax(y, -1)",
            [("log_softmax", 2), ("softmax", 2)],
        ),
        ("import tiktoken", [("tiktoken", 1)]),
        ("import os, tokenizers.models as m", [("tokenizers", 1)]),
        ("def f():\n    from transformers import AutoTokenizer", [("transformers", 2)]),
        ("t = __import__('tiktoken')", [("tiktoken", 1)]),
        (
            "import importlib\nt = importlib.import_module('transformers.models')",
            [("transformers", 2)],
        ),
    ],
)
def test_a_forbidden_call_is_found_on_its_line(source: str, wanted: list[tuple[str, int]]) -> None:
    assert mentions(source) == wanted


@pytest.mark.parametrize(
    "source",
    [
        "import torch\ndef softmax(x): ...\ny = softmax(x)",
        "from torch.nn.functional import softmax\ndef softmax(x): ...\ny = softmax(x)",
        "from torch.nn.functional import *\nsoftmax = lambda x: x.exp()\ny = softmax(x)",
        "from torch.nn.functional import *\ndef f(softmax):\n    return softmax(1)",
        "class A:\n  def softmax(self, x): ...\n  def f(self, x):\n    return self.softmax(x)",
        "class A:\n  def f(self, x):\n    self.softmax = exp\n    return self.softmax(x)",
        "class A:\n    softmax = staticmethod(exp)\ny = A.softmax(x)",
        "class softmax: ...\ny = ops.softmax(x)",
        "class MultiheadAttention: ...\nm = MultiheadAttention()",
        "rate = config.softmax",
        "softmax = 3\nprint(softmax)",
        "import torch.nn.functional as F\nfor F in files:\n    F.close(softmax)",
        "import torch\ndef f(x: torch.nn.Softmax) -> torch.nn.Softmax:\n  y: torch.nn.Softmax = x",
        "text = 'torch.softmax(x)'  # torch.softmax",
        "class State:\n    def f(self):\n        return self.tokenizers + self.tiktoken",
        "tokenizers = []\nfor tokenizers in x: print(tokenizers)",
        "from . import tiktoken\nfrom .transformers import x",
        "import torch\ny = torch.exp(x)  # no softmax",
        "y = F.softmax_like(x)",
        "import torch\ngetattr(torch, name + 'softmax')",
    ],
)
def test_what_is_not_a_forbidden_call_is_left_alone(source: str) -> None:
    assert mentions(source) == []


def test_a_name_hidden_in_a_function_does_not_hide_it_outside() -> None:
    source = """
        import torch.nn.functional as F
        def f(F, x):
            return F.relu(x)
        def g(x):
            return F.softmax(x)
        class A:
            F = None
            def h(self, x):
                return F.softmax(x)
    """
    assert mentions(source) == [("softmax", 6), ("softmax", 10)]


def test_a_class_does_not_hide_a_name_from_its_methods() -> None:
    source = """
        from torch.nn.functional import softmax
        class A:
            softmax = None
            def f(self, x):
                return softmax(x)
    """
    assert mentions(source) == [("softmax", 6)]


@pytest.mark.parametrize(
    "source",
    [
        "def f(:\n    torch.softmax(x)",
        "(" * 1_000_000 + "softmax",
        "x = " + "-" * 100_000 + "softmax",
        "softmax" + ".a" * 60_000,
        "softmax = 1" + "+1" * 60_000,
        "softmax\n" + "if a:\n 1\n" + "elif a:\n 1\n" * 10_000,
        "softmax\0",
        "# softmax\n\xff",
    ],
    ids=range(8),
)
def test_what_python_cannot_parse_gives_nothing_and_no_error(source: str) -> None:
    assert forbidden_in_source(source.encode("latin-1"), NAMES) == []


@pytest.mark.parametrize("levels", [50, 900])
def test_deep_but_legal_code_is_searched(levels: int) -> None:
    chain = "import torch\ny = torch" + ".a" * levels + ".softmax"
    assert mentions(chain) == [("softmax", 2)]
    added = "import torch\ny = " + "1 + " * levels + "torch.softmax(x)"
    assert mentions(added) == [("softmax", 2)]


@pytest.mark.parametrize("rest", ["x = 1\n" * PARSED_BYTES, "y = 1" + "+1" * 10_000 + "\n"])
def test_imports_are_found_where_the_source_is_too_long_or_deep_to_parse(rest: str) -> None:
    source = f"import os\ndef f():\n    from tiktoken import x\n    import tiktokens\n{rest}"
    assert mentions(source) == [("tiktoken", 3)]


def test_the_warnings_of_a_strangers_source_are_not_printed(
    recwarn: pytest.WarningsRecorder,
) -> None:
    assert mentions("import torch\nx = '\\d'\ny = torch.softmax(x)") == [("softmax", 3)]
    assert not recwarn.list


def test_names_can_stand_for_each_other_in_a_ring() -> None:
    assert mentions("softmax = b\nb = softmax\ny = softmax.log_softmax") == []
