"""Prints the files of the folder, and of notebooks each cell with what came out of it."""

import json
import os
import pathlib

root = pathlib.Path(os.environ["STATE"], "work")
files, cells = {}, {}
for path in sorted(root.rglob("*")):
    name = str(path.relative_to(root))
    if any(part.startswith(".") for part in pathlib.PurePath(name).parts):
        continue
    notebook = path.suffix == ".ipynb"
    files[name] = {"text": "" if notebook or path.is_dir() else path.read_text().strip()}
    for at, cell in enumerate(json.loads(path.read_text())["cells"] if notebook else []):
        outputs = [text for output in cell.get("outputs", []) for text in output.get("data", {}).get("text/plain", output.get("text", []))]
        cells[f"{name}/{at + 1}"] = {"source": "".join(cell["source"]), "output": "".join(outputs).strip()}
print(json.dumps({"files": files, "cells": cells}))
