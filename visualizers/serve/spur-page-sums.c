/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a page shows of a window or of a time, from the sums of the index: the profile of any number
 * of events, and the system at a time. */
#include "core/base/spur-error-internal.h"
#include "core/index/spur-index-history.h"
#include "visualizers/serve/spur-page-source-private.h"

/* Times by state, by object, and of work by row. */
typedef struct
{
  guint n_states;
  guint n_objects;
  guint n_lanes;
  gint64 *states_ns;
  gint64 *objects_ns;
  gint64 *lanes_ns;
} Totals;

static void
totals_init (Totals *self, SpurTrace *trace, const SpurLanes *lanes)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  self->n_states = spur_definitions_get_n_states (definitions);
  self->n_objects = spur_definitions_get_n_objects (definitions);
  self->n_lanes = lanes->n_lanes;
  self->states_ns = g_new0 (gint64, (gsize) self->n_states + 1);
  self->objects_ns = g_new0 (gint64, (gsize) self->n_objects + 1);
  self->lanes_ns = g_new0 (gint64, (gsize) self->n_lanes + 1);
}

static void
totals_clear (Totals *self)
{
  g_free (self->states_ns);
  g_free (self->objects_ns);
  g_free (self->lanes_ns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Totals, totals_clear)

static void
add_stream (Totals *self, SpurPageSource *source, const SpurPageWindow *window, guint stream)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (source->report.trace);
  g_autofree gint64 *times_ns = g_new0 (gint64, (gsize) self->n_states + 1);
  guint32 object = spur_index_get_subject (source->report.index, stream);
  guint lane = window->side->picture->lanes->lane_of_stream[stream];
  const SpurIndexWindow indexed = { .from_ns = window->from_ns,
                                    .to_ns = window->to_ns,
                                    .n_columns = 1,
                                    .raw = window->side == &source->report.raw };

  spur_index_add_times (source->report.index, stream, &indexed, times_ns);
  for (guint i = 0; i < self->n_states; i++)
    {
      self->states_ns[i] += times_ns[i];
      if (object < self->n_objects)
        self->objects_ns[object] += times_ns[i];
      if (spur_definitions_get_state (definitions, i)->kind == SPUR_STATE_WORK)
        self->lanes_ns[lane] += times_ns[i];
    }
}

/* [[entry, ns], ...] of those that have any. */
static void
append_totals (GString *json, const char *key, const gint64 *times_ns, guint n_times)
{
  gboolean is_first = TRUE;

  g_string_append_printf (json, ",\"%s\":[", key);
  for (guint i = 0; i < n_times; i++)
    {
      if (times_ns[i] <= 0)
        continue;
      g_string_append_printf (json, "%s[%u,%" G_GINT64_FORMAT "]", is_first ? "" : ",", i,
                              times_ns[i]);
      is_first = FALSE;
    }
  g_string_append_c (json, ']');
}

GBytes *
spur_page_source_make_profile (SpurPageSource *self, GHashTable *query, GError **error)
{
  g_auto (Totals) totals = { 0 };
  GString *json;
  SpurPageWindow window;

  if (!spur_page_query_window (self, query, &window, error))
    return NULL;
  totals_init (&totals, self->report.trace, window.side->picture->lanes);
  for (guint i = 0; i < spur_trace_get_n_streams (self->report.trace); i++)
    add_stream (&totals, self, &window, i);
  json = g_string_new (NULL);
  g_string_append_printf (json, "{\"nEvents\":%" G_GUINT64_FORMAT,
                          spur_page_window_count (self, &window));
  append_totals (json, "states", totals.states_ns, totals.n_states);
  append_totals (json, "objects", totals.objects_ns, totals.n_objects);
  append_totals (json, "targets", totals.lanes_ns, totals.n_lanes);
  return g_string_free_to_bytes (g_string_append_c (json, '}'));
}

/* The innermost state of each stream at a time. */
static guint32 *
find_states (SpurPageSource *self, const SpurReportSide *side, gint64 time_ns)
{
  guint n_streams = spur_trace_get_n_streams (self->report.trace);
  guint32 *states = g_new (guint32, (gsize) n_streams + 1);
  const SpurIndexWindow window = {
    .from_ns = time_ns, .to_ns = time_ns + 1, .n_columns = 1, .raw = side == &self->report.raw
  };
  g_autoptr (SpurHistory) history = spur_index_get_history (self->report.index, &window);
  g_autofree guint32 *depths = g_new0 (guint32, (gsize) n_streams + 1);
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (history, &n_spans);

  for (guint i = 0; i < n_streams; i++)
    states[i] = SPUR_NONE;
  for (gsize i = 0; i < n_spans; i++)
    {
      const SpurSpan *span = &spans[i];

      if (span->begin_ns > time_ns || span->end_ns <= time_ns || span->depth < depths[span->stream])
        continue;
      states[span->stream] = span->state;
      depths[span->stream] = span->depth;
    }
  return states;
}

static gboolean
is_target (SpurDefinitions *definitions, guint32 object)
{
  return g_type_is_a (spur_definitions_get_object (definitions, object)->type, SPUR_TYPE_TARGET);
}

/* [object, place, state] of what a stream is about, from its first event on; -1 is none. */
static void
append_stream (GString *json, SpurPageSource *self, guint stream, guint32 state)
{
  SpurTrace *trace = self->report.trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 object = spur_index_get_subject (self->report.index, stream);
  guint32 place = spur_stream_get_target (spur_trace_get_stream (trace, stream));

  if (object >= spur_definitions_get_n_objects (definitions))
    return;
  if (is_target (definitions, object))
    place = SPUR_NONE;
  g_string_append_printf (json, "%s[%u,%d,%d]", json->str[json->len - 1] == '[' ? "" : ",", object,
                          (int) place, (int) state);
}

GBytes *
spur_page_source_make_system (SpurPageSource *self, GHashTable *query, GError **error)
{
  const SpurReportSide *side = spur_page_query_side (self, query, error);
  g_autofree guint32 *states = NULL;
  gint64 time_ns, zero_ns;
  GString *json;

  if (side == NULL)
    return NULL;
  zero_ns = side->picture->zero_ns;
  if (!spur_page_query_int (query, "time", -SPUR_TIME_LIMIT_NS - zero_ns,
                            SPUR_TIME_LIMIT_NS - 1 - zero_ns, &time_ns, error))
    return NULL;
  time_ns += zero_ns;
  states = find_states (self, side, time_ns);
  json = g_string_new ("[");
  for (guint i = 0; i < spur_trace_get_n_streams (self->report.trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (self->report.trace, i);

      if (spur_stream_get_n_events (stream) > 0 &&
          spur_space_time_event_ns (side->picture, i, 0) <= time_ns)
        append_stream (json, self, i, states[i]);
    }
  return g_string_free_to_bytes (g_string_append_c (json, ']'));
}
