# tfmdrill: bpe-encode (text)
import re


# every token is one character of a private alphabet, so replacing can't cut through a token
def bpe_encode(text, merges):
    char = lambda i: chr(0x10000 + i)
    number = {bytes([i]): i for i in range(256)}
    line = "".join(char(b) for b in text.encode("utf-8"))
    for i, (left, right) in enumerate(merges):
        if left + right in number:
            continue
        number[left + right] = 256 + i
        pattern = re.escape(char(number[left]) + char(number[right]))
        line = re.sub(pattern, char(256 + i), line)
    return [ord(c) - 0x10000 for c in line]
