#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag as a person does it: Weston in an X server, two GTK 4 windows, the X server's own pointer, pictures.

usage: weston-x11.py DRAY-MODULE INPUT-MODULE [DIRECTORY FOR PICTURES]
"""

import os
import pathlib
import subprocess
import sys

from hosts import Run, Socket, wait_for

SOURCE, TARGET = (80, 120), (560, 120)


def middle(place, box):
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


def main():
    with Run() as run:
        read, write = os.pipe()
        server = run.start(
            "xvfb", "Xvfb", "-displayfd", str(write), "-screen", "0", "1040x660x24", "-nolisten", "tcp",
            pass_fds=(write,))
        display = ":" + os.fdopen(read).readline().strip()
        assert server.is_running()
        run.environment["DISPLAY"] = display

        def xdotool(*words):
            subprocess.run(["xdotool", *map(str, words)], env=run.environment, check=True)

        def picture(name):
            if len(sys.argv) > 3:
                path = pathlib.Path(sys.argv[3]) / f"{name}.png"
                subprocess.run(["import", "-window", "root", "-crop", "1024x640+0+0", "+repage", path], env=run.environment, check=True)

        (run.directory / "weston.ini").write_text("[core]\nidle-time=0\n")
        path = run.directory / "input"
        weston = run.start(
            "weston", "weston", "--backend=x11-backend.so", "--use-pixman", "--width=1024", "--height=640",
            "--socket=wayland-test", "--modules={},{}".format(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[1])), DRAY_TEST_INPUT=str(path),
            DRAY_TEST_NO_SEAT="1", DRAY_TRACE="1")
        do = Socket(path)
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        source = run.client("source", "--role", "source", "--text", "from hand to hand")
        target = run.client("target", "--role", "target")
        for client, place in (("source", SOURCE), ("target", TARGET)):
            wait_for(client, lambda: do.try_once(f"place {client} {place[0]} {place[1]}"))
        (x, y), (to_x, to_y) = middle(SOURCE, source.mapped["source"]), middle(TARGET, target.mapped["target"])

        def layers():
            return [tuple(map(float, layer.split(","))) for layer in do("layers").split()]

        def shows_image():
            # The badge lies above everything, the image is translucent.
            opacities = [layer[4] for layer in layers()]
            return opacities and opacities[0] == 1 and 0.8 in opacities

        def drag():
            before = weston.offers_to_copy()
            # Weston takes the place of the pointer from the event of its coming in, and later only the differences.
            xdotool("mousemove", 1039, 659)
            xdotool("mousemove", x, y)
            source.expect("enter", meanwhile=lambda: xdotool("mousemove_relative", 1, 0))
            xdotool("mousedown", 1)
            source.expect("button", state="pressed")
            for step in range(1, 11):
                xdotool("mousemove", x + step * (to_x - x) // 10, y + step * (to_y - y) // 10)
            source.expect("drag-begin")
            target.expect("drag-enter")
            xdotool("mousemove", to_x + 6, to_y + 4)
            wait_for("the target's consent", lambda: weston.offers_to_copy() > before)
            wait_for("the image and the badge", shows_image)

        drag()
        picture("weston-drag")
        xdotool("key", "Escape")
        wait_for("the image on its way", lambda: any(layer[0] < to_x - 200 for layer in layers()))
        picture("weston-fly-back")
        source.expect("drag-end", result="cancelled")
        xdotool("mouseup", 1)
        wait_for("the end of the image", lambda: not layers())

        drag()
        xdotool("mouseup", 1)
        target.expect("received", text="from hand to hand")
        source.expect("drag-end", result="copied")
        wait_for("the end of the image", lambda: not layers())
        picture("weston-dropped")
        source.end()
        target.end()
        status = weston.end()
        assert status == 0, f"weston ends with {status}"
        server.end()


if __name__ == "__main__":
    main()
