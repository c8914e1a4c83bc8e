# SPDX-License-Identifier: MIT
"""Places: on the screen, on windows, and on what applications have a name for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Optional, Union

if TYPE_CHECKING:
    from ._window import Window

#: A distance from a window's top left corner: logical pixels, or a share of its size such as ``"30%"``.
Length = Union[int, float, str]
Named = Literal["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"]
Button = Literal["left", "right", "middle", "back", "forward"]
#: How the speed of a movement changes.
Easing = Literal["linear", "ease-in", "ease-out", "ease-in-out"]
Modifier = Literal["shift", "ctrl", "alt", "logo"]


class Point:
    """A place on the screen, in logical pixels."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

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


#: Where something is done. A window alone is its middle.
Spot = Union["Window", Place, Point, tuple[float, float]]


def length(value: Length) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def name_words(name: str, role: Optional[str], number: Optional[int]) -> list[str]:
    """How commands say what something is called."""
    words = [f"name={name}"]
    words += [f"role={role}"] if role else []
    words += [f"number={number}"] if number else []
    return words


def spot_words(spot: Spot) -> list[str]:
    """How commands say where something is done."""
    if isinstance(spot, tuple):
        return Point(*spot).words
    return spot.words


def all_words(spots: Sequence[Spot]) -> list[str]:
    return [word for spot in spots for word in spot_words(spot)]


def way_words(to: Spot, via: Sequence[Spot]) -> list[str]:
    """How commands say where something goes, and what it passes."""
    return [word for spot in via for word in ["via", *spot_words(spot)]] + spot_words(to)


def motion_words(to: Spot, via: Sequence[Spot], duration: float, easing: Optional[Easing]) -> list[str]:
    return [*way_words(to, via), *time_words(duration), *([f"easing={easing}"] if easing else [])]


def time_words(seconds: float) -> list[str]:
    return [f"{round(seconds * 1000)}ms"] if seconds > 0 else []
