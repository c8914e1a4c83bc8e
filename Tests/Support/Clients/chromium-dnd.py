#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag-and-drop client made of a page in Chromium."""

import sys

sys.dont_write_bytecode = True

from common import browser, chromium, options as command_line

options = command_line.parse("Chromium")
browser.run("Chromium", options, chromium.command)
