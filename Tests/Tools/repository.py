# SPDX-License-Identifier: MIT
"""The repository, for the tools that read all of it."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def files(*paths):
    """The files below these paths (all without any) that git tracks or does not ignore, relative to ROOT."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in dict.fromkeys(names) if name and (ROOT / name).is_file()]
