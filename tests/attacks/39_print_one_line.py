# tfmdrill: attention (numpy)
# expect: output-flood
import sys


def attention(q, k, v):
    while True:
        sys.stdout.write("x")
