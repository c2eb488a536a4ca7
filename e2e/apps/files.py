"""Prints all files below folders as {"folder": {"path": {"text": …}}}; what begins with a dot is left out."""

import json
import pathlib
import sys

state = {}
for folder in sys.argv[1:]:
    root = pathlib.Path(folder)
    rows = state[root.name] = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if not any(part.startswith(("_", ".")) for part in path.relative_to(root).parts):
            rows[name] = {"text": path.read_text(errors="replace") if path.is_file() else ""}
json.dump(state, sys.stdout)
