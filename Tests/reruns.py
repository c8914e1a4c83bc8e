# SPDX-License-Identifier: MIT
"""What all runners of tests have in common: which tests may run a second time, and how long tests wait."""
import os
import pathlib
import re

# More failures at once are not explained by a busy machine.
MOST = 5
FILE = pathlib.Path(__file__).resolve().parent / "allowed-reruns"


def allowed_reruns(kind):
    """A function from the name of a test of that kind (swift, meson, scenario) to why it may run again, or None."""
    entries = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            of, pattern, cause = line.split(None, 2)
            if of == kind:
                entries.append((re.compile(pattern), cause))

    def cause_of(name):
        return next((cause for pattern, cause in entries if pattern.search(name)), None)

    return cause_of


def timeout_factor():
    """How much longer tests wait than on an idle machine: by how many programs want a core at the start."""
    return 1 + os.getloadavg()[0] / (os.cpu_count() or 1)
