#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clients that break the rules, in unmodified wlroots compositors with Dray: they must not exit, and drags of others
must still work.

usage: others-hostile.py PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD HOSTILE-CLIENT COMPOSITOR [--memcheck] [ATTACK...]

The compositor `headless` is `dray serve`, and takes the program `dray` instead of the preloaded library. `kwin` takes
the plugin and the input plugin instead of the first two, and ignores the third. `gnome` takes the folders
of the extension and of that of the tests in the same way.

With --memcheck the compositor runs under valgrind; its own errors are in valgrind.supp.
"""

import os
import sys

import gnome_host
import headless_host
import kwin_host
import others_host
from hosts import TIMEOUT, Run, memcheck, wait_for
from screen import GREEN, Screen
from weston import ESCAPE, attacks_by_format, attacks_of

# mutter reads beyond the end of such memory for any surface, and crashes, with Dray and without.
NOT_IN = {"gnome": ["icon-with-short-rows"]}
PRELOAD, POINTER, KEYBOARD, HOSTILE = map(os.path.abspath, sys.argv[1:5])
NAME, *OPTIONS = sys.argv[5:]
PLACE = (100, 450)


def attack(desktop, name):
    """Runs an attack of a hostile client while the pointer moves with the drag that it began."""
    title = name.split()[0]
    hostile = desktop.run.client(title, command=[HOSTILE, *name.split()])
    # If one window is visible at a time, the newest one is in the corner.
    left, top = (0, 0) if desktop.shows_one_window else PLACE
    x, y = left + 100, top + 100
    nothing = desktop.size[0] - 10, desktop.size[1] - 10
    desktop.settle(title, PLACE)

    def press():
        desktop.button(0)
        desktop.move(x - 3, y)
        desktop.move(x, y)
        desktop.button(1)
    press()
    hostile.expect("pressed", meanwhile=press)
    # Over the window itself, another window, nothing, and back; then a key, then the button.
    for point in [(x + 5, y), (x + 50, y), desktop.to_point, nothing, desktop.from_point, (x, y)]:
        desktop.move(*point)
    if name == "gone":
        hostile.process.wait(TIMEOUT)
    else:
        # A client that shows very large images repeatedly has to wait for them.
        hostile.expect("attacked", within=3 * TIMEOUT, meanwhile=lambda: (desktop.move(x + 1, y), desktop.move(x, y)))
    assert not any(line and line["event"] == "guessed" for line in hostile.heard()), "it guesses the serials of others"
    for point in [(x + 9, y), desktop.to_point, nothing, (x, y), desktop.to_point]:
        desktop.move(*point)
    desktop.press(ESCAPE)
    desktop.button(0)
    hostile.kill()
    assert desktop.process.is_running(), f"{desktop.name} ends"


def go_to_target(desktop):
    if NAME in ("headless", "kwin", "gnome") or desktop.shows_one_window:
        return desktop.go_to_target()
    x, y = desktop.to_point
    # The target's output and the log have events of earlier drags, so the screenshot decides.
    wait_for("the badge", lambda: (
        desktop.move(x - 3, y), desktop.move(x, y), Screen(desktop.run).badge(x + 20, y + 26) == GREEN)[-1])


def drag(desktop):
    desktop.pick_up()
    go_to_target(desktop)
    desktop.button(0)
    desktop.target.expect("received", text="dragged")
    desktop.source.expect("drag-end")


def play(wanted, with_memcheck):
    attacks = wanted or attacks_of(HOSTILE, NOT_IN.get(NAME, ()))
    with Run() as run:
        wrapper = memcheck(run.directory) if with_memcheck else []
        if NAME == "headless":
            desktop = headless_host.Desktop(run, PRELOAD, POINTER, KEYBOARD, wrapper=wrapper)
        elif NAME == "kwin":
            desktop = kwin_host.Desktop(run, PRELOAD, POINTER, wrapper=wrapper)
        elif NAME == "gnome":
            desktop = gnome_host.Desktop(run, PRELOAD, POINTER, wrapper=wrapper)
        else:
            desktop = others_host.Desktop(
                run, NAME, PRELOAD, POINTER, KEYBOARD,
                places=dict.fromkeys((name.split()[0] for name in attacks), PLACE), wrapper=wrapper)
        if not wanted and not with_memcheck:
            attacks += attacks_by_format(run, HOSTILE)
        for name in attacks:
            print(name, flush=True)
            attack(desktop, name)
        print("drags as before", flush=True)
        drag(desktop)
        # A cancelled drag, and one whose target crashes and then its source.
        desktop.pick_up()
        go_to_target(desktop)
        desktop.press(ESCAPE)
        desktop.source.expect("drag-end", result="cancelled")
        desktop.button(0)
        desktop.pick_up()
        go_to_target(desktop)
        for client in (desktop.target, desktop.source):
            client.kill()
        desktop.button(0)
        report = run.directory / f"memcheck-{desktop.process.process.pid}.log"
        desktop.end()
        if with_memcheck:
            said = report.read_text()
            assert "ERROR SUMMARY: 0 errors" in said, said


if __name__ == "__main__":
    wanted = [option for option in OPTIONS if option != "--memcheck"]
    play(wanted, "--memcheck" in OPTIONS)
