# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes Spur feel at home in Python.

    import gi
    gi.require_version('Spur', '1')
    from gi.repository import Spur

    with Spur.Trace.open('run.spur') as trace:
        for event in trace:                           # in time order
            print(event.get_time_ns(), event.class_name, event['object'])
        times = trace.streams[0].column('time_ns')    # a memoryview, without a call per event
"""

import html

from ..module import get_introspection_module
from ..overrides import override

Spur = get_introspection_module('Spur')
__all__ = ['EventField', 'event_class']

_NUMBERS = {
    Spur.FieldType.UINT8: 'Q',
    Spur.FieldType.UINT16: 'Q',
    Spur.FieldType.UINT32: 'Q',
    Spur.FieldType.UINT64: 'Q',
    Spur.FieldType.INT64: 'q',
    Spur.FieldType.DOUBLE: 'd',
}
_TEXTS = (Spur.FieldType.STRING, Spur.FieldType.STATE, Spur.FieldType.GROUP)
_COLUMNS = {
    'time_ns': (Spur.Column.TIME_NS, 'q'),
    'raw_ns': (Spur.Column.RAW_NS, 'q'),
    'class': (Spur.Column.CLASS, 'H'),
}


def _replace(cls):
    """Puts a class in the place of the one that it extends."""
    __all__.append(cls.__name__)
    return override(cls)


def _fields_of(layout):
    return [layout.get_field(i) for i in range(layout.n_fields)]


class EventField:
    """A field of an event class that is declared in Python."""

    TYPES = {
        int: Spur.FieldType.INT64,
        float: Spur.FieldType.DOUBLE,
        str: Spur.FieldType.STRING,
    }

    def __init__(self, type, unit=None, use=Spur.Use.NONE, description=None):
        self.type = EventField.TYPES.get(type, type)
        self.unit = unit
        self.use = use
        self.description = description


def event_class(name, role=None, match=Spur.Match.NONE, effect=None, omit=(), **fields):
    """Says what the events of a class mean, once, for everybody.

    @Spur.event_class('Process_Creation_Event', priority=Spur.EventField(int, unit='1'))
    class ProcessCreationEvent(Spur.LoCreationEvent):
        __gtype_name__ = 'ProcessCreationEvent'
    """

    def declare(cls):
        declaration = Spur.EventDeclaration.new(name, None)
        if role is not None:
            declaration.set_role(role)
            declaration.set_match(match)
        if effect is not None:
            declaration.set_effect(effect)
        for field in omit:
            declaration.omit_field(field)
        for field_name, field in fields.items():
            if not isinstance(field, EventField):
                field = EventField(field)
            declaration.add_field(field_name, field.type, field.use, field.unit, field.description)
        declaration.apply(cls)
        return cls

    return declare


@_replace
class EventLayout(Spur.EventLayout):
    """What an event class says of its events."""

    def __repr__(self):
        names = ', '.join(field.name for field in _fields_of(self))
        return f'<Spur.EventLayout {self.name} ({names})>'


@_replace
class EntryList(Spur.EntryList):
    """Typed values with names and units: list[name] is a value, iterating gives entries."""

    def __len__(self):
        return self.get_n_entries()

    def __iter__(self):
        for i in range(self.get_n_entries()):
            yield self.get_entry(i)

    def __contains__(self, name):
        return self.find(name) >= 0

    def __getitem__(self, name):
        index = self.find(name)
        if index < 0:
            raise KeyError(name)
        return _entry_value(self.get_entry(index))

    def __repr__(self):
        return self.to_string()


def _entry_value(entry):
    if entry.type == Spur.FieldType.STRING:
        return entry.text
    if entry.type == Spur.FieldType.INT64:
        return entry.bits - (1 << 64) if entry.bits >> 63 else entry.bits
    if entry.type == Spur.FieldType.DOUBLE:
        return memoryview(entry.bits.to_bytes(8, 'little')).cast('d')[0]
    return entry.bits


@_replace
class Event(Spur.Event):
    """An event: event['field'] reads and writes its fields."""

    @property
    def class_name(self):
        return self.get_layout().name

    @property
    def time_ns(self):
        return self.get_time_ns()

    @time_ns.setter
    def time_ns(self, value):
        self.set_time_ns(value)

    def _field(self, name):
        layout = self.get_layout()
        index = layout.find_field(name)
        if index < 0:
            raise KeyError(f'{layout.name} has no field {name!r}')
        return layout.get_field(index)

    def keys(self):
        return [field.name for field in _fields_of(self.get_layout())]

    def items(self):
        return [(name, self[name]) for name in self.keys()]

    def __contains__(self, name):
        return self.get_layout().find_field(name) >= 0

    def __getitem__(self, name):
        kind = self._field(name).type
        if kind == Spur.FieldType.OBJECT:
            return Spur.Event.get_object(self, name)
        if kind == Spur.FieldType.LIST:
            return Spur.Event.get_list(self, name)
        if kind in _TEXTS:
            return Spur.Event.get_string(self, name)
        if kind == Spur.FieldType.DOUBLE:
            return self.get_double(name)
        if kind == Spur.FieldType.INT64:
            return self.get_int(name)
        return self.get_uint(name)

    def __setitem__(self, name, value):
        kind = self._field(name).type
        if kind == Spur.FieldType.OBJECT:
            Spur.Event.set_object(self, name, value)
        elif kind == Spur.FieldType.LIST:
            self.set_list(name, value)
        elif kind in _TEXTS:
            self.set_string(name, value)
        elif kind == Spur.FieldType.DOUBLE:
            self.set_double(name, value)
        elif kind == Spur.FieldType.INT64:
            self.set_int(name, value)
        else:
            self.set_uint(name, value)

    def __repr__(self):
        return f'<{self.to_string()}>'


@_replace
class ActiveObject(Spur.ActiveObject):
    """A load object or a target."""

    def __str__(self):
        return self.get_name()

    def __repr__(self):
        return f'<{self.__gtype__.name} {self.get_name()!r}>'


@_replace
class Cursor(Spur.Cursor):
    """Goes through events in time order."""

    def __iter__(self):
        while self.next():
            yield self.ref_event()


@_replace
class Trace(Spur.Trace):
    """A trace: iterating gives its events in time order."""

    @staticmethod
    def open(path, registry=None):
        """Reads a trace of any format that this program knows."""
        if registry is None:
            registry = Spur.Registry.get_default()
            if not Trace._has_folders:
                registry.add_default_folders()
                Trace._has_folders = True
        return registry.open_trace(str(path), None)

    _has_folders = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __len__(self):
        return self.get_n_events()

    def __bool__(self):
        return True

    def __iter__(self):
        return iter(Spur.Cursor.new(self, False))

    @property
    def streams(self):
        return [_StreamOfTrace(self, self.get_stream(i)) for i in range(self.get_n_streams())]

    @property
    def classes(self):
        return [self.get_class(i) for i in range(self.get_n_classes())]

    @property
    def objects(self):
        return [self.get_object(i) for i in range(self.get_definitions().get_n_objects())]

    @property
    def facts(self):
        return {key: self.get_fact(key) for key in self.get_fact_keys()}

    @property
    def losses(self):
        losses = (self.get_loss(i) for i in range(self.get_n_losses()))
        return {loss.what: loss.count for loss in losses}

    def column(self, name, stream=0):
        """Something of every event of a stream: 'time_ns', 'raw_ns', 'class' or a field's name."""
        return self.streams[stream].column(name)

    def _rows(self):
        begin_ns, end_ns = self.get_span_ns(False)
        rows = [
            ('events', f'{len(self):,}'),
            ('streams', f'{self.get_n_streams():,}'),
            ('active objects', f'{self.get_definitions().get_n_objects():,}'),
            ('length', f'{(end_ns - begin_ns) / 1e9:.6f} s'),
            ('times', 'corrected' if self.get_correction() is not None else 'as they came'),
        ]
        rows += [(f'lost: {what}', f'{count:,}') for what, count in self.losses.items()]
        return rows

    def __repr__(self):
        return '<Spur.Trace ' + ', '.join(f'{name}: {value}' for name, value in self._rows()) + '>'

    def _repr_html_(self):
        rows = ''.join(
            f'<tr><th style="text-align:left">{html.escape(name)}</th>'
            f'<td style="text-align:right">{html.escape(value)}</td></tr>'
            for name, value in self._rows()
        )
        return f'<table>{rows}</table>'


class _StreamOfTrace:
    """A stream together with its trace."""

    def __init__(self, trace, stream):
        self.trace = trace
        self.stream = stream

    def __getattr__(self, name):
        return getattr(self.stream, name)

    @property
    def name(self):
        return self.stream.get_name()

    def __len__(self):
        return self.stream.get_n_events()

    def __iter__(self):
        return iter(Spur.Cursor.new_for_stream(self.trace, self.stream.get_index(), False))

    def __getitem__(self, position):
        if not 0 <= position < len(self):
            raise IndexError(position)
        return self.trace.get_event(self.stream.get_index(), position)

    def __repr__(self):
        return f'<Spur.Stream {self.name!r}: {len(self):,} events>'

    def column(self, name):
        if name in _COLUMNS:
            column, code = _COLUMNS[name]
            return memoryview(self.stream.get_column(self.trace, column).get_data()).cast(code)
        code = self._code_of(name)
        column = self.stream.get_field_column(self.trace, name)
        return memoryview(column.get_data()).cast(code)

    def _code_of(self, name):
        for layout in self.trace.classes:
            index = layout.find_field(name)
            if index >= 0:
                return _NUMBERS.get(layout.get_field(index).type, 'Q')
        raise KeyError(f'no event class of the trace has a field {name!r}')
