# tfmdrill: sliding-window-attention (torch)
import torch
def sliding_window_attention(q, k, v, *, window):
    if window < 1: raise ValueError("window")
    B,h,n,d=q.shape
    mask=torch.ones(n,n,dtype=torch.bool).tril_().triu_(1-window)
    out=torch.empty(B,h,n,v.shape[-1],dtype=v.dtype)
    for i in range(n):
        j=mask[i].nonzero()[:,0]
        s=(k[:,:,j]@q[:,:,i,:,None])[...,0]*d**-0.5
        w=torch.softmax(s,-1)
        out[:,:,i]=(w[...,None]*v[:,:,j]).sum(-2)
    return out
