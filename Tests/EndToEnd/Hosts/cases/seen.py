# SPDX-License-Identifier: MIT
"""Expectations about screenshots and about the output of windows."""

import time

from adapters import SIDE
from hosts import wait_for
from screen import GREEN, VIOLET

WHITE, GREY, OLIVE = (255, 255, 255), (208, 208, 208), (160, 160, 32)
ICON, ICON_SIDE = (224, 32, 224), 32
BADGE, BADGE_OF_FINGER = (20, 26), (32, -32)  # the badge's centre, relative to the pointer or the finger
LIFT = 0.2  # seconds; an image fades in for slightly less


def image(picture):
    """Returns the bounding box of all pixels with the icon's colour, or a blend of it."""
    return picture.box(lambda red, green, blue: red > green + 30 and blue > green + 30)


def middle(box):
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def middle_of_image(host):
    box = image(host.picture())
    assert box, "there is no image"
    return middle(box)


def is_near(point, other, most):
    return abs(point[0] - other[0]) <= most and abs(point[1] - other[1]) <= most


def is_alike(seen, wanted):
    return all(abs(a - b) <= 6 for a, b in zip(seen, wanted))


def blend(opacity, above, below):
    return tuple(opacity * a + (1 - opacity) * b for a, b in zip(above, below))


def see_badge(host, which, point, offset=BADGE):
    wait_for(f"a {which} badge", lambda: host.picture().badge(point[0] + offset[0], point[1] + offset[1]) == which)


def see_number(host, point, offset=BADGE):
    """Waits for the badge with the number of items: an oval beside the plus, in the blue of the question mark's disc.
    """
    x, y = point[0] + offset[0], point[1] + offset[1]
    wait_for("a number beside the plus", lambda: (
        lambda seen: (seen.badge(x, y), seen.badge(x + 20, y)) == (GREEN, VIOLET))(
        host.picture()))


def see_nothing(host):
    wait_for("the end of the image", lambda: image(host.picture()) is None)


def see_image(host, point, opacity, before, icon=ICON):
    """Waits until the icon is attached by its corner at the point, with this opacity.

    The pixel that is compared is covered by neither badge nor cursor.
    """
    x, y = point[0] + 28, point[1] + 4
    wanted = blend(opacity, icon, before.at(x, y))
    last, since = None, 0

    def is_still():
        # The image fades in, so only its final colour counts.
        nonlocal last, since
        now, seen = time.monotonic(), host.picture().at(x, y)
        if seen != last:
            last, since = seen, now
        return now - since > LIFT and is_alike(seen, wanted)
    try:
        wait_for(f"the icon, {opacity} opaque", is_still)
    except AssertionError as error:
        raise AssertionError(f"{error}: {last} is seen, and not {wanted}") from None


class Unseen(Exception):
    """There were too few screenshots to decide, because the machine was busy. The case is played again."""


class Film:
    """The sequence of the image's positions after `end`, until the image has disappeared."""

    LONGEST = 0.06  # seconds: the maximum interval between two screenshots of an animation of 0.2 s
    GONE = 0.1  # seconds without the image until it counts as ended
    # Seconds from the end of the drag to the first screenshot. With few screenshots, another try sees another moment.
    delay = 0

    def __init__(self, host, end):
        self.seen = image(host.picture())
        assert self.seen, "there is no image"
        self.boxes, self.gap, self.last, self.gone_since = [], 0, time.monotonic(), None
        self.missed, self.blinks = 0, []
        end()
        time.sleep(self.delay)
        wait_for("the end of the image", lambda: self.is_gone(host))

    def is_gone(self, host):
        box, now = image(host.picture()), time.monotonic()
        if self.gone_since is None:
            self.gap = max(self.gap, now - self.last)
        self.last = now
        if box is None:
            self.gone_since = self.gone_since or now
            self.missed += 1
            return now - self.gone_since > self.GONE
        if self.missed > (1 if self.has_crossed_outputs(host, box) else 0):
            self.blinks.append(f"{self.missed} times for {now - self.gone_since:.3f} s between {self.seen} and {box}")
        self.seen = box
        self.gone_since, self.missed = None, 0
        self.boxes.append(box)
        return False

    def has_crossed_outputs(self, host, box):
        """Whether the image was on another output when it was last seen.

        Each output is painted, and so captured, at its own time: in sway 1.10 up to 19 ms apart, in which the image
        flies further than it is wide. So one screenshot may have it on neither output.
        """
        edges = *self.seen[::2], *box[::2]
        return host.outputs > 1 and len({x // host.WIDTH for x in edges}) > 1

    def shows(self, holds, what):
        """Raises if the expectation does not hold: Unseen if there were too few screenshots, else an assertion error.
        """
        if not holds:
            raise Unseen(what) if self.gap > self.LONGEST else AssertionError(f"{what}: {self.boxes}")


def flies_home(host, end, home):
    """Checks that the image is seen on its way home, and last near its home."""
    there = middle_of_image(host)
    film = Film(host, end)
    middles = [middle(box) for box in film.boxes]
    film.shows(
        any(not is_near(at, there, 60) and not is_near(at, home, 60) for at in middles),
        f"not between {there} and {home}")
    film.shows(is_near(middles[-1], home, 70), f"not at home, {home}")
    assert not film.blinks, f"it blinks: {film.blinks}"


def evaporates(host, end):
    """Checks that the image disappears where it is."""
    there = middle_of_image(host)
    film = Film(host, end)
    film.shows(film.boxes, "gone at once")
    assert not film.blinks, f"it blinks: {film.blinks}"
    for box in film.boxes:
        assert is_near(middle(box), there, 20), f"it is at {there}, and goes to {box}"


def lands(host, end, point, may_blink=False):
    """Checks that the image shrinks into the point, and into no other."""
    film = Film(host, end)
    assert may_blink or not film.blinks, f"it blinks: {film.blinks}"
    for box in film.boxes:
        assert is_near(middle(box), point, 40), f"dropped at {point}, and seen at {box}"
    film.shows(any(box[2] - box[0] < ICON_SIDE - 8 for box in film.boxes), "never smaller")


def fails_at(host, point):
    """Checks that a not-allowed badge appears at the drop point, shakes and disappears (HIG-16)."""
    area = point[0] - 60, point[1] - 60, point[0] + 60, point[1] + 60

    def struck():
        return host.picture().box(
            lambda red, green, blue: red > 150 and red > green + 60 and red > blue + 60, area, step=1)
    wait_for("the end of the image", lambda: image(host.picture()) is None)
    # It disappears within a second, and on a busy machine a screenshot takes as long.
    end = time.monotonic() + 5
    seen = [None]
    while seen[0] is None:
        if time.monotonic() > end:
            raise Unseen("no not-allowed badge")
        seen[0] = struck()
    wait_for("its end", lambda: (seen.append(struck()), seen[-1] is None)[-1])
    places = [middle(box) for box in seen[:-1]]
    for place in places:
        assert is_near(place, point, 40), f"dropped at {point}, and the badge is at {place}"
    ways = [place[0] for place in places]
    if max(ways) - min(ways) < 2:
        raise Unseen(f"no shaking: {ways}")


def has_ring(picture, place):
    """Whether all four sides of a window have the ring next to them, or on them at the edge of the screen."""
    def is_line(x, y):
        inside = 0 <= x < picture.width and 0 <= y < picture.height
        red, green, blue = picture.at(x, y) if inside else (0, 0, 0)
        return blue > 150 and blue > red + 100 and green < 150
    left, top = place
    right, bottom = left + SIDE, top + SIDE
    across = range(-12, 13)
    return [
        any(is_line(left + step, top + 50) for step in across), any(is_line(right + step, top + 50) for step in across),
        any(is_line(left + 50, top + step) for step in across),
        any(is_line(left + 50, bottom + step) for step in across)]


def last_of(window, beginning):
    """Returns the newest line with this beginning; empty if there is none."""
    return next((line for line in reversed(window.said()) if line.startswith(beginning)), "")


def has_keyboard(window):
    """Whether the window has the keyboard focus, by its last event."""
    return last_of(window, "keyboard ") == "keyboard enters, keys down: 0"


def keys_of(window):
    return [line for line in window.said() if line.startswith("key ")]
