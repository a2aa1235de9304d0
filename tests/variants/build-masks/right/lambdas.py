# tfmdrill: build-masks (torch)
import torch


causal_mask = lambda n, m=None: torch.arange(m or n) <= torch.arange(n)[:, None] + (m or n) - n
padding_mask = lambda lengths, m: torch.arange(m) < lengths[:, None]
combine = lambda causal, padding: torch.logical_and(causal, padding[:, None, None])
