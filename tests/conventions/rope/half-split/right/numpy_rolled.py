# tfmdrill: rope:half-split (numpy)
import numpy as np


class Rope:
    def __call__(self, x, positions, **options):
        base = options.get("base", 10000.0)
        d = x.shape[-1]
        if d & 1:
            raise ValueError("d")
        column = np.arange(d) % (d // 2)
        angle = np.multiply.outer(positions, base ** (-2.0 * column / d))
        angle = angle if positions.ndim == 1 else np.expand_dims(angle, 1)
        sign = np.where(np.arange(d) < d // 2, -1.0, 1.0)
        turned = x * np.cos(angle) + np.roll(x, d // 2, axis=-1) * sign * np.sin(angle)
        return turned.astype(x.dtype)


apply_rope = Rope()
