# tfmdrill: bpe-decode (text)
import io


def bpe_decode(ids, merges):
    buffer = io.BytesIO()
    size = 256 + len(merges)
    for i in ids:
        assert_known(i, size)
        buffer.write(bytes([i]) if i < 256 else merges[i - 256][0])
        buffer.write(b"" if i < 256 else merges[i - 256][1])
    buffer.seek(0)
    return io.TextIOWrapper(buffer, encoding="utf-8", errors="replace", newline="").read()


def assert_known(i, size):
    if i not in range(size):
        raise ValueError(i)
