# tfmdrill: bpe-encode (text)
import heapq
from dataclasses import dataclass
from typing import Optional


@dataclass(eq=False)
class Node:
    id: int
    at: int
    prev: Optional["Node"] = None
    next: Optional["Node"] = None
    alive: bool = True


def bpe_encode(text, merges):
    vocab = {bytes([i]): i for i in range(256)}
    pairs = {}
    for k, (l, r) in enumerate(merges):
        if (vocab[l], vocab[r]) not in pairs:
            pairs[vocab[l], vocab[r]] = 256 + k
            vocab[l + r] = 256 + k
    nodes = [Node(b, i) for i, b in enumerate(text.encode("utf-8"))]
    for a, b in zip(nodes, nodes[1:]):
        a.next, b.prev = b, a
    queue = []

    def offer(a):
        if a is not None and a.next is not None and (a.id, a.next.id) in pairs:
            heapq.heappush(queue, (pairs[a.id, a.next.id], a.at, id(a), a, a.id, a.next.id))

    for node in nodes:
        offer(node)
    while queue:
        new, _, _, a, left, right = heapq.heappop(queue)
        if not a.alive or a.id != left or a.next is None or a.next.id != right:
            continue
        gone = a.next
        gone.alive = False
        a.id, a.next = new, gone.next
        if a.next is not None:
            a.next.prev = a
        offer(a.prev)
        offer(a)
    return [n.id for n in nodes if n.alive]
