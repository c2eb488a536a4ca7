"""The text that Trafilatura finds in each page of a folder.

python extract.py FOLDER OUT: writes OUT/NAME.txt; says how many milliseconds it took.
"""

import pathlib
import sys
import time

from trafilatura import extract

folder, out = map(pathlib.Path, sys.argv[1:])
spent = 0.0
for page in folder.glob("*.html"):
    html = page.read_text(encoding="utf-8", errors="replace")
    began = time.perf_counter()
    try:
        text = extract(html, include_comments=False, include_tables=True) or ""
    except Exception:  # What it cannot read it has not read.
        text = ""
    spent += (time.perf_counter() - began) * 1000
    (out / (page.stem + ".txt")).write_text(text, encoding="utf-8")
print(spent)
