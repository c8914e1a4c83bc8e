# SPDX-License-Identifier: MIT
"""The steps of a drag between two applications of Tests/Clients, for every compositor.

A compositor brings `move(x, y)`, `button(is_pressed)`, `key(code, is_pressed)` and, if it has a touch screen,
`finger(number, what, x, y)`; and `process`, whose output is its log.
"""

import itertools

from hosts import wait_for


def middle(place, box):
    """The middle of a widget's box in a window at this place."""
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


class Hand:
    """What a person does with the devices, where it is done in more than one test."""

    def click(self, point):
        self.move(*point)
        self.button(1)
        self.button(0)

    def press(self, key):
        self.key(key, 1)
        self.key(key, 0)

    def reach(self, source, point):
        """Moves there until the source knows."""
        x, y = point
        source.expect("enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))

    def drag_off(self, source, point):
        """Presses the button on a source, and moves until it begins a drag."""
        x, y = point
        self.reach(source, point)
        # It may have been there before, elsewhere.
        self.move(x - 3, y)
        self.move(x, y)
        self.button(1)

        # A window may be in its place a little later than its client knows of it.
        def press_again():
            self.button(0)
            self.move(x - 3, y)
            self.move(x, y)
            self.button(1)
        source.expect("button", meanwhile=press_again, state="pressed")
        for step in range(1, 7):
            self.move(x + 4 * step, y)
        # GTK 3 takes a motion that comes with the press for none.
        steps = itertools.count(25)
        source.expect("drag-begin", meanwhile=lambda: self.move(x + next(steps), y))


class Steps(Hand):
    """A drag from `source` at `from_point` to `target` at `to_point`; clients and points are the compositor's."""

    def pick_up(self):
        self.drag_off(self.source, self.from_point)

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.move(x - 5, y)
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 1, y), self.move(x, y)))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def drag(self):
        """As far as over the target, which takes it."""
        self.pick_up()
        self.go_to_target()

    def touch_up_source(self):
        """The finger draws the content off."""
        x, y = self.from_point
        self.finger(0, "down", x, y)
        for step in range(1, 12):
            self.finger(0, "move", x + 4 * step, y)
        self.source.expect("drag-begin")

    def touch_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.target.expect("drag-enter", meanwhile=lambda: self.finger(0, "move", x, y))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)
