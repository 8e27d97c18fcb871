/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Processors and their run queue, from /proc/stat and /proc/loadavg. The kernel counts the time of
 * processors in clock ticks, of which there are mostly 100 a second: over 100 ms the load of one
 * core comes in tenths. Nothing is lost by that, since what is counted late is counted next time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "plugins/monitors/host/spur-host-file.h"

#define MAX_CORES 8192
#define US_PER_S 1000000

/* As in /proc/stat. Guests are counted in user and nice already. */
enum
{
  USER,
  NICE,
  SYSTEM,
  IDLE,
  IOWAIT,
  IRQ,
  SOFTIRQ,
  STEAL,
  N_TIMES
};

typedef struct
{
  bool is_known;
  bool is_seen;
  uint32_t part;
  int64_t time_ns;
  int64_t ticks[N_TIMES];
} Core;

enum
{
  INTERRUPTS,
  SWITCHES,
  FORKS,
  RUNNABLE,
  BLOCKED,
  N_COUNTS
};

static const char *const count_names[N_COUNTS] = { "intr ", "ctxt ", "processes ", "procs_running ",
                                                   "procs_blocked " };

typedef struct
{
  SpurHostFile stat;
  SpurHostFile average;
  int64_t us_per_tick;

  Core whole;
  Core *cores;
  unsigned n_cores;
  unsigned n_seen;

  bool has_counts;
  int64_t counts_ns;
  int64_t counts[N_COUNTS];
} Cpu;

#define TIMES(what)                                                                                \
  { "user", "us", what " that programs took", SPUR_HOST_COUNT },                                   \
    { "nice", "us", what " that programs of low priority took", SPUR_HOST_COUNT },                 \
    { "system", "us", what " that the kernel took", SPUR_HOST_COUNT },                             \
    { "idle", "us", what " that was left over", SPUR_HOST_COUNT },                                 \
    { "wait", "us", what " that was left over while a disk was waited for", SPUR_HOST_COUNT },     \
    { "interrupt", "us", what " that interrupts took", SPUR_HOST_COUNT },                          \
    { "soft_interrupt", "us", what " that soft interrupts took", SPUR_HOST_COUNT },                \
  {                                                                                                \
    "steal", "us", what " that the machine below did not give", SPUR_HOST_COUNT                    \
  }

static const SpurHostColumn processor_columns[] = {
  { "load", NULL, "share of the cores' time that was not idle", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  TIMES ("time of all cores"),
  { "cores", "cores", "how many cores are switched on", SPUR_HOST_LEVEL },
};

static const SpurHostColumn core_columns[] = {
  { "load", NULL, "share of the core's time that was not idle", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  TIMES ("time of the core"),
};

static const SpurHostColumn queue_columns[] = {
  { "load", "threads", "threads that run or want to, but for the monitor", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  { "blocked", "threads", "threads that wait for a disk", SPUR_HOST_LEVEL },
  { "threads", "threads", "threads that there are", SPUR_HOST_LEVEL },
  { "average", "threads", "load average of the last minute", SPUR_HOST_MICRO },
  { "switches", "switches", "changes from one thread to another", SPUR_HOST_COUNT },
  { "interrupts", "interrupts", "interrupts", SPUR_HOST_COUNT },
  { "forks", "threads", "threads and processes that were begun", SPUR_HOST_COUNT },
};

static const SpurHostTable tables[] = {
  SPUR_HOST_TABLE (PROCESSOR, "Host_Processor_Load_Event", processor_columns),
  SPUR_HOST_TABLE (CORE, "Host_Core_Load_Event", core_columns),
  SPUR_HOST_TABLE (RUN_QUEUE, "Host_Run_Queue_Load_Event", queue_columns),
};

static void
cpu_close (void *state)
{
  free (((Cpu *) state)->cores);
}

static bool
cpu_open (void *state, SpurHostContext *context)
{
  long hz = sysconf (_SC_CLK_TCK);

  ((Cpu *) state)->us_per_tick = US_PER_S / (hz > 0 && hz <= US_PER_S ? hz : 100);
  return true;
}

/* The numbers of a core; those that an old kernel does not have are 0. */
static bool
scan_times (SpurHostText *line, int64_t ticks[N_TIMES])
{
  for (unsigned i = 0; i < N_TIMES; i++)
    ticks[i] = 0;
  return spur_host_scan_numbers (line, ticks, N_TIMES) > IDLE;
}

/* Fills the row's columns from that of the load to steal; FALSE where no tick came since. */
static bool
fill_times (const Cpu *self,
            SpurHostContext *context,
            Core *core,
            const int64_t ticks[N_TIMES],
            SpurHostRow *row)
{
  int64_t whole = 0, busy = 0;

  for (unsigned i = 0; i < N_TIMES; i++)
    {
      /* Idle times are known to step back a little. */
      int64_t n = i == IDLE || i == IOWAIT
                    ? (ticks[i] > core->ticks[i] ? ticks[i] - core->ticks[i] : 0)
                    : spur_host_difference (context, ticks[i], core->ticks[i]);

      n = n > INT64_MAX / US_PER_S / N_TIMES ? 0 : n;
      row->values[2 + i] = n * self->us_per_tick;
      whole += n;
      busy += i == IDLE || i == IOWAIT ? 0 : n;
    }
  row->values[0] = spur_host_share (busy, whole);
  row->values[1] = context->time_ns - core->time_ns;
  return whole > 0;
}

static void
take_times (Cpu *self,
            SpurHostContext *context,
            Core *core,
            const int64_t ticks[N_TIMES],
            const SpurHostTable *table)
{
  SpurHostRow row = { .table = table, .part = core->part, .time_ns = context->time_ns };

  if (core->is_known && !fill_times (self, context, core, ticks, &row))
    return;
  if (table == &tables[0])
    row.values[2 + N_TIMES] = self->n_seen;
  if (core->is_known)
    context->sink->put (context->sink, &row);
  memcpy (core->ticks, ticks, sizeof core->ticks);
  core->time_ns = context->time_ns;
  core->is_known = true;
}

static Core *
find_core (Cpu *self, SpurHostContext *context, int64_t number)
{
  Core *core;
  Core *cores;
  char name[32];

  if (number >= MAX_CORES)
    return NULL;
  if (number >= self->n_cores)
    {
      unsigned n_cores = self->n_cores * 2;

      if (n_cores <= number)
        n_cores = (unsigned) number + 1;
      if (n_cores > MAX_CORES)
        n_cores = MAX_CORES;
      cores = realloc (self->cores, n_cores * sizeof *cores);
      if (cores == NULL)
        return NULL;
      memset (cores + self->n_cores, 0, (n_cores - self->n_cores) * sizeof *cores);
      self->cores = cores;
      self->n_cores = n_cores;
    }
  core = &self->cores[number];
  if (core->part == SPUR_HOST_WHOLE)
    {
      snprintf (name, sizeof name, "core %u", (unsigned) number);
      core->part = context->sink->add_part (context->sink, "core", name, NULL, 0);
    }
  return core;
}

static void
take_core (Cpu *self, SpurHostContext *context, SpurHostText *line)
{
  int64_t ticks[N_TIMES];
  int64_t number;
  Core *core;

  if (line->at == line->end || *line->at == ' ' || !spur_host_scan_number (line, &number) ||
      !scan_times (line, ticks))
    {
      context->n_odd_lines++;
      return;
    }
  core = find_core (self, context, number);
  if (core == NULL)
    {
      context->n_left_out++;
      return;
    }
  if (core->is_seen)
    {
      context->n_odd_lines++;
      return;
    }
  core->is_seen = true;
  self->n_seen++;
  take_times (self, context, core, ticks, &tables[1]);
}

/* A core that was switched off starts anew when it comes back. */
static void
forget_missing (Cpu *self)
{
  for (unsigned i = 0; i < self->n_cores; i++)
    {
      self->cores[i].is_known = self->cores[i].is_seen;
      self->cores[i].is_seen = false;
    }
}

static void
take_average (Cpu *self, SpurHostContext *context, SpurHostRow *row)
{
  SpurHostText text;
  int64_t whole, fraction = 0, ignored;
  const char *begin;

  if (self->average.path[0] == '\0' || !spur_host_file_read (&self->average, context, &text))
    return;
  if (!spur_host_scan_number (&text, &whole) || !spur_host_scan_prefix (&text, "."))
    {
      context->n_odd_lines++;
      return;
    }
  begin = text.at;
  spur_host_scan_number (&text, &fraction);
  for (ptrdiff_t n_digits = text.at - begin; n_digits < 6; n_digits++)
    fraction = fraction < US_PER_S ? fraction * 10 : fraction;
  if (whole > US_PER_S * (int64_t) 1000 || fraction >= US_PER_S)
    {
      context->n_odd_lines++;
      return;
    }
  row->values[4] = whole * US_PER_S + fraction;

  /* The averages of 5 and 15 minutes; then "running/threads". */
  spur_host_scan_word (&text, '\n');
  spur_host_scan_word (&text, '\n');
  if (spur_host_scan_number (&text, &ignored) && spur_host_scan_prefix (&text, "/"))
    spur_host_scan_number (&text, &row->values[3]);
}

static void
take_counts (Cpu *self, SpurHostContext *context, const int64_t counts[N_COUNTS])
{
  SpurHostRow row = { .table = &tables[2], .part = SPUR_HOST_WHOLE, .time_ns = context->time_ns };
  /* The monitor itself runs while it looks. */
  int64_t runnable = counts[RUNNABLE] > 0 ? counts[RUNNABLE] - 1 : 0;

  row.values[0] = runnable > INT64_MAX / US_PER_S ? 0 : runnable * US_PER_S;
  row.values[1] = context->time_ns - self->counts_ns;
  row.values[2] = counts[BLOCKED];
  row.values[5] = spur_host_difference (context, counts[SWITCHES], self->counts[SWITCHES]);
  row.values[6] = spur_host_difference (context, counts[INTERRUPTS], self->counts[INTERRUPTS]);
  row.values[7] = spur_host_difference (context, counts[FORKS], self->counts[FORKS]);
  memcpy (self->counts, counts, sizeof self->counts);
  self->counts_ns = context->time_ns;
  if (self->has_counts)
    {
      take_average (self, context, &row);
      context->sink->put (context->sink, &row);
    }
  self->has_counts = true;
}

static bool
take_other (SpurHostText *line, int64_t counts[N_COUNTS])
{
  for (unsigned i = 0; i < N_COUNTS; i++)
    {
      if (spur_host_scan_prefix (line, count_names[i]))
        return spur_host_scan_number (line, &counts[i]);
    }
  return true;
}

static void
cpu_sample (void *state, SpurHostContext *context)
{
  Cpu *self = state;
  SpurHostText text, line;
  int64_t counts[N_COUNTS] = { [RUNNABLE] = -1 };
  int64_t ticks[N_TIMES];
  bool has_whole = false;

  if (!spur_host_file_read (&self->stat, context, &text))
    return;
  self->n_seen = 0;
  while (spur_host_scan_line (&text, &line))
    {
      if (!has_whole && spur_host_scan_prefix (&line, "cpu "))
        has_whole = scan_times (&line, ticks);
      else if (spur_host_scan_prefix (&line, "cpu"))
        take_core (self, context, &line);
      else if (!take_other (&line, counts))
        context->n_odd_lines++;
    }
  if (has_whole)
    take_times (self, context, &self->whole, ticks, &tables[0]);
  forget_missing (self);
  if (counts[RUNNABLE] >= 0)
    take_counts (self, context, counts);
}

const SpurHostSource spur_host_cpu = {
  .category = "cpu",
  .n_tables = N_ITEMS (tables),
  .tables = tables,
  .files = { { "/proc/stat", "the load of processors" }, { "/proc/loadavg", "the load average" } },
  .n_state_bytes = sizeof (Cpu),
  .open = cpu_open,
  .sample = cpu_sample,
  .close = cpu_close,
};
