# tfmdrill: attention (numpy)
# expect: error
Bad = type("\x1b[31mE\u202e", (Exception,), {})


def attention(q, k, v):
    globals()["\x1b[2J"] = 1
    raise Bad("\x1b]0;owned\x07 \u202e \ud800 [bold]x[/bold]" + "y" * 10**6)
