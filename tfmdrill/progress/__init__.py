"""What a person has done so far, kept in one SQLite file, and what follows from it.

- `database`: `open_database`, `Database`: the file, and what happens where it can't be used
- `schema`: the tables; a package that needs more appends a migration there
- `records`: `Records`: every grade, hint and stub; what is passed; the seed that failed
- `series`: when attempts make one review, and how it is rated
- `cards`: `Cards`: the FSRS card of each problem and question
- `plan`: what to do today
- `summary`: the numbers of `tfmdrill progress`
- `transfer`: `progress export` and `import`

Times come in as aware datetimes, and an aware time's own zone says which day it is. Nothing here
reads a clock: `tfmdrill.cli.clock` does, once a command.
"""
