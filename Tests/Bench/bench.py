#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures drags in unmodified compositors, without and with Dray, and compares them.

Writes the figures to a folder: bench.json, bench.txt, and Benchmark.md, the page of the documentation. Fails if a
workload did not run. If Dray costs more than what it replaces, that is reported; with --check it is a failure, for
instructions.
"""

import argparse
import ctypes
import dataclasses
import json
import os
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
from datetime import date
from pathlib import Path

import measure
import table
from compositors import FOCUS_ON_PRESS, Compositor, DidNotRun, headless, sway, symbol_in, weston

# Required programs, with the Debian packages that have them.
PROGRAMS = {
    "weston": "weston", "sway": "sway", "valgrind": "valgrind", "callgrind_annotate": "valgrind",
    "taskset": "util-linux", "setpriv": "util-linux",
    "pkg-config": "pkg-config", "nm": "binutils", "strip": "binutils",
}
# Files that Meson has built, by the name of their argument.
BUILT = {
    "workload": "bench/workload", "weston_pointer": "bench/weston-pointer.so",
    "weston_module": "hosts/weston/dray-weston.so", "sway_preload": "hosts/wlroots/libdray-sway.so",
    "library": "library/libdray.so", "symbols": "library/libdray.so.debug",
    "load": "tests/abi-load", "motion": "bench/motion",
}
# The tolerance of `--check`: medians of a few rounds differ by as much, since the heap is never the same.
TOLERANCE = 0.05
# sway 1.10 takes 230 instructions less for a motion than 1.7, for which the limit was set.
MOTION_TOLERANCES = {"sway-dray": 0.1}
# The tolerance for steps: the number of frames depends on time, and Dray's part of each counts, so that the same step
# took up to a tenth more on a busy machine.
STEP_TOLERANCE = 0.25
DRAG_ROUNDS = 10  # rounds of whole drags; one round of a compositor takes a second
WESTON_ENTRIES = ("notify_motion_absolute",)
WLROOTS_ENTRIES = ("wlr_seat_pointer_notify_enter", "wlr_seat_pointer_notify_motion")


def compositors(arguments, versions):
    # Both draw by time: Weston in a timer of its own, wlroots in one function.
    weston_draws = (r"wl_event_loop_dispatch ", r"\[\S*/libweston-")
    sway_draws = (r"", r"\bwlr_output_send_frame\b")
    names = {"weston": f"Weston {versions['Weston']}", "sway": f"sway {versions['sway']}"}
    found = [
        Compositor(
            "weston", names["weston"], None, WESTON_ENTRIES, weston(arguments.weston_pointer), drawing=weston_draws),
        Compositor(
            "weston-dray", f"{names['weston']} with Dray", "weston", WESTON_ENTRIES,
            weston(arguments.weston_pointer, arguments.weston_module), drawing=weston_draws,
            engine=arguments.symbols,
            start_without_rules=weston(arguments.weston_pointer, arguments.weston_module, policy="wayland")),
        # wlroots ignores modifiers in a drag.
        Compositor(
            "sway", names["sway"], None, WLROOTS_ENTRIES, sway(), drawing=sway_draws, modifier="press",
            start_with_focus_on_press=sway(settings=FOCUS_ON_PRESS)),
        Compositor(
            "sway-dray", f"{names['sway']} with Dray", "sway", WLROOTS_ENTRIES, sway(arguments.sway_preload),
            drawing=sway_draws, moving=(r"\bdwl_layers_move\b", r"\bwlr_scene_node_set_position\b"),
            engine=arguments.symbols,
            start_without_rules=sway(arguments.sway_preload, policy="wayland"),
            start_with_focus_on_press=sway(arguments.sway_preload, settings=FOCUS_ON_PRESS)),
    ]
    if arguments.dray:
        entry = symbol_in(arguments.dray, r"\$s4Dray8DragSeatC12pointerMoved")
        found.append(
            Compositor(
                "dray", "dray serve", None, (entry,), headless(arguments.dray), status=128 + signal.SIGTERM,
                engine=Path(arguments.dray), is_library=False,
                start_without_rules=headless(arguments.dray, policy="wayland")))
    return found


def versions(library):
    def said(*command):
        return re.search(r"\d+(\.\d+)+", subprocess.run(command, capture_output=True, text=True).stdout)[0]

    # Since 0.18 several versions can be installed: sway here uses the newest.
    wlroots = [name for name in ("wlroots-0.20", "wlroots-0.19", "wlroots-0.18", "wlroots")
               if subprocess.run(["pkg-config", "--exists", name]).returncode == 0][0]

    dray_version = ctypes.CDLL(os.path.abspath(library)).dray_version
    dray_version.restype = ctypes.c_char_p
    return {
        "Dray": dray_version().decode(),
        "Weston": said("weston", "--version"),
        # sway prints only two numbers.
        "sway": said("sway", "--version"),
        "wlroots": said("pkg-config", "--modversion", wlroots),
        "libwayland": said("pkg-config", "--modversion", "wayland-server"),
        "valgrind": said("valgrind", "--version"),
    }


def machine():
    model = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    return {
        "processor": f"{model[1] if model else platform.machine()}, {os.cpu_count()} processors",
        "system": f"{system}, Linux {platform.release()}",
    }


def say(text):
    print(text, file=sys.stderr, flush=True)


def take_instructions(found, arguments):
    """Returns the figures that other load hardly changes, by the compositors' keys."""
    figures = {compositor.key: {"name": compositor.name, "replaces": compositor.replaces} for compositor in found}
    for compositor in found:
        say(f"{compositor.name}: instructions")
        for name, options in (("instructions", ["icon"]), ("instructions_without_icon", [])):
            taken = [
                measure.instructions(compositor, arguments.workload, *options) for _ in range(arguments.repeat)]
            everything, heap = zip(*taken)
            figures[compositor.key][name] = {
                "median": statistics.median(everything), "all": everything,
                "heap": None if None in heap else statistics.median(heap)}
        # The number of Dray's frames depends on time, so a busy machine has more of them per step.
        for name, option in (("crossing", "cross"), ("modifier", compositor.modifier)):
            figures[compositor.key][name] = min(
                measure.step(compositor, arguments.workload, option)
                for _ in range(1 if arguments.check else arguments.repeat))
    return figures


def take(found, arguments):
    """Returns all figures, by the compositors' keys."""
    figures = take_instructions(found, arguments)
    for compositor in found:
        say(f"{compositor.name}: windows and frames")
        # The other compositors arrange that many windows side by side.
        if compositor.key == "dray":
            figures[compositor.key]["window"] = measure.window_in_the_way(compositor, arguments.workload)
        if compositor.engine:
            figures[compositor.key]["frame"] = measure.dearest_frame(compositor, arguments.workload)
    # In turn, several times, so that other load affects all of them alike.
    core = max(os.sched_getaffinity(0))
    rounds, drags, apart, pressed = ({compositor.key: [] for compositor in found} for _ in range(4))
    for number in range(arguments.repeat):
        for compositor in found:
            say(f"{compositor.name}: times, {number + 1} of {arguments.repeat}")
            rounds[compositor.key].append(measure.latency(compositor, arguments.workload, core, arguments.motions))
            apart[compositor.key].append(
                measure.whole_drags(compositor, arguments.workload, core, arguments.drags, "apart")["drag"])
    for number in range(DRAG_ROUNDS):
        say(f"whole drags, {number + 1} of {DRAG_ROUNDS}")
        for compositor in found:
            drags[compositor.key].append(measure.whole_drags(compositor, arguments.workload, core, arguments.drags))
            if compositor.start_with_focus_on_press:
                other = dataclasses.replace(compositor, start=compositor.start_with_focus_on_press)
                pressed[compositor.key].append(
                    measure.whole_drags(other, arguments.workload, core, arguments.drags)["drag"])
    # Last, because thousands of exiting processes keep the machine busy afterwards.
    for number in range(arguments.repeat):
        for compositor in found:
            say(f"{compositor.name}: during transfers, {number + 1} of {arguments.repeat}")
            rounds[compositor.key][number] |= measure.beside_content(
                compositor, arguments.workload, core, arguments.motions)
    for key, taken in rounds.items():
        for name in ("p50", "p99", *table.FLOW):
            values = [one[name] for one in taken]
            figures[key][name] = {"median": statistics.median(values), "all": values}
        # Other load can only add time.
        quickest = min(drags[key], key=lambda one: one["drag"])
        for name in ("drag", *measure.PHASES):
            figures[key][name] = {"best": quickest[name], "all": [one[name] for one in drags[key]]}
        figures[key]["drag_apart"] = {"best": min(apart[key]), "all": apart[key]}
        if pressed[key]:
            figures[key]["drag_focus_on_press"] = {"best": min(pressed[key]), "all": pressed[key]}
    for compositor in found:
        say(f"{compositor.name}: memory")
        figures[compositor.key]["memory"] = measure.memory(compositor, arguments.workload)
        if compositor.start_without_rules:
            without_rules = dataclasses.replace(compositor, start=compositor.start_without_rules)
            figures[compositor.key]["wakeups_without_rules"] = measure.memory(
                without_rules, arguments.workload)["wakeups"]
    return figures


def is_dearer(with_dray, without, tolerance):
    """Compares the costs excluding the heap, if those are known for both."""
    heaps = (0, 0) if None in (with_dray["heap"], without["heap"]) else (with_dray["heap"], without["heap"])
    return with_dray["median"] - heaps[0] > (without["median"] - heaps[1]) * (1 + tolerance)


def check(figures, engine):
    """Exits with an error if Dray takes significantly more instructions than what it replaces, or exceeds a limit."""
    print("\n".join(
        [*table.instruction_verdicts(figures), table.engine_verdict(engine), *table.step_verdicts(figures)]))
    # If C alone is near the limit, the engine's own part counts.
    is_over = engine["dray"] > table.GOAL["motion"] * (1 + TOLERANCE)
    if is_over and engine["added"] > table.GOAL["added"]:
        sys.exit("bench: the engine takes too many instructions per motion")
    for key, one in figures.items():
        there = figures.get(one["replaces"])
        tolerance = MOTION_TOLERANCES.get(key, TOLERANCE)
        if there and is_dearer(one["instructions"], there["instructions"], tolerance):
            sys.exit(f"bench: {one['name']} takes too many instructions per motion")
        for name, goals in table.STEP_GOALS.items():
            if key in goals and one[name] > goals[key] * (1 + STEP_TOLERANCE):
                sys.exit(f"bench: {one['name']} takes too many instructions for a {name}: {one[name]:,.0f}")
        factor = table.CROSSING_FACTORS.get(key, float("inf")) * (1 + STEP_TOLERANCE)
        if there and one["crossing"] > there["crossing"] * factor:
            sys.exit(f"bench: {one['name']} takes too many instructions for a crossing: {one['crossing']:,.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--build", default=".build-hosts", metavar="FOLDER", help="where Meson has built (.build-hosts)")
    parser.add_argument("--dray", metavar="FILE", help="the program dray, for the headless compositor")
    parser.add_argument("--output", default="dray-bench", metavar="FOLDER", help="folder for the figures (dray-bench)")
    parser.add_argument("--repeat", type=int, default=5, help="number of rounds; the medians are reported (5)")
    parser.add_argument("--motions", type=int, default=5000, help="number of motions for the latency (5000)")
    parser.add_argument("--drags", type=int, default=50, help="number of whole drags that are timed (50)")
    parser.add_argument("--check", action="store_true", help="count instructions only, and fail if Dray takes more")
    arguments = parser.parse_args()
    missing = {package for program, package in PROGRAMS.items() if shutil.which(program) is None}
    if missing:
        sys.exit(f"bench: these packages are missing; `make bench` installs them: {' '.join(sorted(missing))}")
    for name, file in BUILT.items():
        path = Path(arguments.build) / file
        if not path.exists():
            sys.exit(f"bench: {path} is missing; `make bench` builds it")
        setattr(arguments, name, path)
    if arguments.dray and not Path(arguments.dray).exists():
        sys.exit(f"bench: {arguments.dray} is missing; `make bench` builds it")
    if min(arguments.repeat, arguments.drags) < 1 or arguments.motions < 100:
        sys.exit("bench: --repeat and --drags are at least 1, --motions at least 100")

    try:
        known = versions(arguments.library)
        if arguments.check:
            return check(
                take_instructions(compositors(arguments, known), arguments),
                measure.engine(arguments.motion, arguments.repeat))
        results = {
            "date": date.today().isoformat(), "versions": known, **machine(),
            "motions": arguments.motions, "drags": arguments.drags, "repeat": arguments.repeat, "rounds": DRAG_ROUNDS,
            "compositors": take(compositors(arguments, known), arguments),
            "engine": measure.engine(arguments.motion, arguments.repeat),
            "load": measure.load_time(arguments.load, arguments.library),
            "library": os.path.getsize(arguments.library),
        }
    except DidNotRun as error:
        sys.exit(f"bench: {error}")
    output = Path(arguments.output)
    output.mkdir(parents=True, exist_ok=True)
    (output / "bench.json").write_text(json.dumps(results, indent=2) + "\n")
    (output / "bench.txt").write_text(table.text(results))
    (output / "Benchmark.md").write_text(table.page(results))
    print(table.text(results), end="")
    say(f"written to {output}")


if __name__ == "__main__":
    main()
