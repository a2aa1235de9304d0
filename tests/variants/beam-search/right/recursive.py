# tfmdrill: beam-search (torch)
import functools

import torch


def evaluating(function):
    @functools.wraps(function)
    def inner(*args, **options):
        with torch.inference_mode():
            return function(*args, **options)

    return inner


@evaluating
def beam_search(step, prompt, **o):
    def go(ids, scores, length):
        if length > o["max_new"]:
            return [(None, ids[0])]
        table = scores.unsqueeze(1) + step(ids).log_softmax(1)
        penalty = ((5 + length) / 6) ** o["length_alpha"]
        ends = [
            (float(s) / penalty, torch.cat([row, torch.tensor([o["eos"]])]))
            for s, row in zip(table[:, o["eos"]], ids)
            if s > -torch.inf
        ]
        table[:, o["eos"]] = -torch.inf
        scores, index = torch.topk(table.reshape(-1), o["beams"])
        V = table.size(1)
        longer = torch.cat([ids[index // V], (index % V).unsqueeze(1)], 1)
        return ends + go(longer, scores, length + 1)

    results = go(prompt.unsqueeze(0), torch.zeros(1), 1)
    finished = [r for r in results if r[0] is not None]
    return max(finished, key=lambda r: r[0])[1] if finished else results[-1][1]
