# tfmdrill: greedy-decode (torch)
import torch


def greedy_decode(step, prompt, *, max_new, eos):
    context, out = prompt, []
    done = torch.zeros(len(prompt), dtype=torch.bool)
    for _ in range(max_new):
        if done.all():
            break
        best = step(context).argmax(-1).masked_fill(done, eos)
        out.append(best)
        done |= best == eos
        context = torch.stack(out, 1)
    return torch.cat([prompt] + [o[:, None] for o in out], 1)
