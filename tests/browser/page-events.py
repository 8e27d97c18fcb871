#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The events of the page are those that `spur events` lists, with all their fields.

Usage: page-events.py SPUR SIMULATOR TRACE...
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from chromium import Browser
from tap import check, run_tests

N_EVENTS = 100
N_TIMES = 20
N_WHY = 40
# The page follows chains not as far as the command.
N_LINKS = 150
# As many does the page tell in words.
N_TOLD = 12
SIMULATOR = sys.argv[2]


def list_events(spur, trace, *options):
    lines = subprocess.run([spur, "events", "--json", *options, trace], check=True, capture_output=True, text=True).stdout
    events = [json.loads(line) for line in lines.splitlines()]
    return [event for event in events if "event" in event]


def same(shown, value):
    """Whether a text is a value of JSON: numbers are compared as numbers."""
    if value is None:
        return shown == "-"
    if isinstance(value, float):
        return float(shown) == value
    return isinstance(value, (list, dict)) or shown == str(value)


def test_all(browser, spur, traces, folder):
    """Every event is in the page: 100 of them, by key and in the panel, are as `spur events` lists them."""
    for i, trace in enumerate(traces):
        page = folder / f"{i}.html"
        subprocess.run([spur, "report", trace, "-o", page], check=True, stdout=subprocess.DEVNULL)
        events = list_events(spur, trace)
        browser.open(page)
        check(browser.run("spurPage.meta.lanes.reduce((sum, lane) => sum + lane.nEvents, 0)"), len(events))
        zero = min(event["time_ns"] for event in events)
        chosen = random.Random(7).sample(events, min(N_EVENTS, len(events)))
        for event in chosen:
            check_event(browser, event, zero)


def check_event(browser, event, zero):
    stream, number = event["stream"], event["event"]
    before = number - 1 if number > 0 else number
    browser.run("byId('picture').focus()")
    browser.run(f"spurPage.focus.set({stream}, {before})")
    if before != number:
        # The key goes along the row, in which other streams may have events between.
        found = browser.run(f"spurPage.source.beside({stream}, {before}, 1, spurPage.mode)")
        browser.key("ArrowRight")
        browser.wait(f"spurPage.focus.event.event === {found['event']}", "the key does not go on")
        if (found["stream"], found["event"]) != (stream, number):
            browser.run(f"spurPage.focus.set({stream}, {number})")
    browser.key("Enter")
    browser.wait(f"byId('panel').dataset.event === '{stream}:{number}'", "the panel shows another event")
    shown = browser.run("spurPage.focus.event")
    check(shown["className"], event["class"])
    check(shown["time"], event["time_ns"] - zero)
    check(shown["raw"], event["raw_ns"] - zero)
    check([field["name"] for field in shown["fields"]], list(event["fields"]))
    for field in shown["fields"]:
        value = event["fields"][field["name"]]
        assert same(field["value"], value), (event, field)
    line = browser.run("byId('panel-title').textContent + ' ' + byId('panel-fields').innerText")
    for field in shown["fields"]:
        assert field["value"] in line, (field, line)


def tell_reason(reason):
    """What both the page and the command say of a link of the chain."""
    told = [reason["kind"], reason["of"]["stream"], reason["of"]["event"]]
    if reason["from"] and reason["kind"] != "more":
        told += [reason["from"]["stream"], reason["from"]["event"]]
    if reason["kind"] not in ("cause", "more", "unmoved"):
        told += [reason["method"], reason["shift_ns"]]
    return told + ([reason["edge"], reason["mu_ns"]] if reason["kind"] == "jump" else [])


def tell_shown(reason):
    kinds = ("message", "migration", "creation", "synchronisation", "collective", "named")
    told = [reason["kind"], reason["stream"], reason["event"]]
    if reason.get("fromStream") is not None and reason["kind"] != "more":
        told += [reason["fromStream"], reason["fromEvent"]]
    if reason["kind"] not in ("cause", "more", "unmoved"):
        told += [reason["method"], reason["after"] - reason["before"]]
    return told + ([kinds[reason["edge"]], reason["mu"]] if reason["kind"] == "jump" else [])


def drop_times(text):
    """A sentence without how long things take: the page and the command write that with other digits."""
    return re.sub(r"[+−-]?[\d.,]+ (ns|µs|us|ms|s)\b", "TIME", text).replace("not moved", "TIME")


def tell_command(spur, trace, stream, number):
    """What `spur explain` prints of the chain, with events as the page names them."""
    out = subprocess.run([spur, "explain", trace, f"{stream}:{number}"], check=True, capture_output=True, text=True).stdout
    told = re.split(r"\n {2}- ", out)[1:]
    return [drop_times(re.sub(r" event (\d+) \((\w+)\)", r":\1, \2", " ".join(one.split()))) for one in told]


def tell_panel(browser, stream, number, n_reasons):
    browser.run(f"spurPage.goTo({stream}, {number})")
    browser.wait(f"byId('panel').dataset.event === '{stream}:{number}' && document.querySelectorAll('.why li').length >= {min(n_reasons, N_TOLD)}",
                 "the panel does not say why")
    return [drop_times(text) for text in browser.run("[...document.querySelectorAll('.why li')].map((item) => item.textContent)")]


def test_why(browser, spur, traces, folder):
    """Why an event has its time is what `spur explain` says, link by link."""
    trace, page = folder / "why.spur", folder / "why.html"
    subprocess.run([spur, "correct", traces[0], "--method=hull,eclc", "-o", trace], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([spur, "report", trace, "-o", page], check=True, stdout=subprocess.DEVNULL)
    browser.open(page)
    kinds = set()
    for event in random.Random(5).sample(list_events(spur, trace), N_WHY):
        stream, number = event["stream"], event["event"]
        out = subprocess.run([spur, "explain", "--json", trace, f"{stream}:{number}"],
                             check=True, capture_output=True, text=True).stdout
        wanted = [tell_reason(reason) for reason in json.loads(out)["reasons"]]
        shown = [tell_shown(reason) for reason in browser.run(f"spurPage.source.explain({stream}, {number})")]
        check(shown[:N_LINKS], wanted[:N_LINKS])
        kinds.update(reason[0] for reason in wanted)
        check(tell_panel(browser, stream, number, len(wanted))[:N_TOLD], tell_command(spur, trace, stream, number)[:N_TOLD])
    assert {"jump", "cause", "carried", "spread"} <= kinds, kinds


def check_overview(browser, part, whole, length):
    """Where all rows are in one state for some columns, the overview of the whole trace has its colour there."""
    browser.open(whole)
    width, found = length // 400, []
    for begin in range(0, length - width, width):
        states = browser.run(f"spurPage.source.profile({begin}, {begin + width}, 'raw')")["states"]
        n_lanes = browser.run("spurPage.meta.lanes.length")
        if states and abs(states[0]["total"] - n_lanes * width) < n_lanes:
            found.append((begin + width // 2, browser.run(f"spurPage.meta.swatchOfState[{states[0]['key']}]")))
    assert len(found) > 10, found
    browser.open(part)
    check(browser.run("byId('whole').hidden"), False)
    frames = browser.run("[spurPage.meta.from, spurPage.meta.to, spurPage.overview.chosen.from, spurPage.overview.chosen.to]")
    for time_ns, swatch in found:
        if min(abs(time_ns - frame) for frame in frames) < 2 * width:
            continue
        shown, wanted = browser.run(f"""(() => {{
          const {{ overview, picture }} = spurPage, rows = Math.round(overview.plotHeight / overview.rowPx);
          const x = Math.round(overview.x({time_ns})), wanted = parseColor(picture.fills[{swatch}]).join();
          const colors = Array.from({{ length: rows }}, (_, row) => [...overview.context.getImageData(
            x, Math.round(overview.plotTop + (row + 0.4) * overview.rowPx), 1, 1).data].slice(0, 3).join());
          return [[...new Set(colors)], wanted];
        }})()""")
        check(shown, [wanted])
    browser.run("byId('overview').focus()")
    before = browser.run("spurPage.overview.chosen.from")
    browser.key("ArrowLeft")
    check(browser.run("spurPage.overview.chosen.from") < before, True)
    command = browser.run("byId('part-command').textContent")
    assert command.startswith("spur report ") and f"--from {browser.run('formatSeconds(spurPage.overview.chosen.from)')}s" in command, command


def test_part(browser, spur, traces, folder):
    """A page of a part has all events of that part, and says first what it is."""
    trace, page = traces[0], folder / "part.html"
    events = list_events(spur, trace)
    zero = min(event["time_ns"] for event in events)
    length = max(event["time_ns"] for event in events) - zero
    begin, end = length // 3, length // 2
    subprocess.run([spur, "report", trace, "-o", page, f"--from={begin}", f"--to={end}"],
                   check=True, stdout=subprocess.DEVNULL)
    wanted = sum(begin <= event["time_ns"] - zero <= end for event in events)
    browser.open(page)
    check(browser.run("spurPage.meta.lanes.reduce((sum, lane) => sum + lane.nEvents, 0)"), wanted)
    part = browser.run("byId('part').textContent")
    assert f"{wanted:,} of {len(events):,} events" in part, part
    check(browser.run("[spurPage.from, spurPage.to]"), [begin, end])
    check_overview(browser, page, folder / "0.html", length)


def test_marks(browser, spur, traces, folder):
    """What visualizers draw as ticks and signs is in the page, at the times of their events, and each leads to its own."""
    trace, page = folder / "project.spur", folder / "project.html"
    subprocess.run([SIMULATOR, "-o", trace], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([spur, "report", trace, "-o", page], check=True, stdout=subprocess.DEVNULL)
    browser.open(page)
    classes = {one["name"]: one["style"] for one in browser.run("spurPage.meta.classes")}
    forms = browser.run("spurPage.meta.times.raw.styles.map((style) => style.form)")
    events = list_events(spur, trace)
    zero = min(event["time_ns"] for event in events)
    wanted = {(classes[event["class"]], event["time_ns"] - zero) for event in events
              if forms[classes[event["class"]]] in (1, 2)}
    query = "{mode: 'raw', from: spurPage.from, to: spurPage.to, columns: 1e8, strips: [], hidden: []}"
    marks = browser.run(f"spurPage.source.tile({query}).then((tile) => tile.marks.map((m) => [m.style, m.time]))")
    # The signs of links between lanes come with them.
    drawn = {tuple(mark) for mark in marks if forms[mark[0]] in (1, 2)}
    assert drawn == wanted, (len(drawn - wanted), len(wanted - drawn))
    assert len(wanted) > 100, len(wanted)
    # Of several events at one time a mark leads to one that is drawn like it.
    opened = browser.run(f"""(async () => {{
      const found = [], {{ source }} = spurPage, {{ marks }} = await source.tile({query});
      for (const mark of marks) {{
        const {{ stream, event }} = await source.ofMark(mark, 'raw'), {{ className, time }} = await source.event(stream, event, 'raw');
        found.push([mark.style, mark.time, className, time]);
      }}
      return found;
    }})()""")
    for style, time, name, at in opened:
        if forms[style] in (1, 2):
            check((name, classes[name], at), (name, style, time))
    levels = browser.run(f"spurPage.source.tile({query}).then((tile) => tile.levels.length)")
    assert levels > 0


# Edges under the pointer between two rows, with the events that begin them, and what the page calls them.
EDGES = """(async () => {
  const { picture, rows, source } = spurPage, found = new Map(), { lanes } = rows.layout(picture.scroll, picture.viewPx, 1);
  for (let i = 0; i + 1 < lanes.length; i++)
    for (let x = 0; x < picture.plotPx; x += 3) {
      const y = (lanes[i].y + lanes[i].height + lanes[i + 1].y) / 2;
      const one = await source.at(x * picture.scale, y * picture.scale);
      if (one && one.kind === 'arrow' && one.count === 1)
        found.set(`${one.stream} ${one.event}`, [one.stream, one.event, spurPage.describe(one)[0]]);
    }
  return [...found.values()];
})()"""


def test_edges(browser, spur, traces, folder):
    """Under the pointer an edge is called by its kind, and as the legend calls messages of the class that sends it."""
    browser.open(folder / "project.html")
    classes = {(event["stream"], event["event"]): event["class"] for event in list_events(spur, folder / "project.spur")}
    styles = {one["name"]: one["style"] for one in browser.run("spurPage.meta.classes")}
    labels = browser.run("spurPage.meta.times.raw.styles.map((style) => style.label)")
    found = browser.run(EDGES)
    for stream, event, title in found:
        name = classes[stream, event]
        kind, _, label = title.partition(": ")
        check((name, kind), (name, "Creation" if "Creation" in name else "Message"))
        check((name, label), (name, labels[styles[name]] if kind == "Message" else ""))
    titles = {title for _, _, title in found}
    assert len(found) > 100 and len(titles) >= 4, titles


def test_presence(browser, spur, traces, folder):
    """Which load objects have a bar on a target at a time is what `spur at` says."""
    trace = folder / "project.spur"
    browser.open(folder / "project.html")
    begin, end = browser.run("[spurPage.from, spurPage.to]")
    for time_ns in random.Random(3).sample(range(int(begin), int(end)), N_TIMES):
        out = subprocess.run([spur, "at", f"--time={time_ns}", "--json", trace], check=True, capture_output=True, text=True)
        objects = json.loads(out.stdout)["objects"]
        targets = set(browser.run("spurPage.meta.lanes.map((lane) => lane.name)"))
        wanted = sorted((one["name"], one["target"]) for one in objects
                        if one["exists"] and one["target"] in targets and one["name"] not in targets)
        shown = browser.run(f"""(() => {{
          const rows = spurPage.meta.lanes.flatMap((lane, i) => lane.objects.map((one) => [one, lane.name, i]));
          const strips = rows.map(([one, , i]) => ({{ lane: i, row: 0, object: one.object }}));
          return spurPage.source.tile({{ mode: 'raw', from: {time_ns}, to: {time_ns} + 1, columns: 1, hidden: [], strips }})
            .then((tile) => rows.filter((row, i) => tile.strips[i].present[0] > 0).map(([one, name]) => [one.name, name]));
        }})()""")
        check(sorted(map(tuple, shown)), wanted)
    # An agent is in its process, and so are its tasks in it.
    depths = browser.run("Object.fromEntries(spurPage.meta.lanes.flatMap((lane) => lane.objects.map((one) => [one.name.split(' ')[0], one.depth])))")
    check((depths["process"], depths["agent"], depths["task"]), (0, 1, 2))


def test_sizes(browser, spur, traces, folder):
    """Sizes of the messages that a span sends are counted by powers of two, as `spur events` lists the sends."""
    page = folder / "sizes.html"
    subprocess.run([spur, "report", traces[0], "-o", page], check=True, stdout=subprocess.DEVNULL)
    sends = list_events(spur, traces[0], "--class", "Channel_Send_Event")
    zero = min(event["time_ns"] for event in list_events(spur, traces[0], "--limit", "1"))
    browser.open(page)
    browser.run("byId('profile').open = true; byId('profile-by').value = 'sizes'")
    end = browser.run("spurPage.full.end")
    times = sorted(event["time_ns"] - zero for event in sends)
    for begin, end in ((0, end), (times[len(times) // 4], times[len(times) // 2])):
        browser.run(f"spurPage.look({begin}, {end}); byId('profile-by').dispatchEvent(new Event('change'))")
        browser.settle()
        # Of 0 bytes, of 1, of 2 or 3, and so on.
        seen = browser.run("[spurPage.from, spurPage.to]")
        bins = [event["fields"]["size"].bit_length() for event in sends if seen[0] <= event["time_ns"] - zero < seen[1]]
        expected = [f"{bins.count(i):,} messages" for i in range(min(bins), max(bins) + 1)]
        browser.wait("[...byId('profile-body').querySelectorAll('.histogram tr')].map((row) => row.cells[2].textContent).join() === "
                     + repr(",".join(expected)), f"the histogram is not {expected}")


def test_calls(browser, spur, traces, folder):
    """With all rows unfolded, names on bars included, a frame takes at most 300 calls of the canvas."""
    browser.call("Emulation.setDeviceMetricsOverride", width=1920, height=1080, deviceScaleFactor=1, mobile=False)
    browser.open(folder / "1.html")
    browser.run("byId('unfold').click()")
    browser.settle()
    browser.run("spurPage.zoom(0.02)")
    browser.settle()
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
        run_tests([test_all, test_why, test_part, test_marks, test_edges, test_presence, test_sizes, test_calls], Browser, sys.argv[1], sys.argv[3:], pathlib.Path(name))


main()
