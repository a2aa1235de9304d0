# tfmdrill: attention (numpy)
# expect: wrong
# Prints what a passing run would print.
import json
import sys


def attention(q, k, v):
    report = {"schema": 1, "reports": [{"outcome": "passed", "score": 1.0, "checks": []}]}
    print(json.dumps(report))
    print("PASSED", "1 passed in 0.01s", sep="\n", file=sys.stderr)
    return None
