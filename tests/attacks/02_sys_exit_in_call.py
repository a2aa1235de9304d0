# tfmdrill: attention (numpy)
# expect: error
# says: SystemExit
import sys


def attention(q, k, v):
    sys.exit(0)
