/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* States that are set hold until the next one, whatever stream says so: their times come from the
 * timeline, in which the streams are one. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/analysis/profile/spur-profile-private.h"

/* The states of one object, a row each. */
typedef struct
{
  GArray *rows;  /* of SpurStateProfile */
  guint *row_of; /* by state, counted from 1 */
  guint n_states;
  SpurStateProfile *row; /* of the state that is set, or NULL */
  gint64 begin_ns;
  gint64 end_ns;
} SetState;

/* The state holds from one row of the object to the next; where the object has entered others
 * meanwhile, for its inclusive time only. */
static void
add_set_time (SetState *set, gint64 from_ns, gint64 until_ns, guint n_entered)
{
  gint64 length_ns = MIN (until_ns, set->end_ns) - MAX (from_ns, set->begin_ns);

  if (length_ns <= 0 || set->row == NULL)
    return;
  set->row->inclusive_ns += length_ns;
  if (n_entered == 0)
    set->row->exclusive_ns += length_ns;
}

static void
set_state (SetState *set, guint32 object, const SpurTimelineRow *row)
{
  const SpurStateProfile none = { .object = object, .state = row->value };

  set->row = NULL;
  if (row->value >= set->n_states)
    return;
  if (set->row_of[row->value] == 0)
    {
      g_array_append_val (set->rows, none);
      set->row_of[row->value] = set->rows->len;
    }
  set->row = &g_array_index (set->rows, SpurStateProfile, set->row_of[row->value] - 1);
  set->row->n_times += row->time_ns >= set->begin_ns && row->time_ns < set->end_ns;
}

/* Moves the rows of an object that is done to those of all. */
static void
take_rows (SetState *set, GArray *states)
{
  for (guint i = 0; i < set->rows->len; i++)
    {
      SpurStateProfile row = g_array_index (set->rows, SpurStateProfile, i);

      set->row_of[row.state] = 0;
      g_array_append_val (states, row);
    }
  g_array_set_size (set->rows, 0);
  set->row = NULL;
}

static void
add_object (SetState *set, const SpurTimeline *timeline, guint32 object)
{
  const SpurTimelineRows *rows = &timeline->kinds[SPUR_TIMELINE_STATES];
  guint n_entered = 0;

  for (gsize i = rows->firsts[object]; i < rows->firsts[object + 1]; i++)
    {
      const SpurTimelineRow *row = &rows->rows[i];
      gint64 until_ns = i + 1 < rows->firsts[object + 1] ? row[1].time_ns : timeline->end_ns;

      if (row->list == SPUR_TIMELINE_ENTERED)
        n_entered++;
      else if (row->list == SPUR_TIMELINE_LEFT)
        n_entered -= n_entered > 0;
      else
        set_state (set, object, row);
      add_set_time (set, row->time_ns, until_ns, n_entered);
    }
}

void
spur_profile_add_set_states (SpurTimeline *timeline,
                             const SpurProfileSettings *settings,
                             GArray *states)
{
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (timeline->trace));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (SpurStateProfile));
  g_autofree guint *row_of = g_new0 (guint, (gsize) n_states + 1);
  SetState set = { rows, row_of, n_states, NULL, settings->begin_ns, settings->end_ns };

  for (guint32 i = 0; i < timeline->n_objects; i++)
    {
      add_object (&set, timeline, i);
      take_rows (&set, states);
    }
}
