# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    """As in the large libraries: an eos counts among the best `beams` of twice as many."""
    n = len(prompt)
    ids = prompt.repeat(beams, 1)
    scores = torch.full((beams,), -1e9)
    scores[0] = 0.0
    hypotheses = []
    while ids.shape[1] < n + max_new:
        log_probs = torch.log_softmax(step(ids), -1) + scores[:, None]
        V = log_probs.shape[1]
        top, flat = log_probs.view(-1).topk(2 * beams)
        alive = []
        for rank, (score, index) in enumerate(zip(top.tolist(), flat.tolist())):
            row, token = divmod(index, V)
            if token == eos:
                if rank < beams and score > -1e8:
                    length = ids.shape[1] + 1 - n
                    text = torch.cat([ids[row], torch.tensor([eos])])
                    hypotheses.append((score / ((5 + length) / 6) ** length_alpha, text))
            elif len(alive) < beams:
                alive.append((score, row, token))
        scores = torch.tensor([a[0] for a in alive])
        rows, tokens = torch.tensor([a[1] for a in alive]), torch.tensor([a[2] for a in alive])
        ids = torch.cat([ids[rows], tokens[:, None]], dim=1)
    for score, text in zip(scores.tolist(), ids):
        hypotheses.append((score / ((5 + max_new) / 6) ** length_alpha, text))
    return max(hypotheses, key=lambda h: h[0])[1]
