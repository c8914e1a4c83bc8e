# SPDX-License-Identifier: MIT
"""The folder of a test's desktop. It keeps the report of a failed test."""

from __future__ import annotations

import fcntl
import hashlib
import itertools
import os
import re
import shutil
from pathlib import Path


def folder_name(test: str) -> str:
    """Returns the name of the folder of a test with this id.

    The name is valid in paths and URLs. It ends with a hash of the whole id, so that no two tests share a name.
    """
    # The folder has no sockets, whose paths would have to be short. File systems limit the length of a name.
    readable = re.sub(r"[^A-Za-z0-9_.]+", "-", test)[-120:].strip("-.")
    return f"{readable}-{hashlib.sha256(test.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


class ReportFolder:
    """A folder that is locked against other processes until ``close``.

    A concurrent run of the same test, such as that of another worker of pytest-xdist, gets a folder with a number.
    """

    def __init__(self, root: Path, test: str) -> None:
        name = folder_name(test)
        for number in itertools.count(1):
            self.path = root / (name if number == 1 else f"{name}-{number}")
            lock = self._lock()
            if lock is not None:
                self._descriptor = lock
                break
        # Removes the files of an earlier run.
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
                # Another process has removed the folder in the meantime.
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
        """Removes the folder, and its parent if that is empty then."""
        shutil.rmtree(self.path, ignore_errors=True)
        try:
            self.path.parent.rmdir()
        except OSError:
            pass

    def close(self) -> None:
        """Unlocks the folder; its files stay."""
        os.close(self._descriptor)
