# tfmdrill: streaming-decoder (text)
import codecs


def StreamingDecoder(merges):
    held = b""

    class Decoder:
        def push(_, id):
            nonlocal held
            held += bytes([id]) if id < 256 else merges[id - 256][0] + merges[id - 256][1]
            text, used = codecs.utf_8_decode(held, "replace", False)
            held = held[used:]
            return text

        def flush(_):
            return held.decode("utf-8", "replace")

    return Decoder()
