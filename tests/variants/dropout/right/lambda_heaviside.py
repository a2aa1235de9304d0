# tfmdrill: dropout (numpy)
import numpy as np

dropout = lambda x, uniforms, *, p, training=True: (
    np.asfortranarray(x * np.heaviside(uniforms - p, 1) * (1 / (1 - p) if p < 1 else 0)) if training else x
)
