#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags by name in a host in C that calls `dray_seat_drag_by_name` itself: the example, with additions (HIG-33).

usage: example-names.py COMPOSITOR
"""

import os
import subprocess
import sys

from hosts import Process, Run, wait_for
from speech import ScreenReader

DROPPED, NOT_FOUND, NOT_DRAGGABLE, REFUSED, BUSY = 0, 1, 2, 3, 6  # enum dray_named_end


class Host:
    def __init__(self, run):
        self.process = Process(
            "example", [os.path.abspath(sys.argv[1])], run.directory, run.environment, stdin=subprocess.PIPE)
        run.processes.append(self.process)
        wait_for("the name of the socket", lambda: "WAYLAND_DISPLAY=" in self.process.output())
        run.environment["WAYLAND_DISPLAY"] = self.lines("WAYLAND_DISPLAY=")[0]

    def lines(self, beginning):
        # The last line may be incomplete.
        lines = self.process.output().split("\n")[:-1]
        return [line.removeprefix(beginning) for line in lines if line.startswith(beginning)]

    def do(self, line):
        self.process.process.stdin.write(f"{line}\n".encode())
        self.process.process.stdin.flush()

    def drag(self, source, target):
        """Returns the result of a drag, and its reason."""
        before = len(self.lines("named "))
        self.do(f"name {source}|{target}")
        number, _, words = wait_for("the result", lambda: self.lines("named ")[before:])[0].partition(" ")
        return int(number), words


with Run() as run:
    reader = ScreenReader(run)
    host = Host(run)
    run.environment.update(GDK_BACKEND="wayland", GSK_RENDERER="cairo")
    post, album = (reader.window(run, *window) for window in (("gtk3", "post", "Post"), ("gtk4", "album", "Album")))
    # An application that has just started registers slightly later.
    wait_for("the drag", lambda: host.drag("Photo", "Inbox")[0] == DROPPED)
    wait_for("its beginning", lambda: "drags Photo" in album.output())
    wait_for("the picture in the inbox", lambda: "got Photo on Inbox" in post.output())
    for words in ("Dragging “Photo” to “Inbox” by name", "Copied"):
        # By the host's own callback, and by AT-SPI.
        wait_for(words, lambda: words in host.process.output())
        reader.hear(words)
    assert "Picked up 1 item" in host.process.output()

    assert host.drag("Photo", "Bin") == (REFUSED, "the target does not accept it")
    number, words = host.drag("Foto", "Inbox")
    assert number == NOT_FOUND and "was not found" in words, words
    assert host.drag("Mail", "Inbox")[0] == NOT_DRAGGABLE
    # A failed pick-up is reported a moment before the pointer is free.
    wait_for("the pointer", lambda: host.drag("Foto", "Mail")[0] == NOT_FOUND)
    host.do("name Beach|Mail\nname Sunset|Mail")
    wait_for("both", lambda: len(host.lines("named ")[-2:]) == 2 and host.lines("named ")[-2].startswith(f"{BUSY} "))
    wait_for("the first", lambda: "got Beach on Mail" in post.output())
    assert host.lines("named ")[-1].startswith(f"{DROPPED} "), host.lines("named ")
    assert "Sunset" not in album.output() + post.output()

    album.end()
    post.end()
    host.do("quit")
    assert host.process.process.wait(20) == 0
