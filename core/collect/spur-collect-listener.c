/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Somebody who gets the events in order, a line each. */
#include "config.h"

#include <string.h>

#include "core/collect/spur-collector-private.h"

#define MAX_LINE_BYTES 4096

struct _SpurCollectListener
{
  guint n_refs;
  SpurCollector *collector;
  GIOStream *stream;
  GCancellable *cancellable;
  SpurCollectLines lines;
  SpurCollectRules *rules; /* NULL: all */
  char line[MAX_LINE_BYTES];
  gsize n_line_bytes;
  GByteArray *out;
  GBytes *writing;
  guint64 n_untold_drops;
  gboolean is_closed;
};

static void read_more (SpurCollectListener *self);

static SpurCollectListener *
listener_ref (SpurCollectListener *self)
{
  self->n_refs++;
  return self;
}

static void
listener_unref (SpurCollectListener *self)
{
  if (--self->n_refs > 0)
    return;
  g_clear_object (&self->stream);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->rules, spur_collect_rules_free);
  g_clear_pointer (&self->writing, g_bytes_unref);
  g_byte_array_unref (self->out);
  g_free (self);
}

void
spur_collect_listener_close (SpurCollectListener *self)
{
  SpurCollector *collector = self->collector;

  if (self->is_closed)
    return;
  self->is_closed = TRUE;
  g_cancellable_cancel (self->cancellable);
  g_io_stream_close_async (self->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  g_ptr_array_remove_fast (collector->listeners, self);
  spur_collector_demand_changed (collector);
  listener_unref (self);
}

gboolean
spur_collect_listener_wants (const SpurCollectListener *self, const SpurEventLayout *layout)
{
  return self->rules == NULL || spur_collect_rules_match (self->rules, layout);
}

gboolean
spur_collect_listener_asks (const SpurCollectListener *self, const SpurCollectRules *rules)
{
  return self->rules == NULL || spur_collect_rules_meet (rules, self->rules);
}

SpurCollectLines
spur_collect_listener_get_lines (const SpurCollectListener *self)
{
  return self->lines;
}

/* Whether something waits to be written. */
gboolean
spur_collect_listener_is_busy (const SpurCollectListener *self)
{
  return self->writing != NULL || self->out->len > 0;
}

static void write_more (SpurCollectListener *self);

static void
write_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurCollectListener *self = data;
  gboolean is_written =
    g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL);

  g_clear_pointer (&self->writing, g_bytes_unref);
  if (!self->is_closed && is_written)
    write_more (self);
  else
    spur_collect_listener_close (self);
  listener_unref (self);
}

static void
write_more (SpurCollectListener *self)
{
  gconstpointer bytes;
  gsize n_bytes;

  if (self->writing != NULL || self->out->len == 0 || self->is_closed)
    return;
  self->writing = g_byte_array_free_to_bytes (self->out);
  self->out = g_byte_array_new ();
  bytes = g_bytes_get_data (self->writing, &n_bytes);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->stream), bytes, n_bytes,
                                   G_PRIORITY_DEFAULT, self->cancellable, write_done,
                                   listener_ref (self));
}

/* Where lines are missing, one says how many, as soon as there is room again. */
static void
tell_drops (SpurCollectListener *self)
{
  g_autofree char *text = g_strdup_printf (
    self->lines == SPUR_COLLECT_JSON
      ? "{\"dropped\":%" G_GUINT64_FORMAT "}\n"
      : "DATE=19700101000000 HOST=- PROG=spur LVL=Warning "
        "NL.EVNT=Spur_Collect_Drop NL.SEC=0 NL.USEC=0 dropped=%" G_GUINT64_FORMAT "\n",
    self->n_untold_drops);

  g_byte_array_append (self->out, (const guint8 *) text, (guint) strlen (text));
  self->n_untold_drops = 0;
}

void
spur_collect_listener_put (SpurCollectListener *self, const char *line, gsize n_bytes)
{
  gsize n_waiting = self->out->len;

  if (self->is_closed)
    return;
  if (self->writing != NULL)
    n_waiting += g_bytes_get_size (self->writing);
  if (n_waiting + n_bytes > self->collector->limits.n_listener_bytes)
    {
      self->n_untold_drops++;
      self->collector->counts.n_listener_drops++;
      return;
    }
  if (self->n_untold_drops > 0)
    tell_drops (self);
  g_byte_array_append (self->out, (const guint8 *) line, (guint) n_bytes);
  write_more (self);
}

/* "[json|ulm] [RULES]" */
static gboolean
take_request (SpurCollectListener *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit_set (line, " \t\r", -1);
  g_autoptr (SpurCollectRules) rules = NULL;
  g_autoptr (GError) error = NULL;
  SpurCollectLines lines = self->lines;
  const char *text;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_str_equal (words[i], "json"))
        lines = SPUR_COLLECT_JSON;
      else if (g_str_equal (words[i], "ulm"))
        lines = SPUR_COLLECT_ULM;
      else if (*words[i] != '\0' && rules == NULL)
        rules = spur_collect_rules_new (words[i], &error);
      else if (*words[i] != '\0')
        return FALSE;
      if (error != NULL)
        {
          text = error->message;
          spur_collector_tell_problem (self->collector, "a listener was cut off: %s", text);
          return FALSE;
        }
    }
  self->lines = lines;
  g_clear_pointer (&self->rules, spur_collect_rules_free);
  self->rules = g_steal_pointer (&rules);
  spur_collector_demand_changed (self->collector);
  return TRUE;
}

static gboolean
take_requests (SpurCollectListener *self)
{
  char *end;

  while ((end = memchr (self->line, '\n', self->n_line_bytes)) != NULL)
    {
      gsize n_bytes = (gsize) (end - self->line);
      g_autofree char *line = g_strndup (self->line, n_bytes);

      if (!take_request (self, line))
        return FALSE;
      self->n_line_bytes -= n_bytes + 1;
      memmove (self->line, end + 1, self->n_line_bytes);
    }
  return self->n_line_bytes < MAX_LINE_BYTES;
}

static void
read_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurCollectListener *self = data;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (!self->is_closed && n_read > 0)
    {
      self->n_line_bytes += (gsize) n_read;
      if (take_requests (self))
        read_more (self);
      else
        {
          self->collector->counts.n_cut++;
          spur_collect_listener_close (self);
        }
    }
  else
    spur_collect_listener_close (self);
  listener_unref (self);
}

static void
read_more (SpurCollectListener *self)
{
  g_input_stream_read_async (g_io_stream_get_input_stream (self->stream),
                             self->line + self->n_line_bytes, MAX_LINE_BYTES - self->n_line_bytes,
                             G_PRIORITY_DEFAULT, self->cancellable, read_done, listener_ref (self));
}

void
spur_collect_listener_new (SpurCollector *collector, GIOStream *stream)
{
  SpurCollectListener *self = g_new0 (SpurCollectListener, 1);

  self->n_refs = 1;
  self->collector = collector;
  self->stream = g_object_ref (stream);
  self->cancellable = g_cancellable_new ();
  self->lines = collector->lines;
  self->out = g_byte_array_new ();
  g_ptr_array_add (collector->listeners, self);
  spur_collector_demand_changed (collector);
  read_more (self);
}
