/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/model/events/spur-event-type.h"
#include "core/simulate/spur-simulation-private.h"

/* The finite element computation of PDP'97 section 6.1 on a grid of processes: each iteration
 * computes the elements at the borders, sends them to the neighbours, computes the others and
 * waits for the neighbours' values, one after the other. */

enum
{
  UP,
  DOWN,
  LEFT,
  RIGHT,
  N_SIDES,
};

/* Events of one trace: the simulated one, or the true one. */
typedef struct
{
  SpurTrace *trace;
  guint classes[SPUR_N_SIMULATION_EVENTS];
  guint32 states[2];
  guint32 communicator;
} Book;

typedef struct
{
  const SpurSimulationPlan *plan;
  guint n_processes;
  guint64 state;
  gint64 *now_ns;
  gint64 *before_ns;
  gint64 *arrivals_ns;
  gint64 run_ns;
  Book *books[2];
  guint8 *record;
} Run;

static guint32
find_neighbour (const SpurSimulationPlan *plan, guint process, guint side)
{
  guint row = process / plan->n_columns;
  guint column = process % plan->n_columns;

  switch (side)
    {
    case UP:
      return row > 0 ? process - plan->n_columns : SPUR_NONE;
    case DOWN:
      return row + 1 < plan->n_rows ? process + plan->n_columns : SPUR_NONE;
    case LEFT:
      return column > 0 ? process - 1 : SPUR_NONE;
    default:
      return column + 1 < plan->n_columns ? process + 1 : SPUR_NONE;
    }
}

static void
put_use (const SpurEventLayout *layout, SpurUse use, guint8 *record, guint64 value)
{
  if (layout->field_of_use[use] >= 0)
    spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], record, value);
}

static void
append_event (
  Run *run, const Book *book, guint process, gint64 clock_ns, guint event, guint32 other)
{
  const SpurEventLayout *layout = spur_trace_get_class (book->trace, book->classes[event]);

  memset (run->record, 0, layout->n_bytes);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, run->record, SPUR_NONE);
    }
  put_use (layout, SPUR_USE_SUBJECT, run->record, process);
  if (event == SPUR_SIMULATION_EVENT_PHASE)
    put_use (layout, SPUR_USE_STATE, run->record, book->states[other]);
  else
    {
      put_use (layout, SPUR_USE_PEER, run->record, other);
      put_use (layout, SPUR_USE_COMMUNICATOR, run->record, book->communicator);
    }
  spur_stream_append (spur_trace_get_stream (book->trace, process), clock_ns, book->classes[event],
                      run->record);
}

/* Notes an event at the process's present time: what its clock says, and the truth. */
static void
note_event (Run *run, guint process, guint event, guint32 other)
{
  const SpurSimulationMoment moment = { run->now_ns[process], run->before_ns[process],
                                        run->run_ns };

  if (run->books[0] == NULL)
    return;
  append_event (run, run->books[0], process,
                spur_simulation_read_clock (run->plan, process, &moment), event, other);
  append_event (run, run->books[1], process, moment.time_ns, event, other);
  run->before_ns[process] = moment.time_ns;
}

static gint64
draw_duration (Run *run, SpurSimulationPhase phase)
{
  const SpurSimulationLimits *limits = &run->plan->limits[phase];

  return spur_simulation_draw_between (&run->state, limits->least_ns, limits->most_ns);
}

static void
compute_and_send (Run *run, guint process)
{
  note_event (run, process, SPUR_SIMULATION_EVENT_PHASE, 0);
  run->now_ns[process] += draw_duration (run, SPUR_SIMULATION_BORDER);
  for (guint side = 0; side < N_SIDES; side++)
    {
      guint32 neighbour = find_neighbour (run->plan, process, side);

      if (neighbour == SPUR_NONE)
        continue;
      note_event (run, process, SPUR_SIMULATION_EVENT_SEND, neighbour);
      /* What is sent up comes from below. */
      run->arrivals_ns[neighbour * N_SIDES + (side ^ 1)] =
        run->now_ns[process] + draw_duration (run, SPUR_SIMULATION_DELAY);
      run->now_ns[process] += draw_duration (run, SPUR_SIMULATION_SEND);
    }
  note_event (run, process, SPUR_SIMULATION_EVENT_PHASE, 1);
  run->now_ns[process] += draw_duration (run, SPUR_SIMULATION_INNER);
}

/* Two events of a process are at least 1 ns apart. */
static void
receive_message (Run *run, guint process)
{
  for (guint side = 0; side < N_SIDES; side++)
    {
      guint32 neighbour = find_neighbour (run->plan, process, side);

      if (neighbour == SPUR_NONE)
        continue;
      run->now_ns[process] = MAX (run->now_ns[process], run->arrivals_ns[process * N_SIDES + side]);
      note_event (run, process, SPUR_SIMULATION_EVENT_RECEIVE, neighbour);
      run->now_ns[process]++;
    }
}

/* Once for the length of the run, on which clocks depend, and once with books to fill. */
static gboolean
run_all (Run *run, const SpurJob *job, GError **error)
{
  run->state = run->plan->seed;
  for (guint i = 0; i < run->n_processes; i++)
    {
      run->now_ns[i] = spur_simulation_draw_between (&run->state, 0, 1000);
      run->before_ns[i] = -1;
    }
  for (guint n = 0; n < run->plan->n_iterations; n++)
    {
      if (spur_job_is_cancelled (job, error))
        return FALSE;
      if (n % 64 == 0)
        spur_job_report (job, "simulating", n, run->plan->n_iterations);
      for (guint i = 0; i < run->n_processes; i++)
        compute_and_send (run, i);
      for (guint i = 0; i < run->n_processes; i++)
        receive_message (run, i);
    }
  for (guint i = 0; i < run->n_processes; i++)
    run->run_ns = MAX (run->run_ns, run->now_ns[i]);
  return TRUE;
}

static void
add_facts (const SpurSimulationPlan *plan, SpurTrace *trace)
{
  static const char *const names[] = { "border", "send", "inner", "delay" };
  g_autofree char *grid = g_strdup_printf ("%u x %u", plan->n_rows, plan->n_columns);
  g_autofree char *iterations = g_strdup_printf ("%u", plan->n_iterations);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, plan->seed);

  spur_trace_set_fact (trace, "simulation.grid", grid);
  spur_trace_set_fact (trace, "simulation.iterations", iterations);
  spur_trace_set_fact (trace, "simulation.seed", seed);
  for (guint i = 0; i < SPUR_N_SIMULATION_PHASES; i++)
    {
      g_autofree char *key = g_strdup_printf ("simulation.%s-ns", names[i]);
      g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                                                plan->limits[i].least_ns, plan->limits[i].most_ns);

      spur_trace_set_fact (trace, key, value);
    }
}

static void
book_init (Book *book, const SpurSimulationPlan *plan, const char *what)
{
  SpurDefinitions *definitions;
  guint n_processes = plan->n_rows * plan->n_columns;
  g_autofree guint32 *members = g_new (guint32, n_processes);

  book->trace = spur_trace_new ();
  definitions = spur_trace_get_definitions (book->trace);
  for (guint i = 0; i < SPUR_N_SIMULATION_EVENTS; i++)
    book->classes[i] = spur_trace_add_event_type (book->trace, plan->types[i]);
  book->states[0] = spur_definitions_add_state (definitions, "border elements", SPUR_STATE_WORK);
  book->states[1] = spur_definitions_add_state (definitions, "inner elements", SPUR_STATE_WORK);
  for (guint i = 0; i < n_processes; i++)
    {
      g_autofree char *name = g_strdup_printf ("process %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      members[i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "process", SPUR_NONE);
      spur_trace_add_stream (book->trace, name, spur_definitions_add_clock (definitions, &clock),
                             members[i]);
    }
  book->communicator = spur_definitions_add_group (definitions, "grid", members, n_processes);
  spur_trace_set_fact (book->trace, "simulation.times", what);
  add_facts (plan, book->trace);
}

static gboolean
check_clocks (const Run *run, GError **error)
{
  for (guint i = 0; i < run->n_processes; i++)
    {
      if (spur_simulation_clock_advances (run->plan, i, run->run_ns))
        continue;
      return spur_error_set (
        error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
        "process %u: its clock would run backwards, or at more than twice its speed: its "
        "errors need a lower height or a longer period; the run lasts %" G_GINT64_FORMAT " ns",
        i, run->run_ns);
    }
  return TRUE;
}

/* Every iteration takes a process at most this long, so no sum can overflow. */
static gboolean
check_length (const SpurSimulationPlan *plan, GError **error)
{
  SpurInt128 most_ns = 1000;

  for (guint i = 0; i < SPUR_N_SIMULATION_PHASES; i++)
    most_ns += (SpurInt128) N_SIDES * (plan->limits[i].most_ns + 1);
  if (most_ns * plan->n_iterations < SPUR_TIME_LIMIT_NS / 4)
    return TRUE;
  return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                         "%u iterations could last longer than 2^59 ns, the most that is simulated",
                         plan->n_iterations);
}

static gsize
get_record_size (const SpurSimulationPlan *plan)
{
  gsize n_bytes = 1;

  for (guint i = 0; i < SPUR_N_SIMULATION_EVENTS; i++)
    n_bytes = MAX (n_bytes, spur_event_type_get_layout (plan->types[i])->n_bytes);
  return n_bytes;
}

static gboolean
fill_books (Run *run, Book *books, const SpurJob *job, GError **error)
{
  book_init (&books[0], run->plan, "what the processes' clocks say");
  book_init (&books[1], run->plan, "true");
  run->books[0] = &books[0];
  run->books[1] = &books[1];
  return run_all (run, job, error) && spur_trace_seal (books[0].trace, error) &&
         spur_trace_seal (books[1].trace, error);
}

gboolean
spur_simulation_run_plan (const SpurSimulationPlan *plan,
                          SpurTrace **trace,
                          SpurTrace **truth,
                          const SpurJob *job,
                          GError **error)
{
  guint n_processes = plan->n_rows * plan->n_columns;
  g_autofree gint64 *now_ns = g_new0 (gint64, n_processes);
  g_autofree gint64 *before_ns = g_new0 (gint64, n_processes);
  g_autofree gint64 *arrivals_ns = g_new0 (gint64, (gsize) n_processes * N_SIDES);
  g_autofree guint8 *record = g_malloc0 (get_record_size (plan));
  Run run = { .plan = plan,
              .n_processes = n_processes,
              .now_ns = now_ns,
              .before_ns = before_ns,
              .arrivals_ns = arrivals_ns,
              .record = record };
  Book books[2] = { 0 };
  gboolean is_done = check_length (plan, error) && run_all (&run, job, error) &&
                     check_clocks (&run, error) && fill_books (&run, books, job, error);

  if (is_done)
    {
      *trace = g_steal_pointer (&books[0].trace);
      *truth = g_steal_pointer (&books[1].trace);
    }
  g_clear_object (&books[0].trace);
  g_clear_object (&books[1].trace);
  return is_done;
}
