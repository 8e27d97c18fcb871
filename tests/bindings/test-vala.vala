// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
class MachineMove : Spur.LoMigrationEvent
{
}

int count = 0;

void
check (string what, bool holds)
{
  count++;
  print ("%s %d %s\n", holds ? "ok" : "not ok", count, what);
}

int
main ()
{
  var trace = new Spur.Trace ();
  var clock = Spur.Clock () { name = "c", kind = "monotonic", resolution_hz = 1000000000 };
  var target = trace.get_definitions ().add_object (typeof (Spur.Target), "host", "host", uint32.MAX);
  var stream = trace.add_stream ("s", trace.get_definitions ().add_clock (clock), target);
  var task = new Spur.ActiveObject (typeof (Spur.LoadObject), "task", "task");
  var move = new MachineMove ();

  move.set_object ("object", task);
  move.set_time_ns (42);
  trace.append_event (stream, move);
  try
    {
      trace.seal ();
    }
  catch (Error error)
    {
      check (error.message, false);
    }
  check ("a trace has the event that was added", trace.get_n_events () == 1);

  var event = trace.get_event (0, 0);
  check ("the event is of the class that was added", event is MachineMove);
  check ("its object is the task", ((MachineMove) event).get_object ("object").get_name () == "task");
  check ("its time is kept", event.get_time_ns () == 42);
  check ("a column has 8 bytes an event",
         stream.get_column (trace, Spur.Column.TIME_NS).get_size () == 8);
  print ("1..%d\n", count);
  return 0;
}
