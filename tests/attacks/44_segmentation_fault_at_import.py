# tfmdrill: attention (numpy)
# expect: error
# says: segmentation fault
import ctypes

ctypes.string_at(1)
