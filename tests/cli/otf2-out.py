#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What `spur correct in.otf2 -o out.otf2` writes differs from its input in times only.

otf2-print shows both in full; its lines are compared, event by event for each location, without
the times. Then Spur reads the new archive: nothing in it is received before it is sent.

Usage: otf2-out.py SPUR OTF2-PRINT FOLDER...
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

EVENT = re.compile(r"^(\S+)\s+(\d+)\s+(\d+)\s*(.*)$")
TIME = re.compile(r"Time: \d+")


def show(otf2_print, path):
    """The definitions, and for each location its events in order, all without times."""
    text = subprocess.run(
        [otf2_print, "-A", "-M", "-C", "-T", path], check=True, capture_output=True
    ).stdout.decode("utf-8", "replace")
    rest = []
    events = collections.defaultdict(list)
    last = None
    is_events = False
    for line in text.splitlines():
        is_events = is_events or line.startswith("=== Events")
        event = EVENT.match(line) if is_events else None
        if event:
            last = event.group(2)
            events[last].append(event.group(1) + " " + TIME.sub("Time", event.group(4)))
        elif last is not None:
            events[last].append(line)
        elif line.startswith(("CLOCK_PROPERTIES", "CLOCK_OFFSET")):
            rest.append(line.split()[0])
        else:
            rest.append(line)
    return rest, events


def read_files(path):
    """All files of an archive but the anchor, by name."""
    folder = path.with_suffix("")
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    files[".def"] = path.with_suffix(".def").read_bytes()
    return files


def run(spur, otf2_print, path, folder):
    output = folder / "out.otf2"
    subprocess.run(
        [spur, "correct", path, "-o", output], check=True, stdout=subprocess.DEVNULL
    )
    old, new = show(otf2_print, path), show(otf2_print, output)
    assert old[0] == new[0], "the definitions differ"
    assert sum(map(len, old[1].values())) > 0
    assert old[1] == new[1], "the events differ"
    subprocess.run([spur, "check", output], check=True, stdout=subprocess.DEVNULL)
    maps = folder / "out.spurmap"
    copy = folder / "copy.otf2"
    subprocess.run([spur, "correct", path, "-o", maps], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        [spur, "convert", "--map", maps, path, copy], check=True, stdout=subprocess.DEVNULL
    )
    assert read_files(copy) == read_files(output), "saved maps give other times"
    again = subprocess.run([spur, "correct", path, "-o", output], capture_output=True, check=False)
    assert again.returncode == 2, "an archive was written over"
    forced = [spur, "correct", path, "-o", output, "--force"]
    subprocess.run(forced, check=True, stdout=subprocess.DEVNULL)
    assert read_files(copy) == read_files(output), "written over, an archive differs"


def main():
    spur, otf2_print, *folders = sys.argv[1:]
    shared = os.environ.get("SPUR_SHARED")
    if shared:
        folders.append(os.path.join(shared, "corpus"))
    found = {}
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.otf2")):
            found.setdefault(path.relative_to(folder), path)
    print(f"1..{len(found)}")
    for i, (name, path) in enumerate(found.items(), 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(spur, otf2_print, path, pathlib.Path(folder))
            except (AssertionError, subprocess.CalledProcessError) as problem:
                print(f"not ok {i} {name}\n# {type(problem).__name__}: {problem}")
                continue
        print(f"ok {i} {name}", flush=True)


main()
