#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The system at a time on the page of a trace: it shows what `spur at` says, and what is played.

Usage: page-system.py SPUR MAKE-PAGES CHARM-TRACE SIMULATOR...
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from chromium import Browser
from tap import check, run_tests

# At random, of all traces together.
N_TIMES = 100

BOXES = """(() => {
  const { boxes } = spurPage.system, { objects, states } = spurPage.meta;
  return boxes.slice(1).filter((box) => box.object < objects.length).map((box) => {
    let target = box;
    while (target && !target.isTarget)
      target = boxes[target.parent];
    return { name: objects[box.object], exists: box.exists, isTarget: box.isTarget, state: states[box.state] || null,
             around: objects[boxes[box.parent].object] || null, isNowhere: box.isNowhere,
             target: target && target.exists ? objects[target.object] : null };
  });
})()"""


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def show(browser, time):
    browser.run(f"spurPage.system.moveTo({time})")
    browser.wait(f"spurPage.system.boxes.time === {time} && !spurPage.system.isAsking", "the time is not shown")


def settle(browser):
    browser.wait("!spurPage.system.pending && !spurPage.system.isAsking", "boxes move on and on")


def place_of(browser, name):
    """What a box is in, by what the boxes say and by where it is drawn."""
    settle(browser)
    return browser.run(f"""(() => {{
      const {{ boxes, shown }} = spurPage.system, {{ objects }} = spurPage.meta;
      const box = boxes.find((one) => objects[one.object] === '{name}');
      if (!box)
        return null;
      const [x, y, width, height] = shown.get(box.object), [left, top, right, bottom] = boxes[box.parent].rect;
      const isInside = x >= left && y >= top && x + width <= left + right + 0.01 && y + height <= top + bottom + 0.01;
      return isInside ? objects[boxes[box.parent].object] || 'no target' : 'outside';
    }})()""")


def check_time(browser, spur, trace, time, raw):
    """Gives how many objects were compared."""
    said = json.loads(run(spur, "at", "--json", "--time", str(time), trace, *(["--raw"] if raw else [])))["objects"]
    show(browser, time)
    boxes = {box["name"]: box for box in browser.run(BOXES)}
    for one in said:
        box = boxes.get(one["name"])
        if not one["exists"]:
            assert box is None or not box["exists"], (time, one, box)
            continue
        if box is None:
            # A network is nowhere, and nothing is on it.
            check((one["place"], one["state"]), (None, None))
            continue
        check((time, one["name"], box["state"], box["exists"]), (time, one["name"], one["state"], True))
        if not box["isTarget"]:
            check((one["name"], box["around"], box["target"], box["isNowhere"]),
                  (one["name"], one["place"], one["target"], one["target"] is None))
    placed = sum(box["around"] is not None and not box["isTarget"] for box in boxes.values())
    check(placed, sum(one["place"] is not None and one["exists"] for one in said))
    return len(said)


def test_at(browser, spur, folder, charm, simulators):
    """At 100 random times of the traces, recorded and corrected, each object is where `spur at` says."""
    cases = []
    for i, simulator in enumerate(simulators):
        trace = folder / f"{i}.spur"
        # By wrong clocks, things overlap that never do.
        run(simulator, "-o", trace, *(["--skew", "3000"] if i % 2 else []))
        cases.append((trace, True))
    corrected = folder / "charm.spur"
    run(spur, "correct", charm, "-o", corrected)
    cases += [(corrected, True), (corrected, False)]
    chosen, n_objects = random.Random(11), 0
    for trace, raw in cases:
        page = trace.with_suffix(".html")
        run(spur, "report", trace, "-o", page, "--force")
        browser.open(page, f"#at=0&raw={int(raw)}")
        begin, end = browser.run("[Math.max(spurPage.full.begin, 0), spurPage.full.end]")
        for _ in range(N_TIMES // len(cases)):
            n_objects += check_time(browser, spur, trace, chosen.randrange(int(begin), int(end)), raw)
    print(f"# {n_objects} objects")
    assert n_objects > 1000, n_objects


def test_moves(browser, spur, folder, charm, simulators):
    """An object is drawn in the target that it is on, by hand: moved at 5000 ns, and gone at 10,000."""
    browser.open(folder / "moves.html", "#at=0")
    for time, place in ((0, "PE 0"), (4999, "PE 0"), (5000, "PE 1"), (9999, "PE 1"), (10000, None), (3, "PE 0")):
        show(browser, time)
        check((time, place_of(browser, "object 0")), (time, place))


def test_steps(browser, spur, folder, charm, simulators):
    """Steps go to the next event of a class, or the next move, and rewind to the window's begin."""
    browser.open(folder / "moves.html", "#at=0")
    show(browser, 0)
    classes = browser.run("[...byId('system-class').options].map((one) => one.text)")
    check(classes, ["any move of a load object", "any event", "LO_Termination_Event (1)", "LO_Placement_Event (2)"])
    for index, button, time in ((0, "next", 5000), (0, "next", 5000), (0, "back", 5000), (1, "next", 10000),
                                (1, "back", 5000), (3, "back", 0), (2, "next", 10000)):
        browser.run(f"byId('system-class').selectedIndex = {index}; byId('system-{button}').click()")
        browser.run("new Promise((resolve) => setTimeout(resolve, 50))")
        settle(browser)
        check((index, button, browser.run("spurPage.system.time")), (index, button, time))
        # An event that is stepped to has focus.
        if index > 0:
            check(browser.run("spurPage.focus.event.time"), time)
    browser.run("byId('system-rewind').click()")
    check(browser.run("spurPage.system.time"), 0)


def test_play(browser, spur, folder, charm, simulators):
    """It plays to the end of what is seen and stops there, as slowly as is chosen; it can be paused, and boxes move."""
    browser.open(folder / "moves.html", "#at=0")
    show(browser, 0)
    for seconds in (240, 60):
        choose = f"byId('system-speed').value = '{seconds}'; spurPage.system.time"
        before, begin = browser.run(choose), time.monotonic()
        browser.run("byId('system-play').click()")
        browser.wait(f"spurPage.system.time > {before} + 50", "it does not play")
        after = browser.run("byId('system-play').click(), spurPage.system.time")
        # Frames may be late, but play does not run ahead of the clock.
        most = (time.monotonic() - begin) / seconds * 10000
        assert 50 < after - before <= most, (seconds, after - before, most)
    browser.run("byId('system-rewind').click()")
    browser.run("byId('system-speed').value = '5'; byId('system-play').click()")
    browser.wait("spurPage.system.time > 1000", "it does not play")
    browser.run("byId('system-play').click()")
    paused = browser.run("spurPage.system.time")
    check(browser.run("[spurPage.system.isPlaying, byId('system-play').textContent]"), [False, "Play"])
    browser.run("new Promise((resolve) => setTimeout(resolve, 100))")
    check(browser.run("spurPage.system.time"), paused)
    check(place_of(browser, "object 0"), "PE 0")
    browser.run("globalThis.hasMoved = false; globalThis.noted = spurPage.system.draw; spurPage.system.draw = function () {"
                " hasMoved = hasMoved || this.boxes.some((box) => box.isMoving); noted.call(this); }")
    browser.run("byId('system-play').click()")
    browser.wait("!spurPage.system.isPlaying", "it does not end")
    check(browser.run("[spurPage.system.time, hasMoved]"), [10000, True])
    browser.wait("location.hash === '#at=10000'", "the time is not in the address")


def test_cursor(browser, spur, folder, charm, simulators):
    """The time is that of the picture's cursor: a click and a key set it; closed, there is no cursor."""
    browser.open(folder / "moves.html")
    check(browser.run("[spurPage.system.isOpen, spurPage.system.boxes.length]"), [False, 0])
    browser.run("byId('system-part').open = true")
    browser.wait("spurPage.system.boxes.length > 0", "it does not open")
    browser.run("byId('picture').scrollIntoView()")
    x, y, left, plot, top = browser.run("(() => { const box = byId('picture').getBoundingClientRect(), { picture } = spurPage;"
                                        " return [box.x, box.y, picture.left, picture.plotPx, picture.top]; })()")
    browser.click(x + left + plot / 4, y + top + 5)
    browser.wait("Math.abs(spurPage.system.time - 2500) < 20", "a click does not set the time")
    browser.run("byId('picture').focus(); spurPage.focus.set(1, 0)")
    browser.wait("spurPage.system.time === 5000", "an event does not set the time")
    browser.run("byId('system').focus()")
    browser.key("Home")
    browser.wait("spurPage.system.time === 0", "the key does not rewind")
    browser.run("byId('system-time').value = '5000'; byId('system-time').dispatchEvent(new Event('input'))")
    check(browser.run("spurPage.system.time"), 5000)


def main():
    spur, make_pages, charm, *simulators = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        run(make_pages, name)
        run_tests([test_at, test_moves, test_steps, test_play, test_cursor], Browser, spur, pathlib.Path(name), charm,
                  simulators)


main()
