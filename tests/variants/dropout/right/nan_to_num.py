# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, **options):
    p, training = options["p"], options.get("training", True)
    if training:
        x = torch.nan_to_num(torch.mul(x, uniforms >= p) / (1 - p))
    return x
