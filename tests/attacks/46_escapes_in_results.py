# tfmdrill: attention (numpy)
# expect: wrong
def attention(q, k, v):
    return {"\x1b[31m\u202e": "\x1b]0;owned\x07", "[/bold]": [b"\x9b"]}
