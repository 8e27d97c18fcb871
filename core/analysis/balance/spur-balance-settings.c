/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Work in states that are set: a state lasts until the object's next one, in whichever stream. */
#include "core/analysis/balance/spur-balance-private.h"
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"

#define NS_PER_S 1e9

/* How often memory is given back while the states of streams are gathered: the more often the less
 * is needed, but each time looks through all of the heap. */
#define N_TRIMS 16

typedef struct
{
  SpurBalance *balance;
  SpurTimeline *timeline;
  /* By object the first of its states; their times are as in SpurBalanceSettings. */
  gsize *firsts;
  gint64 *times;
  /* Of SpurBalanceRow: what the present object did. */
  GArray *rows;
  /* In which it worked last. */
  guint phase;
} Settings;

void
spur_balance_settings_clear (SpurBalanceSettings *self)
{
  g_clear_pointer (&self->times, g_free);
  g_clear_pointer (&self->objects, g_free);
}

void
spur_balance_settings_add (SpurBalanceSettings *self,
                           guint32 object,
                           gint64 time_ns,
                           gboolean works)
{
  if (self->n == self->n_room)
    {
      self->n_room = MAX (2 * self->n_room, 64);
      self->times = g_renew (gint64, self->times, self->n_room);
      self->objects = g_renew (guint32, self->objects, self->n_room);
    }
  self->times[self->n] = 2 * time_ns + (works ? 1 : 0);
  self->objects[self->n] = object;
  self->n++;
}

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

static void
use_object_settings (Settings *self, guint32 object)
{
  Whereabouts where = { NULL, 0, 0 };
  gint64 begin_ns = 0;
  gboolean works = FALSE;

  if (self->firsts[object] == self->firsts[object + 1])
    return;
  where.presences = spur_timeline_get_presences (self->timeline, object, &where.n_presences);
  for (gsize i = self->firsts[object]; i < self->firsts[object + 1]; i++)
    {
      gint64 time_ns = self->times[i] >> 1;

      if (works)
        place_set_work (self, &where, object, begin_ns, time_ns);
      works = self->times[i] & 1;
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

/* States of one object that are set at one time stay in the order of their streams. */
SPUR_DEFINE_ORDER (compare_times, gint64, SPUR_ORDER (*p >> 1, *q >> 1))
SPUR_DEFINE_SORT (sort_times, gint64, compare_times)

/* Puts the states that streams set in order by object, then by time. */
static void
gather_settings (Settings *self, SpurBalanceSettings *streams[], guint n_streams)
{
  guint32 n_objects = self->timeline->n_objects;
  g_autofree gsize *next = NULL;
  g_autofree gint64 *scratch = NULL;
  gsize n_most = 0;

  self->firsts = g_new0 (gsize, (gsize) n_objects + 1);
  for (guint s = 0; s < n_streams; s++)
    {
      for (gsize i = 0; i < streams[s]->n; i++)
        self->firsts[streams[s]->objects[i] + 1]++;
    }
  for (guint32 i = 0; i < n_objects; i++)
    self->firsts[i + 1] += self->firsts[i];
  next = g_memdup2 (self->firsts, ((gsize) n_objects + 1) * sizeof *next);
  /* As it fills, what streams have goes: together they are never both. */
  self->times = spur_pages_new_room (self->firsts[n_objects] + 1, sizeof *self->times);
  for (guint s = 0; s < n_streams; s++)
    {
      for (gsize i = 0; i < streams[s]->n; i++)
        self->times[next[streams[s]->objects[i]]++] = streams[s]->times[i];
      spur_balance_settings_clear (streams[s]);
      if (s % (n_streams / N_TRIMS + 1) == 0)
        spur_pages_trim ();
    }
  for (guint32 i = 0; i < n_objects; i++)
    n_most = MAX (n_most, self->firsts[i + 1] - self->firsts[i]);
  scratch = g_new (gint64, n_most / 2 + 1);
  for (guint32 i = 0; i < n_objects; i++)
    sort_times (self->times + self->firsts[i], self->firsts[i + 1] - self->firsts[i], scratch);
}

void
spur_balance_use_settings (SpurBalance *balance,
                           SpurTimeline *timeline,
                           SpurBalanceSettings *streams[],
                           guint n_streams)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (SpurBalanceRow));
  Settings self = { .balance = balance, .timeline = timeline, .rows = rows };

  gather_settings (&self, streams, n_streams);
  for (guint32 object = 0; object < timeline->n_objects; object++)
    use_object_settings (&self, object);
  spur_pages_free (self.times);
  g_free (self.firsts);
}
