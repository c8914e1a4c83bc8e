#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clients that break the rules, in an unmodified Weston with Dray: it stays, and other applications drag as before.

usage: weston-hostile.py DRAY-MODULE INPUT-MODULE HOSTILE-CLIENT [ATTACK...]
"""

import subprocess
import sys

from hosts import Run, wait_for
from weston import BUTTON, ESCAPE, Pair

PLACE = (100, 400)


def attack(run, weston, client, name):
    hostile = run.client(name, command=[client, name])
    weston.place(name, PLACE)
    x, y = PLACE[0] + 100, PLACE[1] + 100
    weston.do(f"move {x} {y}")
    weston.do(f"button {BUTTON} 1")
    # Over the window itself, over another one, over nothing, and back; then a key, then the button.
    for to_x, to_y in [(x + 5, y), (x + 50, y), weston.to_point, (1000, 600), weston.from_point, (x, y)]:
        weston.do(f"move {to_x} {to_y}")
    if name == "gone":
        hostile.process.wait(20)
    else:
        hostile.expect("attacked", meanwhile=lambda: weston.do(f"move {x + 1} {y}"))
    for to_x, to_y in [(x + 9, y), weston.to_point, (1000, 600), (x, y), weston.to_point]:
        weston.do(f"move {to_x} {to_y}")
    weston.press(ESCAPE)
    weston.do(f"button {BUTTON} 0")
    weston.layers()
    hostile.process.kill()
    hostile.process.wait()
    weston.wait_for_end_of_image()


def main():
    with Run() as run:
        dray, input, client = sys.argv[1:4]
        weston = Pair(run, dray, input)
        names = sys.argv[4:] or subprocess.run([client], capture_output=True, text=True, check=True).stdout.split()
        for name in names:
            print(name, flush=True)
            attack(run, weston, client, name)
        assert "mistake of Dray" not in weston.process.output(), weston.process.output()
        assert "mistake of dray-weston" not in weston.process.output(), weston.process.output()
        weston.pick_up()
        weston.go_to_target()
        wait_for("the image and the badge", weston.shows_image)
        weston.wait_for_cursor("dnd-copy")
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.wait_for_end_of_image()
        weston.finish()


if __name__ == "__main__":
    main()
