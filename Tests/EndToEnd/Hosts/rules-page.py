#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Generates the sections of pages that list the results of cases/ per host, from the tables there alone.

A run of rules.py fails if a case does not pass, or passes although it is listed as impossible. So the sections are
correct if those runs pass; this script checks that they are up to date.

usage: rules-page.py FILE            checks the sections of FILE
       rules-page.py FILE --write    updates them
"""

import sys
from collections import Counter
from pathlib import Path

from cases import CANNOT, CASES
from cases.cannot import Untried

# The name of each host, the releases of Debian that have it, and how it runs Dray.
HOSTS = {
    "headless": ("headless", "12, 13", "`dray run`, `dray serve`"),
    "weston-10": ("Weston 10", "12", "module"),
    "weston-14": ("Weston 14", "13", "module"),
    "sway-1.7": ("sway 1.7", "12", "preload"),
    "sway-1.10": ("sway 1.10", "13", "preload"),
    "kwin-6.3": ("KWin 6.3", "13", "plugin"),
    "gnome-48": ("GNOME Shell 48", "13", "extension"),
    "labwc": ("labwc 0.8", "13", "preload"),
    "cage": ("cage 0.2", "13", "preload"),
    "phoc": ("phoc 0.46", "13", "preload"),
    "weston-16": ("Weston 16", "sid", "module"),
    "kwin-6.7": ("KWin 6.7", "sid", "plugin"),
    "gnome-51": ("GNOME Shell 51", "sid", "extension"),
    "wayfire": ("wayfire 0.10", "sid", "preload"),
    "wlroots": ("wlroots 0.15", "12", "linked with the adapter"),
    "example": ("example in C", "12, 13", "linked with the library"),
    "twin": ("example in Swift", "12, 13", "built on the package"),
}
NAMES = {host: about[0] for host, about in HOSTS.items()}


def passing(host):
    return len({one.name for one in CASES} - {*CANNOT[host]})


def whole_table():
    """Returns a table of cases, followed by the numbered reasons that its cells refer to."""
    reasons = []

    def cell(host, one):
        reason = CANNOT[host].get(one.name)
        if reason is None:
            return "yes"
        if reason not in reasons:
            reasons.append(reason)
        return f"{'not tested' if isinstance(reason, Untried) else 'no'} ({reasons.index(reason) + 1})"

    rows = [f"| {' | '.join(['rule', 'case', *NAMES.values()])} |", "|---|---|" + "---|" * len(NAMES)]
    for one in sorted(CASES, key=lambda one: one.rules[0]):
        rows.append(f"| {' | '.join([', '.join(one.rules), one.title, *(cell(host, one) for host in NAMES)])} |")
    passed = {host: passing(host) for host in NAMES}
    counts = ", ".join(f"{NAMES[host]} {count}" for host, count in passed.items())
    text = [f"Passed, of {len(CASES)} cases: {counts}.\n", *rows, "", "Reasons:\n"]
    text += [f"{number}. {reason}." for number, reason in enumerate(reasons, 1)]
    return "\n".join(text) + "\n"


def counted(reason, count):
    return f"{reason} ({count})" if count > 1 else reason


def hosts_table():
    """Returns the README's line for each host: how it runs Dray, and the number of cases that pass."""
    rows = [
        f"Each host plays {len(CASES)} cases. "
        "[Rules and hosts](docs/rules-and-hosts.md) lists them, and why the others fail.\n",
        "| host | comes in by | cases passed |", "|---|---|---|"]
    rows += [f"| {name} (Debian {release}) | {way} | {passing(host)} |" for host, (name, release, way) in HOSTS.items()]
    return "\n".join(rows) + "\n"


def limits_list():
    """Returns the reasons for the cases that a host does not pass, with the number of cases if there are several."""
    lines = []
    for host, name in NAMES.items():
        reasons = Counter(CANNOT[host].values())
        limits, gaps = (
            "; ".join(
                counted(reason, count) for reason, count in reasons.items() if isinstance(reason, Untried) == is_gap)
            for is_gap in (False, True))
        lines.append(f"- **{name}:** {limits or 'no limits'}." + (f" Not tested: {gaps}." if gaps else ""))
    return "\n".join(lines) + "\n"


SECTIONS = {
    "### Cases that every host plays\n\n": whole_table, "### Limits of each host\n\n": limits_list,
    "## Where it runs\n\n": hosts_table,
}


def main(path, *options):
    page = Path(path)
    text = new = page.read_text()
    heads = [head for head in SECTIONS if head in text]
    assert heads, f"{path} has none of these sections: {', '.join(head.strip() for head in SECTIONS)}"
    for head in heads:
        before, _, after = new.partition(head)
        mark = "\n" + head.split()[0] + " "
        section, found, rest = after.partition(mark)
        assert found and section, f"{path} has nothing between {head.strip()} and the next section"
        new = before + head + SECTIONS[head]() + mark + rest
    if options == ("--write",):
        page.write_text(new)
    elif new != text:
        return f"{path} is out of date; run rules-page.py {path} --write"
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
