#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The section of a page that says which host passes which case of rules.py: it is made of that table and of nothing else.

A run of rules.py fails if a case does not pass, or passes and is listed as impossible. So the section is true where the
runs are green, and this checks that it is the newest.

usage: rules-page.py FILE            whether the section is what it should be
       rules-page.py FILE --write    makes it so
"""

import sys
from pathlib import Path

from rules import CANNOT, CASES

HEAD = "### Cases that every host plays\n"
NAMES = {
    "headless": "headless", "weston": "Weston 10", "sway": "sway 1.7", "wlroots": "wlroots 0.15", "example": "example in C",
    "twin": "example in Swift"}


def section():
    """A table of cases, and below it the reasons that its cells refer to by number."""
    reasons = []

    def cell(host, one):
        reason = CANNOT[host].get(one.name)
        if reason is None:
            return "yes"
        if reason not in reasons:
            reasons.append(reason)
        return f"no ({reasons.index(reason) + 1})"

    rows = [f"| {' | '.join(['rule', 'case', *NAMES.values()])} |", "|---|---|" + "---|" * len(NAMES)]
    for one in sorted(CASES, key=lambda one: one.rules[0]):
        rows.append(f"| {' | '.join([', '.join(one.rules), one.title, *(cell(host, one) for host in NAMES)])} |")
    passed = {host: len(CASES) - len(CANNOT[host]) for host in NAMES}
    counts = ", ".join(f"{NAMES[host]} {count}" for host, count in passed.items())
    text = [HEAD, f"Of {len(CASES)} cases pass: {counts}.\n", *rows, "", "Why not:\n"]
    text += [f"{number}. {reason}." for number, reason in enumerate(reasons, 1)]
    return "\n".join(text) + "\n"


def main(path, *options):
    page = Path(path)
    before, head, after = page.read_text().partition(HEAD)
    assert head, f"{path} has no section '{HEAD.strip('# ')}'"
    old, mark, rest = after.partition("\n### ")
    new = before + section() + mark + rest
    if options == ("--write",):
        page.write_text(new)
    elif new != before + head + old + mark + rest:
        return f"{path} is not what the cases say: rules-page.py {path} --write"
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
