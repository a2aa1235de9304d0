"""The SwiGLU feed-forward layer.

Source: Shazeer 2020, equation 6.
"""

import numpy as np


def swiglu(x, w_gate, w_up, w_down):
    """Give (silu(x w_gate) * (x w_up)) w_down: (..., d) for x (..., d).

    w_gate and w_up are (d, f), w_down is (f, d).
    """
    gate = _linear(x, w_gate)  # (..., f)
    up = _linear(x, w_up)
    open = _silu(gate)
    gated = open * up
    return _linear(gated, w_down)


def _linear(x, weight):
    return x @ weight


def _silu(z):
    share = _sigmoid(z)
    return z * share


def _sigmoid(z):
    return 0.5 * (1.0 + np.tanh(0.5 * z))  # no exponential that could overflow
