# SPDX-License-Identifier: MIT
"""The process `dray serve`, which ends with this one however this one ends."""

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

    #: So long it may take to come up or to end, in seconds.
    PATIENCE = 30.0

    def __init__(self, home: Path, log: Path, arguments: list[str]) -> None:
        program = program_path()
        self._log = log.open("w", encoding="utf-8")
        self._socket = ""
        self._is_up = threading.Event()
        command = [str(program), "serve", "--home", str(home), "--until-eof", *arguments]
        try:
            # A session of its own: ^C in a terminal is for the test, which ends it in its turn.
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
        if not self._is_up.wait(self.PATIENCE) or not self._socket:
            self._process.kill()
            self._end()
            said = log.read_text(encoding="utf-8", errors="replace").strip()
            # What is an option of the command line is an argument here.
            wrong = re.search(r"^Error: (?:--(outputs|settings|session): )?(.*?)(?:\nUsage:|\Z)", said, re.M | re.S)
            if wrong and wrong[1]:
                raise ValueError(f"{wrong[1]}: {wrong[2].strip()}")
            if wrong:
                raise DrayError(wrong[2].strip())
            raise DrayError(
                explain_missing(program) or f"{' '.join(command)} did not come up: {said or 'it says nothing'}"
            )

    @property
    def socket(self) -> str:
        """The path of the control socket."""
        return self._socket

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        """Ends it with all that it has started."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(self.PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()
        self._reader.join(self.PATIENCE)
        if self._process.stdout:
            self._process.stdout.close()
        self._log.close()

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            text = line.decode(errors="replace")
            self._log.write(text)
            self._log.flush()
            # The last of its lines about itself comes after this one, and nobody waits for it.
            if text.startswith("DRAY_SOCKET="):
                self._socket = text.partition("=")[2].strip()
                self._is_up.set()
        self._is_up.set()
