#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures how soon a served page shows what is looked at: 200 steps of zooming and panning.

  bench/serve-steps.py SPUR TRACE [STEPS]

Each step waits until the picture is final. "first" is the time to the first picture of the new window,
"sharp" the time to the one with a column a pixel; both with the server, the worker that paints, and the
browser, at 1920 x 1080. "events" is the time to the picture with all events, of a window that has few.
Steps are the same in each run. Beside these times, which other load of the machine makes longer, it tells
the processor time of a step, by who took it, and the most bytes that a step got from the server.
"""

import json
import os
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "browser"))

from chromium import Browser

SEED = 20261127

# Notes when frames come.
STEP = """(async (from, to) => {
  const times = [], begin = performance.now(), { source } = spurPage, frame = source.frame;
  source.frame = async (...args) => {
    const made = await frame(...args);
    times.push([performance.now() - begin, Boolean(made.isFirst), made.nEvents]);
    return made;
  };
  spurPage.look(from, to);
  while (spurPage.isAsking || spurPage.isStale)
    await new Promise((resolve) => setTimeout(resolve, 1));
  source.frame = frame;
  return times;
})"""


def walk(begin, end, rng, n_steps):
    """Windows: in by 2.2, out by 1.6, and a third of a window to a side, from all to some us."""
    low, high = begin, end
    for _ in range(n_steps):
        span, kind = high - low, rng.random()
        middle = rng.uniform(low, high)
        if kind < 0.4 and span > 2e4:
            low, high = middle - span / 4.4, middle + span / 4.4
        elif kind < 0.65:
            low, high = middle - span * 0.8, middle + span * 0.8
        else:
            move = rng.choice((-1, 1)) * span / 3
            low, high = low + move, high + move
        if low < begin or high > end:
            low = max(min(low, end - (high - low)), begin)
            high = min(low + span, end)
        yield low, high


def percentile(values, share):
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]


def tell(name, values):
    print(f"{name:8} {len(values):4}  median {percentile(values, 0.5):7.1f} ms  p95 {percentile(values, 0.95):7.1f} ms"
          f"  largest {max(values):7.1f} ms")


def read_processor_ms(browser, server):
    """Processor time of the server, whose threads may have ended, and of the threads of the page."""
    fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return {"server": ticks * 1000 / os.sysconf("SC_CLK_TCK"), **browser.processor_ms()}


class WorkerWatch:
    """Counts the bytes that the page's worker gets."""

    def __init__(self, browser):
        self.browser, self.n_bytes, note = browser, 0, browser.note

        def note_worker(message):
            method, params = message.get("method"), message.get("params", {})
            if method == "Target.attachedToTarget" and params["targetInfo"]["type"] == "worker":
                os.write(browser.out, json.dumps({"id": 0, "sessionId": params["sessionId"],
                                                  "method": "Network.enable"}).encode() + b"\0")
            elif method == "Network.loadingFinished":
                self.n_bytes += params["encodedDataLength"]
            note(message)

        browser.note = note_worker
        browser.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)

    def take(self):
        self.browser.run("1")
        n_bytes, self.n_bytes = self.n_bytes, 0
        return n_bytes


def main():
    spur, trace = sys.argv[1:3]
    n_steps = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    server = subprocess.Popen([spur, "serve", trace], stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip()
    first, sharp, parts, n_bytes = [], [], [], []
    try:
        with Browser(1920, 1080) as browser:
            browser.go(address)
            begin, end = browser.run("[spurPage.full.begin, spurPage.full.end]")
            watch = WorkerWatch(browser)
            watch.take()
            before = read_processor_ms(browser, server)
            for low, high in walk(begin, end, random.Random(SEED), n_steps):
                times = browser.run(f"{STEP}({low}, {high})")
                first.append(times[0][0])
                tiles = [time for time, _, n_events in times if n_events is not None]
                sharp.append(tiles[-1] if tiles else times[-1][0])
                if tiles and times[-1][2] is None:
                    parts.append(times[-1][0])
                n_bytes.append(watch.take())
            after = read_processor_ms(browser, server)
    finally:
        server.terminate()
        server.wait(30)
    tell("first", first)
    tell("sharp", sharp)
    if parts:
        tell("events", parts)
    for name, time in after.items():
        print(f"CPU of the {name}: {(time - before[name]) / n_steps:.1f} ms a step")
    print(f"at most {max(n_bytes):,} bytes a step")


main()
