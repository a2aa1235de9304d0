# tfmdrill: wordpiece-encode (text)
class Trie:
    def __init__(self, words=()):
        self.root = {}
        for w in words:
            node = self.root
            for c in w:
                node = node.setdefault(c, {})
            node[""] = True

    def longest(self, text, i):
        node, best = self.root, None
        while True:
            if "" in node:
                best = i
            if i == len(text) or text[i] not in node:
                return best
            node = node[text[i]]
            i += 1


def wordpiece_encode(word, vocab, *, max_chars=100, unknown="[UNK]"):
    if len(word) > max_chars:
        return [unknown]
    first = Trie(v for v in vocab if v and not v.startswith("##"))
    other = Trie(v[2:] for v in vocab if v.startswith("##") and len(v) > 2)
    out, at = [], 0
    while at < len(word):
        end = (other if at else first).longest(word, at)
        if end is None:
            return [unknown]
        out.append(("##" if at else "") + word[at:end])
        at = end
    return out
