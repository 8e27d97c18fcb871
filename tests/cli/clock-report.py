#!/usr/bin/python3 -B
# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The JSON report is as its schema says, and its numbers agree with each other.

Usage: clock-report.py SPUR SCHEMA TRACE...
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def matches(value, names):
    names = names if isinstance(names, list) else [names]
    return any(isinstance(value, TYPES[name]) and not isinstance(value, bool) for name in names)


def problems(value, rule, root, where="report"):
    """What JSON Schema draft 7 has against a value, as far as the schema uses it."""
    if "$ref" in rule:
        target = root
        for part in rule["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        rule = {**target, **{key: rule[key] for key in rule if key != "$ref"}}
    if "type" in rule and not matches(value, rule["type"]):
        yield f"{where}: is {value!r}, not {rule['type']}"
        return
    if "const" in rule and value != rule["const"]:
        yield f"{where}: is {value!r}, not {rule['const']!r}"
    if "enum" in rule and value not in rule["enum"]:
        yield f"{where}: is {value!r}, none of {rule['enum']}"
    if "minimum" in rule and value < rule["minimum"]:
        yield f"{where}: is {value}, below {rule['minimum']}"
    if isinstance(value, dict):
        for key in rule.get("required", []):
            if key not in value:
                yield f"{where}: has no {key}"
        for key, member in value.items():
            inner = rule.get("properties", {}).get(key, rule.get("additionalProperties"))
            if inner:
                yield from problems(member, inner, root, f"{where}.{key}")
    if isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            yield f"{where}: has {len(value)} items"
        inner = rule.get("items")
        for i, item in enumerate(value):
            if inner:
                each = inner[i] if isinstance(inner, list) else inner
                yield from problems(item, each, root, f"{where}[{i}]")


def check_numbers(report):
    streams = report["streams"]
    assert len(streams) == report["trace"]["streams"]
    assert sum(s["events"] for s in streams) == report["trace"]["events"]
    assert sum(s["moved_events"] for s in streams) == report["moved_events"]
    for key, kind in (("edges", "one-to-one"), ("collective_receives", "collective")):
        of_kind = [c for c in report["classes"] if c["kind"] == kind]
        assert sum(c["edges"] for c in of_kind) == report["before"][key]
        prefix = "collective_" if kind == "collective" else ""
        for side in ("before", "after"):
            for count in ("reversed", "below_mu"):
                assert sum(c[side][count] for c in of_kind) == report[side][prefix + count]
    assert sum(p["edges"] for p in report["pairs"]) == sum(c["edges"] for c in report["classes"])
    assert all(p["from"] != p["to"] for p in report["pairs"])
    for distortion in [report["distortion"]] + [s["distortion"] for s in streams]:
        assert sum(distortion["changes"]) == distortion["intervals"]
    assert report["after"]["reversed"] == 0
    assert report["facts"]["method"]


def run(spur, schema, trace, folder):
    paths = [folder / name for name in ("report.json", "report.html", "report.txt", "again.json")]
    output = folder / "out.spur"
    subprocess.run(
        [spur, "correct", trace, "-o", output] + [f"--report={p}" for p in paths[:3]],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run(
        [spur, "check", output, f"--report={paths[3]}"], check=True, stdout=subprocess.DEVNULL
    )
    report = json.loads(paths[0].read_text(encoding="utf-8"))
    found = list(problems(report, schema, schema))
    assert not found, found
    check_numbers(report)
    # The same of the saved correction, but for what only the run itself knows.
    again = json.loads(paths[3].read_text(encoding="utf-8"))
    for key in ("before", "after", "classes", "pairs", "distortion", "moved_events"):
        assert again[key] == report[key], key
    page = paths[1].read_text(encoding="utf-8")
    assert "<script" not in page and page.rstrip().endswith("</html>")
    assert "http://" not in page.replace("http://www.w3.org", "") and "https://" not in page
    try:
        import jsonschema
    except ImportError:
        return
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(report, schema, cls=jsonschema.Draft7Validator)


def main():
    spur, schema_path, *traces = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
    traces = [t for t in traces if pathlib.Path(t).exists()]
    print(f"1..{len(traces) + 1}")
    bad = {"format": "other", "version": 1, "mu_ns": "1"}
    print("ok 1 refuses" if len(list(problems(bad, schema, schema))) > 3 else "not ok 1 refuses")
    for i, trace in enumerate(traces, 2):
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(spur, schema, trace, pathlib.Path(folder))
            except (AssertionError, subprocess.CalledProcessError) as problem:
                print(f"not ok {i} {trace}\n# {type(problem).__name__}: {problem}")
                continue
        print(f"ok {i} {trace}")


main()
