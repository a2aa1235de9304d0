"""RoPE frequencies for contexts longer than the trained one.

Source: Chen et al. 2023, section 3 (linear); Peng et al. 2023, sections 3.1 to 3.4 (ntk, dynamic,
yarn), with the rounding and clamping of its public code.
"""

import numpy as np


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    """(inv_freq (d/2,), attention_factor) for kind linear, ntk, dynamic-ntk or yarn."""
    pair = np.arange(d // 2)
    exponent = d / (d - 2)
    attention_factor = 1.0
    if kind == "ntk":
        base = base * factor**exponent
    if kind == "dynamic-ntk":
        scale = factor * seq_len / original_length - (factor - 1)
        if seq_len > original_length:
            base = base * scale**exponent
    frequency = 1.0 / base ** (2 * pair / d)
    if kind == "linear":
        frequency = frequency / factor
    if kind == "yarn":
        fast_turns, slow_turns = 32, 1
        low = _pair_with_turns(fast_turns, d, base, original_length)
        high = _pair_with_turns(slow_turns, d, base, original_length)
        low, high = np.floor(low), np.ceil(high)
        low, high = np.maximum(low, 0), np.minimum(high, d - 1)
        ramp = (pair - low) / (high - low)
        ramp = np.minimum(np.maximum(ramp, 0.0), 1.0)
        interpolated = frequency / factor
        frequency = (1.0 - ramp) * frequency + ramp * interpolated
        attention_factor = 0.1 * np.log(factor) + 1.0
    return frequency, attention_factor


def _pair_with_turns(turns, d, base, length):
    """The fractional index of the pair that turns so many times within a length."""
    wavelength = length / turns
    angle = 2 * np.pi
    return d * np.log(wavelength / angle) / (2 * np.log(base))
