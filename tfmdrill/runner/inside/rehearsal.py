"""What a child that is forked in advance does once, so that its first real calls don't pay for it.

Whatever it touches for the first time, of the interpreter as of the framework, costs a fork a copy
of the page: together more than all calls of a small submission.
"""

from collections.abc import Mapping
from typing import Any

from . import wire

ENTRY = "rehearse"
SCALE = wire.Array("float32", (), bytearray(b"\0\0\0?"))  # 0.5; torch warns of bytes

_TORCH = """
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass
class Sizes:
    n: int = 3
    d: int = 4


def rehearse(scale: Tensor, sizes=None, *, base: float = 10.0):
    n, d = (sizes or Sizes()).n, (sizes or Sizes()).d
    rows = torch.arange(n, dtype=torch.float32)
    x = rows[:, None] * base ** (-torch.arange(0, d) / d) * scale
    x = torch.stack([torch.cos(x), torch.sin(x)], dim=-1).flatten(-2)
    pairs = x.unflatten(-1, (-1, 2))
    x = torch.cat([pairs[..., 0] ** 2, pairs.unbind(-1)[1]], dim=-1).unsqueeze(0).repeat(2, 1, 1)
    weight = torch.ones(2 * d, d)
    heads = (x @ weight + 1.0).view(2, n, 2, d // 2).transpose(1, 2).contiguous()
    scores = torch.einsum("bhik,bhjk->bhij", heads, heads) / math.sqrt(d)
    allowed = torch.ones(n, n, dtype=torch.bool).tril()
    scores = scores.masked_fill(~allowed, float("-inf"))
    scores = torch.where(allowed & (scores > -1e9), scores, torch.finfo(scores.dtype).min)
    shifted = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    weights = torch.softmax(scores, -1) * 0.5 + 0.5 * shifted / shifted.sum(-1, keepdim=True)
    mixed = torch.matmul(weights, heads).permute(0, 2, 1, 3).reshape(2, n, d)
    centred = mixed - mixed.mean(-1, keepdim=True)
    mixed = centred * torch.rsqrt((centred**2).mean(-1, keepdim=True) + 1e-5)
    mixed = mixed + mixed.var(-1, unbiased=False, keepdim=True).sqrt() + torch.tanh(mixed)
    logs = torch.log_softmax(mixed, dim=-1) - torch.logsumexp(mixed, -1, keepdim=True)
    ids = torch.argmax(logs, dim=-1)
    top, places = torch.topk(logs, 2, dim=-1)
    ordered, order = torch.sort(logs.cumsum(-1).clamp(min=-1e3), descending=True)
    picked = logs.gather(-1, ids.unsqueeze(-1)).squeeze(-1)
    picked = picked + top.sum(-1) + ordered.max(-1).values + torch.zeros_like(picked)
    picked = picked + F.gelu(picked) + F.silu(torch.relu(picked)) + torch.sigmoid(-picked)
    total = picked.double().mean().item() + int(places.any()) + int(order.numel())
    if not bool(torch.isfinite(picked).all()):
        raise ValueError(f"{total:.3f} of {tuple(picked.shape)}")
    return picked, {"ids": ids, "total": total, "kept": [True, None, "text"]}
"""
_NUMPY = """
import math

import numpy as np


def rehearse(scale, sizes=(3, 4), *, base: float = 10.0):
    n, d = sizes
    x = np.arange(n, dtype=np.float64)[:, None] * base ** (-np.arange(0, d) / d) * scale
    x = np.stack([np.cos(x), np.sin(x)], axis=-1).reshape(n, 2 * d)
    x = np.concatenate([x[..., 0::2] ** 2, x[..., 1::2]], axis=-1)[None].repeat(2, axis=0)
    heads = (x @ np.ones((2 * d, d)) + 1.0).reshape(2, n, 2, d // 2).transpose(0, 2, 1, 3)
    scores = np.einsum("bhik,bhjk->bhij", heads, heads) / math.sqrt(d)
    allowed = np.tril(np.ones((n, n), dtype=bool))
    scores = np.where(allowed & (scores > -1e9), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    mixed = np.matmul(weights, heads).swapaxes(1, 2).reshape(2, n, d)
    mixed = (mixed - mixed.mean(-1, keepdims=True)) / np.sqrt(mixed.var(-1, keepdims=True) + 1e-5)
    mixed = mixed + np.tanh(mixed) + np.log1p(np.maximum(mixed, 0.0))
    ids = np.argmax(mixed, axis=-1)
    order = np.argsort(-mixed, axis=-1, kind="stable")
    picked = np.take_along_axis(mixed, ids[..., None], -1)[..., 0] + np.cumsum(mixed, -1)[..., 0]
    picked = picked.astype(np.float32) + np.clip(picked, -1.0, 1.0) + np.zeros_like(picked)
    if not np.isfinite(picked).all():
        raise ValueError(f"{float(picked.sum()):.3f} of {picked.shape}")
    return picked, {"ids": ids, "total": int(order.size), "kept": [True, None, "text"]}
"""
_TEXT = """
import re
from collections import Counter, defaultdict


def rehearse(scale, text="low lower lowest", *, merges=(("l", "o"), ("lo", "w"))):
    counts = Counter(re.findall(r"\\w+|\\s+", text))
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    places = defaultdict(list)
    pieces = []
    for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        parts = list(word)
        while len(parts) > 1:
            best = min(zip(parts, parts[1:]), key=lambda p: ranks.get(p, len(ranks)))
            if best not in ranks:
                break
            at = next(i for i, pair in enumerate(zip(parts, parts[1:])) if pair == best)
            parts[at : at + 2] = ["".join(best)]
        pieces.extend(parts)
        places[len(parts)].append(word.encode("utf-8").decode("utf-8", errors="replace"))
    if not pieces:
        raise ValueError(f"no pieces in {text!r}")
    return pieces, {"ids": [len(p) for p in pieces], "sizes": dict(places), "kept": [1.0, None]}
"""
CODE: Mapping[str, bytes] = {
    "torch": _TORCH.encode(),
    "numpy": _NUMPY.encode(),
    "text": _TEXT.encode(),
}


def arguments(framework: str) -> dict[str, Any]:
    """What `ENTRY` is called with, as the grader would send it."""
    scale = SCALE if framework in ("torch", "numpy") else 0.5
    return {"name": ENTRY, "target": None, "args": (scale,), "kwargs": {}}
