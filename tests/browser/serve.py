#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The page of a server shows what its trace has: states of any window, and the events of small ones.

Usage: serve.py SERVE-PAGE SPUR TRACE COLLECT-PROGRAM
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

from chromium import Browser
from tap import check, run_tests

# Of served-trace.c: a call and its pause take 1000 + 7919 i % 1000 ns.
N_EVENTS = 60000
N_STATES = 5
BEGINS = [0]
for call in range(N_EVENTS // 2):
    BEGINS.append(BEGINS[-1] + 1000 + call * 7919 % 1000)

# Of recordings.
PREAMBLE_BYTES = 96
HEADER_BYTES = 56
EVENTS, STATUS = 6, 10

# The engine of the page, in the page, so that a test can ask it what the worker is not asked.
ENGINE = """(async () => {
  const text = await (await fetch(location.pathname)).text();
  const data = JSON.parse(new DOMParser().parseFromString(text, 'text/html').getElementById('data').textContent);
  const engine = new ServedEngine();
  await engine.open({ ...data, address: new URL('.', location.href).href });
  %s
})()"""


class Server:
    """A server in a process of its own."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait(30)


def test_large(browser, program, spur, trace, recorder):
    """All of a large trace is seen as states; the page says so, and loads from its server only."""
    with Server(program) as server:
        browser.requests.clear()
        browser.go(server.address)
        check(browser.run("byId('seen').textContent"), "180,000 events in this window, of which the states are shown")
        assert browser.run("byId('red').parentElement.hidden")
        assert "100,000 events" in browser.run("byId('part').textContent")
        others = [url for url in browser.requests if not url.startswith((server.address, "about:", "blob:"))]
        check(others, [])
        # Two rows are filled from side to side.
        filled = browser.run("""(() => {
          const { picture } = spurPage, image = picture.context.getImageData(0, 0, picture.canvas.width, picture.canvas.height);
          const row = picture.rows.list[0], y = Math.round(picture.top + row.top + row.body / 2);
          let n = 0;
          for (let x = 0; x < picture.plotPx; x++)
            n += image.data[(y * image.width + Math.round(picture.left) + x) * 4 + 2] < 250;
          return n / picture.plotPx;
        })()""")
        assert filled > 0.95, filled
        found = browser.run("spurPage.source.at(5, 50)")
        check((found["kind"], found["lane"]), ("shares", 0))
        total = sum(share for _, share in found["parts"])
        # Each call takes three quarters of its time.
        assert abs(total - 0.75) < 0.02, found


def test_small_window(browser, program, spur, trace, recorder):
    """A small window has its events, as they were recorded, and as they were corrected."""
    with Server(program) as server:
        browser.go(server.address + "#from=10000000&to=10100000")
        browser.settle()
        check(browser.run("byId('red').parentElement.hidden"), False)
        for mode, shift in (("raw", 0), ("corrected", 1000000)):
            for number in (0, 1, 30000, N_EVENTS - 1):
                event = browser.run(f"spurPage.source.event(1, {number}, '{mode}')")
                time = BEGINS[number // 2]
                if number % 2:
                    time += (BEGINS[number // 2 + 1] - time) * 3 // 4
                check((event["time"], event["raw"]), (time + shift, time))
                check(event["className"], "Region_Exit_Event" if number % 2 else "Region_Enter_Event")
        state = browser.run("spurPage.source.event(0, 2, 'raw')")["fields"][1]["value"]
        check(state, "function <1>")
        # Lifelines and load-lines are those of the part; of a window without one they say that it is too long.
        browser.run("byId('lifelines-part').open = true; byId('lifeline-load-line').value = '2 * 3'; spurPage.setMode('raw'); spurPage.look(10000000, 10050000)")
        browser.settle()
        n = sum(10000000 <= time <= 10050000 for begin, end in zip(BEGINS, BEGINS[1:]) for time in (begin, begin + (end - begin) * 3 // 4)) * 3
        browser.wait(f"byId('lifelines-said').textContent.includes(' lifelines of {n} of {n} events, ')", "there are no lifelines")
        check(browser.run("spurPage.lifelines.found.loadLines.map(({ text, nValues, least, most }) => [text, nValues, least, most])"),
              [["2 * 3", n, 6, 6]])
        browser.run("spurPage.look(spurPage.full.begin, spurPage.full.end)")
        browser.wait("byId('lifelines').hidden && byId('lifelines-said').textContent.endsWith('events are too many for that: zoom in.')",
                     "all is drawn")
        # From one part to the next one.
        browser.run("spurPage.source.event(2, 20000, 'raw')")
        end = browser.run(ENGINE % """
          await engine.event(2, 20000, 'raw');
          const { first, n } = engine.parts.raw.engine.store.streams[2];
          return [first + n - 1, await engine.beside(2, first + n - 1, 1, 'raw'), await engine.beside(2, first, -1, 'raw'), first];""")
        check((end[1]["event"], end[2]["event"]), (end[0] + 1, end[3] - 1))


def test_same_states(browser, program, spur, trace, recorder):
    """States of a tile are those of the events of a part, in each column."""
    with Server(program) as server:
        browser.go(server.address)
        for mode in ("raw", "corrected"):
            worst = browser.run(ENGINE % f"""
              const query = {{ mode: '{mode}', from: 12000000, to: 13000000, columns: 250, hidden: query0(),
                              strips: [0, 1, 2].map((lane) => ({{ lane, row: 0 }})) }};
              function query0() {{ return data.swatches.map(() => false); }}
              const part = await engine.load({{ mode: '{mode}', from: query.from, to: query.to }});
              const sums = (tile) => tile.strips.map((strip) => {{
                const all = new Array(250 * 20).fill(0);
                strip.share.forEach((share, i) => {{ all[Math.floor(i / 3) * 20 + strip.swatch[i]] += share; }});
                return all;
              }}).flat();
              const a = sums(await engine.tile(query)), b = sums(await part.tile(query));
              return [Math.max(...a.map((value, i) => Math.abs(value - b[i]))), Math.max(...a)];""")
            # A share below 1/255 is one where there are events, and may be the fourth in one of them.
            assert worst[0] <= 4 and worst[1] > 100, worst


def test_profile(browser, program, spur, trace, recorder):
    """Times of a profile are those of any window; how often needs a window with few events, and the page says so."""
    with Server(program) as server:
        browser.go(server.address)
        browser.run("byId('profile').open = true")
        browser.wait("byId('profile-body').textContent.includes('function')", "there is no profile")
        states = browser.run("spurPage.tables.profile.states")
        # Three streams are in states for three quarters of their time.
        calls = sum((end - begin) * 3 // 4 for begin, end in zip(BEGINS, BEGINS[1:]))
        check(sum(row["total"] for row in states), 3 * calls)
        check([row.get("n") for row in states], [None] * len(states))
        browser.run("byId('profile-by').value = 'durations'; byId('profile-by').dispatchEvent(new Event('change'))")
        assert "too many" in browser.run("byId('profile-body').textContent")
        browser.run("spurPage.setMode('raw'); spurPage.look(10000000, 11000000)")
        browser.settle()
        browser.wait("byId('profile-body').textContent.includes('below')", "there is no histogram")
        # Of the events of a part the same times are summed up.
        few = browser.run("spurPage.tables.profile.states")
        asked = browser.run("fetch(new URL('profile?mode=raw&from=10000000&to=11000000', location.href))"
                            ".then((response) => response.json())")
        check(sorted(row["total"] for row in few), sorted(total for _, total in asked["states"]))


def state_of(stream, call):
    return (stream + call * call) % N_STATES


def test_load(browser, program, spur, trace, recorder):
    """The chart shows the mean load of the targets and the largest one, of the window that is seen."""
    with Server(program) as server:
        browser.go(server.address + "#raw=1")
        # The last state is of communication, which is no load.
        for call in (3, 4, 29999):
            browser.run(f"spurPage.look({BEGINS[call]}, {BEGINS[call + 1]})")
            browser.settle()
            means, largest = browser.run("[spurPage.chart.known.means, spurPage.chart.known.largest]"
                                         ".map((all) => Object.values(all).reduce((sum, one) => sum + one, 0) / all.length)")
            shares = [0.75 * (state_of(stream, call) < N_STATES - 1) for stream in range(3)]
            assert abs(means - sum(shares) / 3) < 0.002 and abs(largest - max(shares)) < 0.002, (call, means, largest, shares)
        check(browser.run("byId('load-part').hidden"), False)
        browser.run("byId('sort').value = 'load'; byId('sort').dispatchEvent(new Event('change'))")
        loads = browser.run("spurPage.rows.list.map((row) => spurPage.meta.lanes[row.lane].load)")
        check(loads, sorted(loads, reverse=True))
        assert 0.5 < loads[0] < 0.76, loads
        browser.settle()


def test_system(browser, program, spur, trace, recorder):
    """The system at a time is that of all events, and steps go to the next event, whatever the page has of them."""
    with Server(program) as server:
        browser.go(server.address + "#raw=1&at=0")
        boxes = "[spurPage.system.boxes.time, spurPage.system.boxes.slice(1).filter((box) => !box.isTarget).map((box) =>" \
                " [spurPage.meta.objects[spurPage.system.boxes[box.parent].object], spurPage.meta.states[box.state] || null])]"
        for call, part in ((10, 0.5), (10, 0.9), (20000, 0), (29999, 0.74)):
            time = int(BEGINS[call] + (BEGINS[call + 1] - BEGINS[call]) * part)
            browser.run(f"spurPage.system.moveTo({time})")
            browser.wait(f"spurPage.system.boxes.time === {time} && !spurPage.system.isAsking", "the time is not shown")
            check(browser.run(boxes), [time, [[f"rank {stream}", f"function <{state_of(stream, call)}>" if part < 0.75 else None]
                                              for stream in range(3)]])
        for time, step, expected in ((BEGINS[20000], 1, BEGINS[20000] + (BEGINS[20001] - BEGINS[20000]) * 3 // 4),
                                     (BEGINS[20000] + 1, -1, BEGINS[20000]), (BEGINS[0], -1, None)):
            found = browser.run(f"spurPage.source.step(-1, {time}, {step}, 'raw')")
            check(found and found["time"], expected)
        # Of a class without events all parts are looked through, up to the end.
        places = [BEGINS[0]]
        while places[-1] is not None:
            found = browser.run(f"spurPage.source.step(9999, {places[-1]}, 1, 'raw')")
            places.append(found and found["searchedTo"])
        check(places[:-1], sorted(set(places[:-1])))
        # The first steps say how far they have come.
        browser.run(f"spurPage.system.moveTo({BEGINS[0]}); spurPage.source.step = async () => ({{ searchedTo: {BEGINS[1]} }})")
        browser.run("spurPage.system.step(1)")
        check(browser.run("spurPage.system.time"), BEGINS[1])
        assert "search on" in browser.run("byId('system-said').textContent")
        browser.settle()


def test_marks(browser, program, spur, trace, recorder):
    """Of a window with many events marks are there, too: those at one place are one, with the number of all."""
    with tempfile.TemporaryDirectory() as folder:
        # More than a page that is live has itself.
        whole = pathlib.Path(folder) / "whole.spurrec"
        subprocess.run([recorder, whole, "2", "80000", "200"], check=True, stdout=subprocess.DEVNULL)
        with Server(spur, "serve", "--live", str(whole)) as server:
            browser.go(server.address)
            check(browser.run("byId('seen').textContent"), "160,000 events in this window, of which the states and marks are shown")
            end = browser.run("spurPage.full.end")
            for begin in (0, end // 7):
                found = browser.run(ENGINE % f"""
                  Object.assign(engine, {{ sharp: {{}} }});
                  await engine.addMarks({{ mode: 'raw', from: {begin}, to: {end}, columns: 500 }}, {{ styles: spurPage.meta.times.raw.styles }});
                  return engine.sharp.marks.map(({{ lane, time, n, a }}) => [lane, time, n, Math.floor(a)]);""")
                lines = subprocess.run([spur, "events", "--json", "--from", str(begin), whole], check=True, capture_output=True, text=True).stdout.splitlines()
                check(sum(n for _, _, n, _ in found), len([line for line in lines if '"event":' in line]))
                # One of a row and column of the screen.
                check(len(set((lane, column) for lane, _, _, column in found)), len(found))
                assert len(found) > 20, len(found)
            # They are on the screen, with their number beside them and under the pointer.
            shown, found, told = browser.run("""(async () => {
              const [{ a, y, n }] = spurPage.picture.frame.numbers, found = await spurPage.source.at(a, y);
              return [n, found, spurPage.describe(found)[1].map(([, value]) => value)];
            })()""")
            check((found["kind"], found["n"], shown > 1, f"{shown:,}" in told), ("mark", shown, True, True))
            leave(browser)


def test_end(browser, program, spur, trace, recorder):
    """Where the server has ended, the page says so."""
    with Server(program) as server:
        browser.go(server.address)
        server.process.stdin.close()
        server.process.wait(30)
        browser.run("spurPage.look(0, 30000000)")
        browser.wait("!byId('broken').hidden", "nothing is said")
        assert "does not answer" in browser.run("byId('broken').textContent")
        browser.problems.clear()


def test_command(browser, program, spur, trace, recorder):
    """The command serves the page of a small trace with all of its events."""
    with Server(spur, "serve", trace) as server:
        browser.go(server.address)
        n_events = browser.run("spurPage.meta.lanes.reduce((sum, lane) => sum + lane.nEvents, 0)")
        check(n_events, count_events(spur, trace))
        assert browser.run("byId('part') === null")


def count_events(spur, trace):
    text = subprocess.run([spur, "info", "--json", trace], check=True, capture_output=True, text=True).stdout
    return json.loads(text)["events"]


def wait_for_events(browser, n_events):
    browser.wait("spurPage.meta.lanes.reduce((sum, lane) => sum + lane.nEvents, 0) === " + str(n_events),
                 "the page does not have what was added")


def wait_for(browser, n_events):
    wait_for_events(browser, n_events)
    browser.settle()


def leave(browser):
    """A page that is live would look for its server when that has ended."""
    browser.call("Page.navigate", url="about:blank")


def append(path, part):
    with open(path, "ab") as file:
        file.write(part)


def test_live(browser, program, spur, trace, recorder):
    """A page follows a recording that grows, stays where its window is moved back, and can be paused."""
    with tempfile.TemporaryDirectory() as folder:
        whole, now = pathlib.Path(folder) / "whole.spurrec", pathlib.Path(folder) / "now.spurrec"
        subprocess.run([spur, "monitor", "--quiet", "-o", whole, "--interval=5ms", "--for=2s"], check=True)
        # The first half of it says what there is to record.
        data = whole.read_bytes()
        ends = [len(data) * tenth // 10 for tenth in (6, 8, 9, 10)]
        parts = [data[begin:end] for begin, end in zip(ends, ends[1:])]
        now.write_bytes(data[:ends[0]])
        with Server(spur, "serve", "--live", str(now)) as server:
            browser.go(server.address)
            wait_for(browser, count_events(spur, now))
            browser.wait("spurPage.live && spurPage.live.version === 0", "the page is not live")
            append(now, parts[0])
            n_events = count_events(spur, now)
            wait_for(browser, n_events)
            check(browser.run("[spurPage.from === spurPage.full.begin, spurPage.to === spurPage.full.end]"), [True, True])
            # Texts come a little later.
            header = "document.querySelector('header').textContent"
            browser.wait(f"{header}.includes('{n_events:,} events in 1 stream')", "the header is not that of the newest page")
            assert f"{n_events:,}" in browser.run("document.querySelector('section[aria-labelledby=facts]').textContent")
            # Looking back stays; the data come nevertheless.
            browser.run("spurPage.look(100000000, 200000000)")
            append(now, parts[1])
            wait_for(browser, count_events(spur, now))
            check(browser.run("[spurPage.from, spurPage.to, byId('live-follow').checked]"), [100000000, 200000000, False])
            # Paused, nothing changes; then all of it is there, and the window is at the end again.
            before = browser.run("byId('live-pause').click(), spurPage.full.end")
            append(now, parts[2])
            time.sleep(1)
            check(browser.run("spurPage.full.end"), before)
            browser.run("byId('live-follow').click(), byId('live-pause').click()")
            wait_for(browser, count_events(spur, whole))
            check(browser.run("[spurPage.to === spurPage.full.end, Math.round(spurPage.to - spurPage.from)]"), [True, 100000000])
            leave(browser)


def test_tail(browser, program, spur, trace, recorder):
    """Of a recording of more events than a page follows, the newest ones have the places that `spur events` tells."""
    with tempfile.TemporaryDirectory() as folder:
        whole, now = pathlib.Path(folder) / "whole.spurrec", pathlib.Path(folder) / "now.spurrec"
        subprocess.run([recorder, whole, "2", "150000"], check=True, stdout=subprocess.DEVNULL)
        data = whole.read_bytes()
        ends = [len(data) * tenth // 10 for tenth in (2, 4, 8, 10)]
        now.write_bytes(data[:ends[0]])
        with Server(spur, "serve", "--live", str(now)) as server:
            browser.go(server.address)
            browser.wait("Boolean(spurPage.live)", "the page is not live")
            for begin, end in zip(ends, ends[1:]):
                append(now, data[begin:end])
                total = "spurPage.meta.streams.reduce((sum, { total, gone = 0, kept = [] }) => sum + total + gone - kept.length, 0)"
                browser.wait(f"{total} === {count_events(spur, now)}", "the page does not have what was added")
                browser.settle()
            browser.wait("document.querySelector('header').textContent.includes('300,000 events in 2 streams')",
                         "the header does not tell all events")
            # A recorder may have written one stream's events before the other's: those at the end are looked at.
            newest = browser.run("byId('tail').textContent")
            assert "of 300,000 events" in newest, newest
            n_looked_at = 0
            for stream in (0, 1):
                # One that ended long before the other has none of the newest events.
                if not browser.run(f"spurPage.source.nearest([{stream}], spurPage.full.end, 'raw').then(Boolean)"):
                    continue
                n_looked_at += 1
                browser.run(f"spurPage.source.nearest([{stream}], spurPage.full.end, 'raw')"
                            f".then((found) => spurPage.goTo(found.stream, found.event - {7 * stream}))")
                shown = browser.run("[spurPage.focus.event.name, spurPage.focus.event.number, spurPage.focus.event.raw,"
                                    " spurPage.focus.event.fields[0].value, byId('panel-body').textContent]")
                lines = subprocess.run([spur, "events", "--json", "--stream", shown[0], now], check=True,
                                       capture_output=True, text=True).stdout.splitlines()
                event = [json.loads(line) for line in lines if f'"event":{shown[1]},' in line][0]
                check(str(event["fields"]["number"]), shown[3])
                assert f"{shown[0]}:{shown[1]}" in shown[4], shown[4]
            assert n_looked_at > 0
            leave(browser)


def split_packets(data):
    """The head of a recording, and its packets with their kind and stream (doc/recording.md)."""
    packets, at, head = [], data.index(b"SPCL"), None
    while at + HEADER_BYTES <= len(data):
        if data[at:at + 4] != b"SPCL":
            at += 8
            continue
        kind, _, n_bytes = struct.unpack_from("<HHI", data, at + 4)
        if kind != STATUS:
            head = at if head is None else head
            packets.append((kind, *struct.unpack_from("<I", data, at + 36), data[at:at + HEADER_BYTES + n_bytes]))
        at += HEADER_BYTES + n_bytes
    return data[:PREAMBLE_BYTES], packets


def test_late(browser, program, spur, trace, recorder):
    """A stream whose first events come late is put before others: what is open and has focus stays that of its own stream."""
    with tempfile.TemporaryDirectory() as folder:
        whole, now = pathlib.Path(folder) / "whole.spurrec", pathlib.Path(folder) / "now.spurrec"
        subprocess.run([recorder, whole, "2", "20000"], check=True, stdout=subprocess.DEVNULL)
        head, packets = split_packets(whole.read_bytes())
        first = min(stream for kind, stream, _ in packets if kind == EVENTS)
        late = [part for kind, stream, part in packets if kind == EVENTS and stream == first]
        now.write_bytes(head + b"".join(part for kind, stream, part in packets if kind != EVENTS or stream != first))
        with Server(spur, "serve", "--live", str(now)) as server:
            browser.go(server.address)
            browser.wait("Boolean(spurPage.live)", "the page is not live")
            names = "spurPage.meta.streams.map((stream) => stream.name)"
            own, = browser.run(names)
            browser.run("spurPage.rows.toggle(0, true); spurPage.goTo(0, 7000)")
            browser.wait("byId('panel').dataset.event === '0:7000'", "there is no panel")
            date = "[...byId('panel-body').querySelectorAll('dd')][1].textContent"
            shown = browser.run(f"[{date}, spurPage.from === 0, byId('live-follow').click(), spurPage.look(1e5, 2e5)]")[0]
            # What is not whole yet is no damage.
            append(now, late[0][:len(late[0]) // 2 // 8 * 8])
            time.sleep(0.3)
            assert "no packet" not in browser.run("document.body.textContent")
            append(now, late[0][len(late[0]) // 2 // 8 * 8:] + b"".join(late[1:]))
            browser.wait(f"({names}).length === 2", "the late stream is not there")
            check(browser.run(names)[1], own)
            browser.wait("byId('panel').dataset.event === '1:7000'", "the panel shows another event")
            check(browser.run(f"[spurPage.focus.event.name, spurPage.focus.event.number, {date}]"), [own, 7000, shown])
            # The trace begins with the late stream now; the panel's command and the window count from there.
            begin, time_ns = browser.run("[spurPage.from, spurPage.focus.event.time]")
            assert begin != 1e5, begin
            line = subprocess.run([spur, "events", "--json", "--stream", own, now], check=True, capture_output=True, text=True).stdout.splitlines()
            event = json.loads([one for one in line if '"event":7000,' in one][0])
            first = json.loads(subprocess.run([spur, "events", "--json", "--limit", "1", now], check=True, capture_output=True,
                                              text=True).stdout.splitlines()[-1])
            check(time_ns, event["time_ns"] - first["time_ns"])
            assert f"{time_ns / 1e9:.9f} s" in browser.run("byId('panel-body').textContent")
            check(browser.run("[...spurPage.rows.open]"), [1])
            browser.settle()
            leave(browser)


def test_rewind(browser, program, spur, trace, recorder):
    """While it is live the system can be rewound, stepped and played, and the page follows the end again when it is told to."""
    with tempfile.TemporaryDirectory() as folder:
        whole, now = pathlib.Path(folder) / "whole.spurrec", pathlib.Path(folder) / "now.spurrec"
        subprocess.run([spur, "monitor", "--quiet", "-o", whole, "--interval=5ms", "--for=2s"], check=True)
        data = whole.read_bytes()
        # The first half of it says what there is to record.
        ends = [len(data) * part // 20 for part in (17, 18, 19, 20)]
        now.write_bytes(data[:ends[0]])
        with Server(spur, "serve", "--live", str(now)) as server:
            browser.go(server.address + "#at=0")
            wait_for(browser, count_events(spur, now))
            time_of = "spurPage.system.time"
            browser.run("spurPage.look(100000000, 200000000); byId('system-rewind').click()")
            browser.wait(f"{time_of} === 100000000 && !spurPage.system.isAsking", "it is not at the window's begin")
            append(now, data[ends[0]:ends[1]])
            wait_for(browser, count_events(spur, now))
            check(browser.run(f"[{time_of}, spurPage.from, byId('live-follow').checked]"), [100000000, 100000000, False])
            # The next event is the one that the command lists.
            browser.run("spurPage.system.step(1)")
            lines = subprocess.run([spur, "events", "--json", now], check=True, capture_output=True, text=True).stdout.splitlines()
            times = sorted(event["time_ns"] for event in map(json.loads, lines) if "event" in event)
            check(browser.run(time_of), next(one - times[0] for one in times if one - times[0] > 100000000))
            # It plays while more comes.
            before = browser.run(f"byId('system-play').click(), {time_of}")
            append(now, data[ends[1]:ends[2]])
            wait_for_events(browser, count_events(spur, now))
            browser.wait(f"{time_of} > {before}", "it does not play")
            browser.run("byId('system-play').click()")
            check(browser.run("byId('system-play').getAttribute('aria-pressed')"), "false")
            browser.run("byId('live-follow').click()")
            append(now, data[ends[2]:ends[3]])
            wait_for(browser, count_events(spur, now))
            check(browser.run("[spurPage.to === spurPage.full.end, Math.round(spurPage.to - spurPage.from)]"), [True, 100000000])
            leave(browser)


def wait_for_socket(path):
    deadline = time.monotonic() + 20
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} is not there"
        time.sleep(0.02)


def test_socket(browser, program, spur, trace, recorder):
    """What a collector serves is shown while it comes, as far as it has come; where there is none, that is said."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        collector = subprocess.Popen([spur, "collect", "-o", folder / "run.spur", "--listen", f"unix:{folder}/in",
                                      "--live", folder / "now.spurrec", "--serve-recording", f"unix:{folder}/out"],
                                     stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        monitor = None
        try:
            wait_for_socket(folder / "out")
            monitor = subprocess.Popen([spur, "monitor", "--quiet", "-o", f"unix:{folder}/in", "--interval=20ms"],
                                       stdout=subprocess.DEVNULL)
            with Server(spur, "serve", f"unix:{folder}/out") as server:
                browser.go(server.address)
                n_events = "spurPage.meta.lanes.reduce((sum, lane) => sum + lane.nEvents, 0)"
                before = browser.run(n_events)
                browser.wait(f"{n_events} > {before + 100}", "the page does not go on")
                check(browser.run("[byId('live-said').textContent, spurPage.to === spurPage.full.end]"), ["live", True])
                monitor.terminate()
                monitor.wait(30)
                collector.terminate()
                collector.wait(60)
                wait_for(browser, count_events(spur, folder / "now.spurrec"))
            failed = subprocess.run([spur, "serve", f"unix:{folder}/nothing"], capture_output=True, text=True)
            check((failed.returncode, "nothing: Could not connect" in failed.stderr), (3, True))
        finally:
            for process in (monitor, collector):
                if process and process.poll() is None:
                    process.kill()
                    process.wait(30)


def main():
    tests = [test_large, test_small_window, test_same_states, test_profile, test_load, test_system, test_marks, test_end, test_command, test_live,
             test_tail, test_late, test_rewind, test_socket]
    run_tests(tests, Browser, *sys.argv[1:])


main()
