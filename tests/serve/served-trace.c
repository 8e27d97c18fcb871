/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "served-trace.h"

#include "events/spur-events.h"
#include "events/spur-region-events.h"
#include "visualizers/style/spur-view-registry.h"

#define N_CALLS 30000

static void
append_event (SpurStream *stream, gint64 time_ns, guint class_index, GType type, guint32 state)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint32 process = SERVED_PROCESS (spur_stream_get_index (stream));
  guint8 record[64] = { 0 };

  for (guint i = 0; i < layout->n_fields; i++)
    if (layout->fields[i].type >= SPUR_FIELD_STRING)
      spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
  if (state != SPUR_NONE)
    spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_STATE], record,
                                state);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              process);
  spur_stream_append (stream, time_ns, class_index, record);
}

/* Calls one after the other, with a pause behind each. */
static gint64
fill_stream (SpurStream *stream, const guint *classes)
{
  guint index = spur_stream_get_index (stream);
  gint64 now_ns = 0;

  for (guint i = 0; i < N_CALLS; i++)
    {
      append_event (stream, now_ns, classes[0], SPUR_TYPE_REGION_ENTER_EVENT,
                    served_trace_get_state (index, i));
      append_event (stream, now_ns + served_trace_get_call_ns (i) * 3 / 4, classes[1],
                    SPUR_TYPE_REGION_EXIT_EVENT, SPUR_NONE);
      now_ns += served_trace_get_call_ns (i);
    }
  return now_ns;
}

static void
add_streams (ServedTrace *self, guint n_streams)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  const guint classes[] = { spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_ENTER_EVENT),
                            spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_EXIT_EVENT) };

  for (guint i = 0; i < SERVED_STATES; i++)
    {
      g_autofree char *name = g_strdup_printf ("function <%u>", i);

      spur_definitions_add_state (
        definitions, name, i + 1 < SERVED_STATES ? SPUR_STATE_WORK : SPUR_STATE_COMMUNICATION);
    }
  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { "clock", "monotonic", 1000000000, 0, i };
      guint32 core =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "core", SPUR_NONE);

      g_assert_cmpuint (core, ==, SERVED_CORE (i));
      spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "process", "process",
                                   SPUR_NONE);
      spur_trace_add_stream (self->trace, name, spur_definitions_add_clock (definitions, &clock),
                             core);
    }
  for (guint i = 0; i < n_streams; i++)
    self->end_ns = fill_stream (spur_trace_get_stream (self->trace, i), classes);
}

static void
correct_streams (ServedTrace *self, guint n_streams)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (n_streams);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (SERVED_SHIFT_NS);

  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (self->trace, correction);
}

void
served_trace_init (ServedTrace *self, guint n_streams, gboolean is_corrected)
{
  SpurPageSourceOptions options = { .input = "run.spur" };
  g_autoptr (GError) error = NULL;

  spur_view_register_visualizers (spur_registry_get_default ());
  *self = (ServedTrace){ .trace = spur_trace_new () };
  add_streams (self, n_streams);
  spur_trace_seal (self->trace, &error);
  g_assert_no_error (error);
  if (is_corrected)
    correct_streams (self, n_streams);
  self->edges = spur_edges_new_for_trace (self->trace, NULL, &error);
  g_assert_no_error (error);
  self->index = spur_index_new (self->trace, NULL, &error);
  g_assert_no_error (error);
  options.index = self->index;
  self->source = spur_page_source_new (self->trace, self->edges, &options, NULL, &error);
  g_assert_no_error (error);
}

void
served_trace_clear (ServedTrace *self)
{
  g_clear_pointer (&self->source, spur_page_source_free);
  g_clear_object (&self->index);
  g_clear_object (&self->edges);
  g_clear_object (&self->trace);
}

gint64
served_trace_get_call_ns (guint call)
{
  return 1000 + (gint64) call * 7919 % 1000;
}

guint32
served_trace_get_state (guint stream, guint call)
{
  return (stream + call * call) % SERVED_STATES;
}

GHashTable *
served_query (const char *text)
{
  GHashTable *query = g_uri_parse_params (text, -1, "&", G_URI_PARAMS_NONE, NULL);

  g_assert_nonnull (query);
  return query;
}
