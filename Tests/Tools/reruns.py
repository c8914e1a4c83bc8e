# SPDX-License-Identifier: MIT
"""Code of all test runners: which tests may run a second time, and how long tests wait."""
import os
import pathlib
import re

# A busy machine does not explain more failures than these.
MOST = 5
FILE = pathlib.Path(__file__).resolve().parent / "allowed-reruns"


def reruns(kind, failed):
    """Returns the cause for which each failed test of a kind (swift, meson) may run again.

    Returns nothing if a test may not run again, or if too many have failed.
    """
    entries = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            of, pattern, cause = line.split(None, 2)
            if of == kind:
                entries.append((re.compile(pattern), cause))

    causes = {name: next((cause for pattern, cause in entries if pattern.search(name)), None) for name in failed}
    return causes if len(failed) <= MOST and all(causes.values()) else {}


def print_slowest(seconds):
    """Prints the twenty slowest tests. `seconds` has the duration of each test by its name."""
    print("\nThe slowest tests, in seconds:")
    for name in sorted(seconds, key=seconds.get, reverse=True)[:20]:
        print(f"{seconds[name]:8.1f}  {name}")


def timeout_factor():
    """Returns the factor for the timeouts of tests, from the load at the start; 1 on an idle machine."""
    return 1 + os.getloadavg()[0] / (os.cpu_count() or 1)
