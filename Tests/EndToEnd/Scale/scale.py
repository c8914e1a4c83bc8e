#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests `dray run` with many scenarios: bounded memory, equal results with any number of jobs and shards and after
`--resume`, and no remains after an interruption or a kill.

usage: scale.py DRAY [COUNT]     COUNT: the number of scenarios, by default 500
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# A program that prints its number. In one of five scenarios another output is expected.
SCENARIO = """name: number {number}
clients:
  program: {{command: [sh, -c, "echo number {number}; exec sleep 1000", {mark}]}}
steps:
  - expect: {{client: {{name: program, output: "number {expected}"}}, within: {within}}}
"""


def fail(*words):
    sys.exit("scale: " + " ".join(map(str, words)))


def write(folder, count, mark, failing=True):
    for number in range(count):
        wrong = failing and number % 5 == 4
        text = SCENARIO.format(
            number=number, mark=mark, expected="none" if wrong else number, within="50ms" if wrong else "20s"
        )
        (folder / f"{number:04}.yaml").write_text(text)
    return sorted(folder.glob("*.yaml"))


def memory(pid):
    """The private memory of the process, in kB; ``None`` if the process has exited."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Dirty:", "Private_Clean:")))


def verdicts(folder):
    return {path.parent.name: runs(path.parent)[0]["verdict"] for path in folder.glob("*/results.json")}


def runs(folder):
    """The runs in the summary in a folder."""
    return json.loads((folder / "results.json").read_text())["runs"]


def start(dray, jobs, output, files, folder, *options, output_to=subprocess.DEVNULL):
    (folder / "tmp").mkdir(exist_ok=True)
    return subprocess.Popen(
        [dray, "run", "-j", str(jobs), "-o", output, *options, *files],
        stdout=output_to,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(folder / "tmp")},
        start_new_session=True,
    )


def processes(mark):
    """The other processes that have the mark in their arguments or their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            texts = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if mark.encode() in texts and state != "Z":
            found.append(f"{entry.name} {texts.split(bytes(1))[0].decode(errors='replace')}")
    return found


def many(dray, folder, count):
    """Memory must not grow with the number of scenarios. The summary at the end needs some, within a limit."""
    files = write(folder, count, folder.name)
    run = start(dray, 16, folder / "j16", files, folder)
    samples = []
    begin = time.monotonic()
    ended = threading.Event()
    waiter = threading.Thread(target=lambda: (run.wait(), ended.set()))
    waiter.start()
    while not ended.wait(0.25):
        value = memory(run.pid)
        if value:
            samples.append(value)
    waiter.join()
    seconds = time.monotonic() - begin
    found = verdicts(folder / "j16")
    expected = {"passed": count - count // 5, "failed": count // 5}
    counts = {verdict: list(found.values()).count(verdict) for verdict in expected}
    if run.returncode != 1 or counts != expected:
        fail(f"-j 16: status {run.returncode}, {counts}, expected {expected}")
    early, late, most = samples[len(samples) // 4], samples[len(samples) * 3 // 4], max(samples)
    print(
        f"{count} scenarios, -j 16: {seconds:.1f} s, {early} kB after a quarter, {late} kB after three quarters, "
        f"{most} kB at most"
    )
    if late - early > 2048 or most > 32768:
        fail("memory grows")
    return files, found


def same(dray, folder, files, found):
    """One job has the same results as sixteen."""
    part = files[:: max(1, len(files) // 40)]
    run = start(dray, 1, folder / "j1", part, folder)
    run.wait()
    alone = verdicts(folder / "j1")
    numbers = lambda results: {name.split("/")[-1]: verdict for name, verdict in results.items()}
    other = numbers(found)
    differing = {
        name: (verdict, other.get(name)) for name, verdict in numbers(alone).items() if other.get(name) != verdict
    }
    if not alone or differing:
        fail(f"-j 1 and -j 16 differ, of {len(alone)}: {differing}")
    print(f"-j 1: the same for {len(alone)}")


def resumed(dray, folder, files, found):
    """Passed scenarios are not played again, and the results are the same."""
    run = start(dray, 16, folder / "j16", files, folder, "--resume", output_to=subprocess.PIPE)
    text = run.communicate()[0].decode()
    kept, passed = text.count("\nkept  ") + text.startswith("kept  "), list(found.values()).count("passed")
    summary = {entry["folder"]: entry["verdict"] for entry in runs(folder / "j16")}
    if run.returncode != 1 or kept != passed or summary != found:
        fail(f"--resume: status {run.returncode}, {kept} kept of {passed} that passed")
    print(f"--resume: {kept} kept, {len(found) - kept} played, the same results")


def shared(dray, folder, files, found, count=8):
    """Several shards play each scenario once, with the same results."""
    part = files[:: max(1, len(files) // 40)]
    results = []
    for number in range(1, count + 1):
        output = folder / f"shard-{number}"
        start(dray, 4, output, part, folder, "--shard", f"{number}/{count}").wait()
        results += [(entry["folder"], entry["verdict"]) for entry in runs(output)]
    if sorted(results) != sorted((path.stem, found[path.stem]) for path in part):
        fail(f"--shard n/{count}: {sorted(results)}")
    print(f"--shard: {len(part)} in {count} shards, each once, the same results")


def interrupted(dray, folder, files, rounds=12):
    """^C at any time leaves no process, socket or folder. After SIGKILL they are removed within 30 seconds."""
    for number in range(rounds):
        run = start(dray, 4, folder / "broken-off", files, folder)
        # A random time. A failure prints its seed.
        seed = random.randrange(1 << 32)
        moment = random.Random(seed).uniform(0.0, 2.0)
        is_killed = number % 2 == 1
        name = "SIGKILL" if is_killed else "^C"
        try:
            run.wait(moment)
        except subprocess.TimeoutExpired:
            if is_killed:
                run.kill()
            else:
                os.killpg(run.pid, signal.SIGINT)
        try:
            run.wait(30)
        except subprocess.TimeoutExpired:
            run.kill()
            fail(f"{name} after {moment:.3f} s (seed {seed}): it does not end")
        # After SIGKILL other processes remove what is left.
        deadline = time.monotonic() + (30 if is_killed else 0)
        while True:
            left, files_left = processes(folder.name), list((folder / "tmp").iterdir())
            if not left and not files_left:
                break
            if time.monotonic() >= deadline:
                fail(f"{name} after {moment:.3f} s (seed {seed}) leaves {left} {files_left}")
            time.sleep(0.05)
    print(f"^C and SIGKILL, {rounds} times: nothing is left")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    # A background process of a shell ignores SIGINT, and its children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    dray, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500
    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        folder = Path(name)
        files, found = many(dray, folder, count)
        same(dray, folder, files, found)
        resumed(dray, folder, files, found)
        shared(dray, folder, files, found)
        interrupted(dray, folder, files)


if __name__ == "__main__":
    main()
