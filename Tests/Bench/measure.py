# SPDX-License-Identifier: MIT
"""How each figure is taken."""

import json
import os
import re
import statistics
import subprocess
import tempfile

from compositors import DidNotRun, Running, wait_for

# Under callgrind: motions of each of so many drags. All else is the same in both lengths, so that it goes when they are
# subtracted. Several drags, since what libwayland's allocations cost depends on what each finds in the heap.
LENGTHS = (100, 1100)
DRAGS = 4
LIMIT = 120  # seconds until a workload counts as one that hangs


def play(running, drags, motions, *options, prefix=()):
    """Plays drags in a compositor. What the workload says, checked."""
    command = [*prefix, *running.command(drags, motions, *options)]
    try:
        done = subprocess.run(
            command, env=running.run.environment, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        running.fail(f"the workload hangs: {' '.join(command)}")
    if done.returncode != 0:
        running.fail(f"{' '.join(command)}: status {done.returncode}\n{done.stdout[:200]}{done.stderr}")
    result = json.loads(done.stdout)
    check(running, result, drags * motions)
    return result


def check(running, result, sent):
    if result["sent"] != sent or result["arrived"] != sent:
        running.fail(f"of {sent} motions {result['sent']} were sent and {result['arrived']} arrived")


def instructions(compositor, workload, *options):
    """Instructions that a motion takes, from the entry until the event lies in the client's buffer."""
    totals = [counted(compositor, workload, motions, options) for motions in LENGTHS]
    return (totals[1] - totals[0]) / (LENGTHS[1] - LENGTHS[0]) / DRAGS


def counted(compositor, workload, motions, options):
    toggles = [f"--toggle-collect={entry}" for entry in compositor.entries]
    # The folder of the run is known to the compositor by its environment.
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=%q{XDG_RUNTIME_DIR}/callgrind", *toggles]
    with Running(compositor, workload, callgrind) as running:
        play(running, DRAGS, motions, *options)
        running.end()
        found = re.search(r"^totals: (\d+)$", (running.directory / "callgrind").read_text(), re.MULTILINE)
        if not found or int(found[1]) == 0:
            running.fail(f"callgrind has seen no call of {' or '.join(compositor.entries)}")
        return int(found[1])


def engine(program):
    """Instructions from dray_seat_motion to the posted event in a process that does nothing else, and those of posting
    that event from C."""
    def counted(entry, motions):
        with tempfile.NamedTemporaryFile() as output:
            command = [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={output.name}", f"--toggle-collect={entry}",
                program, str(motions)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
            found = re.search(r"^totals: (\d+)$", output.read().decode(), re.MULTILINE)
        if done.returncode != 0 or not found:
            raise DidNotRun(f"{program} {motions}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return int(found[1])

    def per_motion(entry):
        few, many = (counted(entry, motions) for motions in LENGTHS)
        return (many - few) / (LENGTHS[1] - LENGTHS[0])

    return {"dray": per_motion("dray_seat_motion"), "c": per_motion("post_motion")}


def times(compositor, workload, core, motions, drags):
    """How long a motion takes to arrive, and how long a whole drag takes: nanoseconds.

    Compositor and clients share one core, and one motion is under way at a time: so it is the work that is measured,
    and not how processors share it.
    """
    pin = ["taskset", "--cpu-list", str(core)]
    with Running(compositor, workload, pin) as running:
        latencies = play(running, 1, motions, "icon", prefix=pin)["latencies"]
        running.end()
    with Running(compositor, workload, pin) as running:
        taken = play(running, drags, 10, "icon", prefix=pin)["drags"]
        running.end()
    percentiles = statistics.quantiles(latencies, n=100)
    return {"p50": percentiles[49], "p99": percentiles[98], "drag": statistics.median(taken)}


def memory(compositor, workload):
    """What the process holds in the middle of a drag, after a hundred motions: bytes."""
    with Running(compositor, workload) as running:
        workload = subprocess.Popen(
            running.command(1, 100, "icon", "hold"), env=running.run.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if workload.stdout.readline() != "held\n":
            running.fail(workload.communicate()[1])
        try:
            sizes = settled(running.process.process.pid)
        except (AssertionError, OSError) as error:
            running.fail(str(error))
        output, errors = workload.communicate("go on\n", timeout=LIMIT)
        if workload.returncode != 0:
            running.fail(errors)
        check(running, json.loads(output), 100)
        running.end()
    return sizes


def settled(pid):
    """What a process holds once that has not changed for half a second: it may still be drawing its first frames."""
    history = []

    def look():
        with open(f"/proc/{pid}/smaps_rollup") as lines:
            sizes = dict(re.findall(r"^(\w+): +(\d+) kB$", lines.read(), re.MULTILINE))
        history.append({"rss": int(sizes["Rss"]) << 10, "pss": int(sizes["Pss"]) << 10})
        return len(history) > 50 and all(one["rss"] == history[-1]["rss"] for one in history[-50:])

    wait_for("memory that does not change any more", look)
    return history[-1]


def load_time(program, library):
    """Milliseconds to load the library: the best of ten fresh processes."""
    done = subprocess.run([program, os.path.abspath(library)], capture_output=True, text=True)
    return float(re.search(r"loaded in ([\d.]+) ms", done.stdout)[1])
