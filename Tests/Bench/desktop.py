#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What Dray costs in an unmodified KWin or GNOME Shell: each figure without Dray, then with it.

usage: desktop.py kwin PLUGIN INPUT-PLUGIN [--motions=NUMBER] [FIGURE ...]
       desktop.py gnome HOST-FOLDER TEST-FOLDER [--motions=NUMBER] [FIGURE ...]

motion    instructions of the functions through which a motion enters the desktop, counted by callgrind, after the
          target has accepted: with the target's event and the move of the drag image, without the drawing. Several
          motions arrive per frame, as from a mouse that reports a thousand times a second.
rare-motion
          the same for motions that wait for the previous one to be drawn
wake-ups  of all threads of the desktop in 5 s without input, the smallest of three counts: with the windows only, and
          during a drag over a target. Dray repeats the last motion for the first 5 s of it (HIG-19).
memory    of the desktop after a drag, in kB: resident, private dirty, and its proportional share
growth    of its private dirty memory in fifty drags after twenty others, in kB; each with a new client as target
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "EndToEnd/Hosts"))
import gnome_host  # noqa: E402
import kwin_host  # noqa: E402
from daily import Daily  # noqa: E402
from hosts import Run, wait_for  # noqa: E402

NAME = sys.argv[1]
DRAY, INPUT = map(os.path.abspath, sys.argv[2:4])
OPTIONS = [argument for argument in sys.argv[4:] if argument.startswith("--motions=")]
FIGURES = [argument for argument in sys.argv[4:] if argument not in OPTIONS]
MOTIONS = int(OPTIONS[-1].partition("=")[2]) if OPTIONS else 200
IDLE = 5  # seconds
HOME = {"kwin": kwin_host, "gnome": gnome_host}[NAME]
# Clutter's filters, of which Dray has one, are called when an event arrives; actors receive it before the next frame.
ENTRIES = {
    "kwin": ["KWin::PointerInputRedirection::processMotionAbsolute(*"],
    "gnome": ["clutter_stage_handle_event", "_clutter_stage_process_queued_events"],
}[NAME]

# GNOME Shell answers a command after two frames.
FAST = {"kwin": {}, "gnome": {"rate": 240}}[NAME]


class Desktop(Daily, HOME.Desktop):
    """The desktop with a source and a target, without the trace that tests read."""

    def __init__(self, run, dray, **options):
        super().__init__(run, dray, INPUT, traces=False, **options)

    def file(self, name):
        return Path(f"/proc/{self.process.process.pid}/{name}").read_text()

    def kilobytes(self, *names):
        smaps = self.file("smaps_rollup")
        return [int(re.search(rf"^{name}: +(\d+) kB$", smaps, re.M)[1]) for name in names]

    def wake_ups(self):
        """Returns how often a thread slept and was woken meanwhile. Threads that end meanwhile are not counted."""
        def counts():
            return {
                thread.name: int(re.search(
                    r"^voluntary_ctxt_switches:\t(\d+)$", (thread / "status").read_text(), re.M)[1])
                for thread in Path(f"/proc/{self.process.process.pid}/task").iterdir()}
        def counted():
            before = counts()
            time.sleep(IDLE)
            return sum(count - before.get(thread, 0) for thread, count in counts().items())
        # Clients and the desktop finish what they do after the last input, and the desktop has timers of its own.
        time.sleep(2)
        return min(counted() for _ in range(3))


def motion(dray, is_rare=False):
    with Run() as run:
        counts = run.directory / "callgrind"
        desktop = Desktop(run, dray, wrapper=[
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", "--instr-atstart=no",
            *(f"--toggle-collect={entry}" for entry in ENTRIES)],
            # KWin searches the buttons in a hash table for each motion: 1,000 instructions more or less.
            QT_HASH_SEED="0")

        def control(*options):
            subprocess.run(["callgrind_control", *options, str(desktop.process.process.pid)], check=True,
                           stdout=subprocess.DEVNULL, env=run.environment)
        desktop.drag()
        x, y = desktop.to_point
        control("--instr=on")
        totals = []
        # The first motions are not counted: they load what others use again.
        for motions in (20, MOTIONS):
            control("--zero")
            for step in range(motions):
                desktop.move(x + step % 40 - 20, y + step % 2)
                if is_rare:
                    desktop.do("paint")
            control("--dump")
            files = sorted(run.directory.glob("callgrind.*"), key=lambda path: path.stat().st_mtime)
            found = wait_for("the counts", lambda: re.search(r"^totals: (\d+)", files[-1].read_text(), re.M))
            totals.append(int(found[1]) / motions)
        control("--instr=off")
        desktop.button(0)
        desktop.source.expect("drag-end")
        desktop.process.kill()
        return {"instructions per rare motion" if is_rare else "instructions per motion": round(totals[-1])}


def rare_motion(dray):
    return motion(dray, is_rare=True)


def wake_ups(dray):
    with Run() as run:
        desktop = Desktop(run, dray)
        idle = desktop.wake_ups()
        desktop.drag()
        during = desktop.wake_ups()
        desktop.drop()
        desktop.end()
        return {"wake-ups in 5 s": idle, "wake-ups in 5 s of a drag": during}


def memory(dray):
    with Run() as run:
        desktop = Desktop(run, dray)
        desktop.drag_and_drop()
        desktop.do("paint")
        kilobytes = desktop.kilobytes("Rss", "Private_Dirty", "Pss")
        desktop.end()
        return dict(zip(("RSS", "private dirty", "PSS"), kilobytes))


def growth(dray):
    with Run() as run:
        desktop = Desktop(run, dray, **FAST)

        def after(drags):
            for _ in range(drags):
                desktop.drag_and_drop()
                desktop.replace_target()
            return desktop.kilobytes("Private_Dirty")[0]
        first = after(20)
        grown = after(50) - first
        desktop.end()
        return {"growth in 50 drags": grown}


def main():
    figures = {"motion": motion, "rare-motion": rare_motion, "wake-ups": wake_ups, "memory": memory, "growth": growth}
    for name, figure in figures.items():
        if FIGURES and name not in FIGURES:
            continue
        without, with_dray = figure(""), figure(DRAY)
        for what, count in without.items():
            print(f"{what}: {count:,} without Dray, {with_dray[what]:,} with it", flush=True)


if __name__ == "__main__":
    main()
