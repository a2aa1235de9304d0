# tfmdrill: model-cost (torch)
import torch


def _shapes(c):
    d, kv = c["d_model"], c["d_model"] // c["n_heads"] * c["n_kv_heads"]
    block = [(d, d), (d, kv), (d, kv), (d, d), (d, c["d_ff"]), (d, c["d_ff"]), (c["d_ff"], d)]
    return block


def parameter_count(config):
    total = config["vocab"] * config["d_model"] + config["d_model"]
    for _ in range(config["n_layers"]):
        total += sum(a * b for a, b in _shapes(config)) + 2 * config["d_model"]
    return torch.tensor(total + (0 if config["tied"] else config["vocab"] * config["d_model"]))


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    return (
        sum(batch * length * b * bytes_per_value for a, b in _shapes(config)[1:3])
        * config["n_layers"]
    )


def forward_flops(config, *, length):
    mm = lambda a, b, c: 2 * a * b * c
    hd = config["d_model"] // config["n_heads"]
    per = sum(mm(length, a, b) for a, b in _shapes(config))
    per += config["n_heads"] * (mm(length, hd, length) + mm(length, length, hd))
    return per * config["n_layers"] + mm(length, config["d_model"], config["vocab"])
