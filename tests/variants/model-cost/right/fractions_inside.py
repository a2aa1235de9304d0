# tfmdrill: model-cost (torch)
from fractions import Fraction


def _ratio(c):
    return Fraction(c["n_kv_heads"], c["n_heads"])


def _matrices(c):
    d = c["d_model"]
    return int(2 * d**2 * (1 + _ratio(c)) + 3 * d * c["d_ff"])


def parameter_count(config):
    d, layers = config["d_model"], config["n_layers"]
    vocab = config["vocab"] if config["tied"] else config["vocab"] * 2
    return int(d * (vocab + 2 * layers + 1) + layers * _matrices(config))


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    values = 2 * config["d_model"] * _ratio(config) * config["n_layers"]
    return int(values * batch * length * bytes_per_value)


def forward_flops(config, *, length):
    dense = config["n_layers"] * _matrices(config) + config["vocab"] * config["d_model"]
    attention = 2 * length * config["d_model"] * config["n_layers"]
    return int(2 * length * (dense + attention))
