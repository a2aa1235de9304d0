# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    current, out = prompt[:, -1:], [prompt]
    done = torch.zeros(len(prompt), 1, dtype=torch.bool)
    for _ in range(max_new):
        if done.all():
            break
        current = step(current).argmax(-1, keepdim=True).masked_fill(done, eos)
        out.append(current)
        done |= current == eos
    return torch.cat(out, 1)
