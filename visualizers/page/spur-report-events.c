/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The events of the page: their classes, times and fields, and the edges between them. */
#include "core/store/trace/spur-chunk-walk.h"
#include "visualizers/page/spur-page-private.h"

/* Fields are read again when an event is asked for; from the begin of such a group. */
#define GROUP_EVENTS 256

typedef struct
{
  SpurReport *report;
  guint stream;
  GByteArray *events;
  GByteArray *fields;
  GByteArray *sizes;
  guint64 n_done;
  guint group_begin;
  gint64 at_ns;
  gint64 shift_ns;
} Writer;

static void
put_field (GByteArray *bytes, SpurFieldType type, guint64 bits)
{
  switch (type)
    {
    case SPUR_FIELD_DOUBLE:
      spur_report_put_double (bytes, bits);
      break;
    case SPUR_FIELD_INT64:
      spur_report_put_signed (bytes, (gint64) bits);
      break;
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_OBJECT:
    case SPUR_FIELD_STATE:
    case SPUR_FIELD_GROUP:
    case SPUR_FIELD_LIST:
      spur_report_put_entry (bytes, (guint32) bits);
      break;
    default:
      spur_report_put_unsigned (bytes, bits);
    }
}

static void
put_event (Writer *self, guint64 event, guint class_index, const guint8 *record)
{
  SpurReport *report = self->report;
  const SpurEventLayout *layout = spur_trace_get_class (report->trace, class_index);
  gint64 raw_ns = spur_space_time_event_ns (report->raw.picture, self->stream, event);
  gint64 shift_ns = 0;

  if (report->has_corrected)
    shift_ns = spur_space_time_event_ns (report->corrected.picture, self->stream, event) - raw_ns;
  spur_report_put_unsigned (self->events, class_index);
  spur_report_put_signed (self->events, raw_ns - self->at_ns);
  spur_report_put_signed (self->events, shift_ns - self->shift_ns);
  self->at_ns = raw_ns;
  self->shift_ns = shift_ns;
  for (guint i = 0; i < layout->n_fields; i++)
    put_field (self->fields, layout->fields[i].type,
               spur_event_layout_get_uint (layout, i, record));
  if (++self->n_done % GROUP_EVENTS == 0)
    {
      spur_report_put_unsigned (self->sizes, self->fields->len - self->group_begin);
      self->group_begin = self->fields->len;
    }
}

static void
put_chunk (Writer *self, const SpurChunk *chunk)
{
  const guint8 *record = chunk->records;

  for (guint32 i = 0; i < chunk->n_events; i++)
    {
      guint class_index = chunk->classes[i];

      if (spur_report_has_event (self->report, self->stream, chunk->first + i))
        put_event (self, chunk->first + i, class_index, record);
      record += spur_trace_get_class (self->report->trace, class_index)->n_bytes;
    }
}

static void
put_stream (Writer *self)
{
  SpurStream *stream = spur_trace_get_stream (self->report->trace, self->stream);
  const SpurReportRange *range = &self->report->ranges[self->stream];
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
  const SpurChunk *chunk;

  spur_report_put_unsigned (self->events, range->first);
  spur_report_put_unsigned (self->events, range->n_events);
  self->at_ns = self->report->raw.picture->zero_ns;
  self->shift_ns = 0;
  self->n_done = 0;
  self->group_begin = self->fields->len;
  if (range->n_events == 0)
    return;
  spur_chunk_walk_seek (walk, range->first);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      if (chunk->first >= range->first + range->n_events)
        break;
      put_chunk (self, chunk);
    }
  if (self->n_done % GROUP_EVENTS != 0)
    spur_report_put_unsigned (self->sizes, self->fields->len - self->group_begin);
}

void
spur_report_append_events (GString *json, SpurReport *self)
{
  g_autoptr (GByteArray) events = g_byte_array_new ();
  g_autoptr (GByteArray) fields = g_byte_array_new ();
  g_autoptr (GByteArray) sizes = g_byte_array_new ();
  Writer writer = { .report = self, .events = events, .fields = fields, .sizes = sizes };

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      writer.stream = i;
      put_stream (&writer);
    }
  spur_report_append_column (json, "events", events);
  spur_report_append_column (json, "fields", fields);
  spur_report_append_column (json, "fieldSizes", sizes);
}

/* The end of an edge outside of the window: its times go with it. */
static void
put_outside (SpurReport *self, GByteArray *bytes, guint stream, guint64 event)
{
  gint64 raw_ns = spur_space_time_event_ns (self->raw.picture, stream, event);
  gint64 shift_ns = 0;

  if (self->has_corrected)
    shift_ns = spur_space_time_event_ns (self->corrected.picture, stream, event) - raw_ns;
  spur_report_put_unsigned (bytes, stream);
  spur_report_put_unsigned (bytes, event);
  spur_report_put_signed (bytes, raw_ns - self->raw.picture->zero_ns);
  spur_report_put_signed (bytes, shift_ns);
}

/* Whether the edge touches the window in the one set of times that this is of: which events lie in
 * it is known by then, and to compare positions costs less than to look up times. */
static gboolean
is_near_ranges (SpurReport *self, const SpurEdge *edge)
{
  const SpurReportRange *from = &self->ranges[edge->from_stream];
  const SpurReportRange *to = &self->ranges[edge->to_stream];

  return (edge->from_event >= from->first || edge->to_event >= to->first) &&
         (edge->from_event < from->first + from->n_events ||
          edge->to_event < to->first + to->n_events);
}

/* Whether the edge touches the window in one of the sets of times. */
static gboolean
is_wanted (SpurReport *self, const SpurEdge *edge)
{
  if (self->only != NULL)
    return is_near_ranges (self, edge);
  for (guint i = 0; i < (self->has_corrected ? 2 : 1); i++)
    {
      const SpurReportSide *side = i == 0 ? &self->raw : &self->corrected;
      SpurSpaceTime *picture = side->picture;

      if (spur_report_is_in_window (
            self, spur_space_time_event_ns (picture, edge->from_stream, edge->from_event),
            spur_space_time_event_ns (picture, edge->to_stream, edge->to_event)))
        return TRUE;
    }
  return FALSE;
}

static void
put_edge (SpurReport *self, GByteArray *bytes, gsize index, const SpurEdge *edge, guint64 *last)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, edge->from_stream);
  guint class_index = spur_stream_get_class_index (stream, edge->from_event);

  spur_report_put_unsigned (bytes, spur_edges_get_kind (self->edges, index));
  spur_report_put_unsigned (bytes, self->raw.picture->style_of_class[class_index]);
  spur_report_put_unsigned (bytes, edge->from_stream);
  spur_report_put_unsigned (bytes, edge->to_stream);
  spur_report_put_signed (bytes, (gint64) (edge->from_event - last[edge->from_stream]));
  last[edge->from_stream] = edge->from_event;
  spur_report_put_signed (bytes, (gint64) (edge->to_event - last[edge->to_stream]));
  last[edge->to_stream] = edge->to_event;
}

void
spur_report_append_edges (GString *json, SpurReport *self)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) outside = g_byte_array_new ();
  g_autofree guint64 *last = g_new0 (guint64, (gsize) spur_trace_get_n_streams (self->trace) + 1);
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);

  /* A page that asks for its events by parts has edges by parts, too. */
  for (gsize i = 0; self->index == NULL && i < n_edges; i++)
    {
      const SpurEdge *edge = &edges[i];

      if (!is_wanted (self, edge))
        continue;
      put_edge (self, bytes, i, edge, last);
      if (!spur_report_has_event (self, edge->from_stream, edge->from_event))
        put_outside (self, outside, edge->from_stream, edge->from_event);
      if (!spur_report_has_event (self, edge->to_stream, edge->to_event))
        put_outside (self, outside, edge->to_stream, edge->to_event);
    }
  spur_report_append_column (json, "edges", bytes);
  spur_report_append_column (json, "outside", outside);
}
