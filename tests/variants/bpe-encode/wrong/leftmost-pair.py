# tfmdrill: bpe-encode (text)
# push bytes on a stack, merge the top two while they are a known pair
def bpe_encode(text, merges):
    ids = {}
    for i, (a, b) in enumerate(merges):
        ids.setdefault((a, b), 256 + i)
    stack = []
    for value in text.encode("utf-8"):
        stack.append(bytes([value]))
        while len(stack) > 1 and (stack[-2], stack[-1]) in ids:
            right = stack.pop()
            stack[-1] += right
    by_bytes = {a + b: n for (a, b), n in ids.items()}
    return [t[0] if len(t) == 1 else by_bytes[t] for t in stack]
