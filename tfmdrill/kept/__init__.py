"""The grader that outlives a command: what makes a second `grade` as quick as `watch`.

`client` asks it and imports next to nothing; `service` is its process, which has NumPy, the
grading and the plan of the problem at hand ready, and forks itself for each request: a `worker`.
All are trusted, and the same user's. Submissions run behind the wall as always.
"""
