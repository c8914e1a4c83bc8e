# SPDX-License-Identifier: MIT
"""The start of Firefox, with a profile that shows no dialogs and uses no network."""

import json
import os
import shutil

PREFERENCES = {
    "gfx.webrender.software": True,
    # Reads its own style sheet, and uses the title bar of the system.
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "browser.tabs.inTitlebar": 0,
    # One page needs few processes.
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.autostart": False,
    "browser.newtab.preload": False,
    # Databases of Mozilla's services, whose import takes a second of processor time.
    "services.settings.server": "",
    "services.settings.load_dump": False,
    "browser.sessionstore.resume_from_crash": False,
    # No dialogs and no network access.
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "extensions.update.enabled": False,
}

# A window of any size with the page alone.
STYLE = """
:root { min-width: 0 !important; }
#navigator-toolbox { visibility: collapse; }
"""


def command(profile, url, size):
    # The compiled scripts of Firefox's interface, whose compilation takes a second of processor time.
    # firefox-template.py writes them.
    template = os.environ.get("FIREFOX_TEMPLATE")
    if template and os.path.isdir(template) and os.access(template, os.R_OK | os.X_OK):
        shutil.copytree(template, profile, dirs_exist_ok=True)
    (profile / "chrome").mkdir()
    (profile / "chrome" / "userChrome.css").write_text(STYLE)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    width, height = map(str, size)
    return ["firefox-esr", "--no-remote", "--profile", str(profile), "--width", width, "--height", height, url]
