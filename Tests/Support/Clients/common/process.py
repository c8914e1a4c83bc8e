# SPDX-License-Identifier: MIT
"""The process of a client: its environment and its end."""

import os
import signal
import sys
import threading

SURROUNDINGS = {
    # Wayland and software rendering, so that a headless compositor is sufficient.
    "GDK_BACKEND": "wayland",
    "GSK_RENDERER": "cairo",
    "QT_QPA_PLATFORM": "wayland",
    # No session bus: a closed address fails at once, but a missing one may start a daemon or block.
    "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    "GTK_A11Y": "none",
    "NO_AT_BRIDGE": "1",
    "GTK_USE_PORTAL": "0",
    "GSETTINGS_BACKEND": "memory",
    "GIO_USE_VFS": "local",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "0",
    # The same appearance everywhere.
    "GTK_THEME": "Adwaita",
    "QT_STYLE_OVERRIDE": "Fusion",
    "QT_QPA_PLATFORMTHEME": "",
}


def prepare():
    """Sets missing environment variables and handles SIGTERM. Call it before a toolkit is imported."""
    for name, value in SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    _end_on_sigterm()


def no_display(error):
    """Ends the program because it cannot connect to a compositor."""
    print(f"{os.path.basename(sys.argv[0])}: cannot open the Wayland display: {error}", file=sys.stderr)
    os._exit(1)


def _end_on_sigterm():
    # A separate thread waits for the signal, so that the program ends at once even if the toolkit is busy, for instance
    # with a nested drag loop or a read from a stalled pipe.
    signals = {signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)

    def wait():
        signal.sigwait(signals)
        os._exit(0)

    threading.Thread(target=wait, daemon=True, name="sigterm").start()
