/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Vector clocks: what they say of which event happened before which, as edges between streams. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/format/definition/spur-format-builder-private.h"

/* Clocks grow with the number of streams, and a log of many streams says each a million times. */
#define MAX_STREAMS_OF_CLOCK 65536

static void
skip_spaces (const char **at, const char *end)
{
  while (*at < end && (**at == ' ' || **at == '\t'))
    (*at)++;
}

static gboolean
take_char (const char **at, const char *end, char wanted)
{
  skip_spaces (at, end);
  if (*at == end || **at != wanted)
    return FALSE;
  (*at)++;
  return TRUE;
}

static gboolean
take_entry (SpurFormatBuilder *self, const char **at, const char *end)
{
  const char *name, *name_end, *number;
  guint stream;
  guint64 count, index;

  if (!take_char (at, end, '"'))
    return FALSE;
  name = *at;
  name_end = memchr (name, '"', (gsize) (end - name));
  if (name_end == NULL)
    return FALSE;
  *at = name_end + 1;
  if (!take_char (at, end, ':'))
    return FALSE;
  skip_spaces (at, end);
  number = *at;
  while (*at < end && g_ascii_isdigit (**at))
    (*at)++;
  if (!spur_parse_uint (number, *at, &count) ||
      !spur_format_builder_find_stream (self, spur_format_builder_get_stream_item (self), name,
                                        (gsize) (name_end - name), &stream))
    return FALSE;
  index = stream;
  g_array_append_val (self->vector, index);
  g_array_append_val (self->vector, count);
  return self->vector->len <= 2 * MAX_STREAMS_OF_CLOCK;
}

gboolean
spur_format_builder_put_vector_clock (SpurFormatBuilder *self, const char *text, gsize n_bytes)
{
  const char *at = text, *end = text + n_bytes;
  gboolean is_good;

  /* Every stream's clock has its epoch from the first time that is known. */
  if (!self->has_base)
    {
      self->has_base = TRUE;
      self->base_ns = self->facts.has_time ? self->facts.ns : 0;
    }
  g_array_set_size (self->vector, 0);
  is_good = take_char (&at, end, '{');
  while (is_good && !take_char (&at, end, '}'))
    {
      if (self->vector->len > 0 && !take_char (&at, end, ','))
        is_good = FALSE;
      else
        is_good = take_entry (self, &at, end);
    }
  skip_spaces (&at, end);
  return (is_good && at == end) ||
         spur_format_builder_refuse (self, "“%.*s” is no vector clock as in {\"a\": 1, \"b\": 2}",
                                     (int) MIN (n_bytes, 60), text);
}

/* Entries of an event's clock. */
typedef struct
{
  const guint64 *entries;
  guint n_entries;
} Clock;

static Clock
get_clock (const SpurFormatStream *stream, guint64 event)
{
  guint64 begin = g_array_index (stream->clock_begins, guint64, event);
  guint64 end = event + 1 < stream->clock_begins->len
                  ? g_array_index (stream->clock_begins, guint64, event + 1)
                  : stream->clock_entries->len;

  return (Clock){ &g_array_index (stream->clock_entries, guint64, begin),
                  (guint) ((end - begin) / 2) };
}

static guint64
get_count (const Clock *clock, guint64 stream)
{
  for (guint i = 0; i < clock->n_entries; i++)
    {
      if (clock->entries[2 * i] == stream)
        return clock->entries[2 * i + 1];
    }
  return 0;
}

/* Events before one that had no clock have an empty one. */
void
spur_format_builder_keep_clock (SpurFormatBuilder *self, SpurFormatStream *stream)
{
  if (stream->clock_begins == NULL)
    {
      stream->clock_begins = g_array_new (FALSE, FALSE, sizeof (guint64));
      stream->clock_entries = g_array_new (FALSE, FALSE, sizeof (guint64));
    }
  while (stream->clock_begins->len <= stream->n_events)
    {
      guint64 begin = stream->clock_entries->len;

      g_array_append_val (stream->clock_begins, begin);
    }
  g_array_append_vals (stream->clock_entries, self->vector->data, self->vector->len);
  g_array_set_size (self->vector, 0);
}

/* The last event of a stream whose own count is at most @count; FALSE where there is none. */
static gboolean
find_event (SpurFormatBuilder *self, guint stream_index, guint64 count, guint64 *event)
{
  const SpurFormatStream *stream = spur_format_builder_get_stream (self, stream_index);
  guint64 low = 0, high;

  if (stream->clock_begins == NULL)
    return FALSE;
  high = stream->clock_begins->len;
  while (low < high)
    {
      guint64 middle = (low + high) / 2;
      Clock clock = get_clock (stream, middle);

      if (get_count (&clock, stream_index) <= count)
        low = middle + 1;
      else
        high = middle;
    }
  *event = low - 1;
  return low > 0;
}

/* Whether another stream's event that is known to be before already was after this one. */
static gboolean
is_implied (SpurFormatBuilder *self, const GArray *grown, guint index)
{
  const SpurFormatPredecessor *one = &g_array_index (grown, SpurFormatPredecessor, index);
  const SpurFormatStream *stream = spur_format_builder_get_stream (self, (guint) one->stream);
  Clock own = get_clock (stream, one->event);
  guint64 count = get_count (&own, one->stream);

  for (guint i = 0; i < grown->len; i++)
    {
      const SpurFormatPredecessor *other = &g_array_index (grown, SpurFormatPredecessor, i);
      Clock clock;

      if (i == index)
        continue;
      clock =
        get_clock (spur_format_builder_get_stream (self, (guint) other->stream), other->event);
      if (get_count (&clock, one->stream) >= count)
        return TRUE;
    }
  return FALSE;
}

static void
add_edges_of_event (SpurFormatBuilder *self, guint stream_index, guint64 event, GArray *grown)
{
  const SpurFormatStream *stream = spur_format_builder_get_stream (self, stream_index);
  Clock clock = get_clock (stream, event);
  Clock before = event > 0 ? get_clock (stream, event - 1) : (Clock){ NULL, 0 };

  g_array_set_size (grown, 0);
  for (guint i = 0; i < clock.n_entries; i++)
    {
      SpurFormatPredecessor one = { clock.entries[2 * i], 0 };
      guint64 count = clock.entries[2 * i + 1];

      if (one.stream != stream_index && count > get_count (&before, one.stream) &&
          find_event (self, (guint) one.stream, count, &one.event))
        g_array_append_val (grown, one);
    }
  for (guint i = 0; i < grown->len; i++)
    {
      const SpurFormatPredecessor *one = &g_array_index (grown, SpurFormatPredecessor, i);
      SpurFormatEdge edge = { stream_index, event, one->stream, one->event };

      if (!is_implied (self, grown, i))
        g_array_append_val (self->edges, edge);
    }
}

void
spur_format_builder_add_clock_edges (SpurFormatBuilder *self)
{
  g_autoptr (GArray) grown = g_array_new (FALSE, FALSE, sizeof (SpurFormatPredecessor));

  for (guint i = 0; i < self->streams->len; i++)
    {
      const SpurFormatStream *stream = spur_format_builder_get_stream (self, i);

      for (guint64 k = 0; stream->clock_begins != NULL && k < stream->clock_begins->len; k++)
        add_edges_of_event (self, i, k, grown);
    }
}

gboolean
spur_format_builder_put_predecessors (SpurFormatBuilder *self, const char *text, gsize n_bytes)
{
  const char *at = text, *end = text + n_bytes;
  const SpurFormatRule *streams =
    spur_format_definition_find_define (self->definition, SPUR_FORMAT_DEFINE_STREAM);

  /* Streams are meant by their numbers, which only their definitions say. */
  if (streams != NULL && streams->is_apart && self->n_defined[SPUR_FORMAT_DEFINE_STREAM] == 0)
    {
      spur_trace_add_loss (self->trace, "predecessors, as the streams' definitions are apart", 1);
      return TRUE;
    }
  while (at < end)
    {
      const char *stop = memchr (at, ';', (gsize) (end - at));
      const char *colon;
      guint64 stream, event;

      stop = stop != NULL ? stop : end;
      colon = memchr (at, ':', (gsize) (stop - at));
      if (colon == NULL || !spur_parse_uint (at, colon, &stream) ||
          !spur_parse_uint (colon + 1, stop, &event))
        return spur_format_builder_refuse (self, "“%.*s” are no predecessors as in 0:17;3:4",
                                           (int) MIN (n_bytes, 60), text);
      spur_format_builder_add_predecessor (self, stream, event);
      at = stop + 1;
    }
  return TRUE;
}
