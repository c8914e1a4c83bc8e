#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What `dray proxy` costs: the same client direct and proxied, in turns, and the memory of a client's process.

usage: proxy.py DRAY PROXY-SYNC WESTON-INPUT [ROUNDS [weston|kwin|mutter]]
"""

import importlib
import pathlib
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hosts"))

from desktops import KWin, Mutter, Weston
from hosts import Run, wait_for
from wire import Connection, message

DRAY, SYNC, INPUT = sys.argv[1:4]
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 9
DESKTOPS = {"weston": lambda run: Weston(run, INPUT), "kwin": KWin, "mutter": Mutter}
DESKTOP = DESKTOPS[sys.argv[5] if len(sys.argv) > 5 else "weston"]


def once(run, display):
    result = subprocess.run(
        [SYNC, display, "2000", "60000"], env=run.environment, capture_output=True, text=True, timeout=120, check=True)
    return [float(word) for word in result.stdout.split()]


def private(process):
    """Kilobytes that no other process has."""
    lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def children(process):
    return [
        int(path.name) for path in pathlib.Path("/proc").glob("[0-9]*")
        if (path / "stat").exists() and (path / "stat").read_text().rsplit(")", 1)[1].split()[1] == str(process)
        and (path / "comm").read_text().startswith("dray:") and "guardian" not in (path / "comm").read_text()]


def motion(rate=8000, seconds=5):
    """What a client's process costs when its compositor sends so many motions a second; all have to arrive."""
    hostile = importlib.import_module("proxy-hostile")
    with Run() as run:
        session = hostile.Session(run)
        client, upstream = session.pair()
        process, = children(session.proxy.process.pid)
        event, arrived = message(50, 2, 1, 2, 3), [0]

        def read():
            while arrived[0] < rate * seconds * len(event):
                arrived[0] += len(client.recv(65536))
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        before, start = hostile.processor_time(process), time.perf_counter()
        for index in range(rate * seconds):
            upstream.sendall(event)
            while time.perf_counter() - start < index / rate:
                pass
        reader.join(5)
        used = hostile.processor_time(process) - before
        assert arrived[0] == rate * seconds * len(event), arrived
        print(f"{rate} motions a second: {used / seconds:.1f} % of a processor")


with Run() as run:
    desktop = DESKTOP(run)
    proxy = run.start("proxy", DRAY, "proxy", "--session")
    wait_for("the proxy", lambda: "serves at" in proxy.output())
    rounds = {"wayland-test-dray": [], "wayland-test": []}
    for _ in range(ROUNDS):
        for display, results in rounds.items():
            results.append(once(run, display))
    direct, proxied = ([statistics.median(column) for column in zip(*results)] for results in rounds.values())
    print("              p50 µs   p90 µs   p99 µs   messages/s")
    print("direct     " + "".join(f"{value:9.1f}" for value in direct[:3]) + f"{direct[3]:13.0f}")
    print("proxied    " + "".join(f"{value:9.1f}" for value in proxied[:3]) + f"{proxied[3]:13.0f}")
    each = [[other / one for one, other in zip(*pair)] for pair in zip(*rounds.values())]
    ratio = [statistics.median(column) for column in zip(*each)]
    print("ratio      " + "".join(f"{value:9.2f}" for value in ratio[:3]) + f"{ratio[3]:13.2f}")
    clients = [Connection(run.environment) for _ in range(20)]
    for client in clients:
        for _ in range(50):
            client.bind("wl_compositor", 4)
        client.roundtrip()
    sizes = [private(process) for process in children(proxy.process.pid)]
    print(f"private memory of {len(sizes)} clients' processes: {min(sizes)} to {max(sizes)} kB")
    assert len(sizes) == 20
motion()
