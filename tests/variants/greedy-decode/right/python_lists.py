# tfmdrill: greedy-decode (numpy)
def greedy_decode(step, prompt, *, max_new, eos):
    import numpy as np

    rows = [list(map(int, row)) for row in prompt]
    done = [False] * len(rows)
    for _ in range(max_new):
        if all(done):
            break
        for b, logits in enumerate(step(np.array(rows))):
            if done[b]:
                rows[b].append(eos)
                continue
            best = max(range(len(logits)), key=lambda i: (logits[i], -i))
            rows[b].append(best)
            done[b] = best == eos
    return rows
