# SPDX-License-Identifier: MIT
"""The folder that a test's desktop writes into, and that keeps what a failed test leaves."""

from __future__ import annotations

import fcntl
import hashlib
import itertools
import os
import re
import shutil
from pathlib import Path


def folder_name(test: str) -> str:
    """The name for the folder of a test, by the test's id.

    It is as readable as a path and a URL allow, and ends with a hash of the whole id: two tests never have the same name.
    """
    # Paths of sockets are not in it, so it may be long; but file systems bound the length of a name.
    readable = re.sub(r"[^A-Za-z0-9_.]+", "-", test)[-120:].strip("-.")
    return f"{readable}-{hashlib.sha256(test.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


class ReportFolder:
    """A folder that no other process uses: it is locked until ``close``.

    A run that plays the same test at the same time, such as another worker of pytest-xdist, gets one with a number.
    """

    def __init__(self, root: Path, test: str) -> None:
        name = folder_name(test)
        for number in itertools.count(1):
            self.path = root / (name if number == 1 else f"{name}-{number}")
            lock = self._lock()
            if lock is not None:
                self._descriptor = lock
                break
        # What an earlier run has left.
        for entry in list(self.path.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)

    def _lock(self) -> int | None:
        """The locked descriptor of the folder; ``None`` while another process has the lock."""
        while True:
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
            except FileNotFoundError:
                # Its last user has removed it since.
                continue
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return None
            try:
                if os.path.samestat(os.fstat(descriptor), os.stat(self.path)):
                    return descriptor
            except FileNotFoundError:
                pass
            os.close(descriptor)

    def remove(self) -> None:
        """Removes it with all that is in it, and the folder of all tests if it was the last."""
        shutil.rmtree(self.path, ignore_errors=True)
        try:
            self.path.parent.rmdir()
        except OSError:
            pass

    def close(self) -> None:
        """Lets other processes use it; what is in it stays."""
        os.close(self._descriptor)
