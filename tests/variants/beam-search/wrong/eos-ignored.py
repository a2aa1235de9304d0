# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    sequences = prompt.unsqueeze(0)
    scores = torch.zeros(1)
    for t in range(max_new):
        logits = step(sequences)
        log_probs = torch.log_softmax(logits, dim=-1)
        candidates = scores.unsqueeze(1) + log_probs
        scores, flat = torch.topk(candidates.view(-1), beams)
        beam = flat // logits.shape[-1]
        token = flat % logits.shape[-1]
        sequences = torch.cat([sequences[beam], token.unsqueeze(1)], dim=1)
    return sequences[scores.argmax()]
