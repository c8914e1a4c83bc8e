# SPDX-License-Identifier: MIT
"""A connection to `dray serve`: a line of JSON for each command, each answer and each event."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from typing import Any, Optional, cast

from ._errors import DrayError, Refused
from ._records import Answer, Event


class Wire:
    """A connection. Each read calls ``on_event`` for the events that have arrived."""

    #: The timeout of a command, in seconds. The longest timeout of the compositor itself is 8 s.
    TIMEOUT = 60.0

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

    def request(self, *words: str, extra_time: float = 0.0, more: Optional[dict[str, object]] = None) -> Answer:
        """Sends a command, and returns its answer.

        :param extra_time: the time that the command itself waits, in seconds; it is added to the timeout.
        :raises Refused: if the compositor cannot carry it out.
        """
        number = self._next
        self._next += 1
        line = json.dumps({"id": number, "command": list(words), **(more or {})})
        self._on_line(">", line)
        deadline = time.monotonic() + self.TIMEOUT + extra_time
        try:
            self._socket.settimeout(self.TIMEOUT)
            self._socket.sendall(line.encode() + b"\n")
        except BrokenPipeError:
            # The compositor may have sent a reason before it closed the connection.
            pass
        except OSError as error:
            raise DrayError("the compositor has disconnected") from error
        while True:
            message = self._read(deadline)
            if message is None:
                limit = self.TIMEOUT + extra_time
                raise DrayError(f"the compositor did not answer `{' '.join(words)}` in {limit:.0f} s")
            if message.get("id") != number:
                continue
            answer = cast(Answer, message)
            if not answer.get("ok"):
                raise Refused(_in_python(answer.get("error", "the compositor gave no reason")))
            return answer

    def listen(self, deadline: float) -> bool:
        """Waits for a message. Returns whether one came before the deadline, in the time of ``time.monotonic``."""
        if self._read(deadline) is None:
            return False
        # Handles all messages that have arrived: the output of a program may be thousands of events.
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
                raise DrayError("the compositor has disconnected") from error
            if not data:
                raise DrayError("the compositor has disconnected")
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        text = line.decode(errors="replace")
        self._on_line("<", text)
        if text.startswith("error "):
            # The compositor rejects this program, and sends the reason.
            raise DrayError(text.removeprefix("error "))
        message = json.loads(text)
        if "event" in message:
            self._on_event(cast(Event, message))
        return cast(dict[str, Any], message)


def _in_python(reason: str) -> str:
    """Replaces command-line options in a message by the arguments in Python."""
    return reason.replace("`dray serve --accessibility`", "`accessibility=True`")
