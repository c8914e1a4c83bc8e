# SPDX-License-Identifier: MIT
"""The steps of a drag between two applications of Tests/Support/Clients, for every compositor.

A compositor class implements `move(x, y)`, `button(is_pressed)`, `key(code, is_pressed)` and, if it has a touch screen,
`finger(number, what, x, y)`. Its `process` has the log as its output.
"""

import itertools

from hosts import wait_for
from screen import GREEN

ESCAPE, RETURN, D, SHIFT, SUPER = 1, 28, 32, 42, 125


def middle(place, box):
    """Returns the centre of a widget's box in a window at this position."""
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


class Hand:
    """Actions of the user that several tests share."""

    def click(self, point):
        self.move(*point)
        self.button(1)
        self.button(0)

    def press(self, key):
        self.key(key, 1)
        self.key(key, 0)

    def reach(self, source, point):
        """Moves to a point until the source has received it."""
        x, y = point
        source.expect("enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))

    def drag_off(self, source, point):
        """Presses the button on a source, and moves until it begins a drag."""
        x, y = point
        self.reach(source, point)
        # The pointer may have been in the window already, at another point.
        self.move(x - 3, y)
        self.move(x, y)
        self.button(1)

        # A window may be in its position slightly later than its client knows. If the client was only slow, a second
        # press at the same point would be a double click.
        places = itertools.cycle(range(0, 36, 12))
        next(places)

        def press_again():
            nonlocal x
            self.button(0)
            x = point[0] + next(places)
            self.move(x - 3, y)
            self.move(x, y)
            self.button(1)
        source.expect("button", meanwhile=press_again, state="pressed")
        for step in range(1, 7):
            self.move(x + 4 * step, y)
        # GTK 3 ignores a motion that arrives together with the press.
        steps = itertools.count(25)
        source.expect("drag-begin", meanwhile=lambda: self.move(x + next(steps), y))


class CommandedHand(Hand):
    """Devices that an input module of the tests in the compositor has; `do` is the connection to its socket."""

    def move(self, x, y):
        self.do(f"move {x} {y}")

    def button(self, is_pressed, code=0x110):
        self.do(f"button {code} {int(is_pressed)}")

    def scroll(self):
        self.do("scroll")

    def key(self, code, is_pressed):
        self.do(f"key {code} {int(is_pressed)}")

    def finger(self, number, what, x=0, y=0):
        self.do(f"finger {number} {what} {x} {y}")

    def pen(self, what, x, y):
        self.do(f"pen {what} {x} {y}")

    def cancel_fingers(self):
        self.do("touch cancel")


class Steps(Hand):
    """A drag from `source` at `from_point` to `target` at `to_point`; the compositor class has these members."""

    def pick_up(self):
        self.drag_off(self.source, self.from_point)

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.move(x - 5, y)
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 1, y), self.move(x, y)))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def drag(self):
        """Drags until the target has accepted."""
        self.pick_up()
        self.go_to_target()

    def pick_up_by_keyboard(self):
        """Picks up what is at `from_point`, by the default shortcut for drags by keyboard."""
        self.click(self.from_point)
        for key in (SUPER, SHIFT):
            self.key(key, 1)
        self.press(D)
        for key in (SHIFT, SUPER):
            self.key(key, 0)
        self.source.expect("key", key="Shift_L")
        self.source.expect("focus", active=False)
        self.press(RETURN)
        self.source.expect("drag-begin")

    def see_badge(self):
        """Waits for the badge of a copy beside the target's point, for a compositor whose `picture()` is a Picture."""
        x, y = self.to_point
        wait_for("the badge", lambda: self.picture().badge(x + 20, y + 26) == GREEN)

    def finish_drop(self):
        self.button(0)
        self.target.expect("received", text="dragged")
        self.source.expect("drag-end", result="copied")

    def copy_and_cancel(self):
        """Drags with Shift, which moves nothing between applications, and then until Escape."""
        self.drag()
        self.see_badge()
        self.key(SHIFT, 1)
        self.button(0)
        self.key(SHIFT, 0)
        self.target.expect("received", text="dragged")
        self.source.expect("drag-end", result="copied")
        self.drag()
        self.press(ESCAPE)
        self.source.expect("drag-end", result="cancelled")
        self.button(0)

    def touch_up_source(self):
        """Begins a drag with a finger."""
        x, y = self.from_point
        self.finger(0, "down", x, y)
        for step in range(1, 12):
            self.finger(0, "move", x + 4 * step, y)
        # GTK 4 begins no drag in the first 100 ms.
        steps = itertools.count(12)
        self.source.expect("drag-begin", meanwhile=lambda: self.finger(0, "move", x + 4 * next(steps), y))

    def touch_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.target.expect("drag-enter", meanwhile=lambda: self.finger(0, "move", x, y))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def press_pen(self):
        for what in "near", "move", "down":
            self.pen(what, *self.from_point)

    def pick_up_by_pen(self):
        self.press_pen()
        x, y = self.from_point
        steps = itertools.count()
        self.source.expect("drag-begin", meanwhile=lambda: self.pen("move", x + 4 * next(steps), y))
