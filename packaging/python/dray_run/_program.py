# SPDX-License-Identifier: MIT
"""The path of the program `dray`, and the reasons why it cannot start."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ._errors import DrayError

#: The Debian packages of the libraries that the program is linked with.
PACKAGES = {
    "libwayland-server.so.0": "libwayland-server0",
    "libxkbcommon.so.0": "libxkbcommon0 xkb-data",
    "libcairo.so.2": "libcairo2",
    "libyaml-0.so.2": "libyaml-0-2",
    "libpcre2-8.so.0": "libpcre2-8-0",
    "libz.so.1": "zlib1g",
    "libstdc++.so.6": "libstdc++6",
}


def program_path() -> Path:
    """The program: ``DRAY_PROGRAM``, else the one in the wheel, else the one on the ``PATH``."""
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
    # A script is the command of a wheel, which would call this function again.
    if found and Path(found).read_bytes()[:2] != b"#!":
        return Path(found)
    raise DrayError("there is no program `dray`: install the wheel, or name one in DRAY_PROGRAM")


def missing_libraries(program: Path) -> list[str]:
    """The shared libraries that the program needs and that are not installed."""
    try:
        output = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout
    except OSError:
        return []
    return [line.split()[0] for line in output.splitlines() if "not found" in line and line.split()]


def explain_missing(program: Path) -> str:
    """Why the program cannot start, or an empty text."""
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
