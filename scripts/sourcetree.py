# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the checks share: where the sources are, and how to end."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Rooms, each of which may include only itself and those before it.
ROOMS = [
    "core/base",
    "core/model",
    "core/store",
    "core/format",
    "core/record",
    "core/merge",
    "core/causality",
    "core/clock",
    "core/analysis",
    "core/index",
    "core/simulate",
    "core/collect",
    "core/plugin",
    "events",
    "visualizers",
    "plugins",
    "cli",
]

OTHER_ROOMS = ["bench", "examples", "tests"]


def sources(rooms=None, suffixes=(".c", ".h")):
    """The source files of rooms, sorted; of all rooms by default."""
    for room in rooms or [*sorted({r.split("/")[0] for r in ROOMS}), *OTHER_ROOMS]:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in suffixes and "data" not in path.relative_to(ROOT).parts:
                yield path
    if rooms is None:
        yield ROOT / "spur.h"


def name(path):
    return str(path.relative_to(ROOT))


def room_of(path):
    text = path if isinstance(path, str) else name(path)
    for room in ROOMS:
        if text.startswith(room + "/"):
            return room
    return None


def without_comments(text):
    """The text with comments and the insides of strings blanked, its lines kept."""

    def blank(match):
        found = match.group(0)
        if found[0] in "\"'":
            return found[0] * 2 + " " * (len(found) - 2)
        return re.sub(r"[^\n]", " ", found)

    return re.sub(
        r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", blank, text, flags=re.S
    )


def finish(n_checked, problems):
    """Prints the problems and the count, and ends the program."""
    for problem in problems:
        print(problem)
    n_failed = len({problem.split(":")[0] for problem in problems})
    print(f"{n_checked - n_failed} passed, {n_failed} failed")
    sys.exit(1 if problems else 0)
