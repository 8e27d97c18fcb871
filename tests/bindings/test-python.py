# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import tempfile
import traceback

import gi

gi.require_version('Spur', '1')
from gi.repository import Spur

NONE = 0xFFFFFFFF


class MachineMove(Spur.LoMigrationEvent):
    __gtype_name__ = 'MachineMove'


def make_trace(n_events=1000):
    trace = Spur.Trace.new()
    clock = Spur.Clock()
    clock.name, clock.kind, clock.resolution_hz = 'c', 'monotonic', 1000000000
    target = trace.add_object(Spur.Target, 'host', 'host', NONE)
    stream = trace.add_stream('s', trace.add_clock(clock), target)
    task = Spur.ActiveObject.new(Spur.LoadObject, 'task', 'task')
    for i in range(n_events):
        event = MachineMove() if i % 2 else Spur.LoTerminationEvent()
        event['object'] = task
        event.time_ns = 10 * i
        trace.append_event(stream, event)
    trace.seal()
    return trace


def test_iteration():
    """Iterating gives the events in time order, each of its class."""
    trace = make_trace()
    events = list(trace)
    assert len(trace) == len(events) == 1000
    assert [event.time_ns for event in events] == list(range(0, 10000, 10))
    assert isinstance(events[1], MachineMove) and isinstance(events[1], Spur.LoMigrationEvent)
    assert events[1]['object'].get_name() == 'task' and events[1]['source'] is None
    assert events[1].keys() == ['object', 'source', 'destination']
    assert len(list(trace.streams[0])) == 1000 and trace.streams[0][3].time_ns == 30


def test_wrong_names():
    """A field that is not there is a KeyError, a position that is not there an IndexError."""
    trace = make_trace(2)
    for wrong in (lambda: trace.streams[0][1]['nothing'], lambda: trace.column('nothing')):
        try:
            wrong()
        except KeyError:
            continue
        raise AssertionError('no KeyError')
    try:
        trace.streams[0][2]
    except IndexError:
        return
    raise AssertionError('no IndexError')


def test_columns():
    """Columns are memoryviews of the right type, equal to what events say."""
    trace = make_trace()
    stream = trace.streams[0]
    times = trace.column('time_ns')
    assert times.format == 'q' and times.tolist() == [event.time_ns for event in stream]
    assert trace.column('raw_ns').tolist() == times.tolist()
    classes = trace.column('class')
    assert [trace.classes[c].name for c in classes[:2]] == ['LO_Termination_Event', 'MachineMove']
    assert set(trace.column('object').tolist()) == {1}
    assert trace.column('source')[0] == (1 << 64) - 1 and trace.column('source')[1] == NONE


def test_container():
    """A class of this program is written and read back; a context manager reads."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'made.spur')
        Spur.container_save(make_trace(), path, None)
        with Spur.Trace.open(path) as trace:
            assert isinstance(trace.streams[0][1], MachineMove)
            assert 'events' in trace._repr_html_() and '1,000' in repr(trace)


def test_lists():
    """Lists are read by name, with their units."""
    values = Spur.StateList()
    values.add_uint('memory', 'bytes', 1 << 63)
    values.add_int('drift', 'ns', -5)
    values.add_double('load', None, 0.25)
    values.add_string('user', None, 'mü')
    assert (values['memory'], values['drift'], values['load'], values['user']) == (
        1 << 63, -5, 0.25, 'mü')
    assert len(values) == 4 and 'load' in values and 'x' not in values
    assert [entry.unit for entry in values] == ['bytes', 'ns', None, None]


def test_real_trace():
    """A real archive opens, and a column of it costs no call per event."""
    path = os.path.join(os.environ['G_TEST_SRCDIR'], 'data/otf2-pmpi-lammps-8/true')
    with Spur.Trace.open(path) as trace:
        assert len(trace) == 82952 and len(trace.streams) == 8
        assert sum(len(trace.column('time_ns', s)) for s in range(8)) == 82952


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
