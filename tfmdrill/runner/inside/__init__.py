"""The far side of the wall: what runs in the zygote and in its children.

Started by path, so these modules import the standard library, the user's framework and one
another, and nothing else of tfmdrill. The grader shares `wire` and `control`.
"""
