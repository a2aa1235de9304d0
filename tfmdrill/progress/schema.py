"""The tables of the progress database, as the list of changes that led to them.

The version of a database (PRAGMA user_version) is the number of migrations that it has had. A
migration that was released stays as it is; a new table or column is a new one at the end. Each
is applied in one transaction, so a process killed on the way leaves the version before.

Times are ISO 8601 in UTC with microseconds, so that their order is that of the text; days are
those that the person saw on the calendar. A problem is named `rope`, a variant of it
`rope:half-split`. A seed may have more digits than SQLite's integers, so it is text.
"""

APPLICATION_ID = 0x74666D64  # "tfmd" in PRAGMA application_id: a SQLite file of ours

_RECORDS = (
    """
    CREATE TABLE attempts (
        id TEXT PRIMARY KEY, problem TEXT NOT NULL, framework TEXT NOT NULL,
        at TEXT NOT NULL, day TEXT NOT NULL, outcome TEXT NOT NULL, score REAL,
        hints INTEGER NOT NULL, since_new_s REAL, source_hash TEXT NOT NULL,
        seed TEXT NOT NULL, elapsed_s REAL NOT NULL, minutes INTEGER NOT NULL,
        bugs TEXT NOT NULL  -- ids with a space between them
    )""",
    "CREATE INDEX attempts_of_a_problem ON attempts (problem, at)",
    """
    CREATE TABLE steps (
        id TEXT PRIMARY KEY, problem TEXT NOT NULL, kind TEXT NOT NULL, level INTEGER NOT NULL,
        at TEXT NOT NULL, day TEXT NOT NULL
    )""",
    "CREATE INDEX steps_of_a_problem ON steps (problem, at)",
    # What `list` shows, without going through all attempts. Nothing here is ever taken back.
    """
    CREATE TABLE standing (
        problem TEXT PRIMARY KEY, started INTEGER NOT NULL, passed INTEGER NOT NULL,
        gave_up INTEGER NOT NULL
    ) WITHOUT ROWID""",
    # Follows from attempts and steps: `series.State` of each problem. A row that isn't there is
    # worked out again.
    """
    CREATE TABLE series (
        problem TEXT PRIMARY KEY, under_way INTEGER NOT NULL, began TEXT, last TEXT, last_day TEXT,
        active_s REAL NOT NULL, hints INTEGER NOT NULL, grades INTEGER NOT NULL, upto TEXT NOT NULL
    ) WITHOUT ROWID""",
    # The seed with which a file last failed; of this machine alone, so never exported.
    """
    CREATE TABLE failed_seeds (
        file TEXT PRIMARY KEY, problem TEXT NOT NULL, seed TEXT NOT NULL
    ) WITHOUT ROWID""",
    # The key makes it impossible to review a card twice a day.
    """
    CREATE TABLE reviews (
        card TEXT NOT NULL, day TEXT NOT NULL, at TEXT NOT NULL, rating INTEGER NOT NULL,
        PRIMARY KEY (card, day)
    ) WITHOUT ROWID""",
    "CREATE INDEX reviews_by_day ON reviews (day, at)",
    # Follows from `reviews`: those of days after `last` are still to be counted in, and all of
    # them where there is no row.
    """
    CREATE TABLE cards (
        card TEXT PRIMARY KEY, last TEXT NOT NULL, due TEXT NOT NULL, stability REAL NOT NULL,
        difficulty REAL NOT NULL, reviews INTEGER NOT NULL, lapses INTEGER NOT NULL
    ) WITHOUT ROWID""",
)

# What happened in an interview, one row a thing; see tfmdrill.interview.store.
_INTERVIEWS = (
    "CREATE TABLE interviews (id INTEGER PRIMARY KEY, began_at TEXT NOT NULL, plan TEXT NOT NULL)",
    """
    CREATE TABLE interview_events (
        number INTEGER PRIMARY KEY, interview INTEGER NOT NULL, at TEXT NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL
    )""",
    "CREATE INDEX events_of_an_interview ON interview_events (interview, number)",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_RECORDS, _INTERVIEWS)
