# tfmdrill: attention (numpy)
# expect: output-flood
while True:
    print("\n" * 50)
