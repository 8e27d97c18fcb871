/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The load of the targets in columns, for the charts below the picture. */
#include "core/base/spur-error-internal.h"
#include "visualizers/serve/spur-page-source-private.h"

#define MAX_COLUMNS 4096
#define FULL_SHARE 65535

/* Loads in the making; those of the rows are made in parallel. Integers add up to the same in any
 * order. */
typedef struct
{
  SpurPageSource *source;
  const SpurReportSide *side;
  SpurIndexWindow window;
  GArray *lanes;
  guint64 *sums;
  guint16 *largest;
  GMutex mutex;
} LoadMaker;

static void
add_lane (guint index, gpointer data)
{
  LoadMaker *self = data;
  g_autofree float *loads = g_new (float, self->window.n_columns);

  spur_report_get_loads (&self->source->report, self->side,
                         g_array_index (self->lanes, guint, index), &self->window, loads);
  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->window.n_columns; i++)
    {
      guint16 load = (guint16) (CLAMP (loads[i], 0.0f, 1.0f) * FULL_SHARE + 0.5f);

      self->sums[i] += load;
      self->largest[i] = MAX (self->largest[i], load);
    }
  g_mutex_unlock (&self->mutex);
}

/* Rows of streams that belong to no target have no load. */
static GArray *
list_lanes (const SpurLanes *lanes)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      if (lanes->all[i].target != SPUR_NONE)
        g_array_append_val (list, i);
    }
  return list;
}

static void
put_load (guint8 *bytes, guint16 load)
{
  guint16 value = GUINT16_TO_LE (load);

  memcpy (bytes, &value, sizeof value);
}

static GBytes *
make_load (LoadMaker *self)
{
  const SpurJob job = { .n_threads = 0 };
  guint n_columns = self->window.n_columns;
  guint n_lanes = MAX (self->lanes->len, 1);
  g_autofree guint64 *sums = g_new0 (guint64, n_columns);
  g_autofree guint16 *largest = g_new0 (guint16, n_columns);
  guint8 *bytes = g_malloc (n_columns * 2 * sizeof (guint16));

  self->sums = sums;
  self->largest = largest;
  g_mutex_init (&self->mutex);
  spur_job_run (&job, self->lanes->len, add_lane, self);
  g_mutex_clear (&self->mutex);
  for (guint i = 0; i < n_columns; i++)
    {
      put_load (bytes + i * 2 * sizeof (guint16), (guint16) ((sums[i] + n_lanes / 2) / n_lanes));
      put_load (bytes + (i * 2 + 1) * sizeof (guint16), largest[i]);
    }
  return g_bytes_new_take (bytes, n_columns * 2 * sizeof (guint16));
}

GBytes *
spur_page_source_make_load (SpurPageSource *self, GHashTable *query, GError **error)
{
  g_autoptr (GArray) lanes = list_lanes (self->report.raw.picture->lanes);
  LoadMaker maker = { .source = self, .lanes = lanes };
  SpurPageWindow window;
  gint64 n_columns;

  if (!spur_page_query_window (self, query, &window, error) ||
      !spur_page_query_int (query, "columns", 1, MAX_COLUMNS, &n_columns, error))
    return NULL;
  maker.side = window.side;
  maker.window =
    (SpurIndexWindow){ .from_ns = window.from_ns,
                       .to_ns = window.to_ns,
                       .n_columns = (guint) MIN (n_columns, spur_report_count_bins (lanes->len)),
                       .raw = window.side == &self->report.raw };
  return make_load (&maker);
}
