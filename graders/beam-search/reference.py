"""Beam search with GNMT's length normalisation.

Source: Wu et al. 2016, section 7, equation 14 without coverage.
"""

import numpy as np


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    """prompt int (n,) with the best continuation found, (m,), eos included.

    step(ids (b, l)) gives logits (b, V). The eos extension of every alive candidate is finished,
    the best `beams` other extensions stay alive.
    """
    best_ids, best_score = None, -np.inf
    ids = prompt[None, :]  # (1, n), then (beams, l)
    scores = np.zeros(len(ids))  # log-probabilities
    for length in range(1, max_new + 1):
        logits = step(ids)
        n_ids = logits.shape[-1]
        log_p = _log_softmax(logits)
        total = scores[:, None] + log_p  # (alive, V)
        penalty = ((5 + length) / 6) ** length_alpha
        ending = total[:, eos] / penalty
        ended = np.argmax(ending)
        if ending[ended] > best_score:
            best_score = ending[ended]
            best_ids = np.append(ids[ended], eos)
        going_on = np.where(np.arange(n_ids) == eos, -np.inf, total)
        flat = np.reshape(going_on, -1)
        kept = np.argsort(-flat, kind="stable")[:beams]
        parent, token = kept // n_ids, kept % n_ids
        scores = flat[kept]
        history = ids[parent]
        ids = np.concatenate([history, token[:, None]], axis=1)
    return ids[0] if best_ids is None else best_ids


def _log_softmax(logits):
    """(b, V) normalised over the last axis."""
    shifted = logits - np.max(logits, axis=-1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))
