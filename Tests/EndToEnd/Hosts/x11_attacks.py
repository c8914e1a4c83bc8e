# SPDX-License-Identifier: MIT
"""X clients that break the rules, in every compositor with Xwayland: it must not exit, and drags to and from X11 still
work.
"""

import subprocess

from hosts import Run
from x11_drags import ESCAPE

PLACE = (100, 380)


def attacks_of(client):
    return subprocess.run([client], capture_output=True, text=True, check=True).stdout.split()


def opened(desk, client, name):
    """Opens the window of a hostile client, with several attempts.

    Weston 14 never shows a window whose surface it sees before the X server has reported its owner: below valgrind
    about one in ten, with and without Dray.
    """
    for attempt in (1, 2, 3):
        hostile = desk.x11_program(name, client, name)
        try:
            desk.wait_for_place(name, PLACE)
            return hostile
        except AssertionError:
            if attempt == 3:
                raise
            hostile.kill()


def attack(desk, client, name):
    """Runs an attack of a hostile client: on its own, as the source of a drag, and as a drop target for Wayland
    content.
    """
    hostile = opened(desk, client, name)
    x, y = PLACE[0] + 100, PLACE[1] + 100
    desk.move(x, y)
    desk.button(1)
    # Over the window itself, a Wayland window, nothing, and back.
    for point in [(x + 5, y), (x + 30, y), desk.to_point, (900, 600), desk.from_point, (x, y), desk.to_point]:
        desk.move(*point)
    desk.button(0)
    desk.move(*desk.from_point)
    desk.press(ESCAPE)
    desk.pick_up()
    for step in range(8):
        desk.move(x + step, y)
    desk.button(0)
    hostile.kill()
    desk.source.expect("drag-end")


def withstood(Desk, client, names=(), wrapper=()):
    """Runs the attacks one after the other in one compositor."""
    def received(text):
        # On a slow machine a program reports its accepted types so late that it is offered more meanwhile, and may
        # choose another.
        return {} if wrapper else {"text": text}

    with Run() as run:
        desk = Desk(run, *wrapper)
        desk.open_wayland_source()
        desk.open_wayland_target()
        for name in names or attacks_of(client):
            print(name, flush=True)
            attack(desk, client, name)
        desk.drop(**received("from Wayland"))
        desk.source.end()
        desk.open_x11_source()
        desk.drop(**received("from X11"))
        desk.target.end()
        desk.open_x11_target()
        desk.source.end()
        desk.toolkit = None
        desk.open_wayland_source()
        desk.drop(**received("from Wayland"))
        assert "mistake of" not in desk.process.output(), desk.process.output()
        desk.finish()
