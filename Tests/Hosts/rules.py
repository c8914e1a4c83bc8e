#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plays the cases of cases/ in a host, and says which it passes.

usage: rules.py HOST SMALL-CLIENT PROGRAM... [-- CASE...]     adapters.py says which programs a host needs

What a host cannot do stands in cases/cannot.py, and nowhere else: such a case is played as well, and has to fail.
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

# How often a case is played whose film has too few pictures to tell. A busy machine takes fewer.
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
            print(f"    too few pictures ({reason}), once more", flush=True)
        except AssertionError:
            print(heard.getvalue())
            raise


def cannot(name, programs, one):
    """Plays a case that this host cannot pass, and is not heard; whether it fails as it should."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), HOSTS[name](*programs, **one.settings) as host, impatient():
            one.play(host)
    except AttributeError as missing:
        # A word that the host does not have. Any other is a mistake of the case.
        if not isinstance(missing.obj, HOSTS[name]):
            raise
        return True
    except (AssertionError, NotImplementedError, Unseen):
        return True
    return False


@contextlib.contextmanager
def impatient():
    """What is not to be seen is not waited for as long as what is. The host had all the time to come up."""
    patience, hosts.PATIENCE = hosts.PATIENCE, 2
    try:
        yield
    finally:
        hosts.PATIENCE = patience


def play(name, programs, wanted):
    """Plays the cases in a host; returns the names of those that went wrong."""
    wrong = []
    for one in CASES:
        if wanted and one.name not in wanted:
            continue
        start, outcome = time.monotonic(), "ok"
        reason = CANNOT[name].get(one.name)
        if reason is not None:
            outcome = f"left out: {reason}" if cannot(name, programs, one) else "PASSES, and is listed as impossible"
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
    assert not unknown, f"no cases: {unknown}"
    missing = [program for program in programs if not Path(program).exists()]
    assert not missing, f"not built: {', '.join(missing)}"
    wrong = play(name, programs, wanted)
    return f"{name}: {', '.join(wrong)}" if wrong else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
