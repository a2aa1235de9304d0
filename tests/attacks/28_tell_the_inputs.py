# tfmdrill: attention (numpy)
# expect: error
# says: ValueError: asked with
# That students see none of it where a check is hidden: tests/test_course_pages.py.
def attention(q, k, v):
    seen = [x.reshape(-1)[:8].tolist() for x in (q, k, v)]
    print("asked with", seen)
    raise ValueError(f"asked with {seen}")
