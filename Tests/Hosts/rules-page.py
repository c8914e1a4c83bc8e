#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The sections of pages that say which host passes which case of cases/: made of that table and of nothing else.

A run of rules.py fails if a case does not pass, or passes and is listed as impossible. So a section is true where the
runs are green, and this checks that it is the newest.

usage: rules-page.py FILE            whether the section in it is what it should be
       rules-page.py FILE --write    makes it so
"""

import sys
from collections import Counter
from pathlib import Path

from cases import CANNOT, CASES
from cases.cannot import Untried

# What they are called, the release of Debian that has them, and how Dray comes into them.
HOSTS = {
    "headless": ("headless", "12, 13", "`dray run`, `dray serve`"),
    "weston-10": ("Weston 10", "12", "module"),
    "weston-14": ("Weston 14", "13", "module"),
    "sway-1.7": ("sway 1.7", "12", "preload"),
    "sway-1.10": ("sway 1.10", "13", "preload"),
    "labwc": ("labwc 0.8", "13", "preload"),
    "cage": ("cage 0.2", "13", "preload"),
    "phoc": ("phoc 0.46", "13", "preload"),
    "weston-16": ("Weston 16", "sid", "module"),
    "wayfire": ("wayfire 0.10", "sid", "preload"),
    "wlroots": ("wlroots 0.15", "12", "linked with the adapter"),
    "example": ("example in C", "12, 13", "linked with the library"),
    "twin": ("example in Swift", "12, 13", "built on the package"),
}
NAMES = {host: about[0] for host, about in HOSTS.items()}


def passing(host):
    return len({one.name for one in CASES} - {*CANNOT[host]})


def whole_table():
    """A table of cases, and below it the reasons that its cells refer to by number."""
    reasons = []

    def cell(host, one):
        reason = CANNOT[host].get(one.name)
        if reason is None:
            return "yes"
        if reason not in reasons:
            reasons.append(reason)
        return f"{'untried' if isinstance(reason, Untried) else 'no'} ({reasons.index(reason) + 1})"

    rows = [f"| {' | '.join(['rule', 'case', *NAMES.values()])} |", "|---|---|" + "---|" * len(NAMES)]
    for one in sorted(CASES, key=lambda one: one.rules[0]):
        rows.append(f"| {' | '.join([', '.join(one.rules), one.title, *(cell(host, one) for host in NAMES)])} |")
    passed = {host: passing(host) for host in NAMES}
    counts = ", ".join(f"{NAMES[host]} {count}" for host, count in passed.items())
    text = [f"Of {len(CASES)} cases pass: {counts}.\n", *rows, "", "Why not, or why it was not tried:\n"]
    text += [f"{number}. {reason}." for number, reason in enumerate(reasons, 1)]
    return "\n".join(text) + "\n"


def counted(reason, count):
    return f"{reason} ({count})" if count > 1 else reason


def hosts_table():
    """A line for each host: how many cases pass there, and why the others do not."""
    rows = [
        f"Of {len(CASES)} cases that every host plays, these pass; [which ones](Sources/Dray/Dray.docc/Rules.md) has a page.\n",
        "| host | Debian | Dray comes in by | cases | what it does not let anybody do | what was not tried |",
        "|---|---|---|---|---|---|"]
    for host, (name, release, way) in HOSTS.items():
        reasons = Counter(CANNOT[host].values())
        limits, gaps = (
            "; ".join(counted(reason, count) for reason, count in reasons.items() if isinstance(reason, Untried) == is_gap)
            for is_gap in (False, True))
        rows.append(f"| {name} | {release} | {way} | {passing(host)} | {limits} | {gaps} |")
    return "\n".join(rows) + "\n"


SECTIONS = {"### Cases that every host plays\n\n": whole_table, "## What runs where\n\n": hosts_table}


def main(path, *options):
    page = Path(path)
    text = page.read_text()
    head = next((head for head in SECTIONS if head in text), None)
    assert head, f"{path} has none of these sections: {', '.join(head.strip() for head in SECTIONS)}"
    before, _, after = text.partition(head)
    mark = "\n" + head.split()[0] + " "
    rest = after.partition(mark)[2]
    new = before + head + SECTIONS[head]() + mark + rest
    if options == ("--write",):
        page.write_text(new)
    elif new != text:
        return f"{path} is not what the cases say: rules-page.py {path} --write"
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
