/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-events.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-cursor.h"
#include "tests/projects/project-run.h"

#define BUSY 0.85

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&b2_program);
}

static guint64
get_memory (SpurTrace *trace, guint64 list)
{
  const SpurEntry *memory = project_find_entry (trace, list, "memory");

  g_assert_cmpstr (memory->unit, ==, "bytes");
  return memory->bits;
}

/* What the events so far say of an active object. */
typedef struct
{
  guint64 memory;
  guint64 taken;
  guint n_interpreters;

  guint n_created;
  gboolean is_ended;
  guint32 place;
  guint64 need;
  guint64 n_tuples;
  double network_load;
  const char *phase;
} Seen;

typedef struct
{
  SpurTrace *trace;
  SpurCursor *cursor;
  Seen *seen;
  double network_load;
  guint n_remote;
  guint n_local;
  guint n_measured;
  double most_load;
} Watch;

static void
watch_creation (Watch *watch, Seen *subject)
{
  Seen *node;

  subject->place = (guint32) project_cursor_get (watch->cursor, "destination");
  g_assert_cmpuint (get_memory (watch->trace, project_cursor_get (watch->cursor, "resources")), ==,
                    subject->need);
  node = &watch->seen[subject->place];
  node->taken += subject->need;
  node->n_interpreters++;
  subject->n_created++;

  /* Nothing is ever swapped. */
  g_assert_cmpuint (node->taken, <=, node->memory);
  watch->most_load = MAX (watch->most_load, (double) node->taken / (double) node->memory);
}

static void
watch_load (Watch *watch, const Seen *node)
{
  g_assert_cmpuint (project_cursor_get (watch->cursor, "memory"), ==, node->memory - node->taken);
  g_assert_cmpuint (project_cursor_get (watch->cursor, "interpreters"), ==, node->n_interpreters);
  watch->n_measured++;
}

static void
watch_assignment (Watch *watch)
{
  Seen *interpreter = &watch->seen[project_cursor_get (watch->cursor, "interpreter")];

  interpreter->need = project_cursor_get (watch->cursor, "need");
  interpreter->network_load = watch->network_load;
  g_assert_cmpuint (project_cursor_get (watch->cursor, "memory"), >=, interpreter->need);
}

static void
watch_read (Watch *watch, const Seen *subject)
{
  g_assert_cmpstr (subject->phase, ==, "reading");
  if (project_cursor_get (watch->cursor, "disk") == subject->place)
    {
      watch->n_local++;
      return;
    }
  watch->n_remote++;
  g_assert_cmpfloat (subject->network_load, <, BUSY);
}

static void
watch_end (Watch *watch, guint32 object, Seen *subject)
{
  g_assert_false (subject->is_ended);
  subject->is_ended = TRUE;
  if (spur_definitions_get_object (spur_trace_get_definitions (watch->trace), object)->type !=
      sim_type ("B2Interpreter"))
    return;
  g_assert_cmpstr (subject->phase, ==, "closing");
  watch->seen[subject->place].taken -= subject->need;
  watch->seen[subject->place].n_interpreters--;
}

static void
watch_event (Watch *watch)
{
  SpurCursor *cursor = watch->cursor;
  guint32 object = project_cursor_get_subject (cursor);
  Seen *subject = &watch->seen[object];

  /* Neither swapping nor migration. */
  g_assert_false (project_cursor_is_a (cursor, SPUR_TYPE_LO_MIGRATION_EVENT));
  if (project_cursor_is_a (cursor, SPUR_TYPE_TARGET_ADDITION_EVENT))
    subject->memory = get_memory (watch->trace, project_cursor_get (cursor, "attributes"));
  else if (project_cursor_is_a (cursor, sim_type ("B2InterpreterCreationEvent")))
    watch_creation (watch, subject);
  else if (project_cursor_is_a (cursor, sim_type ("B2NodeLoadEvent")))
    watch_load (watch, subject);
  else if (project_cursor_is_a (cursor, sim_type ("B2ReportReceiveEvent")))
    watch->network_load = project_cursor_get_double (cursor, "load");
  else if (project_cursor_is_a (cursor, sim_type ("B2AssignmentSendEvent")))
    watch_assignment (watch);
  else if (project_cursor_is_a (cursor, sim_type ("B2PageReadEvent")))
    watch_read (watch, subject);
  else if (project_cursor_is_a (cursor, SPUR_TYPE_LO_TERMINATION_EVENT))
    watch_end (watch, object, subject);
  else if (project_cursor_is_a (cursor, sim_type ("B2QueryPhaseEvent")))
    subject->phase = spur_definitions_get_state (spur_trace_get_definitions (watch->trace),
                                                 (guint32) project_cursor_get (cursor, "state"))
                       ->name;
}

static void
test_memory (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b2_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree Seen *seen = g_new0 (Seen, n_objects);
  Watch watch = { trace, cursor, seen };

  g_test_summary ("Interpreters are assigned once, to nodes with the memory that they need, and "
                  "read over the network only where it was not busy.");

  while (spur_cursor_next (cursor))
    watch_event (&watch);
  for (guint32 i = 0; i < n_objects; i++)
    {
      GType type = spur_definitions_get_object (definitions, i)->type;

      if (type == sim_type ("B2Interpreter"))
        g_assert_cmpuint (seen[i].n_created, ==, 1);
      if (type == sim_type ("B2Interpreter") || type == sim_type ("B2Query"))
        g_assert_true (seen[i].is_ended);
    }
  g_assert_cmpuint (spur_definitions_count_objects (definitions, sim_type ("B2Query")), ==, 24);
  g_assert_cmpuint (watch.n_local, >, watch.n_remote);
  g_assert_cmpuint (watch.n_remote, >, 0);
  g_assert_cmpuint (watch.n_measured, >, 60);

  /* The memory was indeed short. */
  g_assert_cmpfloat (watch.most_load, >, 0.75);
}

static void
test_phases (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b2_program, 2, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree Seen *seen = g_new0 (Seen, n_objects);
  guint n_phases = 0, n_queued = 0, n_network = 0;
  double most_network = 0;

  g_test_summary ("Phases tell how a query goes, and every tuple that a scan sends is joined.");

  while (spur_cursor_next (cursor))
    {
      guint32 object = project_cursor_get_subject (cursor);
      Seen *subject = &seen[object];

      if (project_cursor_is_a (cursor, sim_type ("B2TuplesReceiveEvent")))
        subject->n_tuples += project_cursor_get (cursor, "tuples");
      else if (project_cursor_is_a (cursor, sim_type ("B2NetworkLoadEvent")))
        {
          n_network++;
          most_network = MAX (most_network, project_cursor_get_double (cursor, "load"));
        }
      else if (project_cursor_is_a (cursor, sim_type ("B2QueryPhaseEvent")))
        {
          const char *phase =
            spur_definitions_get_state (definitions, (guint32) project_cursor_get (cursor, "state"))
              ->name;

          if (g_str_equal (phase, "scanning"))
            g_assert_cmpstr (subject->phase, ==, "reading");
          if (g_str_equal (phase, "sorting"))
            g_assert_cmpuint (project_cursor_get (cursor, "tuples"), ==, subject->n_tuples);
          n_queued += g_str_equal (phase, "queued");
          subject->phase = phase;
          n_phases++;
        }
    }
  g_assert_cmpuint (n_queued, ==, 24);
  g_assert_cmpuint (n_phases, >, 500);
  g_assert_cmpuint (n_network, >, 10);
  g_assert_cmpfloat (most_network, >, 0.2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/b2/trace", test_trace);
  g_test_add_func ("/b2/memory", test_memory);
  g_test_add_func ("/b2/phases", test_phases);
  return g_test_run ();
}
