# tfmdrill: beam-search (torch)
import torch


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    alive = [(0.0, prompt.tolist())]
    finished = []
    for length in range(1, max_new + 1):
        found = []
        for score, ids in alive:
            row = step(torch.tensor([ids]))[0].double().log_softmax(-1).tolist()
            found += [(score + x, [*ids, v]) for v, x in enumerate(row) if x > -torch.inf]
        found.sort(key=lambda f: -f[0])
        norm = ((5 + length) / 6) ** length_alpha
        finished += [(s / norm, ids) for s, ids in found if ids[-1] == eos]
        alive = [f for f in found if f[1][-1] != eos][:beams]
        if found[0][1][-1] == eos or not alive:
            break
    return torch.tensor(max(finished)[1] if finished else alive[0][1])
