# tfmdrill: rope-scaling (numpy)
import numpy as np


def yarn(d, base, s, L0):
    theta = base ** (-2 * np.arange(d // 2) / d)
    dims = [d * np.log(L0 / (2 * np.pi * beta)) / (2 * np.log(base)) for beta in (32, 1)]
    low, high = np.floor(dims[0]), np.ceil(dims[1])
    low, high = max(low, 0), min(high, d // 2 - 1)
    gamma = 1 - np.clip((np.arange(d // 2) - low) / (high - low), 0, 1)
    return (1 - gamma) * theta / s + gamma * theta, 0.1 * np.log(s) + 1


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    if kind == "yarn":
        return yarn(d, base, factor, original_length)
    if kind == "linear":
        return base ** (-2 * np.arange(d // 2) / d) / factor, 1.0
    scale = factor
    if kind == "dynamic-ntk":
        scale = max(factor * seq_len / original_length - (factor - 1), 1.0)
    theta = base * scale ** (d / (d - 2))
    return theta ** (-2 * np.arange(d // 2) / d), 1.0
