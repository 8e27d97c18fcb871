/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where phases begin: at events that say so, at barriers of all, at steps of load balancing, or as
 * was asked. */
#include <string.h>

#include "core/analysis/balance/spur-balance-private.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/store/packet/spur-packed-internal.h"

/* Loads of targets are kept for each phase: up to 800 MB of them would be no balance that a person
 * can read, so that many are refused. */
#define MAX_CELLS 10000000

/* clang-format off */
G_DEFINE_QUARK (spur-balance-error-quark, spur_balance_error)
/* clang-format on */

/* Where phases begin: at which classes' events, by index of class, as @source takes them. */
typedef struct
{
  SpurBalance *balance;
  SpurBalanceSource source;
  guint8 *is_wanted;
} Search;

static gboolean
is_of_source (const SpurEventLayout *layout, SpurBalanceSource source)
{
  if (source == SPUR_BALANCE_FROM_PHASES)
    return layout->field_of_use[SPUR_USE_PHASE] >= 0;
  return source == SPUR_BALANCE_FROM_BARRIERS && layout->role == SPUR_ROLE_COLLECTIVE_END &&
         layout->field_of_use[SPUR_USE_PATTERN] >= 0 &&
         layout->field_of_use[SPUR_USE_COMMUNICATOR] >= 0;
}

/* A barrier of fewer members than there are streams leaves some out. */
static gboolean
is_barrier_of_all (SpurBalance *self, const SpurEventLayout *layout, const guint8 *record)
{
  guint32 group =
    (guint32) spur_event_layout_get_use (layout, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  const SpurGroup *members =
    spur_definitions_get_group (spur_trace_get_definitions (self->trace), group);

  return spur_event_layout_get_use (layout, SPUR_USE_PATTERN, record, SPUR_PATTERN_INTERNAL) ==
           SPUR_PATTERN_BARRIER &&
         members != NULL && members->n_members >= spur_trace_get_n_streams (self->trace);
}

typedef struct
{
  const Search *search;
  GArray *marks;
  SpurTimes times;
} MarkedStream;

static void
note_mark (const SpurEventLayout *layout, const guint8 *record, guint64 event, gpointer user_data)
{
  MarkedStream *self = user_data;
  SpurBalanceMark mark = { self->marks->len + 1, event, 0 };

  if (self->search->source == SPUR_BALANCE_FROM_BARRIERS &&
      !is_barrier_of_all (self->search->balance, layout, record))
    return;
  mark.time_ns = spur_times_at (&self->times, event);
  if (self->search->source == SPUR_BALANCE_FROM_PHASES)
    mark.number = spur_event_layout_get_use (layout, SPUR_USE_PHASE, record, 0);
  g_array_append_val (self->marks, mark);
}

static void
find_marks (guint stream, gpointer data)
{
  const Search *search = data;
  SpurBalance *self = search->balance;
  MarkedStream marked = { .search = search, .marks = self->marks[stream] };

  spur_times_init (&marked.times, self->trace,
                   self->options.raw ? NULL : spur_trace_get_correction (self->trace), stream);
  spur_stream_visit_wanted (spur_trace_get_stream (self->trace, stream), search->is_wanted,
                            note_mark, &marked);
}

/* Whether every stream with events has as many marks as the others, and at least one. */
static gboolean
are_marks_even (SpurBalance *self)
{
  guint n_marks = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      if (spur_stream_get_n_events (spur_trace_get_stream (self->trace, i)) == 0)
        continue;
      if (self->marks[i]->len == 0 || (n_marks > 0 && self->marks[i]->len != n_marks))
        return FALSE;
      n_marks = self->marks[i]->len;
    }
  return n_marks > 0;
}

static gboolean
has_marks (SpurBalance *self)
{
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      if (self->marks[i]->len > 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether any class is of use to the search. */
static gboolean
find_wanted (Search *search)
{
  SpurBalance *self = search->balance;
  g_autoptr (GArray) asked = search->source == SPUR_BALANCE_FROM_CLASS
                               ? spur_trace_list_classes (self->trace, self->options.class_name)
                               : NULL;
  gboolean is_any = asked != NULL && asked->len > 0;

  for (guint i = 0; i < spur_trace_get_n_classes (self->trace); i++)
    {
      search->is_wanted[i] = is_of_source (spur_trace_get_class (self->trace, i), search->source);
      is_any |= search->is_wanted[i];
    }
  for (guint i = 0; asked != NULL && i < asked->len; i++)
    search->is_wanted[g_array_index (asked, guint32, i)] = TRUE;
  return is_any;
}

static gboolean
try_source (SpurBalance *self, SpurBalanceSource source)
{
  g_autofree guint8 *is_wanted = g_new0 (guint8, spur_trace_get_n_classes (self->trace) + 1);
  Search search = { self, source, is_wanted };

  if (!find_wanted (&search))
    return FALSE;
  spur_job_run (self->job, spur_trace_get_n_streams (self->trace), find_marks, &search);
  if (source == SPUR_BALANCE_FROM_BARRIERS ? are_marks_even (self) : has_marks (self))
    {
      self->source = source;
      return TRUE;
    }
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    g_array_set_size (self->marks[i], 0);
  return FALSE;
}

SPUR_DEFINE_ORDER (compare_phases, SpurBalancePhase, SPUR_BY_2 (number, begin_ns))

static void
add_phase (SpurBalance *self, gint64 number, gint64 begin_ns)
{
  SpurBalancePhase phase = {
    .number = number, .begin_ns = begin_ns, .work_begin_ns = G_MAXINT64, .work_end_ns = G_MININT64
  };

  g_array_append_val (self->phases, phase);
}

/* Of each number the first begin. What comes before the first number is a phase, too, of the number
 * before, or of none before 0; it is left out later if it has no load. */
static void
list_marked_phases (SpurBalance *self)
{
  guint n_phases = 0;
  gint64 first;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      for (guint j = 0; j < self->marks[i]->len; j++)
        {
          const SpurBalanceMark *mark = &g_array_index (self->marks[i], SpurBalanceMark, j);

          add_phase (self, (gint64) MIN (mark->number, G_MAXINT64), mark->time_ns);
        }
      g_array_sort (self->phases, compare_phases);
      n_phases = 0;
      for (guint j = 0; j < self->phases->len; j++)
        {
          SpurBalancePhase phase = *spur_balance_phase_at (self, j);

          if (n_phases == 0 || spur_balance_phase_at (self, n_phases - 1)->number != phase.number)
            *spur_balance_phase_at (self, n_phases++) = phase;
        }
      g_array_set_size (self->phases, n_phases);
    }
  first = self->phases->len > 0 ? spur_balance_phase_at (self, 0)->number : 1;
  add_phase (self, first > 0 ? first - 1 : -1, self->begin_ns);
  g_array_sort (self->phases, compare_phases);
}

static void
set_ends (SpurBalance *self)
{
  for (guint i = 0; i < self->phases->len; i++)
    spur_balance_phase_at (self, i)->end_ns =
      i + 1 < self->phases->len ? spur_balance_phase_at (self, i + 1)->begin_ns : self->end_ns;
}

static gboolean
check_number (SpurBalance *self, guint64 n_phases, GError **error)
{
  guint64 n_targets = MAX (
    spur_definitions_count_objects (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET), 1);

  return n_phases <= MAX_CELLS / n_targets ||
         spur_error_set (error, SPUR_BALANCE_ERROR, SPUR_BALANCE_ERROR_PHASES,
                         "%" G_GUINT64_FORMAT " phases of %" G_GUINT64_FORMAT
                         " targets are too many, up to %" G_GUINT64_FORMAT
                         " can be shown; give a longer time",
                         n_phases, n_targets, MAX_CELLS / n_targets);
}

SPUR_DEFINE_ORDER (compare_begins, gint64, SPUR_ORDER (*p, *q))

/* (element-type gint64): the times of all marks, each once; the streams have none afterwards. */
static GArray *
take_times (SpurBalance *self)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n_times = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      for (guint j = 0; j < self->marks[i]->len; j++)
        g_array_append_val (times, g_array_index (self->marks[i], SpurBalanceMark, j).time_ns);
      g_array_set_size (self->marks[i], 0);
    }
  g_array_sort (times, compare_begins);
  for (guint i = 0; i < times->len; i++)
    {
      gint64 time_ns = g_array_index (times, gint64, i);

      if (n_times == 0 || g_array_index (times, gint64, n_times - 1) != time_ns)
        g_array_index (times, gint64, n_times++) = time_ns;
    }
  g_array_set_size (times, n_times);
  return times;
}

/* Each of the times begins a phase in all streams. */
static gboolean
list_timed_phases (SpurBalance *self, const GArray *times, GError **error)
{
  if (!check_number (self, (guint64) times->len + 1, error))
    return FALSE;
  add_phase (self, 0, self->begin_ns);
  for (guint i = 0; i < times->len; i++)
    {
      if (g_array_index (times, gint64, i) > self->begin_ns)
        add_phase (self, self->phases->len, g_array_index (times, gint64, i));
    }
  set_ends (self);
  return TRUE;
}

/* Events of a class that not every stream has as often as the others. */
static gboolean
list_class_phases (SpurBalance *self, GError **error)
{
  g_autoptr (GArray) times = take_times (self);

  return list_timed_phases (self, times, error);
}

/* Steps were not asked for, so that too many of them are no error. */
static gboolean
try_steps (SpurBalance *self)
{
  g_autoptr (GArray) times = spur_balance_list_steps (self);

  if (times->len == 0 || !list_timed_phases (self, times, NULL))
    return FALSE;
  self->source = SPUR_BALANCE_FROM_MOVES;
  return TRUE;
}

static gboolean
cut_by_time (SpurBalance *self, GError **error)
{
  gint64 every_ns = self->options.every_ns;
  gint64 length_ns = MAX (self->end_ns - self->begin_ns, 1);
  guint64 n_phases = (guint64) ((length_ns - 1) / every_ns) + 1;

  if (!check_number (self, n_phases, error))
    return FALSE;
  self->source = SPUR_BALANCE_FROM_TIME;
  for (guint64 i = 0; i < n_phases; i++)
    add_phase (self, (gint64) i, self->begin_ns + (gint64) i * every_ns);
  set_ends (self);
  return TRUE;
}

gboolean
spur_balance_find_phases (SpurBalance *self, GError **error)
{
  if (self->options.every_ns > 0)
    return cut_by_time (self, error);
  if (self->options.class_name != NULL)
    {
      if (!try_source (self, SPUR_BALANCE_FROM_CLASS))
        return spur_error_set (error, SPUR_BALANCE_ERROR, SPUR_BALANCE_ERROR_PHASES,
                               "no event of class '%s' begins a phase: there is none",
                               self->options.class_name);
      if (!are_marks_even (self))
        return list_class_phases (self, error);
    }
  else if (!try_source (self, SPUR_BALANCE_FROM_PHASES) &&
           !try_source (self, SPUR_BALANCE_FROM_BARRIERS) && try_steps (self))
    return TRUE;
  list_marked_phases (self);
  set_ends (self);
  return check_number (self, self->phases->len, error);
}

guint
spur_balance_find_phase (SpurBalance *self, guint64 number)
{
  gint64 wanted = (gint64) MIN (number, G_MAXINT64);
  guint low = 0;
  guint high = self->phases->len;
  guint middle;

  SPUR_BISECT (low, high, middle, spur_balance_phase_at (self, middle)->number < wanted)
  return low;
}
