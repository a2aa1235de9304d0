# tfmdrill: rms-norm (torch)
import torch


class RMSNorm(torch.nn.Module):
    def _norm(self, x, eps):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)

    def forward(self, x, weight, *, eps=1e-6):
        output = self._norm(x.float(), eps).type_as(x)
        return output * weight


rms_norm = RMSNorm()
