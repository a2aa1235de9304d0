# tfmdrill: attention (numpy)
# expect: timeout
import time

time.sleep(10**6)
