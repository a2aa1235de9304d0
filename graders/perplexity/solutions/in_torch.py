# tfmdrill: perplexity (torch)
import math


def perplexity(nll, mask):
    return nll[mask].mean().exp()


def bits_per_byte(nll, mask, n_bytes):
    return nll[mask].sum() / (math.log(2) * n_bytes)
