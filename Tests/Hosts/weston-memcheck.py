#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags, also of hostile clients, in an unmodified Weston with Dray under valgrind's memcheck.

usage: weston-memcheck.py DRAY-MODULE INPUT-MODULE HOSTILE-CLIENT
"""

import sys
from pathlib import Path

from hosts import PATIENCE, Run, wait_for
from weston import BUTTON, ESCAPE, Pair, attack, attacks_of

SUPPRESSIONS = Path(__file__).with_name("weston.supp")


def check(leaks):
    """With clients that are there to the end, or with leaks: Weston forgets such clients, with all that is theirs."""
    with Run() as run:
        dray, input, hostile = sys.argv[1:4]
        report = run.directory / "memcheck.log"
        files = [str(run.directory / name) for name in ("one", "two")]
        for name in files:
            Path(name).write_text(name)
        weston = Pair(
            run, dray, input, content=("--uris", *files),
            wrapper=[
                "valgrind", "--leak-check=full" if leaks else "--leak-check=no", "--errors-for-leak-kinds=definite",
                "--error-exitcode=9", "--num-callers=30", f"--log-file={report}", f"--suppressions={SUPPRESSIONS}"])
        try:
            drags(run, weston, hostile)
            if leaks:
                weston.do("quit")
                # Weston's own status tells that its shell is gone; memcheck's report is what counts.
                weston.process.process.wait(PATIENCE)
            else:
                weston.end()
        finally:
            text = report.read_text()
            if "ERROR SUMMARY: 0 errors" not in text:
                print(text)
        assert "ERROR SUMMARY: 0 errors" in text


def drags(run, weston, hostile):
    weston.pick_up()
    weston.go_to_target()
    wait_for("the image and the badge", weston.shows_image)
    weston.wait_for_cursor("grabbing")
    weston.do(f"button {BUTTON} 0")
    weston.target.expect("received")
    weston.source.expect("drag-end", result="copied")
    weston.wait_for_end_of_image()

    weston.pick_up()
    weston.do("move 450 600")
    weston.wait_for_cursor("grabbing")
    weston.press(ESCAPE)
    weston.source.expect("drag-end", result="cancelled")
    weston.do(f"button {BUTTON} 0")
    weston.wait_for_end_of_image()

    for name in attacks_of(hostile):
        attack(run, weston, hostile, name)

    # One whose target dies and then its source, and one under way when Weston ends.
    weston.pick_up()
    weston.go_to_target()
    weston.target.process.kill()
    weston.wait_for_cursor("grabbing")
    weston.source.process.kill()
    weston.wait_for_end_of_image()
    weston.do(f"button {BUTTON} 0")
    last = run.client("last", "--role", "source")
    weston.place("last", (100, 100))
    weston.source = last
    weston.pick_up()


if __name__ == "__main__":
    for leaks in (False, True):
        print("leaks" if leaks else "errors", flush=True)
        check(leaks)
