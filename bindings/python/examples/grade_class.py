#!/usr/bin/env python3
"""Grades the strings of a class with pandas: points for each student, and the most frequent mistakes.

usage: grade_class.py [FOLDER]     FOLDER has a file for each student with one hand a line
"""
import sys
import tempfile
from pathlib import Path

import clowder
import pandas

# Without a folder, three small submissions show what comes out.
SUBMISSIONS = {
    "ada": ["AfhkBCDa", "ABCDv", "AxBkmCyD"],
    "ben": ["AfhkBCDa", "AkhfDa", "A"],
    "eve": ["AfhkBCDz", "hello", "AxBkmCyD"],
}


def folder() -> Path:
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    place = Path(tempfile.mkdtemp())
    for name, hands in SUBMISSIONS.items():
        (place / f"{name}.txt").write_text("\n".join(hands) + "\n")
    return place


rows = []
for file in sorted(folder().glob("*.txt")):
    for line, text in enumerate(file.read_text().splitlines(), 1):
        report = clowder.check(text, clowder.Hand)
        first = report.diagnostics[0].code if report.diagnostics else ""
        rows.append({"student": file.stem, "line": line, "valid": report.ok, "mistake": first})

table = pandas.DataFrame(rows)
print(table.groupby("student")["valid"].agg(points="sum", of="count"))
print(table[~table["valid"]]["mistake"].value_counts().to_string())
