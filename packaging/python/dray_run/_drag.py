# SPDX-License-Identifier: MIT
"""A drag, and what came of it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Optional

from ._errors import NotSo
from ._records import DragRecord

if TYPE_CHECKING:
    from ._desktop import Desktop


class Drag:
    """A drag that is over, and what came of it."""

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
        """``finished``, ``cancelled``, or ``under-way`` where a target takes its time."""
        return self.record["state"]

    @property
    def action(self) -> str:
        """``copy``, ``move``, ``ask`` or ``none``."""
        return self.record["action"]

    @property
    def types(self) -> list[str]:
        """What the target has read of it, by type, in order."""
        return [read["type"] for read in self.record["reads"]]

    @property
    def early_reads(self) -> int:
        """How often a target has read before it had answered."""
        return self.record["early_reads"]

    def payload(self, type: Optional[str] = None) -> bytes:
        """What the target has read last, or has read as a type."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "payload"
            self._desktop.command("payload", str(file), *([type] if type else []))
            return file.read_bytes()

    @property
    def text(self) -> str:
        """What the target has read last, as text."""
        return self.payload().decode()

    def expect(
        self,
        *,
        result: Optional[str] = None,
        action: Optional[str] = None,
        read: Optional[str] = None,
        text: Optional[str] = None,
        within: float = 5.0,
    ) -> Drag:
        """Waits until everything that is asked for is so."""
        wanted = [
            f"{name} {value}" for name, value in (("result", result), ("action", action), ("read", read)) if value
        ]
        if wanted:
            self._desktop.wait_until(
                lambda: (result in (None, self.result))
                and (action in (None, self.action))
                and (read is None or read in self.types),
                f"the drag {self._words} has {', '.join(wanted)}",
                within,
                lambda: f"result {self.result}, action {self.action}, read {', '.join(self.types) or 'nothing'}",
            )
        if text is not None and self.text != text:
            raise NotSo(f"the drag {self._words} carries {text!r}, but the target has read {self.text!r}")
        return self

    def __repr__(self) -> str:
        return f"drag {self._words}: {self.result}, {self.action}"
