# tfmdrill: greedy-decode (numpy)
# expect: error, wrong, broken-protocol
# The model is asked by eight threads, while and after the answer is given.
import threading


def greedy_decode(step, prompt, *, max_new, eos):
    for _ in range(8):
        threading.Thread(target=lambda: [step(prompt) for _ in range(5)]).start()
    return prompt
