#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`dray-shelf` in a Weston without Dray, where its shredder asks by itself (HIG-27), and with Dray, which asks in its place; there half
of a text is not taken for the whole (HIG-17).

usage: shelf.py DRAY WESTON-MODULE INPUT-MODULE SMALL-CLIENT [TEST...]; dray-shelf lies beside dray
"""

import os
import sys

import weston
from hosts import Run, is_served, play, wait_for
from steps import Hand, middle

DRAY, MODULE, DEVICES, CLIENT = map(os.path.abspath, sys.argv[1:5])
SHELF = os.path.join(os.path.dirname(DRAY), "dray-shelf")
HERE, THERE = (40, 60), (560, 60)
SHREDDER = HERE[0] + 406, HERE[1] + 24  # in a window of 480 by 400
ASIDE = 20, 620
CARD = 128, 56
RETURN, Z, DELETE = 28, 44, 111


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

    def shred(self, shelf, place, number):
        """Drags a card onto the shredder."""
        self.move(*ASIDE)
        self.drag_off(shelf, middle(place, shelf.mapped["items"][number]))
        self.go(*SHREDDER)
        self.here.expect("drag-motion", meanwhile=self.tremble)
        self.button(0)
        self.here.expect("drop")

    def shows_card(self):
        wait_for(f"the image at {CARD}", lambda: any(layer[2:4] == CARD and layer[4] < 1 for layer in self.host.layers()))

    def go(self, x, y):
        for step in range(4, -1, -1):
            self.move(x - step, y)

    def tremble(self):
        self.move(SHREDDER[0] - 1, SHREDDER[1])
        self.move(*SHREDDER)

    def asks(self):
        assert "gone for ever" in self.here.expect("refused")["reason"]
        assert not any(line["event"] == "shredded" for line in self.here.heard() if line)

    def cards(self):
        """What is on the shelf, as it was told last."""
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
        # An answer comes with the next key or press, or not at all. Weston's keyboard comes back with a press.
        shelves.shred(shelves.here, HERE, 0)
        shelves.asks()
        shelves.click(middle(HERE, shelves.here.mapped["items"][1]))
        shelves.press(RETURN)
        shelves.here.expect("shelf", zone=["Two"])
        shelves.keeps("One", "Two", "Three")

        # What comes from elsewhere is a card until then.
        shelves.shred(shelves.there, THERE, 0)
        shelves.here.expect("received")
        shelves.asks()
        shelves.keeps("One", "Two", "Three", "Far")

        shelves.shred(shelves.here, HERE, 0)
        shelves.asks()
        shelves.click(SHREDDER)
        shelves.shreds()
        shelves.keeps("Two", "Three", "Far")
        shelves.key(weston.CONTROL, 1)
        shelves.press(Z)
        shelves.key(weston.CONTROL, 0)
        shelves.here.expect("refused", reason="There is nothing to undo")
        shelves.keeps("Two", "Three", "Far")

        # By the keyboard alone.
        shelves.here.seen.clear()
        for key in weston.ESCAPE, RETURN:
            shelves.click(middle(HERE, shelves.here.mapped["items"][2]))
            shelves.key(weston.SHIFT, 1)
            shelves.press(DELETE)
            shelves.key(weston.SHIFT, 0)
            shelves.asks()
            shelves.press(key)
        shelves.shreds()
        shelves.keeps("Two", "Far")
        shelves.end()


def asked_by_dray():
    with Run() as run:
        shelves = Shelves(run, True)
        for key, is_wanted in ((weston.ESCAPE, False), (RETURN, True)):
            shelves.move(*ASIDE)
            shelves.drag_off(shelves.here, middle(HERE, shelves.here.mapped["items"][0]))
            # As large as it is, there and in the zone, where a card is as large (HIG-38).
            shelves.shows_card()
            shelves.go(HERE[0] + 240, HERE[1] + 300)
            shelves.here.expect("zone", meanwhile=lambda: shelves.go(HERE[0] + 240, HERE[1] + 300), entered="Zone")
            shelves.shows_card()
            shelves.go(*SHREDDER)
            shelves.here.expect("zone", meanwhile=shelves.tremble, entered="Shredder")
            # What it says of the drop is there with its frames.
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
        assert not any(line["event"] == "refused" for line in shelves.here.heard() if line), "asked twice"
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
        shelves.go(HERE[0] + 240, HERE[1] + 300)
        shelves.here.expect("drag-motion", meanwhile=lambda: shelves.go(HERE[0] + 240, HERE[1] + 300), action="copy")
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
