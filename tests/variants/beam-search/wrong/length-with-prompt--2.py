# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    prompt_len = prompt.shape[0]
    ids = prompt.expand(beams, prompt_len)
    beam_scores = torch.full((beams,), -1e9)
    beam_scores[0] = 0.0
    hyps = []
    for cur in range(1, max_new + 1):
        scores = torch.log_softmax(step(ids), dim=-1)
        vocab = scores.shape[-1]
        scores = scores + beam_scores[:, None]
        top_scores, top_index = torch.topk(scores.flatten(), 2 * beams)
        next_beams = []
        for rank in range(2 * beams):
            origin, token = divmod(top_index[rank].item(), vocab)
            score = top_scores[rank].item()
            if token == eos:
                if rank < beams and score > -1e8:
                    penalty = ((5 + ids.shape[1] + 1) / 6) ** length_alpha
                    hyps.append((score / penalty, ids[origin].tolist() + [eos]))
            else:
                next_beams.append((score, token, origin))
            if len(next_beams) == beams:
                break
        beam_scores = torch.tensor([b[0] for b in next_beams])
        tokens = torch.tensor([b[1] for b in next_beams])
        origins = torch.tensor([b[2] for b in next_beams])
        ids = torch.cat([ids[origins], tokens[:, None]], dim=-1)
    if not hyps:
        return ids[0]
    return torch.tensor(max(hyps)[1])
