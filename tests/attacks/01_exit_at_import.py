# tfmdrill: attention (numpy)
# expect: error
# says: exit code 0
# Graders that read the exit code take this for a pass.
import os

os._exit(0)
