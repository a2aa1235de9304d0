# tfmdrill: greedy-decode (torch)
import torch


class Decoder:
    def __init__(self):
        self.calls = 0

    def __call__(self, step, prompt, **options):
        limit, eos = options["max_new"], options["eos"]
        ids, unfinished = prompt, torch.ones(prompt.size(0), dtype=torch.long)
        print("prompt", tuple(prompt.shape))
        for _ in range(limit):
            self.calls += 1
            logits = step(ids)
            nxt = torch.softmax(logits, -1).argmax(-1)
            nxt = nxt * unfinished + eos * (1 - unfinished)
            ids = torch.cat((ids, nxt[:, None]), dim=-1)
            unfinished = unfinished * (nxt != eos).long()
            if unfinished.max() == 0:
                break
        return ids


greedy_decode = Decoder()
