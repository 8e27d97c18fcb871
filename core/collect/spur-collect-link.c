/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collector-private.h"

static void write_more (SpurCollectLink *self);

void
spur_collect_link_init (SpurCollectLink *self,
                        const SpurCollectLinkClass *link_class,
                        GIOStream *stream)
{
  *self = (SpurCollectLink){ .link_class = link_class,
                             .n_refs = 1,
                             .stream = g_object_ref (stream),
                             .cancellable = g_cancellable_new (),
                             .out = g_byte_array_new () };
}

void
spur_collect_link_ref (SpurCollectLink *self)
{
  self->n_refs++;
}

void
spur_collect_link_unref (SpurCollectLink *self)
{
  if (--self->n_refs > 0)
    return;
  g_clear_object (&self->stream);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->writing, g_bytes_unref);
  g_byte_array_unref (self->out);
  self->link_class->free (self);
}

void
spur_collect_link_close (SpurCollectLink *self)
{
  self->is_closed = TRUE;
  g_cancellable_cancel (self->cancellable);
  g_io_stream_close_async (self->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
}

static void
read_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurCollectLink *self = data;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);

  self->is_reading = FALSE;
  if (!self->is_closed)
    self->link_class->take (self, (gsize) MAX (n_read, 0));
  spur_collect_link_unref (self);
}

void
spur_collect_link_read (SpurCollectLink *self, guint8 *bytes, gsize n_bytes)
{
  self->is_reading = TRUE;
  spur_collect_link_ref (self);
  g_input_stream_read_async (g_io_stream_get_input_stream (self->stream), bytes, n_bytes,
                             G_PRIORITY_DEFAULT, self->cancellable, read_done, self);
}

static void
write_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurCollectLink *self = data;
  gboolean is_written =
    g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL);

  g_clear_pointer (&self->writing, g_bytes_unref);
  if (!self->is_closed && is_written)
    write_more (self);
  if (!self->is_closed && self->writing == NULL)
    self->link_class->wrote (self, is_written);
  spur_collect_link_unref (self);
}

static void
write_more (SpurCollectLink *self)
{
  gconstpointer bytes;
  gsize n_bytes;

  if (self->writing != NULL || self->out->len == 0 || self->is_closed)
    return;
  self->writing = g_byte_array_free_to_bytes (self->out);
  self->out = g_byte_array_new ();
  bytes = g_bytes_get_data (self->writing, &n_bytes);
  spur_collect_link_ref (self);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->stream), bytes, n_bytes,
                                   G_PRIORITY_DEFAULT, self->cancellable, write_done, self);
}

void
spur_collect_link_put (SpurCollectLink *self, gconstpointer bytes, gsize n_bytes)
{
  if (self->is_closed)
    return;
  g_byte_array_append (self->out, bytes, (guint) n_bytes);
  write_more (self);
}

gsize
spur_collect_link_get_n_waiting (const SpurCollectLink *self)
{
  return self->out->len + (self->writing != NULL ? g_bytes_get_size (self->writing) : 0);
}
