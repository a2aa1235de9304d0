# tfmdrill: attention (numpy)
# expect: wrong
print("\x1b]0;owned\x07\x1b[2J\x1b[31mred\r\x08\x9b1m \u202egnp.exe\u2066 \ud800")
print("</pre><script>alert(1)</script> [bold]x[/bold] ]]> =HYPERLINK(1) :smile:")


def attention(q, k, v):
    return None
