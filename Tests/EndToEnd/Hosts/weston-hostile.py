#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clients that break the rules, in an unmodified Weston with Dray: it must not exit, and drags of others must still
work.

usage: weston-hostile.py DRAY-MODULE INPUT-MODULE HOSTILE-CLIENT [--gl] [ATTACK...]

With --gl Weston uses its OpenGL renderer, in software, which reads client memory at other times.
"""

import sys

from hosts import Run, wait_for
from weston import BUTTON, ENDS_WESTON, Pair, attack, attacks_by_format, attacks_of

LETTER = 30


def serials_of_others_are_refused(run, weston, client):
    """A client under the pointer guesses the serials of key events that are sent to another client."""
    hostile = run.client("guesser", command=[client, "guessed-selection"])
    weston.place("guessed-selection", (100, 400))
    weston.click(weston.from_point)
    wait_for("the keyboard with the source", lambda: weston.do("focus") == "source")
    weston.do("move 200 500")
    weston.press(LETTER)
    weston.do(f"button {BUTTON} 1")
    hostile.expect("refused")
    weston.do(f"button {BUTTON} 0")
    hostile.kill()


def mistakes_name_their_client(run, weston, client):
    """Two clients make the same mistake: the log names each by its process."""
    for name in ("one", "other"):
        hostile = run.client(name, command=[client, "thousand-devices"])
        weston.place("thousand-devices", (100, 400))
        weston.do("move 200 500")
        weston.do(f"button {BUTTON} 1")
        # The client itself may find its connection closed before it reads the error.
        line = f"dray: mistake of client {hostile.process.pid}: a client may have "
        wait_for(line, lambda: line in weston.process.output())
        weston.do(f"button {BUTTON} 0")


def main():
    with Run() as run:
        dray, input, client = sys.argv[1:4]
        attacks = [argument for argument in sys.argv[4:] if argument != "--gl"]
        renderer = "gl" if "--gl" in sys.argv else "pixman"
        weston = Pair(run, dray, input, renderer=renderer, LIBGL_ALWAYS_SOFTWARE="1")
        for name in attacks or [*attacks_of(client, ENDS_WESTON), *attacks_by_format(run, client)]:
            print(name, flush=True)
            attack(run, weston, client, name)
        if not attacks:
            serials_of_others_are_refused(run, weston, client)
            mistakes_name_their_client(run, weston, client)
        assert "mistake of Dray" not in weston.process.output(), weston.process.output()
        assert "mistake of dray-weston" not in weston.process.output(), weston.process.output()
        weston.drag()
        wait_for("the image and the badge", weston.shows_image)
        weston.wait_for_cursor("grabbing")
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.wait_for_end_of_image()
        weston.finish()


if __name__ == "__main__":
    main()
