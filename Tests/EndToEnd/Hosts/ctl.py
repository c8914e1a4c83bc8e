#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`dray ctl drag --name … --to …` and `dray ctl names` with compositors that `dray serve` did not start (HIG-33).

usage: ctl.py weston DRAY WESTON-MODULE INPUT-MODULE
       ctl.py sway DRAY PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD
"""

import os
import subprocess
import sys

import sway_host
import weston
from hosts import TIMEOUT, Run, wait_for
from speech import ScreenReader

DRAY, *PROGRAMS = map(os.path.abspath, sys.argv[2:])
PLACES = {"source": (100, 100), "target": (500, 100)}


class Weston(weston.Compositor):
    wrapper = ()

    def __init__(self, run, may_drag_by_name=True):
        super().__init__(run, *PROGRAMS, settings=f"drag-by-name={'true' if may_drag_by_name else 'false'}")
        self.wait_for_dray()
        self.wait_for_light()

    def wait_for_window(self, title):
        self.place(title, PLACES[title])


class Sway(sway_host.Compositor):
    wrapper = tuple(sway_host.as_sway())

    def __init__(self, run, may_drag_by_name=True):
        rules = "".join(
            f'for_window [title="{title}"] floating enable, border none, move absolute position {x} {y}\n'
            for title, (x, y) in PLACES.items())
        super().__init__(run, *PROGRAMS, config=rules, DRAY_DRAG_BY_NAME=str(int(may_drag_by_name)))

    def wait_for_window(self, title):
        wait_for(f"{title} in its place", lambda: any(
            (window["name"], window["rect"]["x"]) == (title, PLACES[title][0]) for window in self.windows()))


HOST = {"weston": Weston, "sway": Sway}[sys.argv[1]]


def ctl(run, *words, wrapper=HOST.wrapper, status=0, **environment):
    """Returns the output of a command: its answer or its error message."""
    variables = {name: value for name, value in {**run.environment, **environment}.items() if value is not None}
    ended = subprocess.run(
        [*wrapper, DRAY, "ctl", *words], env=variables, capture_output=True, text=True, timeout=TIMEOUT)
    assert ended.returncode == status, (words, ended)
    assert (ended.stderr == "") == (status == 0), ended
    return ended.stderr or ended.stdout


def is_listed(run, name):
    """Whether the name is listed: an application that has just started registers slightly later."""
    ended = subprocess.run(
        [*HOST.wrapper, DRAY, "ctl", "names"], env=run.environment, capture_output=True, text=True, timeout=TIMEOUT)
    return name in ended.stdout


def commands_drag_by_name():
    with Run() as run:
        reader = ScreenReader(run, HOST.wrapper)
        host = HOST(run)
        post, album = (
            reader.window(run, toolkit, role, title)
            for toolkit, role, title in (("gtk4", "post", "target"), ("gtk3", "album", "source")))
        for title in PLACES:
            host.wait_for_window(title)
        for name in ("“Photo” in “source”", "“Inbox” in “target”"):
            wait_for(name, lambda: is_listed(run, name))
        names = ctl(run, "names", "source")
        assert "Photo" in names and "Inbox" not in names, names
        assert ctl(run, "drag", "--name", "Photo", "--to", "Inbox") == ""
        wait_for("the picture in the inbox", lambda: "got Photo on Inbox" in post.output())
        reader.hear("Dragging “Photo” to “Inbox” by name")
        reader.hear("Copied")
        # The socket by its own path, which not every user may open.
        door = str(reader.door(run, host))
        assert "Photo" in ctl(run, "--socket", door, "names", WAYLAND_DISPLAY=None)
        drag = ("drag", "--name", "Beach", "--to", "Mail")
        assert ctl(run, "--socket", door, *drag, WAYLAND_DISPLAY=None) == ""
        wait_for("another in the mail", lambda: "got Beach on Mail" in post.output())
        # Drags that do not succeed, and unknown names.
        assert "was not found" in ctl(run, "drag", "--name", "Foto", "--to", "Inbox", status=1)
        assert "the target does not accept it" in ctl(run, "drag", "--name", "Photo", "--to", "Bin", status=1)
        assert "only supports names" in ctl(run, "shot", "picture.png", status=1)
        if HOST.wrapper:
            # The socket belongs to another user.
            assert "may drive this session" in ctl(run, "names", wrapper=(), status=1)
        album.end()
        post.end()
        host.end()
        assert "is `dray serve` running?" in ctl(run, "names", status=2)
        assert "which compositor?" in ctl(run, "names", WAYLAND_DISPLAY=None, status=2)


def a_compositor_without_drags_by_name_says_so():
    with Run() as run:
        ScreenReader(run, HOST.wrapper)
        host = HOST(run, may_drag_by_name=False)
        said = ctl(run, "drag", "--name", "Photo", "--to", "Inbox", status=2)
        assert "does not support drags by name" in said, said
        host.end()


commands_drag_by_name()
a_compositor_without_drags_by_name_says_so()
