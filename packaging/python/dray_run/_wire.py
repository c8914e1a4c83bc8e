# SPDX-License-Identifier: MIT
"""A connection to `dray serve`: a line of JSON for each command, for its answer, and for what happens meanwhile."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from typing import Any, Optional, cast

from ._errors import DrayError, Refused
from ._records import Answer, Event


class Wire:
    """One connection. Events are given to ``on_event`` whenever something is read."""

    #: So long a command may take, in seconds; the longest that the compositor takes by itself are eight.
    PATIENCE = 60.0

    def __init__(self, path: str, on_event: Callable[[Event], None], on_line: Callable[[str, str], None]) -> None:
        self._on_event = on_event
        self._on_line = on_line
        self._buffer = b""
        self._next = 1
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise DrayError(f"{path}: {error.strerror}") from error

    def close(self) -> None:
        self._socket.close()

    def request(self, *words: str, patience: float = 0.0, more: Optional[dict[str, object]] = None) -> Answer:
        """Says a command, and returns its answer.

        :param patience: how long it may take by itself.
        :raises Refused: if the compositor cannot carry it out.
        """
        number = self._next
        self._next += 1
        line = json.dumps({"id": number, "command": list(words), **(more or {})})
        self._on_line(">", line)
        deadline = time.monotonic() + self.PATIENCE + patience
        try:
            self._socket.settimeout(self.PATIENCE)
            self._socket.sendall(line.encode() + b"\n")
        except BrokenPipeError:
            # The compositor may have said why before it hung up.
            pass
        except OSError as error:
            raise DrayError("the compositor has gone") from error
        while True:
            message = self._read(deadline)
            if message is None:
                raise DrayError(f"the compositor did not answer `{' '.join(words)}` in {self.PATIENCE + patience:.0f} s")
            if message.get("id") != number:
                continue
            answer = cast(Answer, message)
            if not answer.get("ok"):
                raise Refused(_in_python(answer.get("error", "the compositor gave no reason")))
            return answer

    def listen(self, deadline: float) -> bool:
        """Waits for an event. Returns whether one came before the deadline, on ``time.monotonic``'s clock."""
        if self._read(deadline) is None:
            return False
        # What has come with it is taken in at once: a program that floods tells of thousands.
        while b"\n" in self._buffer:
            self._read(deadline)
        return True

    def _read(self, deadline: float) -> Optional[dict[str, Any]]:
        while b"\n" not in self._buffer:
            rest = deadline - time.monotonic()
            if rest <= 0:
                return None
            self._socket.settimeout(rest)
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                return None
            except OSError as error:
                raise DrayError("the compositor has gone") from error
            if not data:
                raise DrayError("the compositor has gone")
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        text = line.decode(errors="replace")
        self._on_line("<", text)
        if text.startswith("error "):
            # The reason why this program may not drive the compositor.
            raise DrayError(text.removeprefix("error "))
        message = json.loads(text)
        if "event" in message:
            self._on_event(cast(Event, message))
        return cast(dict[str, Any], message)


def _in_python(reason: str) -> str:
    """What is an option of the command line is an argument here."""
    return reason.replace("`dray serve --accessibility`", "`accessibility=True`")
