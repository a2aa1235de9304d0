# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    ids, scores = prompt[None], torch.zeros(1)  # the alive and their log-probabilities
    best, best_score = None, -float("inf")
    for length in range(1, max_new + 1):
        total = scores[:, None] + torch.log_softmax(step(ids), dim=-1)  # (alive, V)
        log_p, row = total[:, eos].max(dim=0)
        score = log_p.item() / ((5 + length) / 6) ** length_alpha
        if score > best_score:
            best, best_score = torch.cat([ids[row], prompt.new_tensor([eos])]), score
        total[:, eos] = -float("inf")
        scores, index = total.flatten().topk(beams)
        parent, token = index // total.shape[1], index % total.shape[1]
        ids = torch.cat([ids[parent], token[:, None]], dim=1)
    return ids[0] if best is None else best
