# tfmdrill: rope-scaling (torch)
import math

import torch


def find_correction_dim(num_rotations, dim, base, max_position_embeddings):
    return (dim * math.log(max_position_embeddings / (num_rotations * 2 * math.pi))) / (
        2 * math.log(base)
    )


def find_correction_range(low_rot, high_rot, dim, base, max_position_embeddings):
    low = math.floor(find_correction_dim(low_rot, dim, base, max_position_embeddings))
    high = math.ceil(find_correction_dim(high_rot, dim, base, max_position_embeddings))
    return max(low, 0), min(high, dim - 1)


def linear_ramp_factor(lo, hi, dim):
    if lo == hi:
        hi += 0.001
    return torch.clamp((torch.arange(dim, dtype=torch.float32) - lo) / (hi - lo), 0, 1)


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    pos_freqs = base ** (torch.arange(0, d, 2).float() / d)
    if kind == "yarn":
        low, high = find_correction_range(32, 1, d, base, original_length)
        mask = 1 - linear_ramp_factor(low, high, d // 2)
        inv = 1.0 / (factor * pos_freqs) * (1 - mask) + 1.0 / pos_freqs * mask
        return inv, 0.1 * math.log(factor) + 1.0
    if kind == "linear":
        return 1.0 / (pos_freqs * factor), 1.0
    if kind == "dynamic-ntk":
        seq_len = max(seq_len, original_length)
        factor = factor * seq_len / original_length - (factor - 1)
    base = base * factor ** (d / (d - 2))
    return 1.0 / (base ** (torch.arange(0, d, 2).float() / d)), 1.0
