# tfmdrill: attention (torch)
# expect: forbidden
def attention(q, k, v):
    return eval("__import__('to' 'rch').nn.functional.scaled_" + "dot_product_attention(q, k, v)")
