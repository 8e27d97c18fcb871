/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-neighborhood.h"
#include "events/spur-events.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/projects/project-cursor.h"
#include "tests/projects/project-run.h"

/* What the events so far say of an active object. */
typedef struct
{
  gboolean is_created;
  gboolean is_ended;
  guint32 place;
  guint n_assigned;
  guint n_waiting;
  guint32 task;
  const char *state;
} Seen;

typedef struct
{
  SpurTrace *trace;
  SpurCursor *cursor;
  Seen *seen;
  guint n_objects;
  guint n_migrations;
  guint n_loads;
  guint n_blocked;
  guint n_connected;
} Watch;

static void
test_trace (void)
{
  g_test_summary (
    "Traces are the same for the same seed, survive a container, and are causally sane.");

  project_check (&b5_program);
}

static gboolean
is_object (Watch *watch, guint32 object, GType type)
{
  return g_type_is_a (
    spur_definitions_get_object (spur_trace_get_definitions (watch->trace), object)->type, type);
}

static void
watch_create (Watch *watch, Seen *subject)
{
  guint64 creator = project_cursor_get (watch->cursor, "creator");

  g_assert_false (subject->is_created);
  subject->is_created = TRUE;
  if (creator != SPUR_NONE)
    g_assert_true (watch->seen[creator].is_created && !watch->seen[creator].is_ended);
}

static void
watch_place (Watch *watch, guint32 object, Seen *subject)
{
  guint32 place = (guint32) project_cursor_get (watch->cursor, "destination");
  Seen *agent;

  g_assert_true (subject->is_created && !subject->is_ended);
  if (project_cursor_is_a (watch->cursor, sim_type ("B5TaskBufferingEvent")))
    {
      agent = &watch->seen[place];
      g_assert_true (is_object (watch, place, sim_type ("B5Agent")));
      g_assert_cmpuint (agent->place, ==, project_cursor_get (watch->cursor, "process"));
      agent->n_waiting++;
      g_assert_cmpuint (project_cursor_get (watch->cursor, "length"), ==, agent->n_waiting);
    }
  else if (project_cursor_is_a (watch->cursor, sim_type ("B5TaskAssignmentEvent")))
    {
      agent = &watch->seen[place];
      g_assert_true (is_object (watch, place, sim_type ("B5Agent")));
      g_assert_cmpuint (subject->place, ==, place);
      g_assert_cmpuint (agent->task, ==, SPUR_NONE);
      agent->task = object;
      agent->n_waiting--;
      subject->n_assigned++;
    }
  else if (is_object (watch, object, sim_type ("B5Agent")))
    {
      g_assert_true (is_object (watch, place, sim_type ("B5Process")));
    }
  subject->place = place;
}

static void
watch_end (Watch *watch, guint32 object, Seen *subject)
{
  g_assert_true (subject->is_created && !subject->is_ended);
  subject->is_ended = TRUE;
  if (!is_object (watch, object, sim_type ("B5Task")))
    return;
  g_assert_cmpuint (watch->seen[subject->place].task, ==, object);
  watch->seen[subject->place].task = SPUR_NONE;
}

static void
watch_state (Watch *watch, guint32 object, Seen *subject)
{
  const char *state =
    spur_definitions_get_state (spur_trace_get_definitions (watch->trace),
                                (guint32) project_cursor_get (watch->cursor, "state"))
      ->name;

  if (project_cursor_is_a (watch->cursor, sim_type ("B5ProcessLoadEvent")))
    {
      guint load = 0, n_agents = 0;

      for (guint32 i = 0; i < watch->n_objects; i++)
        {
          const Seen *other = &watch->seen[i];

          if (!is_object (watch, i, sim_type ("B5Agent")) || other->place != object)
            continue;
          n_agents += g_strcmp0 (other->state, "migrating") != 0;
          load += other->n_waiting + (other->task != SPUR_NONE);
        }
      g_assert_cmpuint ((guint) project_cursor_get_double (watch->cursor, "load"), ==, load);
      g_assert_cmpuint (project_cursor_get (watch->cursor, "agents"), ==, n_agents);
      watch->n_loads++;
    }
  if (project_cursor_is_a (watch->cursor, sim_type ("B5AgentBlockingEvent")))
    {
      g_assert_cmpuint (subject->n_waiting, ==, 0);
      watch->n_blocked++;
    }
  subject->state = state;
}

static void
watch_departure (Watch *watch, Seen *subject)
{
  /* Only agents that execute nothing migrate; their tasks go with them. */
  g_assert_cmpuint (subject->task, ==, SPUR_NONE);
  g_assert_cmpuint (subject->place, ==, project_cursor_get (watch->cursor, "source"));
  g_assert_cmpuint (project_cursor_get (watch->cursor, "tasks"), ==, subject->n_waiting);
  subject->n_waiting = 0;
  watch->n_migrations++;
}

static void
watch_event (Watch *watch)
{
  guint32 object = project_cursor_get_subject (watch->cursor);
  Seen *subject = &watch->seen[object];

  if (project_cursor_is_a (watch->cursor, SPUR_TYPE_LO_CREATION_EVENT))
    watch_create (watch, subject);
  if (project_cursor_is_a (watch->cursor, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT) ||
      project_cursor_is_a (watch->cursor, SPUR_TYPE_LO_PLACEMENT_EVENT) ||
      project_cursor_is_a (watch->cursor, sim_type ("B5AgentMigrationReceiveEvent")))
    watch_place (watch, object, subject);
  else if (project_cursor_is_a (watch->cursor, SPUR_TYPE_LO_TERMINATION_EVENT))
    watch_end (watch, object, subject);
  else if (project_cursor_is_a (watch->cursor, sim_type ("B5AgentMigrationSendEvent")))
    watch_departure (watch, subject);
  else if (spur_cursor_get_layout (watch->cursor)->effect == SPUR_EFFECT_SET)
    watch_state (watch, object, subject);
  else if (project_cursor_is_a (watch->cursor, SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT))
    watch->n_connected++;
  else if (project_cursor_is_a (watch->cursor, SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_EVENT))
    watch->n_connected--;
}

static void
test_objects (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b5_program, 1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree Seen *seen = g_new0 (Seen, n_objects);
  Watch watch = { trace, cursor, seen, n_objects };

  g_test_summary ("Processes, agents and tasks live as the report wants to see it: agents execute "
                  "one task after the other, tasks are assigned once, loads add up.");

  for (guint32 i = 0; i < n_objects; i++)
    seen[i].place = seen[i].task = SPUR_NONE;
  while (spur_cursor_next (cursor))
    watch_event (&watch);
  for (guint32 i = 0; i < n_objects; i++)
    {
      if (!is_object (&watch, i, SPUR_TYPE_LOAD_OBJECT) ||
          is_object (&watch, i, SPUR_TYPE_NEIGHBORHOOD))
        continue;
      g_assert_true (seen[i].is_created);
      g_assert_true (seen[i].is_ended);
      g_assert_cmpuint (seen[i].n_assigned, ==, is_object (&watch, i, sim_type ("B5Task")) ? 1 : 0);
    }
  g_assert_cmpuint (spur_definitions_count_objects (definitions, sim_type ("B5Workstation")), ==,
                    6);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, sim_type ("B5Process")), ==, 9);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, sim_type ("B5Agent")), ==, 36);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, sim_type ("B5Task")), >, 200);
  g_assert_cmpuint (watch.n_migrations, >, 5);
  g_assert_cmpuint (watch.n_loads, >, 50);
  g_assert_cmpuint (watch.n_blocked, >, 36);
  g_assert_cmpuint (watch.n_connected, ==, 0);
}

static void
test_strategy (void)
{
  g_autoptr (SpurTrace) trace = project_run (&b5_program, 2, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  g_autofree guint *n_asked = g_new0 (guint, spur_definitions_get_n_objects (definitions));
  g_autofree guint32 *granted = g_new0 (guint32, spur_definitions_get_n_objects (definitions));
  guint n_granted = 0, n_refused = 0, n_internal = 0;

  g_test_summary ("The receiver initiates: an agent goes only where it was asked for and granted, "
                  "and who asks has little to do.");

  while (spur_cursor_next (cursor))
    {
      guint32 stream_place = (guint32) spur_cursor_get_stream (cursor);

      n_internal += project_cursor_is_a (cursor, sim_type ("B5MessageSendEvent"));
      if (project_cursor_is_a (cursor, sim_type ("B5RequestSendEvent")))
        {
          g_assert_cmpuint (project_cursor_get (cursor, "load"), <=, 1);
          n_asked[stream_place]++;
        }
      else if (project_cursor_is_a (cursor, sim_type ("B5ReplyReceiveEvent")))
        {
          g_assert_cmpuint (n_asked[stream_place], ==, 1);
          n_asked[stream_place]--;
          granted[stream_place] = (guint32) project_cursor_get (cursor, "agent");
          n_granted += granted[stream_place] != SPUR_NONE;
          n_refused += granted[stream_place] == SPUR_NONE;
        }
      else if (project_cursor_is_a (cursor, sim_type ("B5AgentMigrationReceiveEvent")))
        {
          g_assert_cmpuint (granted[stream_place], ==, project_cursor_get (cursor, "object"));
          granted[stream_place] = SPUR_NONE;
        }
    }
  g_assert_cmpuint (n_granted, >, 5);
  g_assert_cmpuint (n_refused, >, n_granted);
  g_assert_cmpuint (n_internal, >, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/b5/trace", test_trace);
  g_test_add_func ("/b5/objects", test_objects);
  g_test_add_func ("/b5/strategy", test_strategy);
  return g_test_run ();
}
