# SPDX-License-Identifier: MIT
"""Windows of programs, and the objects in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Optional, Union

from . import _words
from ._places import Length, Named, Place, name_words
from ._records import WindowRecord
from ._text import Text, is_all, pattern_words, text_words

if TYPE_CHECKING:
    from ._desktop import Desktop


@dataclass(frozen=True)
class Object:
    """An accessible object in a window. Lengths are logical pixels; the origin is the window's top left corner."""

    #: The role's name in AT-SPI: ``push button``, ``label``, ``list item``.
    role: str
    name: str
    x: float
    y: float
    width: float
    height: float
    #: Its text, if it has any.
    text: Optional[str] = None

    def __str__(self) -> str:
        text = f" with “{self.text[:100]}”" if self.text and self.text != self.name else ""
        return f"{self.role} “{self.name}”{text} at {self.x:g}, {self.y:g}, {self.width:g} x {self.height:g}"


class Window:
    """A window of a program. Its properties are those of the compositor's last event."""

    def __init__(self, desktop: Desktop, record: WindowRecord) -> None:
        self._desktop = desktop
        self.number = record["number"]
        self._record = record

    @property
    def reference(self) -> str:
        """Its name in commands."""
        return f"#{self.number}"

    @property
    def record(self) -> WindowRecord:
        """Its last record, also after it was unmapped."""
        self._record = self._desktop._windows.get(self.number, self._record)
        return self._record

    @property
    def title(self) -> str:
        return self.record["title"]

    @property
    def app_id(self) -> str:
        return self.record["app_id"]

    @property
    def position(self) -> tuple[float, float]:
        """Its top left corner on the screen, in logical pixels."""
        return (self.record["x"], self.record["y"])

    @property
    def size(self) -> tuple[float, float]:
        return (self.record["width"], self.record["height"])

    @property
    def is_there(self) -> bool:
        """Whether it is mapped."""
        return self.number in self._desktop._windows

    @property
    def is_active(self) -> bool:
        return self.is_there and self.record["active"]

    def at(self, x: Union[Length, Named], y: Optional[Length] = None) -> Place:
        """A place on the window: ``at("30%", 20)`` or ``at("top-left")``."""
        if y is None:
            if isinstance(x, str) and not x.endswith("%"):
                return Place(self, [_words.choice("a place on a window", x, _words.CORNERS)])
            raise TypeError(f"at() takes a corner such as 'center', or x and y; there is only x, {x!r}")
        return Place(self, [_words.length("x", x), _words.length("y", y)])

    def content_at(self, x: Union[Length, Named], y: Optional[Length] = None) -> Place:
        """A place on the surface including its shadow, in surface-local coordinates."""
        return Place(self, ["in=content", *self.at(x, y)._words])

    def named(
        self,
        name: str,
        *,
        role: Optional[str] = None,
        number: Optional[int] = None,
        at: Union[Named, tuple[Length, Length], None] = None,
    ) -> Place:
        """The object with an accessible name. It is searched for when it is used. Needs ``accessibility=True``.

        :param role: the role that it has to have, as in AT-SPI: ``"push button"``, ``"icon"``, ``"list item"``.
        :param number: which of several, 1 for the one nearest to the pointer.
        :param at: a place on the object; its centre if left out: ``"top-left"`` or ``("30%", 20)``.
        """
        words = name_words(name, role, number)
        if at is not None:
            words.append(f"at={','.join(_spot_on(at))}")
        return Place(self, words)

    @property
    def words(self) -> list[str]:
        # With an explicit place, so that a following point is not parsed as a place on this window.
        return [self.reference, "center"]

    def objects(self) -> list[Object]:
        """Its accessible objects. Needs ``accessibility=True``."""
        return [Object(**record) for record in self._desktop._wire.request("names", self.reference)["objects"]]

    def menu(self, *names: str) -> None:
        """Chooses from its menu bar by names: ``menu("File", "Export", "As PDF")``. Needs ``accessibility=True``."""
        self._desktop.command("menu", self.reference, *_names(names))
        self._desktop._pressed()

    def move_to(self, x: float, y: float) -> Window:
        """Moves its top left corner to a point on the screen."""
        words = [f"{_words.number(name, value, -65536, 65536):g}" for name, value in (("x", x), ("y", y))]
        self._desktop.command("place", self.reference, *words)
        return self

    def resize(self, width: int, height: int) -> Window:
        """Requests a size in logical pixels. The client may choose another one."""
        words = [str(_words.integer(name, side, 1, 16384)) for name, side in (("width", width), ("height", height))]
        self._desktop.command("size", self.reference, *words)
        return self

    def raise_(self) -> Window:
        """Raises it above all other windows, and gives it the keyboard focus."""
        self._desktop.command("raise", self.reference)
        return self

    def close(self) -> None:
        """Requests that it close, as the close button does."""
        self._desktop.command("close", self.reference)

    def picture(self, file: Union[str, Path]) -> Path:
        """Saves a screenshot of it as PNG."""
        return self._desktop.picture(file, of=self)

    def expect_gone(self, within: float = 5.0) -> None:
        self._desktop.wait_until(lambda: not self.is_there, f"{self!r} is gone", within)

    def expect_title(self, title: Text, within: float = 5.0) -> None:
        """Waits until its title is a text or matches a pattern."""
        self._desktop.wait_until(
            lambda: is_all(title, self.title),
            f"the title is {text_words(title)}",
            within,
            lambda: f"it is “{self.title}”" if self.is_there else "the window is unmapped",
        )

    def expect_seen(
        self, name: str, *, role: Optional[str] = None, number: Optional[int] = None, within: float = 10.0
    ) -> Object:
        """Waits until it shows an object with a name that no longer moves. Needs ``accessibility=True``."""
        answer = self._desktop._expect("wait-seen", self.reference, *name_words(name, role, number), within=within)
        return Object(**answer["objects"][0])

    def expect_unseen(
        self, name: str, *, role: Optional[str] = None, number: Optional[int] = None, within: float = 10.0
    ) -> None:
        """Waits until it shows no object with a name. Needs ``accessibility=True``."""
        self._desktop._expect("wait-unseen", self.reference, *name_words(name, role, number), within=within)

    def expect_text(self, text: Text, within: float = 10.0) -> None:
        """Waits until it shows a text, or one that matches a pattern. Needs ``accessibility=True``.

        A pattern may only use what patterns in scenarios may use.
        """
        _words.text_or_pattern("the text", text)
        words = [text, "contains"] if isinstance(text, str) else pattern_words(text)
        self._desktop._expect("wait-text", self.reference, *words, within=within)

    def expect_still(self, for_: float = 0.3, *, tolerance: float = 0.0, within: float = 10.0) -> None:
        """Waits until its image does not change for ``for_`` seconds."""
        self._desktop.expect_still(for_, of=self, tolerance=tolerance, within=within)

    def expect_picture(
        self, file: Union[str, Path], *, tolerance: float = 0.0, channel: int = 0, within: float = 5.0
    ) -> None:
        """Waits until its image matches a picture; see ``Desktop.expect_picture``."""
        self._desktop.expect_picture(file, of=self, tolerance=tolerance, channel=channel, within=within)

    def __repr__(self) -> str:
        return f"window {self.reference} “{self.title}”"


def _spot_on(at: Union[Named, tuple[Length, Length]]) -> list[str]:
    """The words of a command for a place on an object."""
    if isinstance(at, str):
        return [_words.choice("at", at, _words.CORNERS)]
    if not isinstance(at, tuple) or len(at) != 2:
        raise TypeError(f"at has to be a corner such as 'top-left' or a pair (x, y), not {at!r}")
    return [_words.length("x", at[0]), _words.length("y", at[1])]


def _names(names: tuple[str, ...]) -> list[str]:
    """Checks the names of menu items."""
    if not names:
        raise TypeError("menu() takes the names of what is chosen: menu('File', 'Export')")
    return [_words.text("a name in a menu", name) for name in names]
