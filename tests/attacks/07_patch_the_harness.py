# tfmdrill: attention (numpy)
# expect: broken-protocol
# Reaches the far side's own modules and has them report a pass instead of an answer.
import sys


def attention(q, k, v):
    wire = sys.modules["inside.wire"]
    pack = wire.pack

    def passed(message, *rest, **named):
        return pack(wire.Message("passed", message.turn, 1.0), *rest, **named)

    for module in list(sys.modules.values()):
        if getattr(module, "pack", None) is pack:
            module.pack = passed
    return None
