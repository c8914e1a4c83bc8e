#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clients that send random requests to an unmodified compositor with Dray: it must not exit, stay responsive, and still
support drags of others.

usage: random-clients.py weston [--gl] DRAY-MODULE INPUT-MODULE SEED...
       random-clients.py kwin PLUGIN INPUT-PLUGIN SEED...
       random-clients.py gnome HOST-FOLDER TEST-FOLDER SEED...
       random-clients.py headless|COMPOSITOR DRAY-OR-PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD SEED...

The requests depend on the seed and on the compositor's answers. --without-dray uses the compositor without Dray, to
find the cause of a failure; --cuts-all truncates any memory, also in sway; --wrapper="COMMAND" starts the compositor by
another program.
"""

import os
import random
import sys
import time

import gnome_host
import headless_host
import kwin_host
import others_host
import weston
from hosts import Device, Run, wait_for
from stranger import Stranger
from weston import ESCAPE
from wire import Connection

NAME = sys.argv[1]
OPTIONS = [argument for argument in sys.argv[2:] if argument.startswith("--")]
ARGUMENTS = [argument for argument in sys.argv[2:] if not argument.startswith("--")]
COUNT = 2 if NAME in ("weston", "kwin", "gnome") else 3
PROGRAMS, SEEDS = ARGUMENTS[:COUNT], ARGUMENTS[COUNT:]
WITHOUT = "--without-dray" in OPTIONS
WRAPPER = " ".join(option.removeprefix("--wrapper=") for option in OPTIONS if option.startswith("--wrapper=")).split()
STEPS = 4000
CROWD = 4
# With pixman, wlroots 0.15 draws windows and cursors from the memory of destroyed buffers without protection: a client
# that truncates that memory crashes it, with and without Dray. Of an icon Dray shows a copy.
CUTS_ALL = NAME not in others_host.COMPOSITORS or "--cuts-all" in OPTIONS
PLACES = {f"stranger-{index}": (20 + 220 * index, 400) for index in range(CROWD)}
# Hosts that set the position of a window after it opened; in others the compositor's settings do.
HOMES = {"weston": weston, "headless": headless_host, "kwin": kwin_host, "gnome": gnome_host}


class Weston(weston.Pair):
    """With the interface of others_host.Desktop."""

    size = (1024, 640)

    def settle(self, title, place):
        wait_for(f"{title} in its place", lambda: self.do.try_once(f"place {title} {place[0]} {place[1]}"))

    def drag(self):
        self.wait_for_end_of_image()
        super().drag()

    def end(self):
        self.source.end()
        self.target.end()
        super().end()


def start(run):
    programs = ["", *PROGRAMS[1:]] if WITHOUT else PROGRAMS
    if NAME == "weston":
        renderer = "gl" if "--gl" in OPTIONS else "pixman"
        return Weston(run, *programs, renderer=renderer, wrapper=WRAPPER, LIBGL_ALWAYS_SOFTWARE="1")
    if NAME == "kwin":
        return kwin_host.Desktop(run, *programs, wrapper=WRAPPER)
    if NAME == "gnome":
        return gnome_host.Desktop(run, *programs, wrapper=WRAPPER)
    if NAME == "headless":
        return headless_host.Desktop(run, *programs, wrapper=WRAPPER)
    return others_host.Desktop(run, NAME, *programs, places=PLACES, wrapper=WRAPPER)


class Crowd:
    """All random clients, and a pointer that moves among them."""

    def __init__(self, desktop, chance):
        self.desktop, self.chance, self.members, self.is_down = desktop, chance, {}, False
        self.count = 0

    def member(self, title):
        member = self.members.get(title)
        if member is None or not member.is_there:
            member = self.members[title] = Stranger(
                self.desktop.run.environment, self.chance, title, CUTS_ALL)
            self.count += 1
        return member

    def points(self):
        return [(x + 100, y + 100) for x, y in PLACES.values()] + [
            self.desktop.from_point, self.desktop.to_point, (self.desktop.size[0] - 10, self.desktop.size[1] - 10)]

    def move_hand(self):
        kind = self.chance.random()
        if kind < 0.01 and NAME in others_host.COMPOSITORS:
            # Held keys and buttons are released with the device.
            self.desktop.pointer.end()
            self.desktop.pointer = Device(self.desktop.run, PROGRAMS[1])
            self.is_down = False
        elif kind < 0.7:
            x, y = self.chance.choice(self.points())
            self.desktop.move(x + self.chance.randrange(-20, 20), y + self.chance.randrange(-9, 9))
        elif kind < 0.97:
            self.is_down = not self.is_down
            self.desktop.button(int(self.is_down))
        else:
            self.desktop.press(ESCAPE)

    def step(self):
        member = self.member(self.chance.choice(list(PLACES)))
        for _ in range(self.chance.choice([1, 2, 5])):
            member.act()
        if member.is_configured and not member.is_placed:
            x, y = PLACES[member.title]
            member.is_placed = NAME not in HOMES or self.desktop.do.try_once(f"place {member.title} {x} {y}")
        if self.chance.random() < 0.5:
            self.move_hand()
        for other in self.members.values():
            other.read()

    def end(self):
        for member in self.members.values():
            member.end()
        if self.is_down:
            self.desktop.button(0)
        self.desktop.press(ESCAPE)


def time_of_answer(desktop):
    """Returns the time of an answer to another client, in seconds."""
    before = time.monotonic()
    assert desktop.process.is_running(), "the compositor has exited"
    probe = Connection(desktop.run.environment)
    probe.roundtrip()
    probe.end()
    return time.monotonic() - before


def drag_as_before(desktop):
    """Drags between two new clients, because the old ones may have drags of their own pending."""
    arguments_of = {"source": ("--role", "source", "--text", "dragged"), "target": ("--role", "target")}
    for title, arguments in arguments_of.items():
        getattr(desktop, title).kill()
        setattr(desktop, title, desktop.run.client(title, *arguments))
        if NAME in HOMES:
            desktop.settle(title, getattr(HOMES[NAME], title.upper()))
    if NAME == "weston":
        desktop.drag()
    else:
        desktop.pick_up()
        desktop.go_to_target()
    desktop.button(0)
    desktop.target.expect("received", text="dragged")
    desktop.source.expect("drag-end")


def play(seed):
    with Run() as run:
        desktop = start(run)
        crowd, slowest = Crowd(desktop, random.Random(seed)), 0
        # Dray blames the host for a drag without a press if the host has not reported any press by then.
        desktop.move(*desktop.from_point)
        desktop.button(1)
        desktop.button(0)
        for step in range(STEPS):
            crowd.step()
            if step % 50 == 0:
                slowest = max(slowest, time_of_answer(desktop))
        crowd.end()
        time_of_answer(desktop)
        print(f"seed {seed}: {crowd.count} clients, the slowest answer to another took {slowest * 1000:.0f} ms",
              flush=True)
        # A busy machine is slow as well; the limit is for delays that a client can cause.
        assert slowest < 15, f"others wait for {slowest} s"
        if not WITHOUT:
            drag_as_before(desktop)
        desktop.end()
        mistakes = [line for line in desktop.process.output().splitlines()
                    if "mistake of " in line and "mistake of client " not in line]
        assert not mistakes, mistakes


if __name__ == "__main__":
    for seed in SEEDS:
        play(int(seed))
