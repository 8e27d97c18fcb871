#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each control of the page of a trace, used as a reader does: what is on the screen then is what the trace says.

Usage: page-controls.py SPUR MAKE-PAGES TRACE
"""

import json
import math
import pathlib
import shlex
import subprocess
import sys
import tempfile

from chromium import Browser
from tap import check, run_tests

CONTROL, SHIFT = 2, 8

# Of messages.html: one a microsecond, sent 100 ns and received 200 ns after a whole one, every tenth at that itself.
# The trace begins at the first receive.
N_MESSAGES = 65000

# Of each row the part of its area, from the begin to the end of what is seen, that has the colour of work.
AREAS = """(() => {
  const seen = byId('picture'), { picture, rows, meta } = spurPage, { scale } = picture;
  const fill = picture.fills[meta.swatches.findIndex((one) => one.label === 'work')];
  const wanted = parseColor(fill), width = Math.floor(picture.plotPx * scale);
  const isWanted = (pixels, at) => wanted.every((value, i) => Math.abs(pixels[at + i] - value) < 6);
  return rows.list.map((row) => {
    const height = Math.floor(row.body * scale);
    const { data } = seen.getContext('2d').getImageData(picture.left * scale, Math.round((picture.top + row.top - picture.scroll) * scale),
                                                        width, height);
    let n = 0;
    for (let i = 0; i < data.length; i += 4)
      n += isWanted(data, i);
    return n / (width * height);
  });
})()"""

# Pixels between the rows of two lanes that belong to what goes from row to row: lines of the grid go straight down, and
# those between rows straight across.
BETWEEN = """(() => {
  const seen = byId('picture'), { picture, rows } = spurPage, { lanes } = rows.layout(picture.scroll, picture.viewPx, 1);
  const top = Math.ceil(picture.top + lanes[0].y + lanes[0].height) + 2, height = Math.floor(picture.top + lanes[1].y) - 2 - top;
  const { data, width } = seen.getContext('2d').getImageData(picture.left + 2, top, picture.plotPx - 4, height);
  const pixels = new Uint32Array(data.buffer), middle = Array.from({ length: height }, (_, y) =>
    pixels.slice(y * width, (y + 1) * width).sort()[width >> 1]);
  let n = 0;
  for (let x = 0; x < width; x++) {
    const differs = middle.filter((color, y) => pixels[y * width + x] !== color).length;
    n += differs < 0.9 * height ? differs : 0;
  }
  return n;
})()"""

NAMES = "spurPage.rows.list.map((row) => row.name)"
# Of moves.html: what the object is in.
AROUND = """(() => {
  const { boxes } = spurPage.system, { objects } = spurPage.meta;
  return objects[boxes[boxes.find((box) => objects[box.object] === 'object 0').parent].object];
})()"""
PLACE = """(() => {
  byId('picture').scrollIntoView();
  const box = byId('picture').getBoundingClientRect(), { left, plotPx, top } = spurPage.picture;
  return [box.x, box.y, left, plotPx, top];
})()"""


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def text(browser, name):
    return browser.run(f"byId('{name}').textContent")


def press(browser, name):
    browser.run(f"byId('{name}').click()")
    browser.settle()


def choose(browser, name, value):
    """A text or an item of a list, as if it were typed or chosen."""
    browser.run(f"byId('{name}').value = {json.dumps(value)}; byId('{name}').dispatchEvent(new Event('input'));"
                f" byId('{name}').dispatchEvent(new Event('change'))")
    browser.settle()


def check_close(found, wanted, most):
    assert len(found) == len(wanted) and all(abs(a - b) <= most for a, b in zip(found, wanted)), (found, wanted)


def count_messages(begin, end):
    """Messages of messages.html in a window, and those of them that are received before they are sent."""
    ends = [(i * 1000 + 100, i * 1000 + (0 if i % 10 == 0 else 200)) for i in range(N_MESSAGES)]
    seen = [(sent, received) for sent, received in ends if max(sent, received) >= begin and min(sent, received) <= end]
    return len(seen), sum(received < sent for sent, received in seen)


def check_window(browser, begin, end):
    """The window is that, and what is said of it is what the trace has there."""
    found = browser.run("[spurPage.from, spurPage.to]")
    check_close(found, [begin, end], 2)
    n_messages, n_reversed = count_messages(*found)
    check((text(browser, "seen"), text(browser, "red")), (f"{n_messages:,} messages in this window", f"{n_reversed:,}"))
    # To a thousandth of the window.
    check_close([float(text(browser, name).removesuffix(" s")) * 1e9 for name in ("from", "to")], [begin, end], (end - begin) / 1000 + 2)


def check_near(browser, begin, end):
    """A window that comes from places on the screen: to a pixel."""
    check_close(browser.run("[spurPage.from, spurPage.to]"), [begin, end], (end - begin) / 500)
    check_window(browser, *browser.run("[spurPage.from, spurPage.to]"))


def test_head(browser, spur, folder, trace):
    """The first lines tell what the commands do: how long the trace is, corrected and recorded, and what is worst."""
    def number(value):
        return f"{value:.4g}"

    browser.open(folder / "trace.html")
    lengths = [json.loads(run(spur, "stats", "--json", trace, *raw))["length_ns"] / 1e6 for raw in ([], ["--raw"])]
    said = browser.run("document.querySelector('header').textContent").replace("\u00a0", " ")
    expected = f"{number(lengths[0])} ms long ({number(lengths[1])} ms as recorded)"
    assert expected in said, (expected, said)
    # With status 1, as events come before what they follow.
    found = json.loads(subprocess.run([spur, "check", "--json", "--raw", trace], capture_output=True, text=True).stdout)
    finding = browser.run("document.querySelector('.findings li').textContent").replace("\u00a0", " ")
    for part in (f"{found['reversed'] + found['collective_reversed']:,} of {found['edges'] + found['collective_receives']:,} events",
                 f"the worst by {number(found['worst_ns'] / 1e3)} µs",
                 f"in collective operations by {number(found['collective_worst_ns'] / 1e3)} µs"):
        assert part in finding, (part, finding)


def test_keys(browser, spur, folder, trace):
    """The line below the picture names the keys that do something on this page."""
    for name, unfolds, corrects in (("trace", False, True), ("moves", True, False)):
        browser.open(folder / f"{name}.html")
        said = browser.run("byId('keys').innerText")
        check((name, "unfold" in said, "raw or corrected" in said), (name, unfolds, corrects))
        check(browser.run("spurPage.meta.has.objects && !byId('unfold').hidden"), unfolds)


def test_signs(browser, spur, folder, trace):
    """A sign of the legend is as wide as in the picture, where values are told by nothing but its size."""
    browser.open(folder / "moves.html")
    widths = browser.run("""[2, 4, 6, 8].map((width) => {
      const sign = makeSign({ form: FORM.GLYPH, glyph: 4, width });
      byId('legend').appendChild(sign);
      const found = sign.firstElementChild.getBoundingClientRect().width;
      sign.remove();
      return found;
    })""")
    # What is smaller than 3 pixels is drawn as these.
    check_close(widths, [3, 4, 6, 8], 0.5)


def test_zoom(browser, spur, folder, trace):
    """Buttons and keys zoom and move the window; what is counted in it is what the trace has there."""
    browser.open(folder / "messages.html")
    whole = browser.run("spurPage.full.end")
    check_window(browser, 0, whole)
    press(browser, "zoom-in")
    check_window(browser, whole / 4, whole * 3 / 4)
    press(browser, "zoom-in")
    check_window(browser, whole * 3 / 8, whole * 5 / 8)
    press(browser, "zoom-out")
    check_window(browser, whole / 4, whole * 3 / 4)
    browser.run("byId('picture').focus()")
    begin, end = whole / 4, whole * 3 / 4
    for key, modifiers, share in (("ArrowRight", SHIFT, 0.15), ("ArrowLeft", SHIFT, -0.15), ("PageDown", 0, 0.9), ("PageUp", 0, -0.9)):
        browser.key(key, modifiers=modifiers)
        browser.settle()
        by = min(max((end - begin) * share, -begin), whole - end)
        begin, end = begin + by, end + by
        check_window(browser, begin, end)
    for key, factor in (("+", 0.7), ("=", 0.7), ("-", 1 / 0.7)):
        browser.key(key)
        browser.settle()
        middle = (begin + end) / 2
        begin, end = middle - (middle - begin) * factor, middle + (end - middle) * factor
        check_window(browser, begin, end)
    for key in ("0", "Home"):
        browser.key(key)
        browser.settle()
        check_window(browser, 0, whole)
        press(browser, "zoom-in")
    press(browser, "reset")
    check_window(browser, 0, whole)


def test_pointer(browser, spur, folder, trace):
    """A double click zooms in to where it is, with shift out; a drag with shift selects; Escape drops that."""
    browser.open(folder / "messages.html")
    x, y, left, plot, top = browser.run(PLACE)
    whole, at = browser.run("spurPage.full.end"), x + left + round(plot / 4)
    time = browser.run(f"spurPage.picture.time({at - x})")
    for clicks in (1, 2):
        browser.mouse("mousePressed", at, y + top + 4, button="left", clickCount=clicks)
        browser.mouse("mouseReleased", at, y + top + 4, button="left", clickCount=clicks)
    browser.settle()
    check_window(browser, time * 0.6, time + (whole - time) * 0.4)
    press(browser, "reset")
    for kind, part in (("mousePressed", 0.5), ("mouseMoved", 0.75), ("mouseReleased", 0.75)):
        browser.mouse(kind, x + left + plot * part, y + top + 20, button="left", buttons=1, clickCount=1, modifiers=SHIFT)
    browser.wait("spurPage.selection !== null && !byId('zoom-selection').disabled", "nothing is selected")
    check_close(browser.run("[spurPage.selection.from / spurPage.full.end, spurPage.selection.to / spurPage.full.end]"), [0.5, 0.75], 0.002)
    check_window(browser, 0, whole)
    browser.run("byId('picture').focus()")
    browser.key("Escape")
    check(browser.run("[spurPage.selection, byId('zoom-selection').disabled]"), [None, True])


def test_pinch(browser, spur, folder, trace):
    """What is under two fingers stays under them; one that stays moves the window on; a pinch on a trackpad zooms."""
    browser.open(folder / "messages.html")
    x, y, left, plot, top = browser.run(PLACE)
    whole, row = browser.run("spurPage.full.end"), y + top + 30

    def put(kind, *fingers):
        points = [{"id": id_, "x": x + left + plot * part, "y": row} for id_, part in fingers]
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        # A page is told of moves when it draws.
        browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => 0)")
        browser.settle()

    # One finger moves nothing where all is seen, and is where it went when the other comes.
    put("touchStart", (0, 0.3))
    put("touchMove", (0, 0.4))
    check_window(browser, 0, whole)
    put("touchStart", (0, 0.4), (1, 0.6))
    put("touchMove", (0, 0.4), (1, 0.7))
    put("touchMove", (0, 0.3), (1, 0.7))
    check_near(browser, whole / 4, whole * 3 / 4)
    # The second finger is lifted.
    put("touchEnd", (1, 0.7))
    check_near(browser, whole / 4, whole * 3 / 4)
    put("touchMove", (0, 0.4))
    check_near(browser, whole * 0.2, whole * 0.7)
    put("touchEnd", (0, 0.4))
    check(browser.run("byId('panel').hidden"), True)
    press(browser, "reset")
    # A trackpad tells of a pinch by a wheel with the control key, whose steps are hundredths of the logarithm.
    for delta, factor in ((-20, math.exp(-0.2)), (20, math.exp(0.2)), (-400, math.exp(-0.5)), (400, math.exp(0.5))):
        before = browser.run("[spurPage.from, spurPage.to]")
        at = before[0] + (before[1] - before[0]) / 4
        browser.mouse("mouseWheel", x + left + plot / 4, row, deltaX=0, deltaY=delta, modifiers=CONTROL)
        browser.wait(f"spurPage.from !== {before[0]} || spurPage.to !== {before[1]}", "it does not zoom")
        browser.settle()
        check_near(browser, at - (at - before[0]) * factor, at + (before[1] - at) * factor)
    # Where all is seen a pinch does not zoom the whole page instead.
    browser.run("addEventListener('wheel', (event) => { globalThis.isTaken = event.defaultPrevented; })")
    browser.mouse("mouseWheel", x + left + plot / 4, row, deltaX=0, deltaY=20, modifiers=CONTROL)
    browser.wait("globalThis.isTaken !== undefined", "there is no wheel")
    check(browser.run("[isTaken, devicePixelRatio, visualViewport.scale]"), [True, 1, 1])
    check_window(browser, 0, whole)


def test_profile(browser, spur, folder, trace):
    """The profile by pairs of rows, targets and objects is that of the window."""
    browser.open(folder / "messages.html")
    browser.run("byId('profile').open = true")
    choose(browser, "profile-by", "pairs")
    cells = "[...byId('profile-body').querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    for begin, end in ((0, 65000000), (1000000, 1292999)):
        browser.run(f"spurPage.look({begin}, {end})")
        browser.settle()
        n_messages, n_reversed = count_messages(*browser.run("[spurPage.from, spurPage.to]"))
        browser.wait(f"({cells}).length === 1 && ({cells})[0][1] === '{n_messages:,}'", "the pair has other messages")
        (name, _, _, _, reversed_), = browser.run(cells)
        check((name, reversed_), ("PE 0 → PE 1", f"{n_reversed:,}"))
    browser.open(folder / "hosts.html")
    browser.run("byId('profile').open = true")
    choose(browser, "profile-by", "targets")
    browser.wait(f"({cells}).length === 4", "there are not four targets")
    check(sorted((row[0], row[2], row[3]) for row in browser.run(cells)),
          [("PE 0", "8.000 µs", "100.0 %"), ("PE 1", "2.000 µs", "25.0 %"), ("PE 2", "4.000 µs", "50.0 %"), ("PE 3", "2.000 µs", "25.0 %")])


def test_rows(browser, spur, folder, trace):
    """Rows are sorted, filtered and folded: each has as much of its colour as its targets work."""
    browser.open(folder / "hosts.html", "#from=0&to=8000")
    works = {"PE 0": 1, "PE 1": 0.25, "PE 2": 0.5, "PE 3": 0.25}

    def check_rows(*names):
        check(browser.run(NAMES), list(names))
        # The row of a group has its mean where it is folded, and only its name where it is not.
        means = {"host 0 (2)": 0.75, "host 1 (2)": 0.25} if not any(name in works for name in names) else {}
        found = dict(zip(names, browser.run(AREAS)))
        check_close([found[name] for name in names if name in works], [works[name] for name in names if name in works], 0.04)
        check_close([found[name] for name in means], list(means.values()), 0.06)

    check_rows("host 0 (2)", "PE 0", "PE 2", "host 1 (2)", "PE 1", "PE 3")
    choose(browser, "filter", "PE 2")
    check_rows("host 0 (1)", "PE 2")
    assert "1 of 4 rows" in text(browser, "filtered"), text(browser, "filtered")
    choose(browser, "filter", "host 1")
    check_rows("host 1 (2)", "PE 1", "PE 3")
    choose(browser, "filter", "")
    press(browser, "groups")
    check_rows("host 0 (2)", "host 1 (2)")
    # A click on the name of a row opens it.
    x, y, left, plot, top = browser.run(PLACE)
    middle = browser.run("spurPage.rows.list[1].y + spurPage.rows.list[1].px / 2")
    browser.click(x + left / 2, y + top + middle)
    browser.settle()
    check(browser.run(NAMES), ["host 0 (2)", "host 1 (2)", "PE 1", "PE 3"])


def list_events(spur, trace, *options):
    lines = map(json.loads, run(spur, "events", "--json", *options, trace).splitlines())
    return [event for event in lines if "event" in event]


def test_sort(browser, spur, folder, trace):
    """Rows are in the order of names, of load and of first events, as the trace has them."""
    browser.open(folder / "trace.html")
    busy = {row["name"]: row["busy_ns"] for row in json.loads(run(spur, "stats", "--json", "--raw", trace))["targets"]}
    ranks, first = [f"MPI Rank {i}" for i in range(len(busy))], {}
    for event in list_events(spur, trace):
        first[event["stream"]] = min(first.get(event["stream"], event["raw_ns"]), event["raw_ns"])
    for order, wanted in (("load", sorted(ranks, key=lambda name: -busy[name])), ("first", sorted(ranks, key=lambda name: first[ranks.index(name)])),
                          ("name", ranks), ("trace", ranks)):
        choose(browser, "sort", order)
        check((order, browser.run(NAMES)), (order, wanted))


def test_times(browser, spur, folder, trace):
    """The switch shows the times as recorded or as corrected, and what is received before it is sent in them."""
    browser.open(folder / "trace.html")
    seen = []
    for mode in ("raw", "corrected"):
        browser.run(f"document.querySelector('input[name=times][value={mode}]').click()")
        browser.settle()
        found = subprocess.run([spur, "check", "--json", trace, *(["--raw"] if mode == "raw" else [])], capture_output=True, text=True)
        said = json.loads(found.stdout)
        check((text(browser, "red"), text(browser, "seen")), (f"{said['reversed']:,}", f"{said['edges']:,} messages in this window"))
        seen.append(said["reversed"])
    assert seen[0] > 0 and seen[1] == 0, seen


def ask_command(spur, command, *options):
    name, *rest = shlex.split(command)
    check(name, "spur")
    return run(spur, *rest, *options)


def test_commands(browser, spur, folder, trace):
    """The commands that the panel tells list the event that it shows, at the times that are shown."""
    browser.open(folder / "trace.html")
    for mode in ("raw", "corrected"):
        browser.run(f"spurPage.setMode('{mode}')")
        browser.settle()
        for stream, number in ((0, 10), (3, 500), (7, 2)):
            browser.run(f"spurPage.goTo({stream}, {number})")
            browser.wait(f"byId('panel').dataset.event === '{stream}:{number}'", "the panel shows another event")
            explain, listing = browser.run("[...byId('panel-body').querySelectorAll('code')].map((code) => code.textContent)")
            event = json.loads(ask_command(spur, listing, "--json").splitlines()[0])
            title, fields = text(browser, "panel-title"), browser.run("byId('panel-fields').innerText.split('\\n')")
            check(event["class"], title)
            # Several events of a stream may have one time: the command lists the first of them.
            check(event["stream"], stream)
            if event["event"] == number:
                check([name for name in fields if name], [str(part) for pair in event["fields"].items() for part in pair])
            reasons = json.loads(ask_command(spur, explain, "--json"))
            check([reasons["reasons"][0]["of"][key] for key in ("stream", "event")], [stream, number])
    # Of a state, a command lists what is between its begin and its end, both of which are among it.
    browser.run("spurPage.look(0, 3e6)")
    browser.settle()
    browser.run("spurPage.source.at(spurPage.picture.plotPx - 20, spurPage.picture.rows.list[3].top + 4).then((found) => { globalThis.found = found; spurPage.open(found); })")
    browser.wait("globalThis.found && found.kind === 'state' && byId('panel').dataset.event === undefined", "there is no state")
    state = browser.run("found")
    events = [json.loads(line) for line in ask_command(spur, browser.run("byId('panel-body').querySelector('code').textContent"), "--json").splitlines()]
    zero = list_events(spur, trace, "--limit", "1")[0]["time_ns"]
    times = [event["time_ns"] - zero for event in events if event.get("stream") == 3]
    check((min(times), max(times)), (state["from"], state["to"]))


def test_panel(browser, spur, folder, trace):
    """Its buttons go to the events before and after, and Escape closes it and gives the picture the keys again."""
    browser.open(folder / "trace.html")
    events = {event["event"]: event for event in list_events(spur, trace, "--stream", "2", "--limit", "200")}
    browser.run("spurPage.goTo(2, 20)")
    ways = "[...byId('panel').querySelectorAll('.ways button')].find((one) => one.textContent.includes('%s'))"
    for name, number in (("next", 21), ("next", 22), ("previous", 21), ("previous", 20), ("previous", 19)):
        browser.wait(f"Boolean({ways % name})", "there is no button")
        browser.run(f"({ways % name}).click()")
        browser.wait(f"byId('panel').dataset.event === '2:{number}'", "the button does not go on")
        check(text(browser, "panel-title"), events[number]["class"])
    # Beside the panel the load is still below the picture, and not stretched.
    browser.settle()
    shape = "(({ clientWidth, clientHeight, width, height }) => [clientWidth, width / clientWidth, height / clientHeight])(byId('%s'))"
    for name in ("picture", "load"):
        check_close(browser.run(shape % name), [browser.run("spurPage.picture.width"), 1, 1], 0.01)
    assert browser.run("spurPage.picture.width < byId('load-part').clientWidth - 200"), "the panel takes no room"
    # On narrower paper it keeps its proportions.
    browser.call("Emulation.setEmulatedMedia", media="print")
    browser.run("byId('load-part').style.width = '400px'")
    check_close(browser.run("(({ clientWidth, clientHeight, width, height }) => [clientWidth, clientHeight * width / height])(byId('load'))"),
                [400, 400], 2)
    browser.run("byId('load-part').style.width = ''")
    browser.call("Emulation.setEmulatedMedia", media="")
    browser.run("byId('panel-close').focus()")
    browser.key("Escape")
    check(browser.run("[byId('panel').hidden, document.activeElement.id]"), [True, "picture"])


def test_tip(browser, spur, folder, trace):
    """Under the pointer is what the trace has there: a state with its object, row, begin and end."""
    browser.open(folder / "uneven.html")
    x, y, left, plot, top = browser.run(PLACE)
    for row, time, wanted in ((0, 4000, ["work", "object 0", "PE 0", "0.000000000 s", "0.000008000 s", "8.000 µs"]),
                              (1, 1000, ["work", "object 1", "PE 1", "0.000000000 s", "0.000002000 s", "2.000 µs"])):
        middle = browser.run(f"spurPage.rows.list[{row}].top + spurPage.rows.list[{row}].body / 2")
        browser.mouse("mouseMoved", x + left + plot * time / 8000, y + top + middle)
        browser.wait(f"!byId('tip').hidden && byId('tip').textContent.includes('{wanted[1]}')", "nothing is said")
        check(browser.run("[byId('tip').querySelector('strong'), ...byId('tip').querySelectorAll('dd')].map((one) => one.textContent)"), wanted)
    middle = browser.run("spurPage.rows.list[1].top + spurPage.rows.list[1].body / 2")
    browser.mouse("mouseMoved", x + left + plot * 0.8, y + top + middle)
    browser.wait("byId('tip').hidden", "something is said of nothing")


def test_shown(browser, spur, folder, trace):
    """Messages, moves and marks, and what the legend names, are taken out of the picture and put back."""
    browser.open(folder / "corrected.html")
    # The messages are within 1 us, and the move goes from the end of one bar to the begin of the other.
    before, seen = browser.run(BETWEEN), []
    for name in ("messages", "moves", "messages", "moves"):
        press(browser, "show-" + name)
        seen.append(browser.run(BETWEEN))
    assert before > seen[0] + 50 and seen[0] > 50, (before, seen)
    check((seen[1], seen[3]), (0, before))
    assert 50 < seen[2] < before, (before, seen)
    browser.open(folder / "moves.html")
    image = "byId('picture').toDataURL()"
    whole = browser.run(image)
    press(browser, "show-marks")
    without = browser.run(image)
    assert without != whole
    press(browser, "show-marks")
    check(browser.run(image), whole)
    # The legend names the marks of a class; without all of them it is the same picture as without marks.
    signs = "[...byId('legend').querySelectorAll('[data-style]')].filter((one) => [FORM.TICK, FORM.GLYPH].includes(" \
            "spurPage.meta.times.raw.styles[Number(one.dataset.style)].form))"
    n_signs = browser.run(f"{signs}.length")
    assert n_signs > 0
    browser.run(f"{signs}.forEach((one) => one.click())")
    browser.settle()
    check(browser.run(image), without)
    check(browser.run(f"{signs}.map((one) => one.getAttribute('aria-pressed'))"), ["false"] * n_signs)


def test_unfolding(browser, spur, folder, trace):
    """Rows of objects come and go by the button, by Space on the row that has focus, and by a click on its name."""
    browser.open(folder / "moves.html")
    folded, names = ["PE 0", "PE 1"], ["PE 0", "object 0", "PE 1", "object 0"]
    for wanted in (names, folded):
        press(browser, "unfold")
        check(browser.run(NAMES), wanted)
    browser.run("byId('picture').focus(); spurPage.focus.set(1, 0)")
    browser.wait("spurPage.focus.event !== null", "nothing has focus")
    for wanted in (["PE 0", "PE 1", "object 0"], folded):
        browser.key(" ")
        browser.settle()
        check(browser.run(NAMES), wanted)
    x, y, left, plot, top = browser.run(PLACE)
    browser.click(x + left / 2, y + top + browser.run("spurPage.rows.list[0].px / 2"))
    browser.settle()
    check(browser.run(NAMES), ["PE 0", "object 0", "PE 1"])


# Of the only row, at a part of its width, the swatches of its colours from above, each where it begins to be seen.
LAYERS = """((part) => {
  const { picture, rows, meta } = spurPage, { scale, left, plotPx, top } = picture, row = rows.list[0];
  const x = Math.round((left + part * plotPx) * scale), y = Math.ceil((top + row.top) * scale), height = Math.floor(row.body * scale);
  const { data } = byId('picture').getContext('2d').getImageData(x, y, 1, height), fills = picture.fills.map(parseColor), found = [];
  for (let i = 0; i < height; i++) {
    const swatch = fills.findIndex((fill) => fill.every((value, k) => Math.abs(data[4 * i + k] - value) < 6));
    if (swatch >= 0 && (!found.length || found[found.length - 1] !== meta.swatches[swatch].label))
      found.push(meta.swatches[swatch].label);
  }
  return found;
})"""


def test_nesting(browser, spur, folder, trace):
    """Of states that lie in one another each is seen above the one inside of it; what is taken out of the picture is not."""
    browser.open(folder / "nested.html")
    deep = ["work", "wait", "idle", "wait", "work"]
    for depth in range(len(deep)):
        # Each begins when half of the rest is over.
        check(browser.run(f"{LAYERS}({1 - 0.75 * 0.5 ** depth})"), deep[: depth + 1])
    browser.run("byId('legend').querySelector('[data-swatch]').click()")
    browser.settle()
    hidden = browser.run("spurPage.meta.swatches[byId('legend').querySelector('[data-swatch]').dataset.swatch].label")
    check(browser.run(f"{LAYERS}({1 - 0.75 * 0.5 ** 3})"), [state for state in deep[:4] if state != hidden])


def test_sections(browser, spur, folder, trace):
    """What is found comes first, and what the correction did last, folded away until it is asked for."""
    browser.open(folder / "trace.html")
    titles = browser.run("[...document.querySelectorAll('main > section')].map((section) => section.querySelector('h2, summary').textContent)")
    check((titles[0], titles[-1]), ("Findings", "What the correction did"))
    last = "[...document.querySelectorAll('main > section')].at(-1)"
    check(browser.run(f"[{last}.querySelector('details').open, {last}.querySelector('table').checkVisibility()]"), [False, False])
    browser.run(f"{last}.querySelector('summary').click()")
    check(browser.run(f"[{last}.querySelector('details').open, {last}.querySelector('table').checkVisibility()]"), [True, True])


def test_finding_by_key(browser, spur, folder, trace):
    """A stroke goes to the search, arrows go through what it finds, Enter goes there, and Escape back."""
    browser.open(folder / "trace.html")
    browser.run("byId('picture').focus()")
    browser.key("/")
    check(browser.run("document.activeElement.id"), "search")
    choose(browser, "search", "MPI_Init")
    browser.wait("byId('found').children.length > 0", "nothing is found")
    browser.key("ArrowDown")
    check(browser.run("document.activeElement.textContent.startsWith('MPI_Init')"), True)
    browser.key("Enter", "\r")
    browser.wait("spurPage.selection !== null", "it is not shown")
    # The first of all, and until it is left.
    zero, ends = list_events(spur, trace, "--limit", "1")[0]["time_ns"], []
    for stream in range(8):
        events = [event for event in list_events(spur, trace, "--stream", str(stream), "--limit", "40")
                  if event["fields"].get("state") == "MPI_Init"]
        ends.append([event["time_ns"] - zero for event in events[:2]])
    check(browser.run("[spurPage.selection.from, spurPage.selection.to]") in ends, True)
    browser.key("Escape")
    check(browser.run("document.activeElement.id"), "picture")


# Of a lifeline what is drawn: pixels that are not of the paper, at its points and halfway between them.
DRAWN = """(() => {
  const { lifelines, picture } = spurPage, { canvas, scale, found } = lifelines, paper = parseColor(picture.colors.paper);
  const isDrawn = (x, y) => {
    const { data } = canvas.getContext('2d').getImageData(Math.round(x * scale) - 1, Math.round(y * scale) - 1, 3, 3);
    return Array.from({ length: 9 }, (_, i) => data.slice(4 * i, 4 * i + 3)).some((pixel) => pixel.some((value, k) => Math.abs(value - paper[k]) > 60));
  };
  return found.lines.map(({ points }) => points.every(({ time, row }, i) => {
    const x = lifelines.x(time), y = lifelines.y(row), before = points[Math.max(i - 1, 0)];
    return isDrawn(x, y) && isDrawn((x + lifelines.x(before.time)) / 2, (y + lifelines.y(before.row)) / 2);
  }));
})()"""


def test_lifelines(browser, spur, folder, trace):
    """Events of one object, or with one value of a field, are joined in the order of their times, as `spur events` lists them."""
    browser.open(folder / "trace.html")
    zero = list_events(spur, trace, "--limit", "1")[0]["time_ns"]
    begin, end = 10_000_000, 30_000_000
    events = [event for event in list_events(spur, trace) if begin <= event["time_ns"] - zero <= end]
    browser.run(f"byId('lifelines-part').open = true; spurPage.look({begin}, {end})")
    for field in ("", "object", "state"):
        browser.settle()
        browser.wait("byId('lifeline-by').options.length > 1", "there are no fields")
        choose(browser, "lifeline-by", field)
        wanted = {}
        for event in sorted(events, key=lambda one: (one["time_ns"], one["stream"], one["event"])):
            key = event["fields"].get(field or "object")
            if key is not None:
                state = event["fields"].get("state")
                wanted.setdefault(str(key), []).append([event["time_ns"] - zero, f"{event['class']}: {state}" if state else event["class"]])
        n_points = sum(map(len, wanted.values()))
        browser.wait(f"byId('lifelines-said').textContent.startsWith('{len(wanted):,} lifelines of {n_points:,} of {len(events):,} events')",
                     f"there are not {len(wanted)} lifelines of {n_points} events")
        # Those of another field may be as many.
        browser.wait(f"spurPage.lifelines.found.lines.some(({{ key }}) => key === {json.dumps(next(iter(wanted)))})",
                     f"there are no lifelines by {field}")
        found = browser.run("spurPage.lifelines.found.lines.map(({ key, points }) =>"
                            " [key, points.map(({ time, row }) => [time, spurPage.lifelines.found.rows[row]])])")
        check(dict(found), wanted)
        assert len(wanted) > 1 and all(browser.run(DRAWN)), field
    # A line has the colour of the first state that its events name, and of its target else.
    for group, names in (("state", None), ("", {str(stream): f"MPI Rank {stream}" for stream in range(8)})):
        choose(browser, "lifeline-by", "object")
        choose(browser, "lifeline-group", group)
        named = {}
        for event in sorted(events, key=lambda one: (one["time_ns"], one["stream"], one["event"])):
            if "object" in event["fields"]:
                value = event["fields"].get("state") if group else names[str(event["stream"])]
                named[str(event["fields"]["object"])] = named.get(str(event["fields"]["object"])) or value
        browser.wait("(({ found }) => found.lines.every(({ group }) => group >= 0) && found.groups.includes(%s))(spurPage.lifelines)"
                     % json.dumps(next(iter(named.values()))), "there are no such groups")
        found = browser.run("spurPage.lifelines.found.lines.map(({ key, group }) => [key, spurPage.lifelines.found.groups[group]])")
        check(dict(found), named)
        legend = browser.run("[...byId('lifeline-legend').querySelectorAll('li')].map((item) => item.textContent)")
        assert set(named.values()) <= set(legend) and all(browser.run(DRAWN)), legend
    # A click goes to the event.
    browser.run("byId('lifelines').scrollIntoView({ block: 'center' })")
    x, y, stream, number = browser.run("""(() => {
      const { lifelines } = spurPage, box = lifelines.canvas.getBoundingClientRect(), { time, row, stream, event } = lifelines.found.lines[0].points[0];
      return [box.x + lifelines.x(time), box.y + lifelines.y(row), stream, event];
    })()""")
    browser.click(x, y)
    browser.wait(f"byId('panel').dataset.event === '{stream}:{number}'", "a click does not go to the event")


# What the lifelines show beside lines: the numbers of each load-line by series, and the events that are on no line.
VALUES = """spurPage.lifelines.found.loadLines.map(({ series }) => series.map(({ values }) => values.map(({ time, value, stream, event }) =>
  [time, value, stream, event])))"""
POINTS = "spurPage.lifelines.found.points.map(({ time, row, stream, event }) => [time, spurPage.lifelines.found.rows[row], stream, event])"


def test_load_lines(browser, spur, folder, trace):
    """Load-lines are the numbers that formulas make of the fields that `spur events` lists; points are events on no line."""
    browser.open(folder / "trace.html")
    every = sorted(list_events(spur, trace), key=lambda one: (one["time_ns"], one["stream"], one["event"]))
    zero = every[0]["time_ns"]
    first = next(i for i, event in enumerate(every) if event["class"] == "Channel_Receive_Event")
    begin, end = (every[i]["time_ns"] - zero for i in (first, first + 400))
    events = [event for event in every if begin <= event["time_ns"] - zero <= end]
    browser.run(f"byId('lifelines-part').open = true; spurPage.look({begin}, {end})")
    browser.settle()
    formulas = {"size / 1024": lambda f: f["size"] / 1024, "-(tag + 2) * 'size' - 1.5e1": lambda f: -(f["tag"] + 2) * f["size"] - 15}
    sized, wanted = [event for event in events if "size" in event["fields"]], []
    for formula in formulas.values():
        series = {}
        for event in sized:
            series.setdefault(event["fields"]["object"], []).append(
                [event["time_ns"] - zero, formula(event["fields"]), event["stream"], event["event"]])
        wanted.append(sorted(series.values()))
    assert len(sized) > 20 and len(wanted[0]) > 1, (len(sized), len(wanted[0]))
    choose(browser, "lifeline-load-line", ", ".join(formulas))
    browser.wait(f"byId('lifelines-said').textContent.endsWith('; {2 * len(sized)} values')", "there are no load-lines")
    check([sorted(series) for series in browser.run(VALUES)], wanted)
    check(browser.run("spurPage.lifelines.found.loadLines.map(({ text, unit }) => [text, unit])"), [[text, None] for text in formulas])
    # They are drawn where their values are.
    assert all(browser.run("""(({ found, canvas, scale, page }) => found.loadLines.map((line, i) => {
      const { lifelines } = spurPage, { y } = lifelines.scaleOf(line, i), paper = parseColor(page.picture.colors.paper);
      return line.series.every(({ values }) => values.every(({ time, value }) => {
        const { data } = canvas.getContext('2d').getImageData(lifelines.x(time) * scale - 1, y(value) * scale - 1, 3, 3);
        return data.some((one, k) => k % 4 < 3 && Math.abs(one - paper[k % 4]) > 60);
      }));
    }))(spurPage.lifelines)"""))
    choose(browser, "lifeline-load-line", "size")
    browser.wait(f"byId('lifelines-said').textContent.endsWith('; {len(sized)} values')", "there is no load-line")
    check(browser.run("spurPage.lifelines.nameOf(spurPage.lifelines.found.loadLines[0])"), "size (bytes)")
    choose(browser, "lifeline-load-line", "")
    # Classes stand for what derives from them; rows come in the order in which they are asked for.
    choose(browser, "lifeline-points", "LO_Message_Receive_Event")
    choose(browser, "lifeline-rows", "Region_Exit*, Region_Enter_Event")
    received = [event for event in events if event["class"] == "Channel_Receive_Event"]
    browser.wait(f"byId('lifelines-said').textContent.endsWith('; {len(received):,} points')", "there are no points")
    # There may have been as many before the rows were chosen.
    browser.wait("spurPage.lifelines.found.rows[0].startsWith('Region_Exit_Event')", "the rows are not chosen")
    check(browser.run(POINTS), [[event["time_ns"] - zero, event["class"], event["stream"], event["event"]] for event in received])
    rows = browser.run("spurPage.lifelines.found.rows.map((row) => row.split(':')[0])")
    check([row for i, row in enumerate(rows) if i == 0 or rows[i - 1] != row],
          ["Region_Exit_Event", "Region_Enter_Event", "Channel_Receive_Event"])
    n_on_lines = sum(event["class"].startswith("Region_") for event in events)
    check(browser.run("spurPage.lifelines.found.lines.reduce((sum, { points }) => sum + points.length, 0)"), n_on_lines)
    # What is not understood is said as the command says it.
    for name, words in (("load-line", "size /"), ("load-line", "size, (tag"), ("load-line", "sizes"), ("points", "Nothing")):
        for other in ("load-line", "points", "rows"):
            choose(browser, "lifeline-" + other, words if other == name else "")
        done = subprocess.run([spur, "draw", trace, "--view", "lifeline", f"--{name}={words}", "-o", folder / "none.svg"],
                              capture_output=True, text=True)
        browser.wait("spurPage.lifelines.found.error !== undefined", "there is no error")
        browser.wait(f"byId('lifelines-said').textContent.includes({json.dumps(words)})", "it is another error")
        assert done.returncode == 2 and text(browser, "lifelines-said") in done.stderr, (text(browser, "lifelines-said"), done.stderr)


def test_system_keys(browser, spur, folder, trace):
    """Keys play, pause, step and rewind the system; where motion is reduced, what moves is there at once."""
    browser.open(folder / "moves.html", "#at=0")
    browser.wait("spurPage.system.boxes.length > 0", "there is no system")
    browser.run("byId('system-class').selectedIndex = 1; byId('system').focus()")
    for key, time in (("ArrowRight", 5000), ("ArrowLeft", 0), ("ArrowRight", 5000), ("Home", 0)):
        browser.key(key)
        browser.wait(f"spurPage.system.time === {time} && !spurPage.system.isAsking && !spurPage.system.pending", f"{key} does not go to {time}")
        check(browser.run(AROUND), "PE 1" if time == 5000 else "PE 0")
    choose(browser, "system-speed", "5")
    browser.key(" ")
    browser.wait("spurPage.system.isPlaying && spurPage.system.time > 0", "it does not play")
    browser.key(" ")
    check(browser.run("[spurPage.system.isPlaying, byId('system-play').getAttribute('aria-pressed')]"), [False, "false"])
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.key("Home")
    browser.wait("spurPage.system.time === 0 && !spurPage.system.isAsking", "it is not rewound")
    browser.run("globalThis.hasMoved = false; globalThis.noted = spurPage.system.draw; spurPage.system.draw = function () {"
                " hasMoved = hasMoved || this.boxes.some((box) => box.isMoving); noted.call(this); }")
    browser.key("ArrowRight")
    browser.wait("spurPage.system.time === 5000 && !spurPage.system.isAsking && !spurPage.system.pending", "it does not step")
    check(browser.run("hasMoved"), False)
    browser.call("Emulation.setEmulatedMedia", features=[])


def test_colors(browser, spur, folder, trace):
    """Light, dark and with forced colours, work has the colour that the trace's data say, on a paper that differs."""
    browser.open(folder / "hosts.html", "#from=0&to=8000")
    pixel = "[...byId('picture').getContext('2d').getImageData(2, byId('picture').height - 3, 1, 1).data].slice(0, 3)"
    swatch = "spurPage.meta.swatches.find((one) => one.label === 'work')"
    fill = "spurPage.picture.fills[spurPage.meta.swatches.findIndex((one) => one.label === 'work')]"
    papers = []
    for features in ({"prefers-color-scheme": "light"}, {"prefers-color-scheme": "dark"}, {"forced-colors": "active"}):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])
        # The page is told a little later.
        browser.wait("spurPage.picture.isDark === matchMedia('(prefers-color-scheme: dark)').matches", "the page keeps its colours")
        browser.settle()
        scheme = browser.run("spurPage.picture.isDark ? 'dark' : 'light'")
        check(scheme, features.get("prefers-color-scheme", scheme))
        check(browser.run(fill), browser.run(f"({swatch}).{scheme}"))
        check_close(browser.run(AREAS)[1:3], [1, 0.5], 0.04)
        papers.append(sum(browser.run(pixel)) / 3)
    assert papers[0] > 200 and papers[1] < 80, papers
    browser.call("Emulation.setEmulatedMedia", features=[])


def main():
    spur, make_pages, trace = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(make_pages, name)
        corrected = folder / "trace.spur"
        run(spur, "correct", trace, "-o", corrected)
        run(spur, "report", corrected, "-o", folder / "trace.html")
        run_tests([test_head, test_keys, test_signs, test_zoom, test_pointer, test_pinch, test_profile, test_rows, test_sort, test_times, test_commands, test_panel, test_tip,
                   test_shown, test_unfolding, test_nesting, test_sections, test_finding_by_key, test_lifelines, test_load_lines, test_system_keys, test_colors], Browser, spur, folder, corrected)


main()
