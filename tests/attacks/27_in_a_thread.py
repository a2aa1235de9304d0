# tfmdrill: attention (torch)
# expect: passed
# not stopped: the mode that watches is one thread's.
# remark: scaled_dot_product_attention
import threading

import torch.nn.functional as F


def attention(q, k, v):
    out = []
    def run():
        out.append(F.scaled_dot_product_attention(q, k, v))
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return out[0]
