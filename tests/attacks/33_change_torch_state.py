# tfmdrill: attention (torch)
# expect: wrong, error
import torch

torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.set_flush_denormal(True)
torch.autograd.set_detect_anomaly(True)
torch.backends.mkldnn.enabled = False
torch.set_printoptions(precision=1)
torch.softmax = torch.Tensor.softmax = torch.Tensor.__matmul__ = None


def attention(q, k, v):
    return q
