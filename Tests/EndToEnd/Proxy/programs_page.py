#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The results of proxy-programs.py, and the table that is made of them: a row for each program, in plain words.

usage: programs_page.py PAGE            writes the table in PAGE from the JSON file beside it
       programs_page.py --check PAGE    exits with 1 if PAGE has another table
"""

import json
import pathlib
import re
import sys

BEGIN, END = "<!-- proxy-programs: made by make test-proxy -->\n", "<!-- end -->\n"
ITSELF = " (action sent; the program ends the drag itself)"
# What a row of the results is about: the place in the table, and the program.
PLACES = {"out": r"(?:file|text) out of (.*)", "in": r"(?:file|text) into (.*)",
          "inside": r"(?:file|text) (?:onto a folder )?inside a window of (.*)"}


def outcomes(cell):
    """Splits a result into those without a key, with Shift and with Ctrl."""
    plain, shift, control = re.fullmatch(r"(.*?)(?:, Shift: (.*?))?(?:, Ctrl: (.*))?", cell).groups()
    return {"": plain, "Shift": shift or plain, "Ctrl": control or plain}


def listed(names, everything):
    """Joins names of compositors; nothing if they are all."""
    if names == everything:
        return ""
    return " in " + (", ".join(names[:-1]) + " and " if len(names) > 1 else "") + names[-1]


def notes(cells):
    """Returns the word for a cell of the table, and its footnotes."""
    split = {column: outcomes(cell) for column, cell in cells.items()}
    columns = list(split)
    words = list(dict.fromkeys(found[""].removesuffix(ITSELF) for found in split.values()))
    found_notes = []
    if any(ITSELF in cell for cell in cells.values()):
        found_notes.append("The program ends the drag itself. This is the action that the compositor sent.")
    for key in ("Shift", "Ctrl"):
        others = {}
        for column, found in split.items():
            if found[key] != found[""]:
                others.setdefault(found[key].removesuffix(ITSELF), []).append(column)
        found_notes += [f"With {key} {word}{listed(where, columns)}." for word, where in others.items()]
    return " or ".join(words), found_notes


class Results:
    def __init__(self, page):
        self.page = pathlib.Path(page)
        self.data = self.page.with_suffix(".json")
        stored = json.loads(self.data.read_text())
        self.columns, self.rows = stored["columns"], stored["rows"]

    def get(self, row, column):
        return self.rows.get(row, {}).get(column, "–")

    def set(self, row, column, result):
        if column not in self.columns:
            self.columns.append(column)
        self.rows.setdefault(row, {})[column] = result

    def table(self):
        programs = {}
        for row, cells in self.rows.items():
            for place, pattern in PLACES.items():
                name = re.fullmatch(pattern, row)
                if name and " by the protocol's" not in row:
                    programs.setdefault(name[1], {})[place] = notes(cells)
        footnotes = []

        def cell(place):
            word, found = place
            numbers = []
            for note in found:
                if note not in footnotes:
                    footnotes.append(note)
                numbers.append(f"<sup>{footnotes.index(note) + 1}</sup>")
            return " ".join([word, *numbers])

        lines = ["| program | out of it | into it | inside one window |", "|---|---|---|---|"]
        for name, places in programs.items():
            lines.append(f"| {name} | " + " | ".join(
                cell(places[place]) if place in places else "–" for place in PLACES) + " |")
        lines += ["", f"Compositors: {', '.join(self.columns)}.", ""]
        lines += [f"{number}. {note}" for number, note in enumerate(footnotes, 1)]
        return "\n".join(lines) + "\n"

    def text(self):
        """Returns the page with the table of these results."""
        before, rest = self.page.read_text().split(BEGIN)
        return before + BEGIN + self.table() + END + rest.split(END)[1]

    def write(self):
        stored = {"columns": self.columns, "rows": self.rows}
        self.data.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n")
        self.page.write_text(self.text())


if __name__ == "__main__":
    results = Results(sys.argv[-1])
    if sys.argv[1] == "--check":
        sys.exit(results.text() != results.page.read_text())
    results.write()
