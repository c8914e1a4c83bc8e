#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags, including those of hostile clients, in an unmodified Weston with Dray under valgrind's memcheck.

usage: weston-memcheck.py DRAY-MODULE INPUT-MODULE HOSTILE-CLIENT SMALL-CLIENT [CHECK...]
"""

import re
import sys
from pathlib import Path

from hosts import TIMEOUT, Run, wait_for
from weston import BUTTON, ENDS_WESTON, ESCAPE, F1, SOURCE, Compositor, Pair, attack, attacks_of, version

DRAY, INPUT, HOSTILE, SMALL = sys.argv[1:5]
SUPPRESSIONS = Path(__file__).with_name("weston.supp")


def memcheck(report, leaks):
    return [
        "valgrind", "--leak-check=full" if leaks else "--leak-check=no", "--errors-for-leak-kinds=definite",
        "--error-exitcode=9", "--num-callers=30", f"--log-file={report}", f"--suppressions={SUPPRESSIONS}",
        # After a SIGBUS from truncated client memory, libwayland continues, and needs all registers to be up to date.
        "--vex-iropt-register-updates=allregs-at-mem-access"]


def has_only_westons_own_leak(report):
    """Whether the only leak is the one of Weston 14: its shell leaks a surface and its view when it fades out a closed
    window, with and without Dray.

    The two point at each other: one of them is lost directly, and the other through it. A second leak would be Dray's.
    """
    lost = re.findall(r"([0-9,]+) blocks are definitely lost in loss record.*?\n==\d+== \n", report, re.DOTALL)
    record = report.partition("definitely lost in")[2].partition("SUMMARY")[0]
    return version() >= 14 and "ERROR SUMMARY: 1 errors from 1 contexts" in report and lost == ["1"] and (
        "weston_surface_create" in record or "/desktop-shell.so" in record)


def check(name, play, leaks=False):
    """Runs a check.

    With `leaks`, clients must stay until Weston exits, because Weston leaks the objects of such clients.
    """
    print(name, flush=True)
    with Run() as run:
        report = run.directory / "memcheck.log"
        try:
            weston = play(run, memcheck(report, leaks))
            if leaks:
                weston.do("quit")
                # Weston's exit status reports that its shell has exited; only memcheck's report counts.
                weston.process.process.wait(TIMEOUT)
            else:
                weston.end()
        finally:
            text = report.read_text()
            is_clean = "ERROR SUMMARY: 0 errors" in text or (leaks and has_only_westons_own_leak(text))
            if not is_clean:
                # Meson shows only the end of a log, and standard error comes last.
                print(text, file=sys.stderr)
        assert is_clean


def all_drags(run, wrapper):
    files = [str(run.directory / name) for name in ("one", "two")]
    for name in files:
        Path(name).write_text(name)
    weston = Pair(run, DRAY, INPUT, content=("--uris", *files), wrapper=wrapper)
    drags(run, weston, HOSTILE)
    return weston


def seat_goes_with_the_owner_of_the_clipboard(run, wrapper):
    weston = Compositor(run, DRAY, INPUT, wrapper=wrapper)
    owner = run.client("owner", program=Path(__file__).with_name("clipboard-client.py"))
    weston.place("owner", SOURCE)
    weston.click((SOURCE[0] + 100, SOURCE[1] + 100))
    weston.press(F1)
    owner.expect("copied")
    wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
    weston.do("leave")
    return weston


def seat_goes_during_its_drag(run, wrapper):
    weston = Pair(run, DRAY, INPUT, wrapper=wrapper)
    weston.drag()
    wait_for("the image and the badge", weston.shows_image)
    weston.do("leave")
    weston.source.expect("drag-end", result="cancelled")
    weston.wait_for_end_of_image()
    return weston


def clients_with_two_windows_go(run, wrapper):
    """When a window is destroyed, pointer and keyboard focus move to the other window of a client that is being
    destroyed.
    """
    weston = Compositor(run, DRAY, INPUT, wrapper=wrapper)
    weston.wait_for_light()
    for name in "one", "two", "three":
        client = run.start(name, SMALL, "target", TITLE=f"{name}-above", SECOND=f"{name}-below", DEVICES="1")
        # Both at the same position.
        for window in "above", "below":
            weston.place(f"{name}-{window}", SOURCE)
        weston.click((SOURCE[0] + 100, SOURCE[1] + 100))
        wait_for("the press", lambda: "pressed" in client.output() and "keyboard enters" in client.output())
        client.kill()
        wait_for("its windows away", lambda: weston.do("stack") == "")
    # The shell's own client has several surfaces as well: the panel is at the top.
    weston.do("move 500 5")
    return weston


def drags(run, weston, hostile):
    weston.drag()
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

    for name in attacks_of(hostile, ENDS_WESTON):
        attack(run, weston, hostile, name)

    # A drag whose target crashes and then its source, and one that is active when Weston exits.
    weston.drag()
    weston.target.process.kill()
    weston.wait_for_cursor("grabbing")
    weston.source.process.kill()
    weston.wait_for_end_of_image()
    weston.do(f"button {BUTTON} 0")
    last = run.client("last", "--role", "source")
    weston.place("last", (100, 100))
    weston.source = last
    weston.pick_up()


CHECKS = {
    "errors": (all_drags, False),
    "leaks": (all_drags, True),
    "a seat that goes with the owner of the clipboard": (seat_goes_with_the_owner_of_the_clipboard, False),
    "a seat that goes during its drag": (seat_goes_during_its_drag, False),
    "clients with two windows that go": (clients_with_two_windows_go, True),
}

if __name__ == "__main__":
    for name in sys.argv[5:] or CHECKS:
        check(name, *CHECKS[name])
