# tfmdrill: beam-search (numpy)
import numpy as np


def log_softmax(x):
    x = x - x.max(axis=-1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=-1, keepdims=True))


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    ids, scores = prompt[None], np.zeros(1)  # the alive and their log-probabilities
    best, best_score = None, -np.inf
    for length in range(1, max_new + 1):
        total = scores[:, None] + log_softmax(step(ids))  # (alive, V)
        row = total[:, eos].argmax()
        score = total[row, eos] / ((5 + length) / 6) ** length_alpha
        if score > best_score:
            best, best_score = np.append(ids[row], eos), score
        total[:, eos] = -np.inf
        index = np.argsort(-total, axis=None)[:beams]
        parent, token = np.divmod(index, total.shape[1])
        ids = np.concatenate([ids[parent], token[:, None]], axis=1)
        scores = total[parent, token]
    return ids[0] if best is None else best
