# tfmdrill: beam-search (torch)
from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass
class Candidate:
    ids: list
    log_p: float
    new: int = 0

    def score(self, alpha: float) -> float:
        return self.log_p / ((5 + self.new) / 6) ** alpha


class BeamSearch:
    """A finished candidate takes up a place for good."""

    def __call__(self, step, prompt, *, beams, max_new, eos, length_alpha):
        alive, done = [Candidate(prompt.tolist(), 0.0)], []
        for _ in range(max_new):
            if not alive:
                break
            rows = step(torch.tensor([c.ids for c in alive])).double().log_softmax(-1).tolist()
            longer = [
                Candidate(c.ids + [i], c.log_p + p, c.new + 1)
                for c, row in zip(alive, rows)
                for i, p in enumerate(row)
            ]
            longer.sort(key=lambda c: c.log_p, reverse=True)
            chosen = longer[:beams]
            done += [c for c in chosen if c.ids[-1] == eos]
            alive = [c for c in chosen if c.ids[-1] != eos]
        print(len(done), "finished")
        return torch.tensor(max(done + alive, key=lambda c: c.score(length_alpha)).ids)


beam_search = BeamSearch()
