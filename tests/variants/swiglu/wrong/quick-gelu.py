# tfmdrill: swiglu (torch)
def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    return (gate * (1.702 * gate).sigmoid() * (x @ w_up)) @ w_down
