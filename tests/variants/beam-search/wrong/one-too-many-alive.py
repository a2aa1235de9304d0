# tfmdrill: beam-search (torch)
# beams + 1 candidates stay alive
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    rows, lp = prompt[None], torch.zeros(1, dtype=torch.float64)
    best, best_score = None, float("-inf")
    for t in range(1, max_new + 1):
        ext = lp[:, None] + torch.log_softmax(step(rows).double(), -1)
        V = ext.shape[1]
        ends = ext[:, eos] / ((5 + t) / 6) ** length_alpha
        who = int(ends.argmax())
        if float(ends[who]) > best_score:
            best, best_score = torch.cat([rows[who], torch.tensor([eos])]), float(ends[who])
        ext = ext.clone()
        ext[:, eos] = float("-inf")
        lp, flat = ext.flatten().topk(min(beams + 1, ext.numel()))
        rows = torch.cat([rows[flat // V], (flat % V)[:, None]], 1)
        ok = lp > float("-inf")
        if not ok.any():
            break
        rows, lp = rows[ok], lp[ok]
    return rows[lp.argmax()] if best is None else best
