// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
imports.gi.versions.Spur = '1';
const { GLib, GObject, Spur } = imports.gi;

let count = 0;

function check (what, holds)
{
  count++;
  print (`${holds ? 'ok' : 'not ok'} ${count} ${what}`);
}

const MachineMove = GObject.registerClass (
  { GTypeName: 'MachineMove' }, class extends Spur.LoMigrationEvent {});

const task = Spur.ActiveObject.new (Spur.LoadObject.$gtype, 'task', 'task');
const move = new MachineMove ();

move.set_object ('object', task);
move.set_time_ns (42);
check ('the event is an LO_Migration_Event', move instanceof Spur.LoMigrationEvent);
check ('it has its own name', move.get_layout ().name === 'MachineMove');
check ('its object is the task', move.get_object ('object').get_name () === 'task');
check ('its time is kept', move.get_time_ns () === 42);

const registry = Spur.Registry.get_default ();
registry.add_default_folders ();
const path = GLib.build_filenamev (
  [GLib.getenv ('G_TEST_SRCDIR'), 'data', 'otf2-pmpi-lammps-8', 'true']);
const trace = registry.open_trace (path, null);
const stream = trace.get_stream (3);
check ('a real trace opens', trace.get_n_events () === 82952);
check ('events are of their classes',
       trace.get_event (3, 0) instanceof Spur.RegionEnterEvent);

const column = stream.get_column (trace, Spur.Column.TIME_NS);
check ('a column has 8 bytes an event', column.get_size () === 8 * stream.get_n_events ());

// Errors of every domain, as `catch` sees them.
let error = null;
try {
  registry.open_trace (GLib.build_filenamev ([GLib.getenv ('G_TEST_SRCDIR'), 'meson.build']), null);
} catch (caught) {
  error = caught;
}
check ('what is no trace is a FormatError', error instanceof Spur.FormatError);
check ('an error has its code', error.matches (Spur.FormatError, Spur.FormatError.UNKNOWN));
for (const domain of ['Causality', 'Clock', 'Format', 'Model', 'Plugin', 'Store'])
  check (`${domain}Error has a domain`, Spur[`${domain}Error`].quark () > 0);
check ('enumerations have types', GObject.type_name (Spur.Role.$gtype) === 'SpurRole');
print (`1..${count}`);
