# tfmdrill: attention (numpy)
# expect: timeout
while True:
    pass
