# tfmdrill: attention (numpy)
# expect: error
# says: exit code 0
import os


def attention(q, k, v):
    os._exit(0)
