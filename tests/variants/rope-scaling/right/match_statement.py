# tfmdrill: rope-scaling (torch)
import torch
from jaxtyping import Float
from torch import Tensor


class Frequencies:
    def __call__(
        self, d, *, base, kind, factor, original_length, seq_len=None
    ) -> tuple[Float[Tensor, "p"], float]:
        two_i = torch.arange(0, d, 2, dtype=torch.float64)
        match kind:
            case "linear":
                return base ** -(two_i / d) / factor, 1.0
            case "ntk":
                return (base * factor ** (d / (d - 2))) ** -(two_i / d), 1.0
            case "dynamic-ntk":
                grown = max(1.0, factor * seq_len / original_length - factor + 1)
                return (base * grown ** (d / (d - 2))) ** -(two_i / d), 1.0
        beta = torch.tensor([32.0, 1.0], dtype=torch.float64)
        dims = d * torch.log(original_length / (2 * torch.pi * beta))
        dims = dims / (2 * torch.log(torch.tensor(base, dtype=torch.float64)))
        low, high = dims[0].floor().clamp(min=0), dims[1].ceil().clamp(max=d - 1)
        ramp = ((two_i / 2 - low) / (high - low)).clamp(0, 1)
        f = base ** -(two_i / d)
        return f * torch.where(ramp > 0, 1 - ramp + ramp / factor, 1.0), (
            1 + 0.1 * torch.log(torch.tensor(factor)).item()
        )


rope_frequencies = Frequencies()
