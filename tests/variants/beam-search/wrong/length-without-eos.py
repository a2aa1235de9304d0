# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    sequences = prompt.unsqueeze(0)
    scores = torch.zeros(1)
    finished = []
    for t in range(max_new):
        logits = step(sequences)
        log_probs = torch.log_softmax(logits, dim=-1)
        candidates = scores.unsqueeze(1) + log_probs
        length = t
        for row in range(len(sequences)):
            score = candidates[row, eos].item() / ((5 + length) / 6) ** length_alpha
            text = torch.cat([sequences[row], torch.tensor([eos])])
            if score > -float("inf"):
                finished.append((score, text))
        candidates[:, eos] = -float("inf")
        scores, flat = torch.topk(candidates.view(-1), beams)
        beam = flat // logits.shape[-1]
        token = flat % logits.shape[-1]
        sequences = torch.cat([sequences[beam], token.unsqueeze(1)], dim=1)
    if not finished:
        return sequences[0]
    return max(finished, key=lambda pair: pair[0])[1]
