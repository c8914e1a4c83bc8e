# SPDX-License-Identifier: MIT
"""How Chromium is started with a profile that asks nothing and fetches nothing."""

import os


def command(profile, url, size):
    # With its shadow, and the title bar.
    width, height = size[0] + 32, size[1] + 42
    return [
        "chromium",
        # Electron's word for what Chromium takes as an option: `x11` in the place of Wayland.
        f"--ozone-platform={os.environ.get('ELECTRON_OZONE_PLATFORM_HINT', 'wayland')}",
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
