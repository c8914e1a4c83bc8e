#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes a folder for new Firefox profiles, with the compiled scripts of Firefox's interface.

usage: firefox-template.py FOLDER

The clients copy the folder that FIREFOX_TEMPLATE names, and start with less work. Without Firefox there is no folder,
and that is no error: a template only saves time.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from common import firefox, process  # noqa: E402

# Firefox writes the scripts as temporary files, which it renames.
SCRIPTS = ["startupCache/scriptCache.bin", "startupCache/startupCache.8.little"]
# Without the other files it starts as a new version and discards the scripts.
KEPT = [
    "startupCache", "compatibility.ini", "addonStartup.json.lz4", "extensions.json", "extension-preferences.json",
    "search.json.mozlz4",
]
SECONDS = 120


def write_scripts(profile):
    """Starts Firefox until it has written its scripts. Returns whether it has."""
    command = firefox.command(profile, "about:blank", (300, 300))
    browser = subprocess.Popen(
        [command[0], "--headless", *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=process.SURROUNDINGS | os.environ | {"HOME": str(profile)})

    def is_complete():
        return all((profile / script).exists() for script in SCRIPTS)

    deadline = time.monotonic() + SECONDS
    while browser.poll() is None and time.monotonic() < deadline and not is_complete():
        time.sleep(0.1)
    browser.terminate()
    try:
        browser.wait(10)
    except subprocess.TimeoutExpired:
        browser.kill()
        browser.wait()
    return is_complete()


def main():
    folder = pathlib.Path(sys.argv[1]).absolute()
    os.environ.pop("FIREFOX_TEMPLATE", None)
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        profile = pathlib.Path(temporary) / "profile"
        profile.mkdir()
        try:
            is_complete = write_scripts(profile)
        except OSError as error:
            print(f"firefox-template.py: no template: {error}", file=sys.stderr)
            return
        if not is_complete:
            print("firefox-template.py: no template: Firefox has not written its scripts", file=sys.stderr)
            return
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = pathlib.Path(tempfile.mkdtemp(dir=folder.parent))
        for path in filter(pathlib.Path.exists, (profile / name for name in KEPT)):
            (shutil.copytree if path.is_dir() else shutil.copy)(path, new / path.name)
        # Browsers in sway run as another user.
        for path in (new, *new.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        new.rename(folder)


main()
