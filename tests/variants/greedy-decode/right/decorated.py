# tfmdrill: greedy-decode (torch)
import functools

import torch


def evaluation(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs).contiguous()

    return inner


@evaluation
def greedy_decode(step, prompt, *, max_new, eos):
    state = {"ids": prompt.t(), "lengths": torch.full((len(prompt),), -1)}
    for t in range(max_new):
        if (state["lengths"] >= 0).all():
            break
        best = torch.log_softmax(step(state["ids"].t()), dim=1).argmax(dim=1, keepdim=True)
        best[state["lengths"] >= 0] = eos
        state["ids"] = torch.cat([state["ids"], best.t()])
        state["lengths"][(best[:, 0] == eos) & (state["lengths"] < 0)] = t
    return state["ids"].t()
