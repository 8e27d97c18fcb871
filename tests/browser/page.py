#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the page of a trace shows, in a browser: of traces made by hand, so the answers are known.

Usage: page.py MAKE-PAGES
"""

import pathlib
import subprocess
import sys
import tempfile

from chromium import Browser
from tap import check, run_tests

# How much more blue than red the picture has: nothing where it is grey.
TINT = """(() => {
  const seen = byId('picture'), picture = spurPage.picture;
  const pixels = seen.getContext('2d').getImageData(0, 0, seen.width, seen.height).data;
  const row = spurPage.rows.list[0], top = Math.ceil(picture.top + row.top) + 1;
  let sum = 0;
  for (let y = top; y < top + Math.floor(row.body) - 2; y++)
    for (let x = picture.left + 2; x < picture.left + picture.plotPx - 2; x++) {
      const at = 4 * (y * seen.width + x);
      sum += Math.abs(pixels[at + 2] - pixels[at]);
    }
  return sum;
})()"""


def text(browser, name):
    return browser.run(f"byId('{name}').textContent")


def test_address(browser, folder):
    """The page works from a disk, under its own policy, and reads its address."""
    for hash_, red, seen in (
        ("#raw=1", "1", "3 messages in this window"),
        ("", "0", "3 messages in this window"),
        # Times count from the begin of the trace, which is 1000 ns.
        ("#from=3000&to=3450&raw=1", "0", "2 messages in this window"),
    ):
        browser.open(folder / "corrected.html", hash_)
        check(text(browser, "red"), red)
        check(text(browser, "seen"), seen)
    away = [url for url in browser.requests if not url.startswith(("file:", "about:", "blob:"))]
    check(away, [])


def test_policy(browser, folder):
    """Where workers are forbidden, the page draws the same by itself."""
    page = (folder / "corrected.html").read_text(encoding="utf-8")
    assert "worker-src blob:" in page
    (folder / "strict.html").write_text(page.replace("worker-src blob:", "worker-src 'none'"), encoding="utf-8")
    browser.open(folder / "strict.html", "#raw=1")
    check(browser.run("spurPage.source instanceof Source"), False)
    check(text(browser, "seen"), "3 messages in this window")
    check(browser.run("byId('broken').hidden"), True)
    # The browser tells of the worker that was refused; nothing else went wrong.
    check([one for one in browser.problems if "worker" not in one.lower()], [])
    browser.problems.clear()


def test_finding(browser, folder):
    """A finding that is chosen is what the picture shows."""
    browser.open(folder / "uneven.html")
    browser.run("[...document.querySelectorAll('.findings li')]"
                ".find((one) => one.textContent.includes('has no work')).querySelector('button').click()")
    browser.settle()
    check(text(browser, "span"), "6.000 µs")
    check((browser.run("spurPage.from"), browser.run("spurPage.to")), (2000, 8000))


def test_finding_raw(browser, folder):
    """What is found at the times as recorded is shown at these."""
    browser.open(folder / "corrected.html")
    check(browser.run("spurPage.mode"), "corrected")
    first = browser.run("document.querySelector('.findings li').textContent")
    assert "1 of 3 events come before what they follow, the worst by 200\u00a0ns" in first, first
    browser.run("document.querySelector('.findings li button').click()")
    browser.settle()
    check(browser.run("spurPage.mode"), "raw")
    check(text(browser, "red"), "1")


def test_shares(browser, folder):
    """A lane that worked looks so, also where a pixel holds hundreds of states."""
    tints = {}
    for name, hash_ in (("work", ""), ("idle", ""), ("bars", ""), ("many", ""),
                        ("many", "#from=100000000&to=100300000")):
        browser.open(folder / f"{name}.html", hash_)
        tints[name + hash_] = browser.run(TINT)
    full, grey = tints.pop("work"), tints.pop("idle")
    for name, tint in tints.items():
        share = 100 * (tint - grey) / (full - grey)
        expected = 15 if name == "bars" else 100 / 3
        print(f"# {name}: work is {expected:.1f} % of the time and {share:.1f} % of the lane")
        assert 0.85 * expected < share < 1.15 * expected, (name, share)


def test_bundles(browser, folder):
    """All messages are in the picture: one by one, or in bundles whose counts are those of the window."""
    browser.open(folder / "messages.html")
    check(text(browser, "seen"), "65,000 messages in this window")
    check(text(browser, "red"), "6,500")
    query = "{mode: 'raw', from: %s, to: %s, columns: 1000, strips: [], hidden: []}"
    tile = "spurPage.source.tile(" + query + ").then((tile) => [tile.isBundled, tile.arrows.length," \
           " tile.arrows.reduce((sum, one) => sum + one.count, 0)," \
           " tile.arrows.reduce((sum, one) => sum + one.count * one.violated, 0)])"
    bundled, n_arrows, n_messages, n_reversed = browser.run(tile % ("0", "65000000"))
    check((bundled, n_messages, n_reversed), (True, 65000, 6500))
    assert n_arrows < 6000, n_arrows
    # While the window moves there are fewer bundles, but of the same messages; they stay as they are.
    draft = tile.replace("hidden: []", "hidden: [], isDraft: true")
    check(browser.run(draft % ("0", "65000000"))[2:], [65000, 6500])
    inner = "spurPage.source.tile(" + query + ").then((tile) => tile.arrows.filter((one) => one.a > 50 && one.b < 900)" \
            ".map((one) => one.edge))"
    shown = [set(browser.run(inner % (begin, begin + 20000000))) for begin in (20000000, 20013000)]
    assert len(shown[0] & shown[1]) > 0.98 * len(shown[0]), (len(shown[0]), len(shown[0] & shown[1]))
    check(browser.run(tile % ("1000000", "1292999")), [False, 293, 293, 30])
    # What is between rows that are not seen is counted, and need not be drawn.
    part = tile.replace("hidden: []", "hidden: [], places: [-50, -20], height: 100")
    check(browser.run((part + ".then((all) => all[1])") % ("1000000", "1292999")), 0)
    browser.open(folder / "messages.html", "#from=1000000&to=1292999")
    check(text(browser, "seen"), "293 messages in this window")
    check(text(browser, "red"), "30")
    check(browser.run("byId('part')"), None)


def test_presence(browser, folder):
    """An unfolded target has a row for each object that was there, with a bar while it was."""
    browser.open(folder / "moves.html")
    check(browser.run("spurPage.rows.list.map((row) => row.name)"), ["PE 0", "PE 1"])
    browser.run("byId('unfold').click()")
    browser.settle()
    check(browser.run("spurPage.rows.list.map((row) => row.name)"), ["PE 0", "object 0", "PE 1", "object 0"])
    query = "{mode: 'raw', from: 0, to: 10000, columns: 10, hidden: [], strips:" \
            " [{lane: 0, row: 0, object: 2}, {lane: 1, row: 0, object: 2}]}"
    strips = browser.run(f"spurPage.source.tile({query}).then((tile) => tile.strips.map((one) => [...one.present]))")
    check(strips, [[255] * 5 + [0] * 5, [0] * 5 + [255] * 5])
    check(text(browser, "moved"), "1")


def test_groups(browser, folder):
    """Rows of a host's targets fold into one of its mean, by key, by a click, and for what is sought."""
    browser.open(folder / "hosts.html")
    names = "spurPage.rows.list.map((row) => row.name)"
    check(browser.run(names), ["host 0 (2)", "PE 0", "PE 2", "host 1 (2)", "PE 1", "PE 3"])
    browser.run("byId('picture').focus()")
    browser.key("g")
    browser.settle()
    check(browser.run(names), ["host 0 (2)", "host 1 (2)"])
    # Of host 0 six eighths are work, of host 1 a quarter.
    tile = "spurPage.source.tile({mode: 'raw', from: 0, to: 8000, columns: 1, hidden: [], strips: spurPage.rows.layout(0, 1e4, 1).strips})"
    shares = browser.run(tile + ".then((tile) => tile.strips.map((strip) => strip.share[0] / 255))")
    assert abs(shares[0] - 0.75) < 0.005 and abs(shares[1] - 0.25) < 0.005, shares
    # Both ends of a message lie in the rows of their hosts.
    lanes = browser.run("spurPage.rows.layout(0, 1e4, 1).lanes.map((box) => box.y)")
    check((lanes[0] == lanes[2], lanes[1] == lanes[3], lanes[0] < lanes[1]), (True, True, True))
    browser.key("ArrowDown")
    browser.wait("spurPage.focus.event", "no event has focus")
    browser.key("g")
    check(len(browser.run(names)), 4)
    browser.run("spurPage.goToFound({ kind: 'row', index: 3, name: 'PE 3' })")
    browser.wait("spurPage.rows.list.some((row) => row.name === 'PE 3')", "the row is not shown")
    browser.open(folder / "corrected.html")
    check(browser.run("byId('groups').hidden"), True)


def test_load(browser, folder):
    """A page counts as loaded when its picture is there, as programs wait for that print pages."""
    browser.call("Page.navigate", url="about:blank")
    script = "addEventListener('load', () => { globalThis.atLoad = globalThis.spurPage && Boolean(spurPage.picture.frame); })"
    added = browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
    for name in ("corrected", "many", "nothing"):
        browser.open(folder / f"{name}.html")
        browser.wait("globalThis.atLoad !== undefined", "the page is not loaded")
        check(browser.run("atLoad"), True)
        check(browser.run("document.querySelectorAll('iframe').length"), 0)
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added)


def test_paper(browser, folder):
    """Paper is white where the screen is dark, in the picture, too; then the screen is as it was."""
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.open(folder / "corrected.html")
    browser.wait("spurPage.paper.frame", "the frame for paper is not made")
    darkest = """(() => {
      const { canvas, context, left, top, scale, plotPx, viewPx } = spurPage.picture;
      const pixels = context.getImageData(left * scale + 2, top * scale + 2, plotPx * scale - 4, viewPx * scale - 4).data;
      let dark = 0;
      for (let i = 0; i < pixels.length; i += 4)
        dark += pixels[i] + pixels[i + 1] + pixels[i + 2] < 384;
      return dark / pixels.length * 4;
    })()"""
    assert browser.run(darkest) > 0.5, browser.run(darkest)
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    assert browser.run(darkest) < 0.2, browser.run(darkest)
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    assert browser.run(darkest) > 0.5, browser.run(darkest)
    browser.call("Emulation.setEmulatedMedia", features=[])


def test_printed(browser, folder):
    """Paper tells which part of the trace it shows, and at which times."""
    shown = "byId('printed').getBoundingClientRect().height > 0"
    browser.open(folder / "corrected.html", "#from=1000&to=2000&raw=1")
    check(browser.run(shown), False)
    browser.call("Emulation.setEmulatedMedia", media="print")
    check(browser.run(shown), True)
    said = text(browser, "printed")
    assert said.startswith("From 0.000001000 s to 0.000002000 s after the trace's begin: "), said
    assert said.endswith(" % of its 3.700 µs, at the times as recorded."), said
    browser.run("spurPage.setMode('corrected'); byId('reset').click()")
    browser.settle()
    check(text(browser, "printed"), "The whole trace, at corrected times.")
    browser.call("Emulation.setEmulatedMedia", media="")


def test_ticks(browser, folder):
    """Ticks are 1, 2 or 5 times a power of ten apart, in one unit, whatever is seen."""
    browser.open(folder / "many.html")
    for begin, end, title, labels in (
        (0, 500000000, "ms after the trace's begin", ["0", "100", "200", "300", "400", "500"]),
        (2500, 4500, "µs after the trace's begin", ["2.5", "3.0", "3.5", "4.0", "4.5"]),
        (400000100, 400000140, "ns after 0.400000000 s, counted from the trace's begin",
         ["100", "110", "120", "130", "140"]),
    ):
        axis = browser.run(f"timeAxis({begin}, {end}, 6)")
        check((axis["title"], [tick["label"] for tick in axis["ticks"]]), (title, labels))


def test_tables(browser, folder):
    """Numbers of a column are right below one another, with the same decimals."""
    browser.open(folder / "uneven.html")
    cells = browser.run("""[...document.querySelectorAll('.narrow tbody tr')]
      .map((row) => [...row.cells].slice(1).map((cell) => [cell.textContent, getComputedStyle(cell).textAlign]))""")
    check(cells, [[["8 µs", "right"], ["100.0 %", "right"]], [["2 µs", "right"], ["25.0 %", "right"]]])


def test_small(browser, folder):
    """Traces of nothing and of one event have a page that works."""
    for name in ("nothing", "one"):
        browser.open(folder / f"{name}.html")
        browser.run("byId('picture').focus()")
        for key in ("ArrowRight", "ArrowDown", "Enter", "+", "-", "Home", "r"):
            browser.key(key)
            browser.settle()
        check(browser.run("byId('broken').hidden"), True)
    check(browser.run("spurPage.focus.event.className.length > 0"), True)


def test_times(browser, folder):
    """All that is seen is the span of the times that are shown, from 0 where these are corrected."""
    browser.open(folder / "shifted.html")
    window = "[spurPage.from, spurPage.to, spurPage.full.begin, spurPage.full.end]"
    check(browser.run(window), [0, 8000, 0, 8000])
    browser.run("spurPage.setMode('raw')")
    browser.settle()
    check(browser.run(window), [-1000, 8000, -1000, 8000])
    # A part of it stays.
    browser.run("spurPage.look(1000, 2000); spurPage.setMode('corrected')")
    browser.settle()
    check(browser.run(window), [1000, 2000, 0, 8000])
    browser.open(folder / "shifted.html", "#raw=1")
    check(browser.run(window), [-1000, 8000, -1000, 8000])


def test_narrow(browser, folder):
    """On a narrow screen the panel lies below the picture, which stays to be seen."""
    browser.call("Emulation.setDeviceMetricsOverride", width=700, height=900, deviceScaleFactor=2, mobile=False)
    browser.open(folder / "corrected.html")
    browser.run("spurPage.goTo(0, 1)")
    browser.wait("!byId('panel').hidden", "the panel is not shown")
    browser.settle()
    height, bottom, top, width = browser.run("[byId('picture').clientHeight, byId('rows').getBoundingClientRect().bottom,"
                                             " byId('panel').getBoundingClientRect().top, document.body.scrollWidth]")
    assert height > 150 and top >= bottom and width <= 700, (height, bottom, top, width)
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)


def test_date(browser, folder):
    """Beside the time after the begin stands that of the wall clock, to the nanosecond."""
    browser.open(folder / "dated.html")
    # 2026-11-26 22:23:03 UTC is second 1795731783; the trace begins 1000 ns after its epoch.
    check(browser.run("formatDate(spurPage.meta.begin, 0)"), "2026-11-26 22:23:03.999999000 UTC")
    check(browser.run("formatDate(spurPage.meta.begin, 1001)"), "2026-11-26 22:23:04.000000001 UTC")
    browser.run("spurPage.goTo(0, 1)")
    browser.wait("!byId('panel').hidden", "the panel is not shown")
    assert "2026-11-26 22:23:04.000000000 UTC" in text(browser, "panel-body")
    browser.open(folder / "uneven.html")
    check(browser.run("formatDate(spurPage.meta.begin, 0)"), "")


def test_keys(browser, folder):
    """Keys reach every event of a row in order, change rows, and open the panel."""
    browser.open(folder / "corrected.html", "#raw=1")
    browser.run("byId('picture').focus()")
    browser.run("spurPage.focus.set(0, 0)")
    times = []
    for step in range(5):
        browser.wait(f"spurPage.focus.event && spurPage.focus.event.event === {step}", "the key does not go on")
        times.append(browser.run("spurPage.focus.event.time"))
        browser.key("ArrowRight")
    # The sends at 4100 and 4300 ns follow; the trace begins at 1000 ns.
    check(times, [0, 1000, 3100, 3300, 3700])
    browser.key("ArrowDown")
    browser.wait("spurPage.focus.event.stream === 1", "the row is not changed")
    check(browser.run("spurPage.focus.event.time"), 3500)
    assert "PE 1" in text(browser, "said")
    browser.key("Enter")
    check(browser.run("byId('panel').hidden"), False)
    check(browser.run("byId('panel').dataset.event"), "1:4")
    # The message is received 200 ns before it is sent; its other end is one click away.
    browser.run("[...byId('panel').querySelectorAll('.ways button')].find((b) => b.textContent.includes('from PE 0')).click()")
    browser.wait("byId('panel').dataset.event === '0:4'", "the partner is not shown")
    # The clock of PE 1 is put right by 300 ns: what is said of the event, and its panel, have the times that are shown.
    browser.run("spurPage.goTo(1, 4)")
    browser.key("r")
    browser.settle()
    check(browser.run("spurPage.mode"), "corrected")
    browser.wait("spurPage.focus.event.time === 3800", "the event has another time")
    for place in ("said", "panel-body"):
        assert "0.000003800 s" in text(browser, place), text(browser, place)


def test_search(browser, folder):
    """What is typed finds objects and states, and choosing one goes there."""
    browser.open(folder / "uneven.html")
    browser.run("byId('search').value = 'object 1'; byId('search').dispatchEvent(new Event('input'))")
    browser.wait("byId('found').children.length > 0", "nothing is found")
    check(browser.run("byId('found').innerText.split('\\n')[0]"), "object 1")
    browser.run("byId('found').querySelector('button').click()")
    browser.wait("spurPage.selection !== null", "the object is not shown")
    check(browser.run("[spurPage.selection.from, spurPage.selection.to]"), [0, 2000])
    check(browser.run("byId('found').hidden"), True)
    # Two objects are in the state, one after the other in two rows; Enter goes on to the next one.
    browser.open(folder / "corrected.html", "#raw=1")
    browser.run("byId('search').value = 'work'; byId('search').dispatchEvent(new Event('input'))")
    browser.wait("byId('found').children.length > 0", "nothing is found")
    browser.run("byId('search').focus()")
    for begin in (0, 2000, 0):
        browser.key("Enter")
        browser.wait(f"spurPage.selection && spurPage.selection.from === {begin}", f"{begin} is not shown")


def test_profile(browser, folder):
    """The profile of a span counts what is in it: 3 of 8 us of work in a window of 3 us."""
    browser.open(folder / "uneven.html", "#from=1000&to=4000")
    profile = browser.run("spurPage.source.profile(1000, 4000, 'raw')")
    # PE 0 works through; PE 1 until 2000 ns after the begin.
    check([(row["name"], row["total"]) for row in profile["targets"]], [("PE 0", 3000), ("PE 1", 1000)])
    work = next(row for row in profile["states"] if row["name"] == "work")
    check(work["total"], 4000)
    browser.run("byId('profile').open = true")
    browser.wait("byId('profile-body').innerText.includes('work')", "the profile is not shown")


def test_filter(browser, folder):
    """Rows are filtered and sorted; a state is taken out of the picture by the legend."""
    browser.open(folder / "uneven.html")
    browser.run("byId('sort').value = 'load'; byId('sort').dispatchEvent(new Event('change'))")
    check(browser.run("spurPage.rows.list.map((row) => row.name)"), ["PE 0", "PE 1"])
    browser.run("byId('filter').value = 'PE 1'; byId('filter').dispatchEvent(new Event('input'))")
    check(browser.run("spurPage.rows.list.map((row) => row.name)"), ["PE 1"])
    browser.run("byId('filter').value = ''; byId('filter').dispatchEvent(new Event('input'))")
    browser.settle()
    before = browser.run(TINT)
    browser.run("document.querySelector('#legend [data-swatch]').click()")
    browser.settle()
    after = browser.run(TINT)
    assert after < before / 10, (before, after)


def test_pointer(browser, folder):
    """The wheel zooms, a drag pans, a drag along the ruler selects, a click opens the panel."""
    browser.open(folder / "corrected.html", "#raw=1")
    browser.run("byId('picture').scrollIntoView()")
    x, y = browser.run("(() => { const box = byId('picture').getBoundingClientRect(); return [box.x, box.y]; })()")
    left, plot, top = browser.run("[spurPage.picture.left, spurPage.picture.plotPx, spurPage.picture.top]")
    middle = x + left + plot / 2
    whole = browser.run("spurPage.to - spurPage.from")
    browser.mouse("mouseWheel", middle, y + top + 30, deltaX=0, deltaY=-300)
    browser.wait(f"spurPage.to - spurPage.from < {whole}", "the wheel does not zoom")
    browser.settle()
    begin = browser.run("spurPage.from")
    browser.mouse("mousePressed", middle, y + top + 30, button="left", clickCount=1)
    browser.mouse("mouseMoved", middle - 60, y + top + 30, button="left", buttons=1)
    browser.mouse("mouseReleased", middle - 60, y + top + 30, button="left", clickCount=1)
    browser.wait(f"spurPage.from > {begin}", "a drag does not pan")
    browser.settle()
    browser.mouse("mousePressed", middle - 100, y + 5, button="left", clickCount=1)
    browser.mouse("mouseMoved", middle + 100, y + 5, button="left", buttons=1)
    browser.mouse("mouseReleased", middle + 100, y + 5, button="left", clickCount=1)
    browser.wait("spurPage.selection !== null", "a drag along the ruler does not select")
    browser.run("byId('reset').click()")
    browser.settle()
    row, body = browser.run("[spurPage.rows.list[0].top, spurPage.rows.list[0].body]")
    browser.click(x + left + 20, y + top + row + body / 2)
    browser.wait("!byId('panel').hidden", "a click opens nothing")
    check(text(browser, "panel-title"), "work")


def test_selection(browser, folder):
    """A span that is dragged along the ruler, or with shift, is zoomed to by Enter and by the button."""
    browser.open(folder / "uneven.html")
    browser.run("byId('picture').scrollIntoView()")
    x, y, left, plot = browser.run("(() => { const box = byId('picture').getBoundingClientRect(), { left, plotPx } = spurPage.picture;"
                                   " return [box.x, box.y, left, plotPx]; })()")
    for zoom in ("key", "button"):
        browser.run("spurPage.look(0, 8000)")
        browser.settle()
        for kind, part in (("mousePressed", 0.25), ("mouseMoved", 0.5), ("mouseReleased", 0.5)):
            browser.mouse(kind, x + left + plot * part, y + 5, button="left", buttons=1, clickCount=1)
        browser.wait("spurPage.selection !== null", "nothing is selected")
        if zoom == "key":
            browser.run("byId('picture').focus()")
            browser.key("Enter")
        else:
            browser.run("byId('zoom-selection').click()")
        browser.settle()
        begin, end, selected = browser.run("[spurPage.from, spurPage.to, spurPage.selection === null]")
        assert abs(begin - 2000) < 20 and abs(end - 4000) < 20 and selected, (begin, end, selected)


# The place on the screen of a message's middle, by the rows, and of a mark, by what the source finds there.
ARROW = """(() => {
  const { picture, rows } = spurPage, { lanes } = rows.layout(picture.scroll, picture.viewPx, 1), box = byId('picture').getBoundingClientRect();
  return [box.x + (picture.x(3100) + picture.x(3200)) / 2, box.y + picture.top + (lanes[0].y + lanes[0].height + lanes[1].y) / 2];
})()"""
MARK = """(async () => {
  const { picture } = spurPage, [query] = picture.request(spurPage.mode, false), box = byId('picture').getBoundingClientRect();
  const { marks } = await spurPage.source.tile(query), mark = marks.find((one) => one.time === 0);
  const x = picture.x(mark.time) - picture.left + 2;
  for (let y = 0; y < picture.viewPx; y++) {
    const found = await spurPage.source.at(x, y);
    if (found && found.kind === 'mark')
      return [box.x + picture.left + x, box.y + picture.top + y + 1, mark.time];
  }
  return null;
})()"""


def test_clicks(browser, folder):
    """A click on a message shows its send with partner and command, one on a mark the event of that time."""
    browser.open(folder / "corrected.html", "#raw=1&from=3000&to=3300")
    browser.run("byId('picture').scrollIntoView()")
    browser.click(*browser.run(ARROW))
    browser.wait("byId('panel').dataset.event === '0:2'", "the message is not shown")
    assert "PE 1" in text(browser, "panel-body") and "spur " in text(browser, "panel-body"), text(browser, "panel-body")
    browser.open(folder / "moves.html")
    browser.run("byId('picture').scrollIntoView()")
    x, y, time = browser.run(MARK)
    browser.click(x, y)
    browser.wait("!byId('panel').hidden && spurPage.focus.event !== null", "the mark is not shown")
    check(browser.run("spurPage.focus.event.time"), time)


def test_chart(browser, folder):
    """Load and imbalance over the picture are those of the trace, and follow the window."""
    browser.open(folder / "uneven.html")
    sample = "(([means, largest]) => [0.1, 0.2, 0.3, 0.9].map((part) => Math.floor(part * means.length))" \
             ".map((x) => [means[x], largest[x]].map((value) => Math.round(value * 100) / 100)))(spurPage.chart.sample(spurPage.from, spurPage.to))"
    check(browser.run(sample), [[1, 1], [1, 1], [0.5, 1], [0.5, 1]])
    browser.run("spurPage.look(1800, 2200)")
    browser.settle()
    check(browser.run(sample), [[1, 1], [1, 1], [1, 1], [0.5, 1]])
    # It is there at once when rows are folded or a panel takes some of the width, not with the next frame.
    inked = """(() => {
      const { width, height } = byId('load'), { data } = byId('load').getContext('2d').getImageData(0, 0, width, height);
      const fill = parseColor(spurPage.picture.colors.load), isPaper = parseColor(spurPage.picture.colors.paper).every((value, k) => value === data[k]);
      let n = 0;
      for (let i = 0; i < data.length; i += 4)
        n += fill.every((value, k) => value === data[i + k]);
      return [isPaper, n];
    })()"""
    before, after = browser.run(inked), browser.run(f"(spurPage.resize(), {inked})")
    assert before[0] and before[1] > 1000 and after == before, (before, after)


def test_histogram(browser, folder):
    """Durations of states are counted by powers of two: 450 of 1700 ns, and 450 of 300 ns."""
    browser.open(folder / "bars.html")
    browser.run("byId('profile').open = true; byId('profile-by').value = 'durations'")
    browser.run("byId('profile-by').dispatchEvent(new Event('change'))")
    browser.wait("byId('profile-body').querySelector('.histogram') !== null", "there is no histogram")
    rows = browser.run("[...byId('profile-body').querySelectorAll('tr')].map((row) => [row.cells[0].textContent, row.cells[2].textContent])")
    check([row for row in rows if not row[1].startswith("0 ")], [["below 512 ns", "450 states"], ["below 2.0 µs", "450 states"]])
    # Bars have most of the width, and one state is no plural.
    wide = "[...document.querySelectorAll('.histogram meter')].every((bar) => bar.clientWidth > 0.5 * bar.closest('table').clientWidth)"
    assert browser.run(f"document.querySelectorAll('.histogram meter').length > 0 && {wide}")
    check(browser.run("""(() => {
      const place = document.createElement('div');
      spurPage.tables.histogram(place, [1, 2], String, 'state');
      return [...place.querySelectorAll('td.number')].map((cell) => cell.textContent);
    })()"""), ["1 state", "2 states"])


def test_classes(browser, folder):
    """Event classes are found by a part of their names, one event after the other."""
    browser.open(folder / "moves.html")
    browser.run("byId('search').value = 'placement'; byId('search').dispatchEvent(new Event('input'))")
    browser.wait("byId('found').children.length > 0", "nothing is found")
    assert "event class" in text(browser, "found"), text(browser, "found")
    browser.run("byId('search').focus()")
    for time in (0, 5000):
        browser.key("Enter")
        browser.wait(f"spurPage.focus.event && spurPage.focus.event.time === {time}", f"{time} is not shown")
    check(browser.run("spurPage.focus.event.className"), "LO_Placement_Event")


# What the legend tells: its entries that are shown.
LEGEND = "[...byId('legend').children].filter((one) => !one.hidden).map((one) => one.textContent)"


def test_legend(browser, folder):
    """The legend tells of what is in the picture and of what was taken out of it, and of nothing else."""
    browser.open(folder / "corrected.html", "#raw=1")
    check(browser.run(LEGEND), ["work", "message", "received before sent", "migration"])
    # The object moves 1 us after the begin, and sends come 3.1 us after it.
    browser.run("spurPage.look(100, 900)")
    browser.settle()
    check(browser.run(LEGEND), ["work"])
    browser.run("spurPage.look(3100, 3220)")
    browser.settle()
    check(browser.run(LEGEND), ["message"])
    browser.run("byId('show-messages').click()")
    browser.settle()
    check(browser.run(LEGEND), [])
    browser.open(folder / "moves.html")
    check(browser.run(LEGEND), ["present", "migration", "placed", "ended"])
    browser.run("byId('legend').querySelector('[data-style]').click()")
    browser.settle()
    assert "migration" in browser.run(LEGEND), browser.run(LEGEND)


def test_controls(browser, folder):
    """A page has no controls for what its trace has not."""
    shown = "['show-messages', 'show-moves', 'show-marks', 'unfold', 'filter', 'sort', 'red', 'moves']" \
            ".filter((name) => byId(name).getBoundingClientRect().width > 0)"
    for name, expected in (
        ("corrected", ["show-messages", "show-moves", "unfold", "filter", "sort", "red", "moves"]),
        ("moves", ["show-moves", "show-marks", "unfold", "filter", "sort", "moves"]),
        ("work", []),
        ("messages", ["show-messages", "filter", "sort", "red"]),
    ):
        browser.open(folder / f"{name}.html")
        print("#", name, browser.run(shown))
        check(browser.run(shown), expected)


def test_move_style(browser, folder):
    """A move is drawn in the colour of its event class, and is taken out with it."""
    browser.open(folder / "moves.html")
    own = "spurPage.meta.times.raw.styles[0]"
    check(browser.run(f"[{own}.label, {own}.form === FORM.MOVE]"), ["migration", True])
    count = """(() => {
      const seen = byId('picture'), { left, top, plotPx, viewPx } = spurPage.picture, style = %s;
      const wanted = parseColor(style.color), { data } = seen.getContext('2d').getImageData(left + 2, top + 1, plotPx - 4, viewPx - 2);
      let n = 0;
      for (let i = 0; i < data.length; i += 4)
        n += wanted.every((value, k) => data[i + k] === value);
      return n;
    })()""" % own
    assert browser.run(count) > 10, browser.run(count)
    browser.run(f"{own}.color = '#12c07f'; spurPage.refresh()")
    browser.settle()
    assert browser.run(count) > 10, browser.run(count)
    browser.run("byId('legend').querySelector('[data-style=\"0\"]').click()")
    browser.settle()
    check(browser.run(count), 0)


# Of moves.html, how many pixels each sign of a placement takes: at the begin of the trace, and in its middle.
SIGNS = """(() => {
  const { picture, meta } = spurPage, { lanes } = picture.rows.layout(picture.scroll, picture.viewPx, 1);
  const wanted = parseColor(meta.times.raw.styles.find((style) => style.label === 'placed').color), reach = 12;
  return [0, 5000].map((time, lane) => {
    const left = Math.round(Math.max(picture.x(time) - reach, picture.left)), top = Math.round(picture.top + lanes[lane].y - 3 * reach);
    const { data } = byId('picture').getContext('2d').getImageData(left, top, 2 * reach, 3 * reach - 1);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4)
      sum += wanted.every((value, k) => Math.abs(data[i + k] - value) < 40);
    return sum;
  });
})()"""


def test_signs(browser, folder):
    """Signs are whole at the begin of what is seen, and grow with the text on a large screen."""
    areas = []
    for width, height in ((1280, 900), (3840, 2160)):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        browser.open(folder / "moves.html")
        browser.run("byId('show-moves').click()")
        browser.settle()
        first, second = browser.run(SIGNS)
        assert first > 8 and abs(first - second) <= 0.2 * first, (width, first, second)
        areas.append(first)
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
    assert 1.8 * areas[0] < areas[1] < 3 * areas[0], areas


# A painter of one lane from 0 to 100 on ten columns, which notes the lines that it draws.
PAINTER = """(style, paint) => {
  const lines = [], one = Object.create(Painter.prototype);
  Object.assign(one, { colors: [0], px: 1, tile: { columns: 10 }, raster: { line: (...line) => lines.push(line) },
                       look: { lanes: [{ y: 0, height: 100 }], hiddenStyles: [],
                               styles: [{ full: 0, largest: 0, width: 2, dash: 0, opacity: 1, ...style }] } });
  paint(one);
  return lines;
}"""


def test_arrow_ends(browser, folder):
    """Moves come to bars, and to the edge of a lane where it has none at that time."""
    browser.open(folder / "rows.html")
    ends = """(async () => {
      const [query, look] = spurPage.picture.request('raw', false), tile = await spurPage.source.tile(query);
      const painter = new Painter(tile, look, new Raster()), { lanes } = look;
      const rowAt = (y) => look.strips.findIndex((box) => y === box.y || y === box.y + box.height);
      return tile.moves.map((move) => painter.ends(move).map(rowAt));
    })()"""
    # Rows 0 and 1 are of PE 0, and row 2 is the upper one of PE 1. The object of row 0 goes after that of row 1.
    check(sorted(browser.run(ends)), [[0, 2], [1, 2]])
    # From a lane to itself a line runs below its states, and in a low lane through them.
    for height, y in ((100, 104), (20, 10)):
        inner = browser.run(f"""(() => {{ let found; ({PAINTER})({{}}, (one) => {{
          Object.assign(one.look.lanes[0], {{ y: 0, height: {height} }});
          found = one.ends({{ from: 0, to: 0, a: 1, b: 2 }});
        }}); return found; }})()""")
        check(inner, [y, y])


def test_full(browser, folder):
    """A value fills its lane where it is all there is, and else the largest one does; the legend says which."""
    browser.open(folder / "corrected.html")
    for full, largest, y, text in ((0, 0.25, 0, "share, up to 0.25"), (1, 0.25, 75, "share, up to 0.25 of 1"),
                                   (1, 1.25, 80, "share, up to 1.25"), (0, 0, 100, "share, up to 0")):
        style = f"{{ full: {full}, largest: {largest}, label: 'share' }}"
        lines = browser.run(f"({PAINTER})({style}, (one) => one.paintLevel("
                            f"{{ lane: 0, style: 0, a: [0], b: [10], values: [{min(largest, 0.25)}] }}))")
        check([[line[1], line[3]] for line in lines], [[y, y], [y, y]])
        check(browser.run(f"describeLevel({style})"), text)


def test_begin(browser, folder):
    """What is at the begin and at the end of what is seen is whole, and the frame covers nothing of the picture."""
    browser.open(folder / "work.html")
    for at, x in ((0, 1), (5, 5), (10, 9)):
        lines = browser.run(f"({PAINTER})({{ form: FORM.TICK }}, (one) => one.paintMark({{ lane: 0, style: 0, a: {at} }}))")
        check([[line[0], line[2]] for line in lines], [[x, x]])
    # The bar of work goes from one end of the picture to the other.
    seen = browser.run("""(() => {
      const { picture, rows } = spurPage, { left, top, plotPx, scale, fills } = picture, [row] = rows.list;
      const { data } = byId('picture').getContext('2d').getImageData(left * scale, Math.round((top + row.top + row.body / 2) * scale),
                                                                     plotPx * scale, 1);
      const fill = parseColor(fills[spurPage.meta.swatches.findIndex((one) => one.label === 'work')]);
      return [0, data.length - 4].map((at) => fill.every((value, k) => Math.abs(data[at + k] - value) < 6));
    })()""")
    check(seen, [True, True])


def test_at_once(browser, folder):
    """Below the name of a lane is how many of its rows have a bar at once in what is seen, in full."""
    browser.open(folder / "rows.html")
    told = """(() => {
      const { picture } = spurPage, { context } = picture, own = context.fillText.bind(context), texts = [];
      context.fillText = (text, x, y) => {
        const isWhole = x + context.measureText(text).width < picture.left - 0.4 * picture.em;
        texts.push(isWhole || x > picture.left ? text : `${text}, cut`);
        own(text, x, y);
      };
      spurPage.drawNow();
      context.fillText = own;
      return texts.filter((text) => ['PE 0', 'PE 1'].includes(text) || / at once/.test(text));
    })()"""
    # The begin of the trace is at 1 us. Both objects are on PE 0 until 4 us, one stays until 7 us; PE 1 has both then.
    for begin, end, expected in ((0, 10000, ["PE 0", "2 at once", "PE 1", "2 at once"]), (0, 2900, ["PE 0", "2 at once", "PE 1"]),
                                 (3100, 5900, ["PE 0", "PE 1"]), (6100, 9900, ["PE 0", "PE 1", "2 at once"])):
        browser.run(f"spurPage.look({begin}, {end})")
        browser.settle()
        check(browser.run(told), expected)
    # Bars of a tenth of a column are counted as well; those in one another are one, and what ends is not there with what begins.
    browser.run("spurPage.look(0, 1e7)")
    browser.settle()
    check(browser.run("[...spurPage.picture.atOnce]"), [[0, 2], [1, 2]])
    tracks = "[{ n: 3, begin: [0, 2, 6], end: [5, 3, 9] }, { n: 2, begin: [5, 7], end: [6, 9] }, { n: 1, begin: [8], end: [8.5] }]"
    check(browser.run(f"[[0, 9], [0, 6], [6.5, 8], [8.5, 9]].map(([from, to]) => countOverlaps({tracks}, from, to))"), [3, 1, 2, 2])


def test_low_rows(browser, folder):
    """Rows that would be lower than two pixels are one of their mean, and say so."""
    browser.open(folder / "low.html")
    # With 60 lanes each has ten pixels or so.
    strips = "spurPage.rows.layout(0, 1e4, 1).strips.filter((strip) => strip.lane === 0)"
    check(browser.run(f"{strips}.map((strip) => Boolean(strip.isMean))"), [True])
    tile = f"spurPage.source.tile({{mode: 'raw', from: 0, to: 8000, columns: 2, hidden: [], strips: {strips}}})"
    shares = browser.run(tile + """.then(({ strips: [strip] }) => [0, 1].map((k) => [0, 1, 2]
      .filter((slot) => strip.share[k * SLOTS + slot]).map((slot) => [spurPage.meta.swatches[strip.swatch[k * SLOTS + slot]].label,
                                                                       Math.round(strip.share[k * SLOTS + slot] / 255 * 8)])))""")
    check(shares, [[["work", 4], ["present", 4]], [["work", 2], ["present", 6]]])
    found = browser.run("(async () => { const { picture } = spurPage, [query, look] = picture.request('raw', false);"
                        " await spurPage.source.frame(query, look); const box = look.strips[0];"
                        " return spurPage.source.at(10, box.y + box.height / 2); })()")
    check((found["kind"], found["lane"]), ("shares", 0))
    # A target with few rows has room for them.
    browser.run("byId('filter').value = 'PE 0'; byId('filter').dispatchEvent(new Event('input'))")
    check(browser.run(f"{strips}.length"), browser.run("spurPage.meta.lanes[0].tracks.raw"))


def test_names(browser, folder):
    """A name is not written again where the last one is in sight."""
    browser.open(folder / "turns.html")
    browser.run("""(() => {
      const { context } = spurPage.picture, own = context.fillText.bind(context);
      globalThis.texts = [];
      context.fillText = (text, x, y) => { texts.push(text); own(text, x, y); };
      spurPage.drawNow();
    })()""")
    # Ten bars of some 100 pixels each are in the state, one after the other.
    check(browser.run("texts.filter((text) => text === 'work').length"), 2)


def test_frames(browser, folder):
    """A frame takes the same few calls of the canvas whatever the trace is."""
    browser.open(folder / "many.html")
    calls = browser.run("""(() => {
      const context = spurPage.picture.context, proto = Object.getPrototypeOf(context);
      let n = 0;
      for (const name of Object.getOwnPropertyNames(proto)) {
        const own = Object.getOwnPropertyDescriptor(proto, name);
        if (typeof own.value === 'function')
          context[name] = (...args) => { n++; return own.value.apply(context, args); };
      }
      spurPage.drawNow();
      return n;
    })()""")
    print(f"# {calls} calls")
    assert calls <= 300, calls


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.argv[1], name], check=True)
        run_tests([test_address, test_policy, test_finding, test_finding_raw, test_shares, test_bundles, test_presence,
                   test_groups, test_load, test_paper, test_printed, test_ticks, test_tables, test_small, test_times, test_narrow, test_date, test_keys, test_search, test_profile,
                   test_filter, test_pointer, test_selection, test_clicks, test_chart, test_histogram,
                   test_classes, test_legend, test_controls, test_move_style, test_signs, test_arrow_ends, test_full, test_begin, test_at_once, test_low_rows, test_names,
                   test_frames],
                  Browser, folder)


main()
