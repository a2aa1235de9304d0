# tfmdrill: attention (numpy)
# expect: error
# says: can't import tfmdrill itself
from tfmdrill.catalogue import active_packs, find_problem, load_reference

attention = load_reference(find_problem("attention", active_packs())).attention
