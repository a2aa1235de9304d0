# tfmdrill: model-cost (torch)
import torch


def weights(c):
    d, f = c["d_model"], c["d_ff"]
    kv = c["n_kv_heads"] * (d // c["n_heads"])
    new = lambda *s: torch.empty(*s, device="meta")
    for _ in range(c["n_layers"]):
        yield from (new(d, d), new(d, kv), new(d, kv), new(d, d))
        yield from (new(d, f), new(d, f), new(f, d))


def parameter_count(config):
    d = config["d_model"]
    n = sum(w.numel() for w in weights(config))
    n += (2 * config["n_layers"] + 1) * d
    n += config["vocab"] * d * (1 if config["tied"] else 2)
    return n


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    dh = config["d_model"] // config["n_heads"]
    k = torch.empty(config["n_layers"], batch, config["n_kv_heads"], length, dh, device="meta")
    return (k.numel() + k.numel()) * bytes_per_value


def forward_flops(config, *, length):
    total = sum(2 * length * w.numel() for w in weights(config))
    total += 2 * length * config["d_model"] * config["vocab"]
    total += config["n_layers"] * 4 * length**2 * config["d_model"]
    return torch.tensor(total)
