# SPDX-License-Identifier: MIT
"""``python3 -m dray_run`` runs the command `dray`."""

from ._program import main

if __name__ == "__main__":
    main()
