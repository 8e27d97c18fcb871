/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Sums up how long edges take, by the event classes at their ends. */
#include "core/analysis/profile/spur-edge-profile.h"

#include "core/analysis/profile/spur-profile-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-store-internal.h"

typedef struct
{
  SpurTrace *trace;
  SpurCorrection *correction; /* NULL for raw times */
} Times;

static gint64
get_time_ns (const Times *self, guint stream, guint64 event)
{
  gint64 time_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), event);
  guint n_maps =
    self->correction != NULL ? spur_correction_get_n_maps (self->correction, stream) : 0;

  for (guint i = 0; i < n_maps; i++)
    time_ns =
      spur_time_map_apply (spur_correction_get_map (self->correction, stream, i), event, time_ns);
  return time_ns;
}

static guint
get_class (const Times *self, guint stream, guint64 event)
{
  return spur_stream_get_class_index (spur_trace_get_stream (self->trace, stream), event);
}

/* Whether the event that the edge begins with counts. */
static gboolean
is_accepted (const Times *self,
             const SpurProfileSettings *settings,
             const SpurEdge *edge,
             guint from_class)
{
  const SpurEventLayout *layout;
  const guint8 *record;

  if (settings->accept == NULL)
    return TRUE;
  record = spur_stream_get_record (spur_trace_get_stream (self->trace, edge->from_stream),
                                   edge->from_event, &layout);
  return settings->accept (layout, from_class, record, edge->from_stream, settings->accept_data);
}

static void
count_edge (SpurEdgeProfile *row, gint64 taken_ns)
{
  row->least_ns = row->n_edges > 0 ? MIN (row->least_ns, taken_ns) : taken_ns;
  row->most_ns = row->n_edges > 0 ? MAX (row->most_ns, taken_ns) : taken_ns;
  row->n_edges++;
  row->n_reversed += taken_ns < 0;
  if (__builtin_add_overflow (row->total_ns, taken_ns, &row->total_ns))
    row->total_ns = taken_ns < 0 ? G_MININT64 : G_MAXINT64;
}

SPUR_DEFINE_ORDER (compare_edges,
                   SpurEdgeProfile,
                   SPUR_ORDER (q->total_ns, p->total_ns) ?: SPUR_BY_2 (kind, from_class))

/**
 * spur_edge_profile_list:
 * @trace: a trace
 * @edges: its edges
 * @settings: the span, and which events count; its parts do not matter
 *
 * Sums up the edges that begin in a span, with events that count. Those between events of one
 * stream are none: a stream tells itself nothing.
 *
 * Returns: (transfer full) (element-type SpurEdgeProfile): what takes longest altogether first
 *
 * Since: 1.0
 */
GArray *
spur_edge_profile_list (SpurTrace *trace, SpurEdges *edges, const SpurProfileSettings *settings)
{
  const Times times = { trace, settings->raw ? NULL : spur_trace_get_correction (trace) };
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (SpurEdgeProfile));
  SpurKeyTable keys;
  gsize n_edges;
  const SpurEdge *all;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), rows);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), rows);

  all = spur_edges_get_all (edges, &n_edges);
  spur_key_table_init (&keys);
  for (gsize i = 0; i < n_edges; i++)
    {
      gint64 from_ns = get_time_ns (&times, all[i].from_stream, all[i].from_event);
      gint64 to_ns = get_time_ns (&times, all[i].to_stream, all[i].to_event);
      SpurEdgeProfile row = { .kind = spur_edges_get_kind (edges, i),
                              .from_class =
                                get_class (&times, all[i].from_stream, all[i].from_event) };
      guint place;

      if (from_ns < settings->begin_ns || from_ns >= settings->end_ns ||
          !is_accepted (&times, settings, &all[i], row.from_class))
        continue;
      place = spur_key_table_add (&keys, (guint64) row.kind << 32 | row.from_class);
      if (place == rows->len)
        g_array_append_val (rows, row);
      count_edge (&g_array_index (rows, SpurEdgeProfile, place), to_ns - from_ns);
    }
  spur_key_table_clear (&keys);
  g_array_sort (rows, compare_edges);
  return rows;
}
