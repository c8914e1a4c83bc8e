#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the cost of `dray proxy`: the same clients direct, behind a plain forwarder in C and proxied, in turns, and
the memory of a client's process.

usage: proxy.py DRAY PROXY-SYNC FORWARD BARE HOP WESTON-INPUT [ROUNDS [weston|kwin|mutter]]
"""

import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd" / folder) for folder in ("Hosts", "Proxy")]

import proxied
from desktops import KWin, Mutter, Rig as Run, Weston
from hosts import wait_for
from wire import Connection, message

DRAY, SYNC, FORWARD, BARE, HOP, INPUT = sys.argv[1:7]
ROUNDS = int(sys.argv[7]) if len(sys.argv) > 7 else 9
# Rounds of a client that draws with OpenGL, each of several seconds.
FRAME_ROUNDS = 3
DESKTOPS = {"weston": lambda run: Weston(run, INPUT), "kwin": KWin, "mutter": Mutter}
DESKTOP = DESKTOPS[sys.argv[8] if len(sys.argv) > 8 else "weston"]
# Clients that draw with OpenGL; the second draws almost nothing, so that its frames are mostly messages.
DRAWING = {
    "glmark2, a horse": ["glmark2-es2-wayland", "--size", "640x480", "-b", "build:use-vbo=true:duration=5"],
    "glmark2, nothing, 32 by 32": ["glmark2-es2-wayland", "--size", "32x32", "-b", "clear:duration=5"],
    "weston-simple-egl as fast as it can": ["weston-simple-egl", "-o", "-b"],
    "weston-simple-egl with the compositor": ["weston-simple-egl", "-o"],
}
# The names of the sockets: the proxy takes over the compositor's.
WAYS = {
    "direct": "wayland-test-dray", "bare": "wayland-test-bare", "forwarded": "wayland-test-forwarded",
    "proxied": "wayland-test"}


def once(run, display):
    result = subprocess.run(
        [SYNC, display, "2000", "60000"], env=run.environment, capture_output=True, text=True, timeout=120, check=True)
    return [float(word) for word in result.stdout.split()]


def children(process):
    return [
        int(path.name) for path in pathlib.Path("/proc").glob("[0-9]*")
        if (path / "stat").exists() and (path / "stat").read_text().rsplit(")", 1)[1].split()[1] == str(process)
        and (path / "comm").read_text().startswith("dray:") and "guardian" not in (path / "comm").read_text()]


def motion(rate=8000, seconds=5):
    """Measures a client's process while its compositor sends this number of motions per second; all must arrive."""
    with Run() as run:
        session = proxied.Session(run, DRAY)
        client, upstream = session.pair()
        process, = children(session.proxy.process.pid)
        event, arrived = message(50, 2, 1, 2, 3), [0]

        def read():
            while arrived[0] < rate * seconds * len(event):
                arrived[0] += len(client.recv(65536))
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        before, start = proxied.processor_time(process), time.perf_counter()
        for index in range(rate * seconds):
            upstream.sendall(event)
            while time.perf_counter() - start < index / rate:
                pass
        reader.join(5)
        used = proxied.processor_time(process) - before
        assert arrived[0] == rate * seconds * len(event), arrived
        print(f"{rate} motions a second: {used / seconds:.1f} % of a core")


def frames(run, display, *command):
    """Returns the frames per second that a client reports, which draws with OpenGL in software, for several seconds."""
    environment = {**run.environment, "WAYLAND_DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
    with subprocess.Popen(
            ["stdbuf", "--output=L", *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True) as client:
        try:
            for line in client.stdout:
                found = re.search(r"([\d.]+) fps|FPS: ([\d.]+)", line)
                if found:
                    return float(found[1] or found[2])
            raise AssertionError(f"{command[0]} reports no frames")
        finally:
            client.send_signal(signal.SIGKILL)


def in_turns(rounds, measure, ways=tuple(WAYS)):
    """Returns the results of each way, as lists of rows; the ways take turns."""
    results = {way: [] for way in ways}
    for _ in range(rounds):
        for way in ways:
            results[way].append(measure(WAYS[way]))
    return results


def medians(rows):
    return [statistics.median(column) for column in zip(*rows)]


def ratios(results, way, base):
    """Returns the medians of the ratios of each round, since other load affects both ways."""
    return medians([[other / one for other, one in zip(*pair)] for pair in zip(results[way], results[base])])


def start(run):
    """Starts a compositor with the proxy in front of it, and the other relays next to that."""
    DESKTOP(run)
    proxy = run.start("proxy", DRAY, "proxy", "--session")
    wait_for("the proxy", lambda: "serves at" in proxy.output())
    for name, program in (("forwarded", FORWARD), ("bare", BARE)):
        forwarder = run.start(name, program, *(run.directory / WAYS[way] for way in (name, "direct")))
        wait_for("the forwarder", lambda: "ready" in forwarder.output())
    return proxy


def trips(run):
    results = in_turns(ROUNDS, lambda display: once(run, display))
    print("              p50 µs   p90 µs   p99 µs   messages/s")
    for way, rows in results.items():
        row = medians(rows)
        print(f"{way:11}" + "".join(f"{value:9.1f}" for value in row[:3]) + f"{row[3]:13.0f}")
    for way, base in (("bare", "direct"), ("forwarded", "direct"), ("proxied", "direct"), ("proxied", "forwarded")):
        print(f"{way} by {base}:" + "".join(f" {value:.2f}" for value in ratios(results, way, base)))
    added = [statistics.median(other[0] - one[0] for other, one in zip(results[way], results["direct"]))
             for way in ("bare", "forwarded", "proxied")]
    bound(run, results)
    print("a round trip takes {:.1f} µs more bare, {:.1f} µs forwarded, {:.1f} µs proxied".format(*added))


def bound(run, results):
    """Prints the lower bound for any relay: the cost of receiving and sending each message."""
    hop = float(subprocess.run([HOP], capture_output=True, text=True, check=True).stdout)
    direct = medians(results["direct"])[0]
    print(f"a send and a receive without a wake-up: {hop:.2f} µs; a relay has two of each in a round trip: "
          f"{(direct + 2 * hop) / direct:.2f} times direct at least")


# On one core, so that the result does not depend on how cores wake each other.
cores = os.sched_getaffinity(0)
print("on one core")
os.sched_setaffinity(0, {max(cores)})
with Run() as run:
    start(run)
    trips(run)
os.sched_setaffinity(0, cores)
print(f"on {len(cores)} cores")
with Run() as run:
    proxy = start(run)
    trips(run)
    for words, command in DRAWING.items():
        if not shutil.which(command[0]):
            print(f"frames a second, {words}: not measured, as there is no {command[0]}")
            continue
        rows = in_turns(FRAME_ROUNDS, lambda display: [frames(run, display, *command)], ("direct", "proxied"))
        line = ", ".join(f"{medians(row)[0]:.0f} {way}" for way, row in rows.items())
        print(f"frames a second, {words}: {line}; proxied by direct {ratios(rows, 'proxied', 'direct')[0]:.2f}",
              flush=True)
    clients = [Connection(run.environment) for _ in range(20)]
    for client in clients:
        for _ in range(50):
            client.bind("wl_compositor", 4)
        client.roundtrip()
    sizes = [proxied.private_memory(process) for process in children(proxy.process.pid)]
    print(f"private memory of {len(sizes)} clients' processes: {min(sizes)} to {max(sizes)} kB")
    assert len(sizes) == 20
motion()
