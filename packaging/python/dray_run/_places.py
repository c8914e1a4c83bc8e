# SPDX-License-Identifier: MIT
"""Places: on the screen, on windows, and on objects that are found by their accessible name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Optional, Union

from . import _words

if TYPE_CHECKING:
    from ._window import Window

#: A distance from a window's top left corner: logical pixels, or a share of its size such as ``"30%"``.
Length = Union[int, float, str]
Named = Literal["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"]
Button = Literal["left", "right", "middle", "back", "forward"]
#: How the speed changes during a movement.
Easing = Literal["linear", "ease-in", "ease-out", "ease-in-out"]
Modifier = Literal["shift", "ctrl", "alt", "logo"]


class Point:
    """A place on the screen, in logical pixels."""

    def __init__(self, x: float, y: float) -> None:
        self.x = _words.number("x", x, -65536, 65536)
        self.y = _words.number("y", y, -65536, 65536)

    @property
    def words(self) -> list[str]:
        return [f"{self.x:g}", f"{self.y:g}"]

    def __repr__(self) -> str:
        return f"{self.x:g}, {self.y:g} on the screen"


class Place:
    """A place on a window."""

    def __init__(self, window: Window, words: list[str]) -> None:
        self.window = window
        self._words = words

    @property
    def words(self) -> list[str]:
        return [self.window.reference, *self._words]

    def __repr__(self) -> str:
        return f"{' '.join(self._words)} of {self.window!r}"


#: A place for input. A window stands for its centre.
Spot = Union["Window", Place, Point, tuple[float, float]]


def name_words(name: str, role: Optional[str], number: Optional[int]) -> list[str]:
    """The words of a command for an object with a name."""
    if not _words.text("the name", name):
        raise ValueError("the name is empty")
    words = [f"name={name}"]
    words += [f"role={_words.text('role', role)}"] if role is not None else []
    words += [f"number={_words.integer('number', number, 1, 10_000)}"] if number is not None else []
    return words


def spot_words(spot: Spot) -> list[str]:
    """The words of a command for a place."""
    if isinstance(spot, tuple) and len(spot) == 2:
        if any(isinstance(part, str) for part in spot):
            raise TypeError(f"a place on the screen is a pair of numbers (x, y), not {spot!r}; shares are of a window")
        return Point(*spot).words
    if not isinstance(spot, tuple) and (isinstance(spot, (Place, Point)) or hasattr(spot, "reference")):
        return spot.words
    hint = "; its window() is one" if hasattr(spot, "new_window") else ""
    raise TypeError(
        "a place is a window, window.at(...), window.named(...) or a pair (x, y) on the screen, "
        f"not {spot!r} ({_words.kind(spot)}){hint}"
    )


def all_words(spots: Sequence[Spot]) -> list[str]:
    return [word for spot in spots for word in spot_words(spot)]


def way_words(to: Spot, via: Sequence[Spot]) -> list[str]:
    """The words of a command for a path: the places that it passes, and its end."""
    if not isinstance(via, (list, tuple)) or (via and isinstance(via[0], (int, float))):
        raise TypeError(f"via has to be a list of places, such as [window, (x, y)], not {via!r}")
    return [word for spot in via for word in ["via", *spot_words(spot)]] + spot_words(to)


def motion_words(to: Spot, via: Sequence[Spot], duration: float, easing: Optional[Easing]) -> list[str]:
    _words.optional_choice("easing", easing, _words.EASINGS)
    return [*way_words(to, via), *time_words("duration", duration), *([f"easing={easing}"] if easing else [])]


def time_words(what: str, seconds: float) -> list[str]:
    """The words of a command for a duration in seconds."""
    _words.seconds(what, seconds)
    return [f"{round(seconds * 1000)}ms"] if seconds > 0 else []
