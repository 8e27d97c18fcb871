/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the index of where objects are takes to make and to ask:
 *
 *   presence [EVENTS [OBJECTS]]
 *
 * On 64 targets with a stream each there are 256 processes, four agents in each, and tasks in the
 * agents. Most events set states of tasks; others place them in other agents, or migrate agents.
 * The same number of questions is asked at random times whatever the number of events, so that the
 * time of each tells how it grows.
 */
#include "config.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "core/analysis/presence/spur-load.h"
#include "events/spur-lo-events.h"
#include "events/spur-target-events.h"

#define N_TARGETS 64
#define N_PROCESSES 256
#define N_AGENTS (4 * N_PROCESSES)
#define N_QUESTIONS 200000
#define MAX_RECORD_BYTES 128

typedef struct
{
  SpurTrace *trace;
  GRand *random;
  guint n_tasks;
  guint32 targets[N_TARGETS];
  guint32 processes[N_PROCESSES];
  guint32 agents[N_AGENTS];
  guint process_of_agent[N_AGENTS];
  guint32 *tasks;
  guint32 states[3];
  SpurStream *streams[N_TARGETS];
  gint64 now_ns;
} World;

static double
get_cpu_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static double
get_held_mb (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return (double) (info.uordblks + info.hblkhd) / 1e6;
}

static double
get_peak_mb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss * 1024 / 1e6;
}

typedef struct
{
  SpurUse use;
  guint64 value;
} Field;

/* Records an event a microsecond after the last one. @fields ends with SPUR_USE_NONE. */
static void
record (World *self, guint stream, GType type, const Field *fields)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };

  g_assert (layout->n_bytes <= sizeof bytes);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, bytes, SPUR_NONE);
    }
  for (; fields->use != SPUR_USE_NONE; fields++)
    spur_event_layout_set_uint (layout, (guint) layout->field_of_use[fields->use], bytes,
                                fields->value);
  spur_stream_append (self->streams[stream], self->now_ns += 1000,
                      spur_trace_add_class (self->trace, layout), bytes);
}

#define record_event(self, stream, type, ...)                                                      \
  record (self, stream, type, (const Field[]){ __VA_ARGS__, { SPUR_USE_NONE, 0 } })

static guint32
add_object (World *self, GType type, const char *kind, guint number)
{
  g_autofree char *name = g_strdup_printf ("%s %u", kind, number);

  return spur_definitions_add_object (spur_trace_get_definitions (self->trace), type, name, kind,
                                      SPUR_NONE);
}

static void
create_object (World *self, guint stream, guint32 object, guint32 place)
{
  record_event (self, stream, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, { SPUR_USE_SUBJECT, object },
                { SPUR_USE_DESTINATION, place });
}

static void
add_objects (World *self)
{
  static const SpurStateKind kinds[] = { SPUR_STATE_WORK, SPUR_STATE_IDLE, SPUR_STATE_OVERHEAD };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = g_strdup_printf ("state %u", i);

      self->states[i] =
        spur_definitions_add_state (spur_trace_get_definitions (self->trace), name, kinds[i]);
    }
  for (guint i = 0; i < N_TARGETS; i++)
    {
      self->targets[i] = add_object (self, SPUR_TYPE_TARGET, "target", i);
      self->streams[i] = spur_trace_add_stream (self->trace, "stream", 0, self->targets[i]);
    }
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      self->processes[i] = add_object (self, SPUR_TYPE_LOAD_OBJECT, "process", i);
      create_object (self, i % N_TARGETS, self->processes[i], self->targets[i % N_TARGETS]);
    }
  for (guint i = 0; i < N_AGENTS; i++)
    {
      self->agents[i] = add_object (self, SPUR_TYPE_LOAD_OBJECT, "agent", i);
      self->process_of_agent[i] = i % N_PROCESSES;
      create_object (self, i % N_TARGETS, self->agents[i], self->processes[i % N_PROCESSES]);
    }
  self->tasks = g_new (guint32, self->n_tasks);
  for (guint i = 0; i < self->n_tasks; i++)
    {
      self->tasks[i] = add_object (self, SPUR_TYPE_LOAD_OBJECT, "task", i);
      create_object (self, i % N_TARGETS, self->tasks[i], self->agents[i % N_AGENTS]);
    }
}

static guint
choose_below (World *self, guint n)
{
  return g_rand_int (self->random) % n;
}

static void
migrate_agent (World *self)
{
  static guint64 id;
  guint agent = choose_below (self, N_AGENTS), to = choose_below (self, N_PROCESSES);
  guint from = self->process_of_agent[agent];
  const Field fields[] = { { SPUR_USE_SUBJECT, self->agents[agent] },
                           { SPUR_USE_SOURCE, self->processes[from] },
                           { SPUR_USE_DESTINATION, self->processes[to] },
                           { SPUR_USE_MESSAGE_ID, ++id },
                           { SPUR_USE_NONE, 0 } };

  record (self, from % N_TARGETS, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, fields);
  record (self, to % N_TARGETS, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT, fields);
  self->process_of_agent[agent] = to;
}

static SpurTrace *
make_trace (World *self, guint64 n_events)
{
  const SpurClock clock = { "clock", "monotonic", 1000000000, 0, 0 };
  guint64 n = N_PROCESSES + N_AGENTS + self->n_tasks;
  g_autoptr (GError) error = NULL;

  self->trace = spur_trace_new ();
  self->random = g_rand_new_with_seed (1);
  spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);
  for (add_objects (self); n < n_events; n++)
    {
      guint32 task = self->tasks[choose_below (self, self->n_tasks)];
      guint chance = choose_below (self, 100);

      if (chance < 70)
        record_event (self, choose_below (self, N_TARGETS), SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                      { SPUR_USE_SUBJECT, task },
                      { SPUR_USE_STATE, self->states[choose_below (self, 3)] });
      else if (chance < 90)
        record_event (self, choose_below (self, N_TARGETS), SPUR_TYPE_LO_PLACEMENT_EVENT,
                      { SPUR_USE_SUBJECT, task },
                      { SPUR_USE_DESTINATION, self->agents[choose_below (self, N_AGENTS)] });
      else
        migrate_agent (self);
      n += chance >= 90;
    }
  if (!spur_trace_seal (self->trace, &error))
    g_error ("%s", error->message);
  return self->trace;
}

typedef void (*Question) (SpurTimeline *timeline, guint32 object, gint64 time_ns);

static void
ask_situation (SpurTimeline *timeline, guint32 object, gint64 time_ns)
{
  SpurSituation situation;

  spur_timeline_get_situation (timeline, object, time_ns, &situation);
}

static void
ask_change (SpurTimeline *timeline, guint32 object, gint64 time_ns)
{
  SpurChange change;

  spur_timeline_get_next_change (timeline, object, time_ns, &change);
  spur_timeline_get_previous_change (timeline, object, time_ns, &change);
}

static void
ask_residents (SpurTimeline *timeline, guint32 object, gint64 time_ns)
{
  guint n_residents;

  g_free (spur_timeline_get_residents (timeline, object, time_ns, &n_residents));
}

static void
measure_question (World *self, SpurTimeline *timeline, const char *name, Question ask)
{
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  double begin_s = get_cpu_s ();

  for (guint i = 0; i < N_QUESTIONS; i++)
    ask (timeline, choose_below (self, n_objects),
         (gint64) g_rand_double_range (self->random, 0, (double) self->now_ns));
  printf ("  %-22s %8.0f ns\n", name, (get_cpu_s () - begin_s) * 1e9 / N_QUESTIONS);
}

int
main (int argc, char **argv)
{
  guint64 n_events = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  World world = { .n_tasks = argc > 2 ? (guint) atoi (argv[2]) : 20000 };
  g_autoptr (SpurTrace) trace = make_trace (&world, n_events);
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  double begin_mb, begin_s, trace_peak_mb;
  gsize n_moves;

  malloc_trim (0);
  trace_peak_mb = get_peak_mb ();
  begin_mb = get_held_mb ();
  begin_s = get_cpu_s ();
  timeline = spur_timeline_new (trace, TRUE);
  printf ("%" G_GUINT64_FORMAT " events, %u objects: %.2f s of CPU, holds %.1f bytes an event,",
          spur_trace_get_n_events (trace),
          spur_definitions_get_n_objects (spur_trace_get_definitions (trace)),
          get_cpu_s () - begin_s,
          (get_held_mb () - begin_mb) * 1e6 / (double) spur_trace_get_n_events (trace));
  printf (" peak %.0f MB (with the trace alone %.0f MB, which holds %.0f MB)\n", get_peak_mb (),
          trace_peak_mb, begin_mb);
  spur_timeline_get_moves (timeline, &n_moves);
  printf ("  %zu moves\n", n_moves);
  measure_question (&world, timeline, "situation", ask_situation);
  measure_question (&world, timeline, "next, previous change", ask_change);
  measure_question (&world, timeline, "residents", ask_residents);
  begin_s = get_cpu_s ();
  loads = spur_load_new (timeline);
  printf ("  loads: %.2f s of CPU, peak %.0f MB\n", get_cpu_s () - begin_s, get_peak_mb ());
  g_rand_free (world.random);
  g_free (world.tasks);
  return 0;
}
