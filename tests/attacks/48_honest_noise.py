# tfmdrill: attention (torch)
# expect: passed
# score: 1
# not stopped: it is right, and noise is no mistake.
import logging
import sys
import warnings

import torch

warnings.warn("at import", DeprecationWarning, stacklevel=1)


def attention(q, k, v):
    print("shapes", q.shape, k.shape, file=sys.stderr)
    logging.getLogger(__name__).error("scores")
    warnings.warn("in a call", stacklevel=1)
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    return torch.softmax(scores, -1) @ v
