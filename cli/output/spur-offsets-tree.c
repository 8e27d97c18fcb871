/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What was measured of a trace's clocks while it was recorded. */
#include <math.h>

#include "cli/output/spur-edges-tree.h"
#include "core/store/trace/spur-store-internal.h"

typedef struct
{
  guint n_clocks;
  guint n_measured; /* clocks */
  guint64 n_offsets;
  gint64 widest_ns; /* bound of any */
} Offsets;

static void
count_offsets (Offsets *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GHashTable) clocks = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) measured = g_hash_table_new (NULL, NULL);

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      const SpurClock *clock =
        spur_definitions_get_clock (definitions, spur_stream_get_clock (stream));
      guint n_offsets;
      const SpurClockOffset *offsets = spur_stream_get_clock_offsets (stream, &n_offsets);

      g_hash_table_add (clocks, GUINT_TO_POINTER (clock->domain));
      if (n_offsets > 0)
        g_hash_table_add (measured, GUINT_TO_POINTER (clock->domain));
      for (guint i = 0; i < n_offsets; i++)
        {
          double bound_ns = offsets[i].deviation_ticks * 1e9 / (double) clock->resolution_hz;

          self->widest_ns = MAX (
            self->widest_ns, (gint64) CLAMP (ceil (bound_ns), 0.0, (double) SPUR_TIME_LIMIT_NS));
        }
      self->n_offsets += n_offsets;
    }
  self->n_clocks = g_hash_table_size (clocks);
  self->n_measured = g_hash_table_size (measured);
}

void
spur_tree_add_offsets (SpurTree *self, SpurTrace *trace)
{
  Offsets offsets = { 0 };
  gboolean is_bounded = g_strcmp0 (spur_trace_get_fact (trace, SPUR_TRACE_OFFSETS_FACT),
                                   SPUR_TRACE_OFFSETS_BOUNDED) == 0;
  g_autofree char *bound = NULL;

  count_offsets (&offsets, trace);
  if (offsets.n_offsets == 0)
    return;
  bound = spur_text_duration (offsets.widest_ns);
  spur_tree_begin_object (self, "measured_offsets");
  spur_tree_add_count (self, "count", offsets.n_offsets);
  spur_tree_add_int (self, "clocks", offsets.n_measured);
  if (is_bounded)
    spur_tree_add_int (self, "widest_ns", offsets.widest_ns);
  else
    spur_tree_add_null (self, "widest_ns");
  spur_tree_end (self);
  spur_tree_print_note (self, "shown_offsets", "of %u of %u clocks%s%s", offsets.n_measured,
                        offsets.n_clocks, is_bounded ? ", by probes to +- " : "",
                        is_bounded ? bound : "");
}
