#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The rules in stock compositors, by the preloaded library: drags between toolkits, and hostile clients.

usage: display-rules.py RULES-PRELOAD PLAIN-COMPOSITOR WESTON-INPUT [DESKTOP ...]
The desktops are hyprland, hyprland-both, niri (the small compositor in plain/), sway, labwc and weston; all that are
installed. Prints a table; exits with 1 if a drag did not follow the rules.
"""

import itertools
import os
import pathlib
import random
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))
import desktops
from drags import clear_of, drag, middle
from wire import text
from hosts import wait_for

PRELOAD, PLAIN, WESTON_INPUT = map(os.path.abspath, sys.argv[1:4])
TOOLKITS = os.environ.get("DRAY_TOOLKITS", "gtk3 gtk4 qt6").split()
PLAIN_KINDS = ("hyprland", "hyprland-both", "niri")
DESKTOPS = {
    **{kind: (lambda run, kind=kind: desktops.Plain(run, PLAIN, kind), PLAIN) for kind in PLAIN_KINDS},
    "sway": (desktops.Sway, "sway"),
    "labwc": (desktops.Labwc, "labwc"),
    "weston": (lambda run: desktops.Weston(run, WESTON_INPUT), "weston"),
}


class RuledRig(desktops.Rig):
    """A run whose compositor has the rules."""

    def start(self, name, *command, **environment):
        if name in DESKTOPS:
            environment["LD_PRELOAD"] = PRELOAD
        return super().start(name, *command, **environment)


class Case:
    """A pair of clients on a desktop, or one client that drags to itself."""

    def __init__(self, name, toolkits, rig=RuledRig, own=False):
        self.run, self.name, self.toolkits, self.own = rig(), name, toolkits, own

    def __enter__(self):
        self.run.__enter__()
        try:
            return self.begin()
        except BaseException:
            self.run.__exit__(*sys.exc_info())
            raise

    def begin(self):
        self.desktop = DESKTOPS[self.name][0](self.run)
        if self.own:
            self.source = self.target = self.run.client(
                "own", "--role", "both", "--text", "dragged", toolkit=self.toolkits[0])
            place = wait_for("the window", lambda: self.desktop.find(self.source))
            self.points = [middle(place, self.source.mapped[part]) for part in ("source", "target")]
            return self
        self.source = self.run.client("source", "--role", "source", "--text", "dragged", toolkit=self.toolkits[0])
        self.target = self.run.client("target", "--role", "target", "--preferred", "move", toolkit=self.toolkits[1])
        places = [wait_for("a window", lambda: self.desktop.find(client)) for client in (self.source, self.target)]
        self.points = [
            clear_of(places[0], self.source.mapped["source"], places[1], (320, 240)),
            clear_of(places[1], self.target.mapped["target"], places[0], (320, 240)),
        ]
        return self

    def __exit__(self, *error):
        self.run.__exit__(*error)

    def drag(self, **keys):
        """Returns the results of both ends: that of the source, and the action of the drop that the target was sent."""
        result, received = drag(self.desktop, self.source, self.target, *self.points, **keys)
        assert received == "dragged", received
        return result, [event["action"] for event in self.target.heard() if event["event"] == "drop"][-1]


def between(name, toolkits, rig=RuledRig):
    with Case(name, toolkits, rig) as case:
        return [case.drag(with_shift=with_shift) for with_shift in (False, case.desktop.has_keyboard)]


def inside(name, toolkit):
    with Case(name, (toolkit,), own=True) as case:
        return [case.drag() for _ in range(2)]


def inside_with_control(name):
    with Case(name, ("gtk4",), own=True) as case:
        return [case.drag(with_control=with_control) for with_control in (True, False)]


def is_own_result(name, toolkit, result, action):
    """Qt's exec() returns the preference of its own target. Hyprland cancels a drop whose target has not read by the
    compositor, as GTK does not read its own content.
    """
    if toolkit == "qt6":
        return True
    return action == "move" and result == ("cancelled" if name == "hyprland" else "moved")


def hostile_clients_change_nothing(name):
    """Clients that violate the protocol of drags in random ways. The compositor keeps running, drags of others follow
    the rules, and each violation is logged once for a process.
    """
    with Case(name, ("gtk4", "gtk4")) as case:
        chance = random.Random(1)
        for _ in range(30):
            wire = desktops.Connection(case.run.environment)
            try:
                compositor, seat, manager = (
                    wire.bind(interface, 3) for interface in ("wl_compositor", "wl_seat", "wl_data_device_manager"))
                surface, device, source = wire.new(), wire.new(), wire.new()
                wire.send(compositor, 0, surface)
                wire.send(manager, 1, device, seat)
                wire.send(manager, 0, source)
                wire.send(source, 0, text("text/plain"))
                for _ in range(40):
                    target, opcode = chance.choice(
                        [(source, 2), (device, 0), (device, 1), (surface, 6), (source, 1), (surface, 0), (device, 2),
                         (manager, 0), (0xFF000000, 4), (0xFF000000, 3)])
                    numbers = [chance.choice([0, 1, 2, 7, 9, 64, surface, source, 0xFF000000, wire.last + 1])
                               for _ in range({0: 4, 1: 2, 4: 2}.get(opcode, 1))]
                    wire.send(target, opcode, *numbers)
                wire.roundtrip()
            except (ConnectionError, OSError):
                pass
            finally:
                wire.end()
        assert case.desktop.process.is_running()
        for _ in range(2):
            result, action = case.drag()
            assert (result, action) == ("copied", "copy"), (result, action)
        lines = [line for line in case.desktop.process.output().splitlines() if line.startswith("dray: ")]
        assert len(lines) <= 12, lines


def main():
    names = sys.argv[4:] or [name for name, (_, program) in DESKTOPS.items() if shutil.which(program)]
    failures = 0

    def row(name, pair, words, play):
        nonlocal failures
        try:
            results, is_right = play()
        except AssertionError as error:
            results, is_right = str(error)[:2000], False
        failures += not is_right
        print(f"{name:13} {pair:13} {words}: {results}  {'' if is_right else 'WRONG'}", flush=True)

    for name in names:
        def pair_is_copied(pair):
            results = between(name, pair)
            return results, all(result == ("copied", "copy") for result in results)

        def own_is_moved(toolkit):
            results = inside(name, toolkit)
            return results, all(is_own_result(name, toolkit, *result) for result in results)

        def control_copies():
            results = inside_with_control(name)
            return results, [action for _, action in results] == ["copy", "move"]

        def hostile():
            hostile_clients_change_nothing(name)
            return "as before", True

        def control():
            results = between(name, ("gtk4", "gtk4"), desktops.Rig)
            return results, all(action == "move" for _, action in results)

        for pair in itertools.product(TOOLKITS, TOOLKITS):
            row(name, " → ".join(pair), "between windows", lambda: pair_is_copied(pair))
        for toolkit in TOOLKITS:
            row(name, toolkit, "inside its window", lambda: own_is_moved(toolkit))
        # The compositors that send the modifiers to the client during a drag.
        if name in PLAIN_KINDS:
            row(name, "gtk4", "inside its window, with and without Ctrl", control_copies)
        row(name, "gtk4 → gtk4", "after hostile clients", hostile)
        row(name, "gtk4 → gtk4", "without the rules", control)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
