# tfmdrill: swiglu (numpy)
def swiglu(x, w_gate, w_up, w_down):
    return ((x @ w_gate) * (x @ w_up)) @ w_down
