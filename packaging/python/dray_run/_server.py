# SPDX-License-Identifier: MIT
"""The process `dray serve`. It exits when this process exits or is killed."""

from __future__ import annotations

import re
import subprocess
import threading
from pathlib import Path
from typing import IO

from ._errors import DrayError
from ._program import explain_missing, program_path


class Server:
    """A compositor without a screen, in a process of its own."""

    #: The timeout for its start and its exit, in seconds.
    TIMEOUT = 30.0

    def __init__(self, home: Path, log: Path, arguments: list[str]) -> None:
        program = program_path()
        self._log = log.open("w", encoding="utf-8")
        self._socket = ""
        self._is_up = threading.Event()
        command = [str(program), "serve", "--home", str(home), "--until-eof", *arguments]
        try:
            # A session of its own: SIGINT from a terminal reaches only the test, which then ends the compositor.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            self._log.close()
            raise DrayError(f"{program}: {error.strerror}") from error
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        if not self._is_up.wait(self.TIMEOUT) or not self._socket:
            self._process.kill()
            self._end()
            output = log.read_text(encoding="utf-8", errors="replace").strip()
            # The message names a command-line option; in Python it is an argument.
            wrong = re.search(r"^Error: (?:--(outputs|settings|session): )?(.*?)(?:\nUsage:|\Z)", output, re.M | re.S)
            if wrong and wrong[1]:
                raise ValueError(f"{wrong[1]}: {wrong[2].strip()}")
            if wrong:
                raise DrayError(wrong[2].strip())
            raise DrayError(
                explain_missing(program) or f"{' '.join(command)} did not start: {output or 'no output'}"
            )

    @property
    def socket(self) -> str:
        """The path of the control socket."""
        return self._socket

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        """Ends the compositor and all programs that it has started."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(self.TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()
        self._reader.join(self.TIMEOUT)
        if self._process.stdout:
            self._process.stdout.close()
        self._log.close()

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            text = line.decode(errors="replace")
            self._log.write(text)
            self._log.flush()
            # The socket accepts connections as soon as this line is written; later lines are not needed.
            if text.startswith("DRAY_SOCKET="):
                self._socket = text.partition("=")[2].strip()
                self._is_up.set()
        self._is_up.set()
