# SPDX-License-Identifier: MIT
"""Where the program `dray` is, and why it does not start."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ._errors import DrayError

#: What brings the libraries that the program is linked with, on Debian and what is made of it.
PACKAGES = {
    "libwayland-server.so.0": "libwayland-server0",
    "libxkbcommon.so.0": "libxkbcommon0 xkb-data",
    "libcairo.so.2": "libcairo2",
    "libyaml-0.so.2": "libyaml-0-2",
    "libz.so.1": "zlib1g",
    "libstdc++.so.6": "libstdc++6",
}


def program_path() -> Path:
    """The program: that of ``DRAY_PROGRAM``, else the wheel's own, else the one on the ``PATH``."""
    given = os.environ.get("DRAY_PROGRAM")
    if given:
        path = Path(given)
        if not os.access(path, os.X_OK):
            raise DrayError(f"DRAY_PROGRAM is {given}, which is no program")
        return path.absolute()
    own = Path(__file__).parent / "bin" / "dray"
    if own.exists():
        return own
    found = shutil.which("dray")
    # The command that a wheel installs leads here, and nowhere else.
    if found and Path(found).read_bytes()[:2] != b"#!":
        return Path(found)
    raise DrayError("there is no program `dray`: install the wheel, or name one in DRAY_PROGRAM")


def missing_libraries(program: Path) -> list[str]:
    """The shared libraries that the program needs and this machine has not."""
    try:
        told = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout
    except OSError:
        return []
    return [line.split()[0] for line in told.splitlines() if "not found" in line and line.split()]


def explain_missing(program: Path) -> str:
    """Why the program cannot run here, or nothing."""
    missing = missing_libraries(program)
    if not missing:
        return ""
    packages = sorted({package for name in missing for package in PACKAGES.get(name, "").split()})
    help_text = f"; on Debian: apt install {' '.join(packages)}" if packages else ""
    return f"{program} needs libraries that are not installed: {', '.join(missing)}{help_text}"


def main() -> None:
    """The command `dray`."""
    try:
        program = program_path()
        reason = explain_missing(program)
        if reason:
            raise DrayError(reason)
    except DrayError as error:
        sys.exit(f"dray: {error}")
    os.execv(program, ["dray", *sys.argv[1:]])
