/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Work in states that are set: a state lasts until the object's next one, in whichever stream. */
#include "core/analysis/balance/spur-balance-private.h"
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"

#define NS_PER_S 1e9

typedef struct
{
  SpurBalance *balance;
  SpurTimeline *timeline;
  /* By object, as spur_balance_add_setting() has them. */
  SpurKeyedAll all;
  /* Of SpurBalanceRow: what the present object did. */
  GArray *rows;
  /* In which it worked last. */
  guint phase;
} Settings;

SPUR_DEFINE_ORDER (compare_rows, SpurBalanceRow, SPUR_BY_4 (phase, object, target, order))
SPUR_DEFINE_ARRAY_SORT (sort_rows, SpurBalanceRow, compare_rows)

void
spur_balance_merge_rows (GArray *rows)
{
  guint n_rows = 0;

  sort_rows (rows);
  for (guint i = 0; i < rows->len; i++)
    {
      SpurBalanceRow row = g_array_index (rows, SpurBalanceRow, i);
      SpurBalanceRow *last = n_rows > 0 ? &g_array_index (rows, SpurBalanceRow, n_rows - 1) : NULL;

      if (last != NULL && last->phase == row.phase && last->object == row.object &&
          last->target == row.target)
        {
          last->load += row.load;
          last->end_ns = MAX (last->end_ns, row.end_ns);
        }
      else
        g_array_index (rows, SpurBalanceRow, n_rows++) = row;
    }
  g_array_set_size (rows, n_rows);
}

/* Much that is one after the other is of one phase, object and target. */
static void
append_row (GArray *rows, const SpurBalanceRow *row)
{
  SpurBalanceRow *last =
    rows->len > 0 ? &g_array_index (rows, SpurBalanceRow, rows->len - 1) : NULL;

  if (last != NULL && last->phase == row->phase && last->object == row->object &&
      last->target == row->target && last->order == row->order)
    {
      last->load += row->load;
      last->end_ns = MAX (last->end_ns, row->end_ns);
    }
  else
    g_array_append_vals (rows, row, 1);
}

/* The phase that began last, or the first. */
static guint
find_phase_at (SpurBalance *balance, gint64 time_ns)
{
  guint low = 0, high = balance->phases->len, middle;

  SPUR_BISECT (low, high, middle, spur_balance_phase_at (balance, middle)->begin_ns <= time_ns)
  return low > 0 ? low - 1 : 0;
}

static gboolean
is_phase_at (SpurBalance *balance, guint phase, gint64 time_ns)
{
  return phase + 1 < balance->phases->len &&
         spur_balance_phase_at (balance, phase)->begin_ns <= time_ns &&
         spur_balance_phase_at (balance, phase + 1)->begin_ns > time_ns;
}

/* The work of an object from @begin_ns to @end_ns, on the target where it is meanwhile. */
static void
add_set_work (Settings *self, guint32 object, guint32 target, gint64 begin_ns, gint64 end_ns)
{
  SpurBalance *balance = self->balance;

  if (!is_phase_at (balance, self->phase, begin_ns))
    self->phase = find_phase_at (balance, begin_ns);
  for (guint i = self->phase; i < balance->phases->len && begin_ns < end_ns; i++)
    {
      SpurBalancePhase *phase = spur_balance_phase_at (balance, i);
      gint64 until_ns = i + 1 < balance->phases->len ? MIN (end_ns, phase->end_ns) : end_ns;
      SpurBalanceRow row = {
        i, object, target, G_MAXUINT32, (double) (until_ns - begin_ns) / NS_PER_S, until_ns
      };

      if (until_ns <= begin_ns)
        continue;
      append_row (self->rows, &row);
      phase->work_begin_ns = MIN (phase->work_begin_ns, begin_ns);
      phase->work_end_ns = MAX (phase->work_end_ns, until_ns);
      begin_ns = until_ns;
    }
}

/* Where an object was, in the order of times; the work of an object comes in that order, too. */
typedef struct
{
  SpurPresence *presences;
  guint n_presences;
  guint next;
} Whereabouts;

static void
place_set_work (Settings *self, Whereabouts *where, guint32 object, gint64 begin_ns, gint64 end_ns)
{
  while (where->next < where->n_presences && where->presences[where->next].end_ns <= begin_ns)
    where->next++;
  for (guint i = where->next; i < where->n_presences && begin_ns < end_ns; i++)
    {
      const SpurPresence *presence = &where->presences[i];
      gint64 from_ns = MAX (begin_ns, presence->begin_ns);
      gint64 until_ns = MIN (end_ns, presence->end_ns);

      if (from_ns >= end_ns)
        break;
      add_set_work (self, object, SPUR_NONE, begin_ns, from_ns);
      add_set_work (self, object, presence->target, from_ns, until_ns);
      begin_ns = until_ns;
    }
  add_set_work (self, object, SPUR_NONE, begin_ns, end_ns);
}

/* States of one object that are set at one time stay in the order of their streams. */
SPUR_DEFINE_ORDER (compare_times, gint64, SPUR_ORDER (*p >> 1, *q >> 1))
SPUR_DEFINE_SORT (sort_times, gint64, compare_times)

static void
use_object_settings (Settings *self, guint32 object)
{
  Whereabouts where = { NULL, 0, 0 };
  gint64 begin_ns = 0;
  gboolean works = FALSE;
  gsize n_settings;
  gint64 *times = spur_keyed_all_get (&self->all, object, &n_settings);

  if (n_settings == 0)
    return;
  sort_times (times, n_settings, self->all.scratch);
  where.presences = spur_timeline_get_presences (self->timeline, object, &where.n_presences);
  for (gsize i = 0; i < n_settings; i++)
    {
      gint64 time_ns = times[i] >> 1;

      if (works)
        place_set_work (self, &where, object, begin_ns, time_ns);
      works = times[i] & 1;
      begin_ns = time_ns;
    }
  if (works)
    place_set_work (self, &where, object, begin_ns, self->balance->end_ns);
  spur_balance_merge_rows (self->rows);
  if (self->rows->len > 0)
    g_array_append_vals (self->balance->rows, self->rows->data, self->rows->len);
  g_array_set_size (self->rows, 0);
  g_free (where.presences);
}

void
spur_balance_use_settings (SpurBalance *balance,
                           SpurTimeline *timeline,
                           SpurKeyedRows *const streams[],
                           guint n_streams)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (SpurBalanceRow));
  Settings self = { .balance = balance, .timeline = timeline, .rows = rows };

  spur_keyed_all_init (&self.all, streams, n_streams, timeline->n_objects, sizeof (gint64));
  for (guint32 object = 0; object < timeline->n_objects; object++)
    use_object_settings (&self, object);
  spur_keyed_all_clear (&self.all);
}
