# SPDX-License-Identifier: MIT
"""A drag and its result."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Optional, Union

from . import _words
from ._errors import NotSo, Refused
from ._records import DragRecord
from ._text import Text, is_all, text_words

if TYPE_CHECKING:
    from ._desktop import Desktop


class Drag:
    """A drag that has been released or cancelled, and its result."""

    def __init__(self, desktop: Desktop, record: DragRecord, words: str) -> None:
        self._desktop = desktop
        self._words = words
        self.number = record["number"]
        self._record = record

    @property
    def record(self) -> DragRecord:
        now = self._desktop._drag
        if now.get("number") == self.number:
            self._record = now
        return self._record

    @property
    def result(self) -> str:
        """``finished``, ``cancelled``, or ``under-way`` if the target has not finished the drop."""
        return self.record["state"]

    @property
    def reason(self) -> Optional[str]:
        """Why it was cancelled, in English; ``None`` if it was not."""
        return self.record.get("reason")

    @property
    def is_dropped(self) -> bool:
        """Whether it was dropped on a target that accepts it. Some targets never finish a drop."""
        return self.record["dropped"]

    @property
    def action(self) -> str:
        """``copy``, ``move``, ``ask`` or ``none``."""
        return self.record["action"]

    @property
    def types(self) -> list[str]:
        """The types that the target has read, in order."""
        return [read["type"] for read in self.record["reads"]]

    @property
    def early_reads(self) -> int:
        """The number of reads before the target had answered the offer."""
        return self.record["early_reads"]

    def payload(self, type: Optional[str] = None) -> bytes:
        """The bytes that the target has read last, or has read as a type."""
        if type is not None:
            _words.text("type", type)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "payload"
            self._desktop.command("payload", str(file), *([type] if type else []))
            return file.read_bytes()

    @property
    def text(self) -> str:
        """The text that the target has read last."""
        return self.payload().decode()

    def expect(
        self,
        *,
        result: Optional[str] = None,
        action: Optional[str] = None,
        read: Optional[str] = None,
        text: Optional[Text] = None,
        payload: Union[bytes, Path, None] = None,
        type: Optional[str] = None,
        early_reads: Optional[bool] = None,
        within: float = 5.0,
    ) -> Drag:
        """Waits until all expectations hold.

        :param read: a MIME type that the target has read.
        :param text: the whole text that it has read last, or a pattern that matches in it.
        :param payload: the bytes that it has read last, or a file with these bytes.
        :param type: the MIME type whose text and payload are compared; the last one if left out.
        :param early_reads: whether a target has read before it had answered the offer.
        """
        _words.optional_choice("result", result, _words.RESULTS)
        _words.optional_choice("action", action, _words.ACTIONS)
        if read is not None and "/" not in _words.text("read, a MIME type,", read) and not read.isupper():
            raise ValueError(f"read has to be a MIME type, such as 'text/plain', not {read!r}; text= is what was read")
        if text is not None:
            _words.text_or_pattern("text", text)
        if payload is not None and not isinstance(payload, (bytes, Path)):
            hint = "; text= is for a str" if isinstance(payload, str) else ""
            raise TypeError(f"payload has to be bytes or a Path, not {payload!r} ({_words.kind(payload)}){hint}")
        wanted = [
            f"{name} {value}" for name, value in (("result", result), ("action", action), ("read", read)) if value
        ]
        if early_reads is not None:
            wanted.append("early reads" if early_reads else "no early reads")
        if wanted:
            self._desktop.wait_until(
                lambda: (result in (None, self.result))
                and (action in (None, self.action))
                and (read is None or read in self.types)
                and early_reads in (None, self.early_reads > 0),
                f"the drag {self._words} has {', '.join(wanted)}",
                within,
                lambda: f"result {self.result}{self._waits}, action {self.action}, "
                f"read {', '.join(self.types) or 'nothing'}"
                + ("" if early_reads is None else f", {self.early_reads} early reads"),
            )
        if text is not None:
            seen = self._read(type).decode(errors="replace")
            if not is_all(text, seen):
                words = repr(text) if isinstance(text, str) else f"what has {text_words(text)} in it"
                raise NotSo(f"the drag {self._words} carries {words}, but the target has read {seen!r}")
        if payload is not None:
            bytes_wanted = payload.read_bytes() if isinstance(payload, Path) else payload
            bytes_seen = self._read(type)
            if bytes_seen != bytes_wanted:
                what = payload if isinstance(payload, Path) else f"{len(bytes_wanted)} bytes"
                raise NotSo(
                    f"the drag {self._words} carries {what}, but the target has read {len(bytes_seen)} other bytes, "
                    f"which begin with {bytes_seen[:60]!r}"
                )
        return self

    def _read(self, type: Optional[str]) -> bytes:
        """Returns the payload for a comparison; a missing one fails the expectation."""
        try:
            return self.payload(type)
        except Refused as error:
            raise NotSo(f"the drag {self._words} was read as something: {error}{self._waits}") from None

    @property
    def _waits(self) -> str:
        """The reason for the result, in parentheses, or an empty text."""
        if self.reason:
            return f" ({self.reason})"
        waits = self.result == "under-way" and self.is_dropped
        return " (it was dropped, and the target has not said that it is done)" if waits else ""

    def __repr__(self) -> str:
        return f"drag {self._words}: {self.result}, {self.action}"
