# tfmdrill: attention (torch)
# expect: wrong, error, broken-protocol
import threading

import torch


def attention(q, k, v):
    out = torch.zeros(2**20)

    def shrink():
        for n in range(50):
            out.untyped_storage().resize_(4 if n % 2 else 2**22)

    threading.Thread(target=shrink).start()
    return out
