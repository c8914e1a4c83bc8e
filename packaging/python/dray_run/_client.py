# SPDX-License-Identifier: MIT
"""Programs that were started in a desktop."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Optional

from . import _words
from ._records import ClientRecord
from ._text import Text, is_in, shown, text_words

if TYPE_CHECKING:
    from ._desktop import Desktop
    from ._window import Window


class Program:
    """A program that was started in a desktop."""

    def __init__(self, desktop: Desktop, record: ClientRecord, command: Sequence[str]) -> None:
        self._desktop = desktop
        self.name = record["name"]
        self.pid = record["pid"]
        self.command = list(command)
        #: Whether the test expects its exit, so that it is no crash.
        self._may_end = False

    @property
    def record(self) -> ClientRecord:
        return self._desktop._clients[self.name]

    @property
    def is_running(self) -> bool:
        return self.record["state"] == "running"

    @property
    def status(self) -> Optional[int]:
        """The exit status; ``None`` while it runs, or minus the number of the signal that killed it."""
        signal_number = self.record.get("signal")
        return -signal_number if signal_number is not None else self.record.get("status")

    @property
    def output(self) -> str:
        """Its standard output so far; only the last ``Desktop.LINES`` lines are kept."""
        return self._text("stdout")

    @property
    def errors(self) -> str:
        """Its standard error so far; only the last ``Desktop.LINES`` lines are kept."""
        return self._text("stderr")

    @property
    def windows(self) -> list[Window]:
        """Its mapped windows, the topmost last."""
        return [window for window in self._desktop.windows if window.record.get("client") == self.name]

    def window(self, title: Optional[Text] = None, *, app_id: Optional[str] = None, within: float = 10.0) -> Window:
        """Waits for its window with a title or an app id, or for its first one, and returns it."""
        return self._desktop.window(title, app_id=app_id, program=self, within=within)

    def new_window(self, title: Optional[Text] = None, *, within: float = 10.0) -> Window:
        """Waits for a window that it has mapped since the last input, such as a dialog, and returns it."""
        return self._desktop.new_window(title, program=self, within=within)

    def expect_output(
        self, text: Text, within: float = 5.0, *, stream: Literal["stdout", "stderr"] = "stdout"
    ) -> None:
        """Waits until its output contains a text or matches a pattern."""
        _words.choice("stream", stream, _words.STREAMS)
        self._desktop.wait_until(
            lambda: is_in(text, self._text(stream)),
            f"{self.name} has written {text_words(text)}{'' if stream == 'stdout' else ' to its standard error'}",
            within,
            lambda: self._last_words(),
        )

    def expect_event(self, name: str, within: float = 5.0) -> None:
        """Waits until it is sent a Wayland event, such as ``wl_data_device.drop``.

        An event that was sent before this call counts, unless an earlier wait has matched it.
        """
        if not re.fullmatch(r"[a-z0-9_]+\.[a-z0-9_]+", _words.text("the event", name)):
            raise ValueError(f"an event is written 'interface.event', such as 'wl_data_device.drop', not {name!r}")
        self._desktop._expect("wait-event", self.name, name, within=within)

    def expect_exit(self, status: int = 0, within: float = 5.0) -> None:
        """Waits until it has exited with a status; minus the number of a signal if that killed it."""
        status = _words.integer("status", status, -64, 255)
        self._may_end = True
        self._desktop.wait_until(
            lambda: not self.is_running and self.status == status,
            f"{self.name} has ended with status {status}",
            within,
            lambda: "it runs" if self.is_running else f"its status is {self.status}{self._said()}",
        )

    def close(self, within: float = 5.0) -> None:
        """Closes its windows, as the user does, and waits until it has exited."""
        self._may_end = True
        for window in self.windows:
            window.close()
        self._desktop.wait_until(
            lambda: not self.is_running,
            f"{self.name} has ended when its windows were closed",
            within,
            lambda: "it runs",
        )

    def kill(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Sends a signal to its process group."""
        self._may_end = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def _text(self, stream: str) -> str:
        lines = self._desktop._output.get(self.name, ())
        return "".join(line["text"] + "\n" for line in lines if line["stream"] == stream)

    def _last_words(self) -> str:
        state = "" if self.is_running else f"it has ended with status {self.status}; "
        lines = [line["text"] for line in self._desktop._output.get(self.name, ())][-5:]
        return state + (
            "it has written last:\n" + "\n".join(f"    {shown(line)}" for line in lines) if lines else "it is silent"
        )

    def _said(self) -> str:
        lines = [line["text"] for line in self._desktop._output.get(self.name, ()) if line["text"].strip()]
        return f"; it said last: {shown(lines[-1])}" if lines else ""

    def __repr__(self) -> str:
        return f"program {self.name}"
