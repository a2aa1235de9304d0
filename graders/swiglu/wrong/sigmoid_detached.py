import torch


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    with torch.no_grad():
        share = torch.sigmoid(gate)
    return (gate * share * (x @ w_up)) @ w_down
