# SPDX-License-Identifier: MIT
"""The parts of the drag-and-drop clients that are independent of the toolkit."""
