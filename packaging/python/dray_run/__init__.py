# SPDX-License-Identifier: MIT
"""Drags between real applications without a screen: `dray serve`, controlled from Python.

Use the fixture ``desktop`` in pytest, and ``with Desktop() as desktop:`` elsewhere.
"""

from ._client import Program
from ._desktop import Desktop
from ._drag import Drag
from ._errors import Crash, DrayError, NotSo, Refused
from ._places import Place, Point
from ._program import program_path
from ._window import Object, Window

__all__ = [
    "Crash",
    "Desktop",
    "Drag",
    "DrayError",
    "NotSo",
    "Object",
    "Place",
    "Point",
    "Program",
    "Refused",
    "Window",
    "program_path",
]
