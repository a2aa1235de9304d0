"""Every computed question against somebody else's count: PyTorch's own modules and flop counter,
the bytes of arrays, a loop that counts, or the graders' references; the values come from the text.
"""

import math
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from tfmdrill.catalogue import load_reference
from tfmdrill.model.problem import Problem
from tfmdrill.model.quiz import Asked
from tfmdrill.quiz.judging import fits, judge
from tfmdrill.quiz.numbers import KINDS, ask_number

SEEDS = range(25)
KIND = {kind.id: kind for kind in KINDS}
Find = Callable[[str], Problem]


def numbers(text: str) -> list[float]:
    """The numbers that stand in a text, in order; thousands may have commas."""
    found = re.findall(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?", text)
    return [float(n.replace(",", "")) for n in found]


def ints(text: str) -> list[int]:
    return [int(n) for n in numbers(text)]


def parameters(*modules: nn.Module) -> int:
    return sum(p.numel() for module in modules for p in module.parameters())


def flops(run: Callable[[], Any]) -> int:
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops()


def linear(text: str) -> int:
    return parameters(nn.Linear(*ints(text)))


def attention(text: str) -> int:
    d, heads, _width = ints(text)
    return parameters(nn.MultiheadAttention(d, heads))


def grouped(text: str) -> int:
    d, heads, kv, width = ints(text)
    outputs = (heads * width, kv * width, kv * width)
    maps = [nn.Linear(d, out, bias=False) for out in outputs]
    return parameters(*maps, nn.Linear(heads * width, d, bias=False))


def block(text: str) -> int:
    d, f = ints(text)
    return parameters(nn.TransformerEncoderLayer(d, 4, f))


def swiglu(text: str) -> int:
    d, f = ints(text)
    shapes = ((d, f), (d, f), (f, d))
    return parameters(*(nn.Linear(*shape, bias=False) for shape in shapes))


def cache(text: str) -> int:
    layers, _heads, kv, width, batch, length = ints(text)
    shape = (2, layers, batch, kv, length, width)
    return torch.empty(shape, dtype=torch.bfloat16, device="meta").nbytes


def untied(text: str) -> int:
    vocab, d = ints(text)
    return parameters(nn.Linear(d, vocab, bias=False, device="meta"))


def training_memory(text: str) -> float:
    """Of a thousand parameters, times what is asked for over a thousand."""
    weights = torch.zeros(1000, dtype=torch.bfloat16)
    master = nn.Parameter(weights.float())
    master.grad = torch.zeros(1000)
    optimizer = torch.optim.Adam([master])
    optimizer.step()
    moments = [v for k, v in optimizer.state[master].items() if k != "step"]
    held = [weights, torch.zeros_like(weights), master.data, *moments]  # the second: gradients
    return sum(t.nbytes for t in held) * numbers(text)[0] * 1e6


def quantized(text: str) -> float:
    """Of 1,280 weights, times what is asked for over them."""
    billions, _bits, group = numbers(text)
    bits = np.unpackbits(np.zeros(640, dtype=np.uint8)).reshape(1280, 4)
    packed = np.packbits(bits)
    scales = np.zeros(1280 // int(group), dtype=np.float16)
    return (packed.nbytes + scales.nbytes) * billions * 1e9 / 1280


def attention_flops(text: str) -> int:
    heads, width, n, m, _two = ints(text)
    q, k, v = (torch.empty(heads, length, width, device="meta") for length in (n, m, m))
    return flops(lambda: (q @ k.transpose(-2, -1)) @ v)


def attention_doubled(text: str) -> float:
    n, gflops, twice = ints(text)

    def run(length: int) -> int:
        q, k, v = torch.empty(3, length, 64, device="meta")
        return flops(lambda: (q @ k.T) @ v)

    return gflops * run(twice) / run(n)


def block_doubled(text: str) -> float:
    d, f, n, twice, _two = ints(text)

    def run(length: int) -> int:
        x = torch.empty(length, d, device="meta")
        w, up = torch.empty(4, d, d, device="meta"), torch.empty(d, f, device="meta")

        def forward() -> torch.Tensor:
            q, k, v = x @ w[0], x @ w[1], x @ w[2]
            return (((q @ k.T) @ v) @ w[3]) @ up @ up.T

        return flops(forward)

    return run(twice) / run(n)


def without_cache(text: str) -> int:
    prompt, new = ints(text)
    tokens, seen = [0] * prompt, 0
    for _ in range(new):
        seen += len(tokens)
        tokens.append(0)
    return seen


def training_flops(text: str) -> float:
    """Forward and backward of one matrix, scaled; its input needs a gradient as in a model."""
    layer = nn.Linear(50, 40, bias=False)
    x = torch.ones(30, 50, requires_grad=True)
    total = flops(lambda: layer(x).sum().backward())
    millions, billions = numbers(text)
    return total / (parameters(layer) * 30) * millions * 1e6 * billions * 1e9


def tokens_an_update(text: str) -> int:
    return np.empty(ints(text), dtype=np.int8).size


def head_shape(text: str) -> tuple[int, ...]:
    """Runs the line that is asked about on arrays of the shapes that the text gives."""
    code = re.search(r"What is the shape of (.+)\?$", text)
    assert code
    shapes = re.findall(r"(\w+) (\([\d, ]+\))", text)
    names = {name: torch.zeros(tuple(ints(shape))) for name, shape in shapes}
    if "w_q" in names:
        names["q"] = names["x"] @ names["w_q"]
    return tuple(eval(code[1], names).shape)


def grouped_shape(text: str) -> tuple[int, ...]:
    """The shape whose scores are those of keys that are repeated for each query head."""
    batch, heads, n, width, _batch, kv, *_ = ints(text)
    generator = torch.Generator().manual_seed(0)
    # In float32 a score near 0 may differ with the order in which its terms are added.
    q = torch.randn(batch, heads, n, width, generator=generator, dtype=torch.float64)
    k = torch.randn(batch, kv, n, width, generator=generator, dtype=torch.float64)
    group = heads // kv
    repeated = q @ k.repeat_interleave(group, 1).transpose(-2, -1)
    tried = [(batch, kv, group, n, width), (batch, group, kv, n, width)]
    for shape in tried:
        try:
            scores = q.reshape(shape) @ k.unsqueeze(2).transpose(-2, -1)
        except RuntimeError:
            continue
        if torch.allclose(scores.reshape(repeated.shape), repeated):
            return shape
    raise AssertionError(text)


def padding_shape(text: str) -> tuple[int, ...]:
    batch, heads, n, m, *_ = ints(text)
    padding = np.arange(batch * m).reshape(batch, m)
    shape = (batch, 1, 1, m)
    assert (np.broadcast_to(padding.reshape(shape), (batch, heads, n, m))[:, 0, 0] == padding).all()
    return shape


def hidden(text: str) -> int:
    past, new, n, m, batch, heads = ints(text)
    assert (n, m) == (new, past + new)
    cells = np.broadcast_to(np.tri(n, m, past, dtype=bool), (batch, heads, n, m))
    return int((~cells).sum())


def window(text: str) -> int:
    n, w = ints(text)
    return sum(0 <= i - j < w for i in range(n) for j in range(n))


def variance(text: str) -> float:
    """Exact: entries +-1 and +-spread, whose products are +-spread alike, summed d times."""
    d, *_, spread, square = ints(text.replace("^", " "))
    assert square == 2
    one = np.var([a * b for a in (-1, 1) for b in (-spread, spread)])
    return float(d * one)


def perplexity(text: str) -> float:
    pieces = re.findall(r"(\d+) tokens at (\d+\.\d)", text)
    every = np.concatenate([np.full(int(count), float(loss)) for count, loss in pieces])
    return float(np.exp(-np.log(np.exp(-every)).mean()))


def bits(text: str) -> float:
    """The bits of a thousand tokens' probability, over their bytes."""
    loss, ratio = numbers(text)
    return -1000 * math.log2(math.exp(-loss)) / (1000 * ratio)


def initial(text: str) -> float:
    vocab = ints(text)[0]
    return float(F.cross_entropy(torch.zeros(1, vocab, dtype=torch.float64), torch.tensor([3])))


def labelled(text: str) -> float:
    share, *_split, tokens, special = numbers(text)
    return share * (tokens - special) / 100


def wavelength(text: str) -> float:
    """From the frequencies as they are written in most libraries."""
    width, base, _first, pair = ints(text)
    inverse = 1.0 / (base ** (torch.arange(0, width, 2, dtype=torch.float64) / width))
    return float(2 * torch.pi / inverse[pair])


def layer_norm(text: str) -> float:
    *token, entry = ints(text)
    normed = F.layer_norm(torch.tensor(token, dtype=torch.float64), (4,), eps=0.0)
    return float(normed[token.index(entry)])


def cosine(text: str) -> float:
    peak, warm_up, _zero, total, step, _unit = (
        int(n) for n in re.findall(r"\d+", text.replace("e-4", " "))
    )
    optimizer = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=float(peak))
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, total - warm_up)
    for _ in range(step - warm_up):
        optimizer.step()
        schedule.step()
    return schedule.get_last_lr()[0]


def clipping(text: str) -> float:
    first, second, limit = ints(text)
    weights = [nn.Parameter(torch.zeros(4, dtype=torch.float64)) for _ in range(2)]
    for weight, norm in zip(weights, (first, second), strict=True):
        weight.grad = torch.full((4,), norm / 2, dtype=torch.float64)
    nn.utils.clip_grad_norm_(weights, limit)
    assert weights[0].grad is not None
    return float(weights[0].grad.norm() / first)


def temperature(text: str) -> float:
    gap, value = numbers(text)
    p = torch.softmax(torch.tensor([gap, 0.0], dtype=torch.float64) / value, 0)
    return float(p[0] / p[1])


def utf8(text: str) -> int:
    """Bytes a character by the table of UTF-8."""
    quoted = re.search(r"'(.+)'", text)
    assert quoted
    limits = (0x80, 0x800, 0x10000, 0x110000)
    return sum(next(i for i, top in enumerate(limits, 1) if ord(c) < top) for c in quoted[1])


def rows(text: str) -> int:
    merges, special = ints(text)
    return len([*range(256), *range(merges), *range(special)])


ORACLES: dict[str, Callable[[str], Any]] = {
    "linear-parameters": linear,
    "attention-parameters": attention,
    "grouped-query-parameters": grouped,
    "block-parameters": block,
    "swiglu-parameters": swiglu,
    "kv-cache-bytes": cache,
    "tied-embedding-parameters": untied,
    "training-memory": training_memory,
    "quantized-bytes": quantized,
    "attention-flops": attention_flops,
    "attention-flops-doubled": attention_doubled,
    "block-flops-doubled": block_doubled,
    "tokens-without-cache": without_cache,
    "training-flops": training_flops,
    "tokens-an-update": tokens_an_update,
    "head-shapes": head_shape,
    "grouped-shapes": grouped_shape,
    "padding-shape": padding_shape,
    "causal-count": hidden,
    "window-count": window,
    "score-variance": variance,
    "perplexity-of-pieces": perplexity,
    "bits-a-byte": bits,
    "initial-loss": initial,
    "labelled-positions": labelled,
    "rope-wavelength": wavelength,
    "layer-norm-entry": layer_norm,
    "cosine-rate": cosine,
    "clipping-factor": clipping,
    "temperature-ratio": temperature,
    "utf8-tokens": utf8,
    "vocabulary-rows": rows,
}
BY_REFERENCE = {"bpe-tokens", "nucleus-size", "sinusoid-entry"}


def test_every_kind_has_an_oracle() -> None:
    assert set(ORACLES) | BY_REFERENCE == set(KIND)


@pytest.mark.parametrize("name", ORACLES)
def test_the_answer_is_what_the_oracle_counts(name: str) -> None:
    for seed in SEEDS:
        asked = ask_number(KIND[name], seed)
        counted = ORACLES[name](asked.text)
        if isinstance(asked.value, float):
            near = pytest.approx(counted, rel=1e-6)  # clip_grad_norm_ adds 1e-6
            assert asked.value == near, asked.text
        else:
            assert asked.value == counted, asked.text


def test_tokens_are_those_of_the_reference_encoder(problem: Find) -> None:
    encode = load_reference(problem("bpe-encode")).bpe_encode
    for seed in SEEDS:
        asked = ask_number(KIND["bpe-tokens"], seed)
        pairs = re.findall(r"([abc]+)\+([abc]+)", asked.text)
        merges = [(a.encode(), b.encode()) for a, b in pairs]
        word = asked.text.removesuffix(" encoded?").split()[-1]
        assert asked.value == len(encode(word, merges)), asked.text


def test_the_nucleus_is_that_of_the_reference_filter(problem: Find) -> None:
    top_p = load_reference(problem("top-p")).top_p_filter
    for seed in SEEDS:
        asked = ask_number(KIND["nucleus-size"], seed)
        *percent, p = numbers(asked.text)
        kept = np.isfinite(top_p(np.log([np.array(percent) / 100]), p)).sum()
        assert asked.value == kept, asked.text


def test_a_table_entry_is_that_of_the_reference_table(problem: Find) -> None:
    table = load_reference(problem("sinusoidal-positions")).sinusoidal_positions
    for seed in SEEDS:
        asked = ask_number(KIND["sinusoid-entry"], seed)
        base, d, _zero, position, column = ints(asked.text)
        assert asked.value == pytest.approx(table(10, d, base=base)[position, column])


def test_the_classic_of_the_issue_is_right_by_hand() -> None:
    """Var(q . k) = d_k for unit variances: 4 entries give 4, by all 256 signs of +-1 entries."""
    signs = np.array(np.meshgrid(*[[-1, 1]] * 8)).reshape(8, -1)
    assert (signs[:4] * signs[4:]).sum(0).var() == 4


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_right_answer_passes_and_no_known_slip_does(kind: Any) -> None:
    for seed in range(100):
        asked = ask_number(kind, seed)
        assert judge(asked, repr(asked.value)).right is True
        for slip in asked.slips:
            judged = judge(asked, repr(slip.value))
            assert judged.right is False
            assert slip.says in judged.says or judged.says.count(" Or: "), (asked, slip)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_values_are_fresh_and_a_seed_fixes_them(kind: Any) -> None:
    drawn = [ask_number(kind, seed) for seed in range(60)]
    assert drawn == [ask_number(kind, seed) for seed in range(60)]
    assert len({asked.value for asked in drawn}) >= 4
    assert len({asked.text for asked in drawn}) >= 8


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_kind_says_its_rule_its_calculation_and_what_follows(kind: Any) -> None:
    asked = ask_number(kind, 3)
    assert asked.rule
    assert asked.points
    assert asked.follows
    assert len(asked.slips) >= 3
    values = [slip.value for slip in asked.slips]
    assert not any(fits(a, asked.value, asked.within) for a in values)


def test_what_a_person_rounds_to_four_digits_is_right() -> None:
    """The answer is shown with four digits: typed like that it must be right."""
    for kind in KINDS:
        for seed in range(100):
            asked = ask_number(kind, seed)
            if isinstance(asked.value, float):
                assert judge(asked, f"{asked.value:.3g}").right, asked


def test_ids_are_distinct_and_problems_exist(problem: Find) -> None:
    ids = sorted(kind.id for kind in KINDS)
    assert all(a != b for a, b in pairwise(ids))
    for kind in KINDS:
        for slug in kind.problems:
            assert problem(slug).slug == slug


def test_asked(problem: Find) -> None:
    """A follow-up of a problem is asked with the key of its card."""
    from tfmdrill.quiz.questions import follow_ups

    asked: list[Asked] = [a for a in follow_ups(problem("kv-cache"), 5) if a.value is not None]
    assert [a.key for a in asked] == ["number:kv-cache-bytes", "number:tokens-without-cache"]
    assert asked == [a for a in follow_ups(problem("kv-cache"), 5) if a.value is not None]
