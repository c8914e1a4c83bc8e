# SPDX-License-Identifier: MIT
"""The rules of drags that users see, as one table of cases that every host must pass.

A case has the number of its rule, steps, and expectations. It uses a host only through the methods of `adapters.Host`.
The table has the cases in the order of these imports.
"""

from cases import image, ring, ending, actions, keyboard, confirmation, clipboard, hovering, fingers, grabs
from cases.cannot import CANNOT
from cases.case import CASES

__all__ = ["CANNOT", "CASES"]
