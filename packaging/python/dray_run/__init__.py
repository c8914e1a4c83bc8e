# SPDX-License-Identifier: MIT
"""Drags between real applications, without a screen: what `dray serve` runs, driven from Python.

With pytest there is the fixture ``desktop``; without, ``with Desktop() as desktop:``.
"""

from ._desktop import Desktop, Drag, Place, Point, Program, Window
from ._errors import Crash, DrayError, NotSo, Refused
from ._program import program_path

__all__ = [
    "Crash",
    "Desktop",
    "Drag",
    "DrayError",
    "NotSo",
    "Place",
    "Point",
    "Program",
    "Refused",
    "Window",
    "program_path",
]
