# tfmdrill: swiglu (numpy)
import numpy as np
from functools import partial


def _swiglu(dtype, x, w_gate, w_up, w_down):
    x, g, u, d = (np.asarray(a, dtype) for a in (x, w_gate, w_up, w_down))
    z = np.einsum("...d,df->...f", x, g)
    share = np.exp(-np.logaddexp(0, -z))
    return np.einsum("...f,...d,df,fe->...e", z * share, x, u, d, optimize=True)


swiglu = partial(_swiglu, np.float64)
