# SPDX-License-Identifier: MIT
"""The start of Chromium, with a profile that shows no dialogs and uses no network."""

import os


def command(profile, url, size):
    # Includes the shadow and the title bar.
    width, height = size[0] + 32, size[1] + 42
    return [
        "chromium",
        # Electron's variable for Chromium's option: `x11` instead of Wayland.
        f"--ozone-platform={os.environ.get('ELECTRON_OZONE_PLATFORM_HINT', 'wayland')}",
        f"--user-data-dir={profile}",
        f"--app={url}",
        f"--window-size={width},{height}",
        # Works without a graphics driver, and if it may not create its own sandbox.
        "--disable-gpu",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        # Accepts input before the first frame of the page.
        "--allow-pre-commit-input",
        # No dialogs and no network access.
        "--test-type",
        "--no-first-run",
        "--disable-component-update",
        "--disable-background-networking",
        "--disable-sync",
    ]
