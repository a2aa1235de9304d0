# tfmdrill: attention (numpy)
# expect: error
# The names that the file defines are listed when the one that is asked for isn't there.
globals()["\x1b[31mattention\u202e"] = lambda q, k, v: q
globals()["[bold]"] = 1
