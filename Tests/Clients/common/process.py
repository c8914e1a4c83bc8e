# SPDX-License-Identifier: MIT
"""The process around a client: its surroundings and its end."""

import os
import signal
import sys
import threading

SURROUNDINGS = {
    # Wayland and software drawing, so that a headless compositor is enough.
    "GDK_BACKEND": "wayland",
    "GSK_RENDERER": "cairo",
    "QT_QPA_PLATFORM": "wayland",
    # No session bus: a closed address fails at once where a missing one may start a daemon or wait.
    "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    "GTK_A11Y": "none",
    "NO_AT_BRIDGE": "1",
    "GTK_USE_PORTAL": "0",
    "GSETTINGS_BACKEND": "memory",
    "GIO_USE_VFS": "local",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "0",
    # The same looks for everybody.
    "GTK_THEME": "Adwaita",
    "QT_STYLE_OVERRIDE": "Fusion",
    "QT_QPA_PLATFORMTHEME": "",
}


def prepare():
    """Fills in what the surroundings leave open, and takes over SIGTERM; call before any toolkit is imported."""
    for name, value in SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    _end_on_sigterm()


def no_display(error):
    """Ends the program because there is no compositor to talk to."""
    print(f"{os.path.basename(sys.argv[0])}: cannot open the Wayland display: {error}", file=sys.stderr)
    os._exit(1)


def _end_on_sigterm():
    # A thread of its own waits for the signal: whatever the toolkit is busy with
    # (a nested drag loop, a read from a stalled pipe), the end is immediate.
    signals = {signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)

    def wait():
        signal.sigwait(signals)
        os._exit(0)

    threading.Thread(target=wait, daemon=True, name="sigterm").start()
