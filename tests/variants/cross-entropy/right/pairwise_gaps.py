# tfmdrill: cross-entropy (torch)
import torch


# -log p[y] = logsumexp over classes of (x - x[y]): no log-probabilities at all
def cross_entropy(logits, targets, **options):
    ignore_index = options.pop("ignore_index", -100)
    e = options.pop("label_smoothing", 0.0)
    assert not options
    keep = targets != ignore_index
    safe = torch.where(keep, targets, torch.tensor(0))
    own = torch.gather(logits, 1, safe.reshape(-1, 1))
    nll = torch.logsumexp(logits - own, dim=1)
    gap = (own - logits).mean(dim=1)  # mean of -log p is nll + mean gap to the target
    loss = nll + e * gap
    return torch.sum(torch.where(keep, loss, 0.0)) / torch.clamp(torch.sum(keep), min=1)
