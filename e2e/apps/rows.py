"""Prints all rows of SQLite databases as {"table": {"key": {"column": value}}}; the first column is the key."""

import json
import sqlite3
import sys

state = {}
for path in sys.argv[1:]:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    tables = database.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    for (table,) in tables.fetchall():
        rows = [dict(row) for row in database.execute(f'select * from "{table}"')]
        state[table] = {str(next(iter(row.values()))): row for row in rows}
json.dump(state, sys.stdout, default=lambda blob: blob.hex())
