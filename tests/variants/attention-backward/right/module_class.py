# tfmdrill: attention-backward (torch)
import torch


class Backward:
    def __init__(self, dtype=torch.float64):
        self.dtype = dtype

    def __call__(self, q, k, v, grad_out):
        kind = q.dtype
        self.q, self.k, self.v, self.g = (t.to(self.dtype) for t in (q, k, v, grad_out))
        self.scale = torch.rsqrt(torch.tensor(float(q.shape[-1]), dtype=self.dtype))
        self.p = torch.nn.functional.softmax(torch.matmul(self.q, self.k.mT) * self.scale, dim=-1)
        ds = self.through_softmax(torch.matmul(self.g, self.v.mT)) * self.scale
        return tuple(t.to(kind) for t in (ds @ self.k, ds.mT @ self.q, self.p.mT @ self.g))

    def through_softmax(self, dp):
        inner = torch.linalg.vecdot(dp, self.p, dim=-1)
        return self.p * (dp - inner[..., None])


attention_backward = Backward()
