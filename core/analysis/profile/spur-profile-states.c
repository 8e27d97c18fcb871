/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* States that are set hold until the next one, whatever stream says so: their times come from the
 * timeline, in which the streams are one. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/analysis/profile/spur-profile-private.h"

typedef struct
{
  SpurStateProfile row;
  gint64 begin_ns;
  gint64 end_ns;
} SetState;

/* The state holds from one row of the object to the next; where the object has entered others
 * meanwhile, for its inclusive time only. */
static void
add_set_time (SetState *set, gint64 from_ns, gint64 until_ns, guint n_entered)
{
  gint64 length_ns = MIN (until_ns, set->end_ns) - MAX (from_ns, set->begin_ns);

  if (length_ns <= 0)
    return;
  set->row.inclusive_ns += length_ns;
  if (n_entered == 0)
    set->row.exclusive_ns += length_ns;
}

static void
put_state (SetState *set, GArray *states)
{
  if (set->row.state != SPUR_NONE && (set->row.n_times > 0 || set->row.inclusive_ns > 0))
    g_array_append_val (states, set->row);
  set->row.n_times = 0;
  set->row.inclusive_ns = set->row.exclusive_ns = 0;
}

static void
add_object (const SpurTimeline *timeline,
            const SpurProfileSettings *settings,
            guint32 object,
            GArray *states)
{
  const SpurTimelineRows *rows = &timeline->kinds[SPUR_TIMELINE_STATES];
  SetState set = { { .object = object, .state = SPUR_NONE },
                   settings->begin_ns,
                   MIN (settings->end_ns, timeline->end_ns) };
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
        {
          put_state (&set, states);
          set.row.state = row->value;
          set.row.n_times = row->time_ns >= settings->begin_ns && row->time_ns < settings->end_ns;
        }
      add_set_time (&set, row->time_ns, until_ns, n_entered);
    }
  put_state (&set, states);
}

void
spur_profile_add_set_states (SpurTimeline *timeline,
                             const SpurProfileSettings *settings,
                             GArray *states)
{
  for (guint32 i = 0; i < timeline->n_objects; i++)
    add_object (timeline, settings, i, states);
}
