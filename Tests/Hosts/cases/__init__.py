# SPDX-License-Identifier: MIT
"""The rules of drags that people see, as one table of cases that every host is held to.

A case has the number of its rule, steps, and what has to be seen. It knows nothing of the host but the words of
`adapters.Host`. The table has them in the order of these imports.
"""

from cases import image, ring, ending, actions, keyboard, confirmation, clipboard, hovering, fingers, grabs
from cases.cannot import CANNOT
from cases.case import CASES

__all__ = ["CANNOT", "CASES"]
