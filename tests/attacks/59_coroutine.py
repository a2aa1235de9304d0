# tfmdrill: attention (numpy)
# expect: wrong
async def attention(q, k, v):
    return q
