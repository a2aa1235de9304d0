# tfmdrill: greedy-decode (torch)
import torch


class Greedy:
    def __call__(self, step, prompt, *, max_new, eos):
        ids = prompt
        done = torch.zeros(ids.shape[0], dtype=torch.bool)
        cur = prompt
        for _ in range(max_new):
            nxt = step(cur).argmax(-1)
            nxt = nxt.masked_fill(done, eos)
            ids = torch.cat((ids, nxt[:, None]), 1)
            cur = nxt[:, None]
            done = done | (nxt == eos)
            if done.all():
                break
        return ids


greedy_decode = Greedy()
