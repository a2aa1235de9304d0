# tfmdrill: bpe-train (text)
from __future__ import annotations

import heapq
from dataclasses import dataclass


class Node:
    __slots__ = ("token", "prev", "next", "order")

    def __init__(self, token: bytes, order: int) -> None:
        self.token, self.order = token, order
        self.prev: Node | None = None
        self.next: Node | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    count: int
    pair: tuple[bytes, bytes]

    def __lt__(self, other: Entry) -> bool:
        return (self.count, self.pair) > (other.count, other.pair)


def bpe_train(text: str, n_merges: int) -> list[tuple[bytes, bytes]]:
    nodes = [Node(bytes((b,)), i) for i, b in enumerate(text.encode())]
    places: dict[tuple[bytes, bytes], dict[int, Node]] = {}
    for a, b in zip(nodes, nodes[1:]):
        a.next, b.prev = b, a
        places.setdefault((a.token, b.token), {})[a.order] = a
    queue = [Entry(len(p), pair) for pair, p in places.items()]
    heapq.heapify(queue)
    merges: list[tuple[bytes, bytes]] = []
    while queue and len(merges) < n_merges:
        entry = heapq.heappop(queue)
        here = places.get(entry.pair, {})
        if len(here) != entry.count or not here:
            continue
        merges.append(entry.pair)
        new = b"".join(entry.pair)
        changed = set()
        for order in sorted(here):
            a = here.get(order)
            if a is None:
                continue
            b = a.next
            for pair, node in (
                ((a.prev.token, a.token), a.prev) if a.prev else (None, None),
                ((b.token, b.next.token), b) if b.next else (None, None),
            ):
                if node is not None:
                    places[pair].pop(node.order, None)
                    changed.add(pair)
            here.pop(order, None)
            a.token, a.next = new, b.next
            if b.next:
                b.next.prev = a
                places.setdefault((new, b.next.token), {})[order] = a
                changed.add((new, b.next.token))
            if a.prev:
                places.setdefault((a.prev.token, new), {})[a.prev.order] = a.prev
                changed.add((a.prev.token, new))
        for pair in changed:
            if places.get(pair):
                heapq.heappush(queue, Entry(len(places[pair]), pair))
    return merges
