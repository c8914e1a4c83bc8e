# SPDX-License-Identifier: MIT
"""How Firefox is started with a profile that asks nothing and fetches nothing."""

import json

PREFERENCES = {
    "gfx.webrender.software": True,
    # Its own style sheet is read, and its title bar is that of the system.
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "browser.tabs.inTitlebar": 0,
    # One page needs few processes.
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.autostart": False,
    "browser.newtab.preload": False,
    "browser.sessionstore.resume_from_crash": False,
    # It asks nothing and fetches nothing.
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "extensions.update.enabled": False,
}

# A window with the page and nothing else, of any size.
STYLE = """
:root { min-width: 0 !important; }
#navigator-toolbox { visibility: collapse; }
"""


def command(profile, url, size):
    (profile / "chrome").mkdir()
    (profile / "chrome" / "userChrome.css").write_text(STYLE)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    width, height = map(str, size)
    return ["firefox-esr", "--no-remote", "--profile", str(profile), "--width", width, "--height", height, url]
