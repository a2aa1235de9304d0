# tfmdrill: attention (numpy)
# expect: error
# says: SystemExit
import sys

sys.exit(0)
