# SPDX-License-Identifier: MIT
"""A window of a program, and what is in it."""

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
    """Something that a window shows to assistive technology. Lengths are logical pixels, from its window's corner."""

    #: In AT-SPI's words: ``push button``, ``label``, ``list item``.
    role: str
    name: str
    x: float
    y: float
    width: float
    height: float
    #: What stands in it, where something does.
    text: Optional[str] = None

    def __str__(self) -> str:
        text = f" with “{self.text[:100]}”" if self.text and self.text != self.name else ""
        return f"{self.role} “{self.name}”{text} at {self.x:g}, {self.y:g}, {self.width:g} x {self.height:g}"


class Window:
    """A window of a program. What it says of itself is what the compositor said of it last."""

    def __init__(self, desktop: Desktop, record: WindowRecord) -> None:
        self._desktop = desktop
        self.number = record["number"]
        self._record = record

    @property
    def reference(self) -> str:
        """How commands name it."""
        return f"#{self.number}"

    @property
    def record(self) -> WindowRecord:
        """All that is known of it; of a window that is gone, what was known last."""
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
        """A place on it: ``at("30%", 20)`` or ``at("top-left")``."""
        if y is None:
            if isinstance(x, str) and not x.endswith("%"):
                return Place(self, [_words.choice("a place on a window", x, _words.CORNERS)])
            raise TypeError(f"at() takes a corner such as 'center', or x and y; there is only x, {x!r}")
        return Place(self, [_words.length("x", x), _words.length("y", y)])

    def content_at(self, x: Union[Length, Named], y: Optional[Length] = None) -> Place:
        """The same on all that its client draws, with a shadow around it: in the client's own coordinates."""
        return Place(self, ["in=content", *self.at(x, y)._words])

    def named(
        self,
        name: str,
        *,
        role: Optional[str] = None,
        number: Optional[int] = None,
        at: Union[Named, tuple[Length, Length], None] = None,
    ) -> Place:
        """What its application calls so: looked for when something is done there. Needs ``accessibility=True``.

        :param role: in AT-SPI's words, where only one kind will do: ``"push button"``, ``"icon"``, ``"list item"``.
        :param number: which of several, 1 for the one nearest to the pointer.
        :param at: a place on it, in the place of its middle: ``"top-left"`` or ``("30%", 20)``.
        """
        words = name_words(name, role, number)
        if at is not None:
            words.append(f"at={','.join(_spot_on(at))}")
        return Place(self, words)

    @property
    def words(self) -> list[str]:
        # A place of its own, so that a point which follows is not taken for one on the window.
        return [self.reference, "center"]

    def objects(self) -> list[Object]:
        """What it shows to assistive technology. Needs ``accessibility=True``."""
        return [Object(**record) for record in self._desktop._wire.request("names", self.reference)["objects"]]

    def menu(self, *names: str) -> None:
        """Chooses from its menu bar, by names: ``menu("File", "Export", "As PDF")``. Needs ``accessibility=True``."""
        self._desktop.command("menu", self.reference, *_names(names))
        self._desktop._pressed()

    def move_to(self, x: float, y: float) -> Window:
        """Puts its top left corner somewhere on the screen."""
        words = [f"{_words.number(name, value, -65536, 65536):g}" for name, value in (("x", x), ("y", y))]
        self._desktop.command("place", self.reference, *words)
        return self

    def resize(self, width: int, height: int) -> Window:
        """Asks it to be that large; whether it will is its own business."""
        words = [str(_words.integer(name, side, 1, 16384)) for name, side in (("width", width), ("height", height))]
        self._desktop.command("size", self.reference, *words)
        return self

    def raise_(self) -> Window:
        """Brings it in front of all others, with the keyboard."""
        self._desktop.command("raise", self.reference)
        return self

    def close(self) -> None:
        """Asks it to close, as a person does."""
        self._desktop.command("close", self.reference)

    def picture(self, file: Union[str, Path]) -> Path:
        """Saves what is seen of it as PNG."""
        return self._desktop.picture(file, of=self)

    def expect_gone(self, within: float = 5.0) -> None:
        self._desktop.wait_until(lambda: not self.is_there, f"{self!r} is gone", within)

    def expect_title(self, title: Text, within: float = 5.0) -> None:
        """Waits until it has a title: all of it, or a pattern that is found in it."""
        self._desktop.wait_until(
            lambda: is_all(title, self.title),
            f"the title is {text_words(title)}",
            within,
            lambda: f"it is “{self.title}”" if self.is_there else "the window has gone",
        )

    def expect_seen(
        self, name: str, *, role: Optional[str] = None, number: Optional[int] = None, within: float = 10.0
    ) -> Object:
        """Waits until it shows something of a name, and that stays where it is. Needs ``accessibility=True``."""
        answer = self._desktop._expect("wait-seen", self.reference, *name_words(name, role, number), within=within)
        return Object(**answer["objects"][0])

    def expect_unseen(
        self, name: str, *, role: Optional[str] = None, number: Optional[int] = None, within: float = 10.0
    ) -> None:
        """Waits until it shows nothing of a name. Needs ``accessibility=True``."""
        self._desktop._expect("wait-unseen", self.reference, *name_words(name, role, number), within=within)

    def expect_text(self, text: Text, within: float = 10.0) -> None:
        """Waits until it shows a text, or one in which a pattern is found. Needs ``accessibility=True``.

        A pattern is one of those that scenarios have.
        """
        _words.text_or_pattern("the text", text)
        words = [text, "contains"] if isinstance(text, str) else pattern_words(text)
        self._desktop._expect("wait-text", self.reference, *words, within=within)

    def expect_still(self, for_: float = 0.3, *, tolerance: float = 0.0, within: float = 10.0) -> None:
        """Waits until what is seen of it stays the same for so long."""
        self._desktop.expect_still(for_, of=self, tolerance=tolerance, within=within)

    def expect_picture(
        self, file: Union[str, Path], *, tolerance: float = 0.0, channel: int = 0, within: float = 5.0
    ) -> None:
        """Waits until it looks like a picture; see ``Desktop.expect_picture``."""
        self._desktop.expect_picture(file, of=self, tolerance=tolerance, channel=channel, within=within)

    def __repr__(self) -> str:
        return f"window {self.reference} “{self.title}”"


def _spot_on(at: Union[Named, tuple[Length, Length]]) -> list[str]:
    """A place on something, for commands."""
    if isinstance(at, str):
        return [_words.choice("at", at, _words.CORNERS)]
    if not isinstance(at, tuple) or len(at) != 2:
        raise TypeError(f"at has to be a corner such as 'top-left' or a pair (x, y), not {at!r}")
    return [_words.length("x", at[0]), _words.length("y", at[1])]


def _names(names: tuple[str, ...]) -> list[str]:
    """What is chosen from a menu."""
    if not names:
        raise TypeError("menu() takes the names of what is chosen: menu('File', 'Export')")
    return [_words.text("a name in a menu", name) for name in names]
