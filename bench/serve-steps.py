#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures how soon a served page shows what is looked at: 200 steps of zooming and panning.

  bench/serve-steps.py SPUR TRACE [STEPS]

Each step waits until the picture is final. "first" is the time to the first picture of the new window,
"sharp" the time to the one with a column a pixel; both with the server, the worker that paints, and the
browser, at 1920 x 1080. "events" is the time to the picture with all events, of a window that has few.
Steps are the same in each run.
"""

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


def main():
    spur, trace = sys.argv[1:3]
    n_steps = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    server = subprocess.Popen([spur, "serve", trace], stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip()
    first, sharp, parts = [], [], []
    try:
        with Browser(1920, 1080) as browser:
            browser.go(address)
            begin, end = browser.run("[spurPage.full.begin, spurPage.full.end]")
            for low, high in walk(begin, end, random.Random(SEED), n_steps):
                times = browser.run(f"{STEP}({low}, {high})")
                first.append(times[0][0])
                tiles = [time for time, _, n_events in times if n_events is not None]
                sharp.append(tiles[-1] if tiles else times[-1][0])
                if tiles and times[-1][2] is None:
                    parts.append(times[-1][0])
    finally:
        server.terminate()
        server.wait(30)
    tell("first", first)
    tell("sharp", sharp)
    if parts:
        tell("events", parts)


main()
