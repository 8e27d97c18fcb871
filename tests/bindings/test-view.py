# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures of traces through introspection."""
import os
import tempfile
import traceback

import gi

gi.require_version('Spur', '1')
gi.require_version('SpurView', '1')
from gi.repository import GLib, Spur, SpurView

MIGRATION = 'LO_Migration_Event'


def record():
    recorder = Spur.Recorder.new()
    hosts = [Spur.ActiveObject.new(Spur.Target, name, 'host') for name in ('north', 'south')]
    task = Spur.ActiveObject.new(Spur.LoadObject, 'task', 'process')
    for host, kind in ((hosts[0], Spur.LoPlacementEvent), (hosts[1], Spur.LoMigrationEvent)):
        recorder.set_source(host)
        event = kind()
        event['object'], event['destination'] = task, host
        recorder.record(event)
    return recorder.finish()


def find_style(registry, kind):
    layout = kind().get_layout()
    return SpurView.View.create_visualizer(registry, layout).get_style(layout)


def test_enumerations():
    """Forms, glyphs and errors have types with nicks."""
    assert SpurView.Form.MOVE.value_nick == 'move'
    assert SpurView.Glyph.TRIANGLE_DOWN.value_nick == 'triangle-down'
    assert SpurView.ViewError.SIZE.value_nick == 'size'


def test_style():
    """A style of an event class is read, and given anew."""
    registry = Spur.Registry.new()
    style = find_style(registry, Spur.LoMigrationEvent)
    assert style.form == SpurView.Form.MOVE and style.label == 'migration'
    style.color = 0x005F73
    SpurView.View.add_style(registry, MIGRATION, style)
    assert find_style(registry, Spur.LoMigrationEvent).color == 0x005F73


def test_saved():
    """A trace is drawn into a file, and a name that says no format is refused by the domain."""
    trace = record()
    view = SpurView.SpaceTimeView.new(trace, Spur.Edges.new_for_trace(trace, None))
    view.set_title('From Python')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'trace.svg')
        assert view.save(path)
        with open(path, encoding='utf-8') as file:
            assert '<svg' in file.read(1000)
        try:
            view.save(os.path.join(folder, 'trace.txt'))
            raise AssertionError('trace.txt is written')
        except GLib.Error as error:
            assert error.matches(SpurView.ViewError.quark(), SpurView.ViewError.SUFFIX)


def main():
    tests = [value for name, value in sorted(globals().items()) if name.startswith('test_')]
    print(f'1..{len(tests)}')
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f'ok {number} {test.__name__}')
        except Exception:
            print(f'not ok {number} {test.__name__}')
            for line in traceback.format_exc().splitlines():
                print(f'# {line}')


main()
