# tfmdrill: wordpiece-encode (text)
# after the original BERT tokenizer's structure
def wordpiece_encode(word, vocab, *, max_chars=100):
    chars = list(word)
    output_tokens = []
    if len(chars) > max_chars:
        output_tokens.append("[UNK]")
        return output_tokens
    is_bad = False
    start = 0
    sub_tokens = []
    while start < len(chars):
        end = len(chars)
        cur_substr = None
        while start < end:
            substr = "".join(chars[start:end])
            if start > 0:
                substr = "##" + substr
            if substr in vocab:
                cur_substr = substr
                break
            end -= 1
        if cur_substr is None:
            is_bad = True
            break
        sub_tokens.append(cur_substr)
        start = end
    if is_bad:
        output_tokens.append("[UNK]")
    else:
        output_tokens.extend(sub_tokens)
    return output_tokens
