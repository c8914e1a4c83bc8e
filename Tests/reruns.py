# SPDX-License-Identifier: MIT
"""What all runners of tests have in common: which tests may run a second time, and how long tests wait."""
import os
import pathlib
import re

# More failures at once are not explained by a busy machine.
MOST = 5
FILE = pathlib.Path(__file__).resolve().parent / "allowed-reruns"


def reruns(kind, failed):
    """Why each of the failed tests of a kind (swift, meson) may run again; nothing if one of them may not, or if they are too many."""
    entries = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            of, pattern, cause = line.split(None, 2)
            if of == kind:
                entries.append((re.compile(pattern), cause))

    causes = {name: next((cause for pattern, cause in entries if pattern.search(name)), None) for name in failed}
    return causes if len(failed) <= MOST and all(causes.values()) else {}


def print_slowest(seconds):
    """The twenty tests that took longest, of their names with the seconds of each."""
    print("\nThe slowest tests, in seconds:")
    for name in sorted(seconds, key=seconds.get, reverse=True)[:20]:
        print(f"{seconds[name]:8.1f}  {name}")


def timeout_factor():
    """How much longer tests wait than on an idle machine: by how many programs want a core at the start."""
    return 1 + os.getloadavg()[0] / (os.cpu_count() or 1)
