# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    """p ** (1 / T), normalised, in log space."""
    if not temperature:
        return logits.argmax(1)
    log_p = logits.log_softmax(dim=1) / temperature
    log_p = log_p - log_p.logsumexp(dim=1, keepdim=True)
    cdf = log_p.double().exp().cumsum(dim=1)
    after = torch.arange(logits.shape[1]) >= log_p.isfinite().cumsum(1).argmax(1, keepdim=True)
    cdf = cdf.masked_fill(after, 1.0)
    return (cdf > u.unsqueeze(1)).to(torch.uint8).argmax(dim=1)
