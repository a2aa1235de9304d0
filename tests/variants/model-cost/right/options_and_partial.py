# tfmdrill: model-cost (torch)
from functools import partial
from operator import itemgetter

get = itemgetter("d_model", "n_layers", "n_heads", "n_kv_heads", "d_ff", "vocab", "tied")


def _cost(what, config, **options):
    d, L, h, g, f, V, tied = get(config)
    attn = 2 * d * d + 2 * d * d * g // h
    mlp = 3 * d * f
    if what == "parameters":
        return V * d + L * (attn + mlp + d + d) + d + (0 if tied else V * d)
    n = options["length"]
    if what == "flops":
        return 2 * n * (L * (attn + mlp) + V * d) + 4 * n * n * d * L
    return options["batch"] * n * options["bytes_per_value"] * L * 2 * (d * g // h)


parameter_count = partial(_cost, "parameters")
kv_cache_bytes = partial(_cost, "bytes")
forward_flops = partial(_cost, "flops")
