# SPDX-License-Identifier: MIT
"""What the drag-and-drop clients share: everything that is not a toolkit."""
