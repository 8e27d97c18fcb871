#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures how long an event takes from its recorder to the screen of a page that follows a collector.

  bench/serve-live.py SPUR COLLECT-PROGRAM [RATE [SECONDS]]

Eight programs record RATE events a second together (10^5), for SECONDS (20), into `spur collect`, whose recording
`spur serve unix:PATH` shows in Chromium without a GPU at 1920 x 1080. The latency of an event is the time from its
own to the frame that shows it first, by the clock of this machine. A page has the newest events only; those that
never were in one count as not shown. Tells also how many events came, how much of a processor core each part took,
and the memory of the server every tenth of the time.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "browser"))

from chromium import Browser, descendants

N_PROGRAMS = 8
# The programs pause after each thousand events.
EVENTS_A_PAUSE = 1000
# Events of one frame are looked at in steps of this part.
STEPS = 20

# Notes of each frame when it was there, the wall-clock times of its begin and end, and how many events had come.
WATCH = """(() => {
  globalThis.seen = [];
  const { picture } = spurPage, { setFrame } = picture;
  picture.setFrame = function (frame, ...args) {
    setFrame.call(this, frame, ...args);
    const { begin, streams } = spurPage.meta, zero = Number(BigInt(begin) / 1000n) / 1000;
    const n = streams.reduce((sum, { total, gone = 0, kept = [] }) => sum + total + gone - kept.length, 0);
    requestAnimationFrame(() => seen.push([Date.now(), zero + frame.from / 1e6, zero + frame.to / 1e6, n]));
  };
})()"""


def wait_for(path):
    while not path.exists():
        time.sleep(0.02)


def get_memory_mib(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def get_seconds(pids):
    """Processor time of processes; of one that has ended meanwhile there is none."""
    total = 0
    for pid in pids:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def leave_newest(seen):
    """Of the frames those that show something new; others are of the same, and sharper."""
    newest = seen[:1]
    newest += [frame for before, frame in zip(seen, seen[1:]) if frame[2] > before[2]]
    return newest


def list_latencies(seen):
    """Latencies in ms with the times that they stand for; and which part of the time was shown at all."""
    latencies, shown, whole = [], 0.0, seen[-1][2] - seen[0][2]
    for (_, _, last, _), (at, begin, end, _) in zip(seen, seen[1:]):
        first = max(last, begin)
        shown += max(end - first, 0.0)
        latencies += [(at - (first + (end - first) * (i + 0.5) / STEPS), (end - first) / STEPS) for i in range(STEPS)]
    return sorted(latencies), shown / whole


def percentile(latencies, share):
    left = share * sum(weight for _, weight in latencies)
    for latency, weight in latencies:
        left -= weight
        if left <= 0:
            return latency
    return latencies[-1][0]


def watch(server, parts, seconds):
    """How many cores each part took, and the server's memory."""
    begin, since, memory = {name: get_seconds(pids) for name, pids in parts.items()}, time.monotonic(), [get_memory_mib(server)]
    for _ in range(10):
        time.sleep(seconds / 10)
        memory.append(get_memory_mib(server))
    took = time.monotonic() - since
    return {name: (get_seconds(pids) - begin[name]) / took for name, pids in parts.items()}, memory


def follow(spur, folder, parts, seconds):
    server = subprocess.Popen([spur, "serve", f"unix:{folder}/out"], stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip()
    try:
        with Browser(1920, 1080) as browser:
            browser.go(address)
            browser.wait("Boolean(spurPage.live)", "the page is not live")
            browser.run(WATCH)
            pids = [browser.process.pid, *descendants(browser.process.pid)]
            cores, memory = watch(server, {**parts, "server": [server.pid], "browser": pids}, seconds)
            return leave_newest(browser.run("seen")), cores, memory
    finally:
        server.terminate()
        server.wait(30)


def main():
    spur, program = map(os.path.abspath, sys.argv[1:3])
    rate = float(sys.argv[3]) if len(sys.argv) > 3 else 1e5
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 20.0
    pause_us, n_events = N_PROGRAMS * EVENTS_A_PAUSE * 1e6 / rate, rate * (seconds + 20) / N_PROGRAMS
    with tempfile.TemporaryDirectory(prefix="spur-live-") as name:
        folder = pathlib.Path(name)
        processes = [subprocess.Popen([spur, "collect", "-o", folder / "run.spur", "--listen", f"unix:{folder}/in",
                                       "--live", folder / "now.spurrec", "--serve-recording", f"unix:{folder}/out"],
                                      stderr=subprocess.DEVNULL)]
        try:
            wait_for(folder / "out")
            processes += [subprocess.Popen([program, f"unix:{folder}/in", "1", str(int(n_events)), str(int(pause_us))],
                                           env={**os.environ, "SPUR_RECORD_FLUSH": "50"}, stdout=subprocess.DEVNULL)
                          for _ in range(N_PROGRAMS)]
            parts = {"collector": [processes[0].pid], "programs": [process.pid for process in processes[1:]]}
            seen, cores, memory = follow(spur, folder, parts, seconds)
        finally:
            for process in processes:
                process.kill()
                process.wait(30)
    if len(seen) < 2:
        sys.exit(f"{rate:.0f} events a second: {len(seen)} frames in {seconds:.0f} s, so there is nothing to measure")
    latencies, shown = list_latencies(seen)
    came = (seen[-1][3] - seen[0][3]) * 1000 / (seen[-1][0] - seen[0][0])
    print(f"{came:.0f} events a second: {len(seen)} frames in {seconds:.0f} s, {100 * shown:.1f} % of the time shown")
    print(f"latency: median {percentile(latencies, 0.5):.0f} ms, p99 {percentile(latencies, 0.99):.0f} ms")
    print("cores: " + ", ".join(f"{name} {part:.2f}" for name, part in cores.items()))
    print("memory of the server in MiB: " + " ".join(map(str, memory)))


main()
