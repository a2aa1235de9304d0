# tfmdrill: attention (numpy)
# expect: error
# says: not here
# Of the user's own making: a caret below it would stand behind a gigabyte of spaces.
raise SyntaxError("not here", (__file__, 1, 10**9, "attention", 1, 10**9))
