# SPDX-License-Identifier: MIT
"""Comparison of texts."""

from __future__ import annotations

import re
from typing import Union

from . import _words

#: A text, or a pattern that matches in one.
Text = Union[str, "re.Pattern[str]"]

#: Controls other than tabs and line feeds, line separators, bidirectional controls, and invisible characters.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e00ff]"
)


def shown(text: str) -> str:
    """Makes a text of a program safe for a report or a terminal: it has no control characters."""
    return _HIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)


def is_all(wanted: Text, seen: str) -> bool:
    """Whether a text equals what was seen, or a pattern matches in it."""
    return seen == wanted if isinstance(wanted, str) else wanted.search(seen) is not None


def is_in(wanted: Text, seen: str) -> bool:
    """Whether a text is part of what was seen, or a pattern matches in it."""
    return wanted in seen if isinstance(wanted, str) else wanted.search(seen) is not None


def text_words(wanted: Text) -> str:
    _words.text_or_pattern("the text", wanted)
    return f"“{wanted}”" if isinstance(wanted, str) else f"/{wanted.pattern}/"


def pattern_words(wanted: re.Pattern[str]) -> list[str]:
    """The words of a command for a pattern. It may only use what patterns in scenarios may use."""
    _words.text_or_pattern("the text", wanted)
    if wanted.flags & ~re.UNICODE:
        raise ValueError(f"flags are not known where the compositor looks for a pattern: {wanted!r}")
    return [wanted.pattern, "matches"]


def all_of_words(wanted: Text) -> list[str]:
    """The words of a command for a whole text, or for a pattern."""
    return [wanted, "equals"] if isinstance(wanted, str) else pattern_words(wanted)
