# SPDX-License-Identifier: MIT
"""Functions that measure each figure."""

import contextlib
import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from compositors import DidNotRun, Running, strip_debug, symbol_in, wait_for

# Motions of each drag under callgrind. Everything else is the same in both lengths and cancels out in the difference.
# There are several drags, since the cost of libwayland's allocations depends on the state of the heap in each.
LENGTHS = (100, 1100)
DRAGS = 4
# Steps of one drag, and windows above the path of its motions.
STEPS = (100, 600)
WINDOWS = 40
FLOWS = 1000  # concurrent transfers during motions
IDLE = 5  # seconds in which wake-ups are counted
PHASES = ("begin", "consent", "steps", "drop", "read", "finish")  # phases of a whole drag, with the workload's names
LIMIT = 120  # seconds until a workload counts as hanging


def play(running, drags, motions, *options, prefix=()):
    """Plays drags in a compositor. Returns the output of the workload, after checking it."""
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
    if result["sent"] != sent or result["arrived"] < sent:
        running.fail(f"of {sent} motions {result['sent']} were sent and {result['arrived']} arrived")


def instructions(compositor, workload, *options):
    """Returns the instructions of a motion, from the entry until the event is in the client's buffer; and how many of
    them are glibc's, for memory that libwayland allocates and frees: None if a scene allocates as well.
    """
    few, many = (counted(compositor, workload, motions, options) for motions in LENGTHS)
    return tuple(
        None if None in (least, most) else (most - least) / (LENGTHS[1] - LENGTHS[0]) / DRAGS
        for least, most in zip(few, many))


def counted(compositor, workload, motions, options):
    with Running(compositor, workload, callgrind(compositor.entries)) as running:
        play(running, DRAGS, motions, *options)
        running.end()
        file = running.directory / "callgrind"
        moving = calls(file, *compositor.moving) if compositor.moving else 0
        return total(running, file, compositor.entries) - moving, None if moving else heap(file)


def heap(file):
    """Returns the instructions of malloc and free themselves."""
    done = subprocess.run(["callgrind_annotate", "--threshold=100", file], capture_output=True, text=True, check=True)
    return sum(
        int(count.replace(",", ""))
        for count in re.findall(r"^ *([\d,]+) \([^)]*\) +\S*malloc/(?:malloc|arena)\.c:", done.stdout, re.MULTILINE))


def callgrind(entries, *options):
    """Returns the command prefix that counts only the callees of these functions."""
    # The compositor finds the folder of the run in its environment.
    return [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=%q{XDG_RUNTIME_DIR}/callgrind",
        *(f"--toggle-collect={entry}" for entry in entries), *options]


def total(running, file, entries):
    found = re.search(r"^totals: (\d+)$", file.read_text(), re.MULTILINE)
    if not found or int(found[1]) == 0:
        running.fail(f"callgrind has seen no call of {' or '.join(entries)}")
    return int(found[1])


def step(compositor, workload, *options):
    """Returns all instructions of the process for a step of the workload: the clients' requests, their consequences,
    and Dray's frames, but not the frames that the compositor draws.
    """
    def counted(steps):
        entries = ["wl_event_loop_dispatch"]
        with Running(compositor, workload, callgrind(entries)) as running:
            play(running, 1, steps, *options)
            running.end()
            file = running.directory / "callgrind"
            return total(running, file, entries) - (calls(file, *compositor.drawing) if compositor.drawing else 0)

    few, many = (counted(steps) for steps in STEPS)
    return (many - few) / (STEPS[1] - STEPS[0])


def calls(file, caller, callee):
    """Returns the instructions of all calls from one function to another, given as regular expressions for names with
    libraries.
    """
    done = subprocess.run(
        ["callgrind_annotate", "--threshold=100", "--inclusive=yes", "--tree=calling", file], capture_output=True,
        text=True, check=True)
    is_caller, sum_of = False, 0
    for count, arrow, name in re.findall(r"^ *([\d,]+) \([^)]*\) +([*>]) +(.+)$", done.stdout, re.MULTILINE):
        if arrow == "*":
            is_caller = re.search(caller, name) is not None
        elif is_caller and re.search(callee, name):
            sum_of += int(count.replace(",", ""))
    return sum_of


def window_in_the_way(compositor, workload):
    """Returns the instructions that each window above, outside the pointer's path, adds to a motion."""
    alone, among = (instructions(compositor, workload, f"windows={windows}")[0] for windows in (0, WINDOWS))
    return (among - alone) / WINDOWS


def dearest_frame(compositor, workload):
    """Returns the instructions of Dray's most expensive frame of a drag with image, badge and ring, after earlier
    drags.

    Each frame is counted separately. Of four drags the later half counts: its pictures are drawn already.
    """
    entry = symbol_in(compositor.engine, r"\$s4Dray10DragEngineC5frame2at")
    with tempfile.TemporaryDirectory() as folder:
        preloads = []
        if compositor.is_library:
            # Replaces the library without symbols, since it has the same soname.
            preloads = [Path(folder) / "libdray.so"]
            strip_debug(compositor.engine, preloads[0])
            os.chmod(folder, 0o755)
        prefix = callgrind([entry], f"--dump-after={entry}")
        with Running(compositor, workload, prefix, preloads) as running:
            play(running, 4, 1, "icon", "rest")
            running.end()
            files = sorted(running.directory.glob("callgrind.*"), key=lambda file: int(file.suffix[1:]))
            frames = [total(running, file, [entry]) for file in files]
            if len(frames) < 8:
                running.fail(f"only {len(frames)} frames were seen")
            return max(frames[len(frames) // 2:])


def engine(program, repeat):
    """Returns the instructions from dray_seat_motion to the posted event in a process that does nothing else, those of
    posting the same event from C, and how many of each are glibc's heap functions.

    Half of them are libwayland's allocation of the event. Its cost depends on earlier frees, since glibc's calloc does
    not use the tcache, while free fills it. So the tcache is disabled. The heap's cost still differs between processes
    by more than Dray's own part, which is therefore the difference without the heap.
    """
    environment = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    # Meson sets this variable, which makes malloc fill freed memory.
    environment.pop("MALLOC_PERTURB_", None)

    def counted(entry, motions):
        with tempfile.NamedTemporaryFile() as output:
            command = [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={output.name}", f"--toggle-collect={entry}",
                program, str(motions)]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT)
            found = re.search(r"^totals: (\d+)$", output.read().decode(), re.MULTILINE)
            if done.returncode != 0 or not found:
                raise DidNotRun(f"{program} {motions}: status {done.returncode}\n{done.stdout}{done.stderr}")
            return int(found[1]), heap(output.name)

    def per_motion(entry):
        few, many = (counted(entry, motions) for motions in LENGTHS)
        return tuple((most - least) / (LENGTHS[1] - LENGTHS[0]) for least, most in zip(few, many))

    def taken():
        dray, c = per_motion("dray_seat_motion"), per_motion("post_motion")
        return {"dray": dray[0], "c": c[0], "added": (dray[0] - dray[1]) - (c[0] - c[1])}

    rounds = [taken() for _ in range(repeat)]
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def beside_content(compositor, workload, core, motions):
    """Returns the latency of a motion during transfers of the dragged content, in nanoseconds, and their throughput in
    bytes per second. The compositor and the dragging client share one core; the processes that write and read use the
    others.
    """
    pin = ["taskset", "--cpu-list", str(core)]
    with Running(compositor, workload, pin) as running:
        # More motions than usual: a millisecond would be too short to measure the throughput.
        said = play(running, 1, 10 * motions, "icon", f"flow={FLOWS}", prefix=pin)
        running.end()
    percentiles = statistics.quantiles(said["latencies"], n=100)
    return {"flow_p50": percentiles[49], "flow_p99": percentiles[98], "flow_rate": said["flowed"] / said["time"] * 1e9}


@contextlib.contextmanager
def undisturbed(core):
    """Runs the block on one core, including all processes that it starts, at real-time priority if that is permitted,
    so that other load takes no time from the measurement.
    """
    cores, policy, priority = os.sched_getaffinity(0), os.sched_getscheduler(0), os.sched_getparam(0)
    os.sched_setaffinity(0, {core})
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(os.sched_get_priority_min(os.SCHED_FIFO)))
    try:
        yield
    finally:
        os.sched_setscheduler(0, policy, priority)
        os.sched_setaffinity(0, cores)


def latency(compositor, workload, core, motions):
    """Returns the latency of a motion, in nanoseconds.

    Compositor and clients share one core, and one motion is in transit at a time, so the result does not depend on how
    cores wake each other.
    """
    with undisturbed(core), Running(compositor, workload) as running:
        latencies = play(running, 1, motions, "icon")["latencies"]
        running.end()
    percentiles = statistics.quantiles(latencies, n=100)
    return {"p50": percentiles[49], "p99": percentiles[98]}


def whole_drags(compositor, workload, core, drags, *options):
    """Returns the durations of a whole drag and of each of its phases, in nanoseconds; on one core, likewise."""
    with undisturbed(core), Running(compositor, workload) as running:
        said = play(running, drags, 10, "icon", *options)
        running.end()
    return {"drag": statistics.median(said["drags"]), **{phase: statistics.median(said[phase]) for phase in PHASES}}


def memory(compositor, workload):
    """Returns the memory of the process during a drag, after a hundred motions, in bytes; and its number of wake-ups
    while idle then.
    """
    with Running(compositor, workload) as running:
        workload = subprocess.Popen(
            running.command(1, 100, "icon", "hold"), env=running.run.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if workload.stdout.readline() != "held\n":
            running.fail(workload.communicate()[1])
        try:
            sizes = settled(running.process.process.pid)
            sizes["wakeups"] = wakeups(running.process.process.pid)
        except (AssertionError, OSError) as error:
            running.fail(str(error))
        output, errors = workload.communicate("go on\n", timeout=LIMIT)
        if workload.returncode != 0:
            running.fail(errors)
        check(running, json.loads(output), 100)
        running.end()
    return sizes


def settled(pid):
    """Returns the memory of a process once it has been constant for half a second, since the first frames may still be
    drawn.
    """
    history = []

    def look():
        with open(f"/proc/{pid}/smaps_rollup") as lines:
            sizes = dict(re.findall(r"^(\w+): +(\d+) kB$", lines.read(), re.MULTILINE))
        history.append({"rss": int(sizes["Rss"]) << 10, "pss": int(sizes["Pss"]) << 10})
        return len(history) > 50 and all(one["rss"] == history[-1]["rss"] for one in history[-50:])

    wait_for("constant memory", look)
    return history[-1]


def wakeups(pid):
    """Returns the voluntary context switches of all threads of a process within some seconds."""
    def count():
        return sum(
            int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)$", status.read_text(), re.MULTILINE)[1])
            for status in Path(f"/proc/{pid}/task").glob("*/status"))

    before = count()
    time.sleep(IDLE)
    return count() - before


def load_time(program, library):
    """Returns the milliseconds to load the library: the minimum of ten new processes."""
    done = subprocess.run([program, os.path.abspath(library)], capture_output=True, text=True)
    return float(re.search(r"loaded in ([\d.]+) ms", done.stdout)[1])
