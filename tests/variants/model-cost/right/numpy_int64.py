# tfmdrill: model-cost (numpy)
import numpy as np


def _v(c):
    return [
        np.int64(c[k]) for k in ("d_model", "n_layers", "n_heads", "n_kv_heads", "d_ff", "vocab")
    ]


def parameter_count(config):
    d, L, h, g, f, v = _v(config)
    return (
        L * (2 * d * d + 2 * d * (d // h * g) + 3 * d * f + 2 * d)
        + d
        + v * d * (1 if config["tied"] else 2)
    )


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    d, L, h, g, f, v = _v(config)
    return 2 * L * (d // h * g) * batch * length * bytes_per_value


def forward_flops(config, *, length):
    d, L, h, g, f, v = _v(config)
    return (
        2 * length * (L * (2 * d * d + 2 * d * (d // h * g) + 3 * d * f) + v * d)
        + 4 * L * length * length * d
    )
