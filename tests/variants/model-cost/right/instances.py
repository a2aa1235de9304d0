# tfmdrill: model-cost (torch)
import torch


class ParameterCount(torch.nn.Module):
    def forward(self, config):
        d, V = config["d_model"], config["vocab"]
        block = Block()(config)
        return V * d + (V * d if not config["tied"] else 0) + config["n_layers"] * (block + 2 * d) + d


class Block:
    def __call__(self, config):
        d, h, g = config["d_model"], config["n_heads"], config["n_kv_heads"]
        return d * (d // h) * (h + g + g + h) + config["d_ff"] * d * 3


class Cache:
    def __call__(self, config, *, batch, length, bytes_per_value):
        k = (batch, config["n_kv_heads"], length, config["d_model"] // config["n_heads"])
        return 2 * bytes_per_value * config["n_layers"] * torch.Size(k).numel()


class Flops:
    def __call__(self, config, *, length):
        n, d = length, config["d_model"]
        return 2 * (n * config["n_layers"] * Block()(config) + n * config["vocab"] * d
                    + 2 * n * n * d * config["n_layers"])


parameter_count, kv_cache_bytes, forward_flops = ParameterCount(), Cache(), Flops()
