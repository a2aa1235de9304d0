# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    """Stops when no alive candidate can overtake."""

    def normalised(log_p, length):
        return log_p / ((5 + length) / 6) ** length_alpha

    rows = [(0.0, prompt)]
    best = (-float("inf"), None)
    for length in range(1, max_new + 1):
        logp = torch.stack([step(r[None])[0].log_softmax(0) for _, r in rows])
        extended = []
        for (score, row), p in zip(rows, logp):
            end = score + p[eos].item()
            if normalised(end, length) > best[0]:
                best = (normalised(end, length), torch.hstack([row, torch.tensor(eos)]))
            p[eos] = -float("inf")
            values, tokens = p.topk(beams)
            for v, t in zip(values.tolist(), tokens):
                extended.append((score + v, torch.hstack([row, t])))
        rows = sorted(extended, key=lambda e: -e[0])[:beams]
        if best[0] >= normalised(rows[0][0], max_new):
            break
    return rows[0][1] if best[1] is None else best[1]
