# tfmdrill: wordpiece-encode (text)
def wordpiece_encode(word, vocab, **options):
    limit = options.get("max_chars", 100)
    if len(word) > limit:
        return ["[UNK]"]
    starts = sorted((v for v in vocab if not v.startswith("##")), key=lambda v: -len(v))
    inner = sorted((v[2:] for v in vocab if v.startswith("##")), key=lambda v: -len(v))
    rest, out = word, []
    while rest:
        for v in inner if out else starts:
            if v and rest.startswith(v):
                out.append("##" + v if out else v)
                rest = rest[len(v):]
                break
        else:
            out, rest = ["[UNK]"], ""
    return out
