# tfmdrill: attention (numpy)
# expect: wrong
# Whatever of this reached the next submission would fail it.
import builtins
import decimal
import gc
import locale
import os
import random
import sys
import threading
import warnings

import numpy as np

random.seed(1)
np.random.seed(1)
np.seterr(all="raise")
np.set_printoptions(precision=1)
warnings.simplefilter("error")
decimal.getcontext().prec = 1
sys.setrecursionlimit(120)
sys.setswitchinterval(10.0)
sys.dont_write_bytecode = False
threading.stack_size(2**17)  # arm64 takes no less
gc.disable()
os.umask(0)
os.environ["PATH"] = os.environ["OMP_NUM_THREADS"] = "64"
np.matmul = np.exp = np.max = None
builtins.sum = builtins.open = lambda *a: 0
for change in (lambda: os.chdir("/tmp"), lambda: locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")):
    try:
        change()
    except Exception:
        pass
sys.path.clear()
sys.meta_path.clear()


def attention(q, k, v):
    return q
