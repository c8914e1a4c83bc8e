#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`dray-shelf` in a Weston without Dray, where it exchanges cards by wl_data_device alone, and with Dray, which asks
before its shredder deletes a card (HIG-27). With Dray, an incomplete text is not accepted as the whole (HIG-17).

usage: shelf.py DRAY WESTON-MODULE INPUT-MODULE SMALL-CLIENT [TEST...]; dray-shelf is next to dray
"""

import os
import sys

import weston
from hosts import Run, is_served, play, wait_for
from steps import Hand, middle

DRAY, MODULE, DEVICES, CLIENT = map(os.path.abspath, sys.argv[1:5])
SHELF = os.path.join(os.path.dirname(DRAY), "dray-shelf")
HERE, THERE = (40, 60), (560, 60)
# In a window of 480 by 400.
SHREDDER = HERE[0] + 456, HERE[1] + 24
ZONE = HERE[0] + 240, HERE[1] + 300
ASIDE = 20, 620
CARD = 128, 56
RETURN, Z = 28, 44


class Shelves(Hand):
    def __init__(self, run, with_dray):
        self.host = weston.Compositor(run, MODULE if with_dray else None, DEVICES)
        self.move, self.button, self.key = self.host.move, self.host.button, self.host.key
        wait_for("the Wayland socket", lambda: is_served(run.directory / "wayland-test"))
        if with_dray:
            self.host.wait_for_dray()
        items = [word for name in ("One", "Two", "Three") for word in ("--item", name)]
        self.here = run.client("here", command=[SHELF, "--title", "Here", "--zone", "--shredder", *items])
        self.there = run.client("there", command=[SHELF, "--title", "There", "--item", "Far"])
        self.host.place("Here", HERE)
        self.host.place("There", THERE)
        self.host.wait_for_light()

    def put(self, shelf, place, number, action):
        """Drags a card into the zone."""
        self.move(*ASIDE)
        self.drag_off(shelf, middle(place, shelf.mapped["items"][number]))
        self.go(*ZONE)
        self.here.expect("drag-motion", meanwhile=lambda: self.go(*ZONE), action=action)
        self.button(0)
        self.here.expect("drop", action=action)

    def shows_card(self):
        wait_for(f"the image at {CARD}", lambda: any(
            layer[2:4] == CARD and layer[4] < 1 for layer in self.host.layers()))

    def go(self, x, y):
        for step in range(4, -1, -1):
            self.move(x - step, y)

    def tremble(self):
        self.move(SHREDDER[0] - 1, SHREDDER[1])
        self.move(*SHREDDER)

    def cards(self):
        """Returns the items on the shelf, as last reported."""
        shelf = [line for line in self.here.heard() if line and line["event"] == "shelf"][-1]
        return set(shelf["table"]) | set(shelf["zone"])

    def keeps(self, *cards):
        wait_for(f"{cards} kept", lambda: self.cards() == set(cards))

    def shreds(self):
        self.here.expect("shredded")
        self.here.expect("shelf")

    def end(self):
        self.here.end()
        self.there.end()
        self.host.end()


def a_weston_without_dray():
    with Run() as run:
        shelves = Shelves(run, False)
        shelves.put(shelves.here, HERE, 0, "move")
        shelves.here.expect("drag-end", result="moved")
        assert shelves.cards() == {"One", "Two", "Three"}, shelves.cards()
        shelves.put(shelves.there, THERE, 0, "copy")
        shelves.there.expect("drag-end", result="copied")
        shelves.here.expect("received", text="Far")
        shelves.here.expect("shelf", zone=["One", "Far"], table=["Two", "Three"])

        # Weston returns the keyboard focus on a press.
        shelves.click(middle(HERE, shelves.here.mapped["items"][1]))
        shelves.key(weston.CONTROL, 1)
        shelves.press(Z)
        shelves.key(weston.CONTROL, 0)
        shelves.here.expect("shelf", zone=["One"], undone=True)

        # Without the extension there is no shredder.
        shelves.move(*ASIDE)
        shelves.drag_off(shelves.there, middle(THERE, shelves.there.mapped["items"][0]))
        shelves.go(*SHREDDER)
        shelves.here.expect("drag-motion", meanwhile=shelves.tremble, action=None)
        shelves.button(0)
        shelves.there.expect("drag-end", result="cancelled")
        shelves.keeps("One", "Two", "Three")
        shelves.end()


def asked_by_dray():
    with Run() as run:
        shelves = Shelves(run, True)
        for key, is_wanted in ((weston.ESCAPE, False), (RETURN, True)):
            shelves.move(*ASIDE)
            shelves.drag_off(shelves.here, middle(HERE, shelves.here.mapped["items"][0]))
            # In its own size, there and in the zone, which has the card's size (HIG-38).
            shelves.shows_card()
            shelves.go(*ZONE)
            shelves.here.expect("zone", meanwhile=lambda: shelves.go(*ZONE), entered="Zone")
            shelves.shows_card()
            shelves.go(*SHREDDER)
            shelves.here.expect("zone", meanwhile=shelves.tremble, entered="Shredder")
            # Its description of the drop arrives with its frames.
            for _ in range(3):
                shelves.tremble()
                shelves.host.do("paint")
            shelves.button(0)
            shelves.press(key)
            if is_wanted:
                shelves.shreds()
            else:
                shelves.here.expect("drag-end", result="cancelled")
                shelves.host.wait_for_end_of_image()
        shelves.keeps("Two", "Three")
        shelves.end()


def half_a_text():
    with Run() as run:
        shelves = Shelves(run, True)
        source = run.start("source", CLIENT, "source", TITLE="source", SLOW="1")
        shelves.host.place("source", (560, 420))
        shelves.there.end()
        shelves.go(660, 520)
        shelves.button(1)
        for step in range(1, 12):
            shelves.move(660 - 4 * step, 520 - step)
        shelves.go(*ZONE)
        shelves.here.expect("drag-motion", meanwhile=lambda: shelves.go(*ZONE), action="copy")
        shelves.button(0)
        shelves.here.expect("arriving", bytes=3)
        source.kill()
        shelves.here.expect("receive-failed")
        shelf = shelves.here.expect("shelf")
        assert shelf["zone"] == [] and shelf["selected"] is None, shelf
        assert not any(line["event"] == "received" for line in shelves.here.heard() if line)
        shelves.here.end()
        shelves.host.end()


play([a_weston_without_dray, asked_by_dray, half_a_text], sys.argv[5:])
