#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plays the cases of cases/ in a host, and reports which it passes.

usage: rules.py HOST SMALL-CLIENT PROGRAM... [-- CASE...]     adapters.py lists the programs that a host needs

cases/cannot.py alone lists what a host cannot do. Such a case is played as well, and must fail.
"""

import contextlib
import io
import itertools
import sys
import time
from pathlib import Path

import hosts
from adapters import HOSTS
from cases import CANNOT, CASES
from cases.seen import Film, Unseen

# The number of attempts at a case with too few screenshots to decide. A busy machine takes fewer of them.
TRIES = 12


def play_one(name, programs, one):
    with HOSTS[name](*programs, **one.settings) as host:
        one.play(host)


def play_until_seen(name, programs, one):
    for attempt in reversed(range(TRIES)):
        Film.delay = 0.02 * (TRIES - 1 - attempt)
        try:
            with contextlib.redirect_stdout(io.StringIO()) as heard:
                return play_one(name, programs, one)
        except Unseen as reason:
            if attempt == 0:
                raise
            print(f"    too few pictures ({reason}), trying again", flush=True)
        except AssertionError:
            print(heard.getvalue())
            raise


def cannot(name, programs, one):
    """Plays a case that this host cannot pass, without output. Returns whether it fails as expected."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), HOSTS[name](*programs, **one.settings) as host, impatient():
            one.play(host)
    except AttributeError as missing:
        # A method that the host does not have. Any other missing attribute is an error of the case.
        if not isinstance(missing.obj, HOSTS[name]):
            raise
        return True
    except (AssertionError, NotImplementedError, Unseen):
        return True
    return False


@contextlib.contextmanager
def impatient():
    """Shortens the timeout, because an expected failure need not wait long. The host has started before.

    Most cases that begin to pass are noticed, because what they wait for takes less than half a second.
    """
    patience, hosts.TIMEOUT = hosts.TIMEOUT, 1
    try:
        yield
    finally:
        hosts.TIMEOUT = patience


def play(name, programs, wanted):
    """Plays the cases in a host. Returns the names of those with an unexpected result."""
    wrong = []
    for one in CASES:
        if wanted and one.name not in wanted:
            continue
        start, outcome = time.monotonic(), "ok"
        reason = CANNOT[name].get(one.name)
        if reason is not None:
            outcome = f"skipped: {reason}" if cannot(name, programs, one) else "PASSES, and is listed as impossible"
        else:
            try:
                play_until_seen(name, programs, one)
            except (AssertionError, Unseen) as error:
                outcome = f"FAILS: {error}"
        if outcome.startswith(("PASSES", "FAILS")):
            wrong.append(one.name)
        print(f"{', '.join(one.rules):16} {one.title}: {outcome}  ({time.monotonic() - start:.1f} s)", flush=True)
    return wrong


def main(arguments):
    name, *rest = arguments
    known = {one.name for one in CASES}
    programs, _, wanted = (rest[:rest.index("--")], "", rest[rest.index("--") + 1:]) if "--" in rest else (rest, "", [])
    unknown = [name for name in [*wanted, *itertools.chain(*CANNOT.values())] if name not in known]
    assert not unknown, f"unknown cases: {unknown}"
    missing = [program for program in programs if not Path(program).exists()]
    assert not missing, f"not built: {', '.join(missing)}"
    wrong = play(name, programs, wanted)
    return f"{name}: {', '.join(wrong)}" if wrong else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
