# tfmdrill: attention (numpy)
# expect: timeout
# One call in C that holds the interpreter and looks at no signal.
import re


def attention(q, k, v):
    re.match("(a|a)*$", "a" * 60 + "b")
