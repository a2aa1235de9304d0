# tfmdrill: cross-entropy (torch)
import torch


class CrossEntropy(torch.nn.Module):
    def forward(self, logits, targets, *, ignore_index=-100, label_smoothing=0.0):
        logits = logits.double()
        keep = torch.nonzero(targets != ignore_index).flatten()
        x = logits.index_select(0, keep)
        y = targets.index_select(0, keep)
        log_z = torch.logsumexp(x, dim=1)
        hard = (log_z - x.gather(1, y.view(-1, 1)).view(-1)).sum()
        soft = (log_z - x.mean(dim=1)).sum()
        return ((1 - label_smoothing) * hard + label_smoothing * soft) / max(len(keep), 1)


cross_entropy = CrossEntropy()
