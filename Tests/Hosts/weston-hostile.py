#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clients that break the rules, in an unmodified Weston with Dray: it stays, and other applications drag as before.

usage: weston-hostile.py DRAY-MODULE INPUT-MODULE HOSTILE-CLIENT [ATTACK...]
"""

import sys

from hosts import Run, wait_for
from weston import BUTTON, Pair, attack, attacks_of


def main():
    with Run() as run:
        dray, input, client = sys.argv[1:4]
        weston = Pair(run, dray, input)
        for name in sys.argv[4:] or attacks_of(client):
            print(name, flush=True)
            attack(run, weston, client, name)
        assert "mistake of Dray" not in weston.process.output(), weston.process.output()
        assert "mistake of dray-weston" not in weston.process.output(), weston.process.output()
        weston.pick_up()
        weston.go_to_target()
        wait_for("the image and the badge", weston.shows_image)
        weston.wait_for_cursor("grabbing")
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.wait_for_end_of_image()
        weston.finish()


if __name__ == "__main__":
    main()
