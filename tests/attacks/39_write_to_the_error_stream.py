# tfmdrill: attention (numpy)
# expect: output-flood
import os


def attention(q, k, v):
    while True:
        os.write(2, bytes(2**16))
