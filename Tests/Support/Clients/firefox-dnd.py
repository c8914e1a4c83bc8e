#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag-and-drop client made of a page in Firefox."""

import sys

sys.dont_write_bytecode = True

from common import browser, firefox, options as command_line

options = command_line.parse("Firefox")
browser.run("Firefox", options, firefox.command)
