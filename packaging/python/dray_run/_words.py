# SPDX-License-Identifier: MIT
"""Checks of arguments before a command is sent, so that an error names the argument and is raised at the call."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Optional

CORNERS = ("center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right")
BUTTONS = ("left", "right", "middle", "back", "forward")
EASINGS = ("linear", "ease-in", "ease-out", "ease-in-out")
MODIFIERS = ("shift", "ctrl", "alt", "logo")
DEVICES = ("pointer", "keyboard", "touch", "pen")
POLICIES = ("human-interface", "wayland")
THEMES = ("light", "dark")
RESULTS = ("finished", "cancelled", "under-way")
ACTIONS = ("copy", "move", "ask", "none")
STREAMS = ("stdout", "stderr")
SOURCES = ("wheel", "finger")
PEN_BUTTONS = ("upper", "lower")


def phrase(words: Sequence[str]) -> str:
    """Formats a list of alternatives: `'a', 'b' or 'c'`."""
    quoted = [repr(word) for word in words]
    return " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))


def kind(value: object) -> str:
    return type(value).__name__


def near(value: str, words: Iterable[str]) -> str:
    """Returns a suggestion for a misspelt word, or an empty text."""
    found = difflib.get_close_matches(value, list(words), 1, 0.6)
    return f"; did you mean {found[0]!r}?" if found else ""


def choice(what: str, value: object, words: Sequence[str]) -> str:
    """Checks that a value is one of some words."""
    if not isinstance(value, str):
        raise TypeError(f"{what} has to be {phrase(words)}, not {value!r} ({kind(value)})")
    if value not in words:
        raise ValueError(f"{what} has to be {phrase(words)}, not {value!r}{near(value, words)}")
    return value


def text(what: str, value: object) -> str:
    if not isinstance(value, str):
        hint = "; str() makes one of it" if isinstance(value, (int, float)) else ""
        raise TypeError(f"{what} has to be a str, not {value!r} ({kind(value)}){hint}")
    return value


def text_or_pattern(what: str, value: object) -> None:
    if not isinstance(value, (str, re.Pattern)):
        raise TypeError(f"{what} has to be a str or a re.Pattern, not {value!r} ({kind(value)})")
    if isinstance(value, re.Pattern) and not isinstance(value.pattern, str):
        raise TypeError(f"{what} has to be a pattern of str, not of bytes: {value.pattern!r}")


def number(what: str, value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what} has to be a number, not {value!r} ({kind(value)})")
    if not low <= value <= high:
        raise ValueError(f"{what} has to be {low:g} to {high:g}, not {value!r}")
    return float(value)


def integer(what: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{what} has to be an int, not {value!r} ({kind(value)})")
    if not low <= value <= high:
        raise ValueError(f"{what} has to be {low} to {high}, not {value!r}")
    return value


def seconds(what: str, value: object, high: float = 3600.0) -> float:
    """Checks a time in seconds. Errors for milliseconds and for texts with units suggest the number of seconds."""
    if isinstance(value, str):
        unit = re.fullmatch(r"([0-9.]+)\s*(ms|s)", value)
        hint = ""
        if unit:
            hint = f": {float(unit[1]) / (1000 if unit[2] == 'ms' else 1):g} is {value}"
        raise TypeError(f"{what} has to be a number of seconds, not {value!r} (str){hint}")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what} has to be a number of seconds, not {value!r} ({kind(value)})")
    if not 0 <= value <= high:
        hint = f"; {value} ms are {float(value) / 1000:g}" if high < value <= high * 1000 else ""
        raise ValueError(f"{what} has to be 0 to {high:g} seconds, not {value!r}{hint}")
    return float(value)


def size(what: str, value: object, low: int = 1, high: int = 16384) -> tuple[int, int]:
    """Checks a pair of width and height."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)) or len(value) != 2:
        raise TypeError(f"{what} has to be a pair (width, height), such as (800, 600), not {value!r} ({kind(value)})")
    return integer(f"the width of {what}", value[0], low, high), integer(f"the height of {what}", value[1], low, high)


def length(what: str, value: object) -> str:
    """Checks a distance: logical pixels, or a share such as "30%"."""
    if isinstance(value, str):
        if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?%", value):
            return value
        raise ValueError(f'{what} has to be a number of logical pixels or a share such as "30%", not {value!r}')
    return f"{number(what, value, -65536, 65536):g}"


def key(value: object) -> str:
    """Checks the name of a key, with modifiers before it: "Escape", "ctrl+c"."""
    name = text("the key", value)
    parts = name.split("+") if name != "+" else ["plus"]
    held, last = parts[:-1], parts[-1]
    for modifier in held:
        if modifier not in MODIFIERS:
            meant = near(modifier, MODIFIERS)
            raise ValueError(f"{name!r}: a modifier is {phrase(MODIFIERS)}, not {modifier!r}{meant}")
    beginning, sign, rest = last.partition("-")
    if sign and rest and beginning.lower() in (*MODIFIERS, "control", "super"):
        meant = {"control": "ctrl", "super": "logo"}.get(beginning.lower(), beginning.lower())
        raise ValueError(f"{name!r} is no key; modifiers stand before a plus sign: {f'{meant}+{rest}'!r}")
    if not last or any(character.isspace() for character in last):
        raise ValueError(f"{name!r} is no key: one is called like 'a', 'Escape' or 'ctrl+c'; type() types a text")
    return name


def only(what: str, given: Iterable[str], known: Sequence[str]) -> None:
    """Checks that all names are known."""
    for name in given:
        if name not in known:
            raise TypeError(f"{what} takes {', '.join(known)}; not {name!r}{near(name, known)}")


def optional_choice(what: str, value: Optional[object], words: Sequence[str]) -> None:
    if value is not None:
        choice(what, value, words)
