"""Questions with misconceptions as wrong answers, numbers with fresh values, and their judge.

- `questions`: `all_questions`, `follow_ups`, `shuffled`
- `judging`: `judge`, `reveal`
- `session`: which questions, in which order, and what is recorded
"""
