# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import tempfile
import traceback

import gi

gi.require_version('Spur', '1')
from gi.repository import GLib, Spur

NONE = 0xFFFFFFFF


class MachineMove(Spur.LoMigrationEvent):
    __gtype_name__ = 'MachineMove'


@Spur.event_class(
    'Process_Creation_Event',
    omit=['type'],
    memory=Spur.EventField(Spur.FieldType.UINT64, unit='bytes', description='what it asked for'),
    nice=int,
    load=float,
    command=str,
)
class ProcessCreationEvent(Spur.LoCreationEvent):
    __gtype_name__ = 'ProcessCreationEvent'


def record():
    recorder = Spur.Recorder.new()
    factories = Spur.Factories.new()
    factories.set_identifier_type(Spur.OrderedEventId)
    recorder.set_factories(factories)
    process = Spur.ActiveObject.new(Spur.LoadObject, 'ls', 'process')
    shell = Spur.ActiveObject.new(Spur.LoadObject, 'sh', 'process')
    for i in range(3):
        event = ProcessCreationEvent()
        event['object'], event['creator'] = process, shell
        event['memory'], event['nice'], event['load'] = (1 << 63) + i, -i, i / 4
        event['command'] = f'ls -{i}' if i else None
        recorder.record(event)
    return recorder.finish()


def assert_recorded(trace):
    events = list(trace)
    assert [type(event) for event in events] == [ProcessCreationEvent] * 3
    assert [event['memory'] for event in events] == [(1 << 63) + i for i in range(3)]
    assert [event['nice'] for event in events] == [0, -1, -2]
    assert [event['load'] for event in events] == [0, 0.25, 0.5]
    assert [event['command'] for event in events] == [None, 'ls -1', 'ls -2']
    assert events[2]['creator'].get_name() == 'sh'
    assert 'type' not in events[0] and events[0].get_layout().get_field(2).unit == 'bytes'


def test_recorded():
    """A class of this program is recorded, written, and read back with its fields."""
    trace = record()
    assert_recorded(trace)
    events = list(trace)
    # The recorder gives ordered identifiers, whose predecessors follow program order.
    assert isinstance(events[2].get_id(), Spur.OrderedEventId)
    predecessor = events[2].get_id().get_predecessor(0)
    assert predecessor.to_string() == events[1].get_id().to_string()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'recorded.spur')
        Spur.container_save(trace, path, None)
        with Spur.Trace.open(path) as again:
            assert_recorded(again)


class CountingSink(Spur.Sink):
    """A sink of this program."""

    __gtype_name__ = 'CountingSink'

    def __init__(self):
        super().__init__()
        self.classes = []

    def do_write(self, source, number, event, level):
        self.classes.append(event.get_layout().name)
        return True


def test_sinks():
    """A recorder has several sinks, one of them of this program; rules hold for each."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'run.spurrec')
        recorder = Spur.Recorder.new()
        own, memory = CountingSink(), Spur.MemorySink.new()
        own.set_rules('LO_Creation_Event+')
        for sink in (Spur.RecordingSink.new(path), memory, own):
            recorder.add_sink(sink)
        for _ in range(3):
            recorder.record(Spur.LoCreationEvent())
            recorder.record(Spur.LoTerminationEvent())
        assert len(memory.snapshot()) == 6
        recorder.close()
        assert own.classes == ['LO_Creation_Event'] * 3
        assert own.get_n_events() == 3 and memory.get_n_dropped() == 0
        assert len(Spur.recording_open(path, None)[0]) == 6
    try:
        Spur.Recorder.new().add_sink(Spur.RecordingSink.new('/nowhere/at/all'))
    except GLib.Error as error:
        assert '/nowhere/at/all: No such file' in error.message
        return
    raise AssertionError('no error')


def make_trace(n_events=1000):
    trace = Spur.Trace.new()
    clock = Spur.Clock()
    clock.name, clock.kind, clock.resolution_hz = 'c', 'monotonic', 1000000000
    target = trace.get_definitions().add_object(Spur.Target, 'host', 'host', NONE)
    stream = trace.add_stream('s', trace.get_definitions().add_clock(clock), target)
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
