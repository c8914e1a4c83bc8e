#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag-and-drop client made of a page in Chromium."""

import sys

sys.dont_write_bytecode = True

from common import browser, options as command_line


options = command_line.parse("Chromium")


def command(profile, url):
    # With its shadow, and the title bar.
    width, height = options.size[0] + 32, options.size[1] + 42
    return [
        "chromium",
        "--ozone-platform=wayland",
        f"--user-data-dir={profile}",
        f"--app={url}",
        f"--window-size={width},{height}",
        # Without a graphics driver, and where it may not make a sandbox of its own.
        "--disable-gpu",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        # What is done before the first picture of the page counts.
        "--allow-pre-commit-input",
        # It asks nothing and fetches nothing.
        "--test-type",
        "--no-first-run",
        "--disable-component-update",
        "--disable-background-networking",
        "--disable-sync",
    ]


browser.run("Chromium", options, command)
