# tfmdrill: repetition-penalty (torch)
import torch


class Penalty:
    def __call__(self, logits, ids, **options):
        p = options["penalty"]
        rows = torch.arange(ids.shape[0]).repeat_interleave(ids.shape[1])
        columns = ids.reshape(-1)
        picked = logits[rows, columns]
        changed = torch.where(picked < 0, picked * p, picked / p)
        print(len(rows))
        return logits.index_put((rows, columns), changed)


repetition_penalty = Penalty()
