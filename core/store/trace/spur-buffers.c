/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-spool-private.h"

#include "core/base/spur-order-internal.h"

gsize spur_buffers_max_bytes = (gsize) 256 << 20;

typedef struct
{
  SpurStream *stream;
  guint index;
  GThread *thread;
  gsize n_bytes;
} Buffer;

/* @places says where the buffer of a stream is, by the stream's index, %SPUR_NONE for none. */
struct _SpurBuffers
{
  GMutex mutex;
  gsize max_bytes;
  gsize n_bytes;
  gsize most_bytes;
  GArray *all;
  GArray *places;
};

SpurBuffers *
spur_buffers_new (void)
{
  SpurBuffers *self = g_new0 (SpurBuffers, 1);

  g_mutex_init (&self->mutex);
  self->max_bytes = spur_buffers_max_bytes;
  self->all = g_array_new (FALSE, FALSE, sizeof (Buffer));
  self->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
spur_buffers_free (SpurBuffers *self)
{
  g_mutex_clear (&self->mutex);
  g_array_unref (self->all);
  g_array_unref (self->places);
  g_free (self);
}

gsize
spur_buffers_get_share (SpurBuffers *self)
{
  gsize n_bytes;

  g_mutex_lock (&self->mutex);
  n_bytes = self->max_bytes / MAX (self->all->len, 2);
  g_mutex_unlock (&self->mutex);
  return n_bytes;
}

gsize
spur_buffers_get_most (SpurBuffers *self)
{
  gsize n_bytes;

  g_mutex_lock (&self->mutex);
  n_bytes = self->most_bytes;
  g_mutex_unlock (&self->mutex);
  return n_bytes;
}

static guint32 *
get_place (SpurBuffers *self, guint index)
{
  const guint32 none = SPUR_NONE;

  while (self->places->len <= index)
    g_array_append_val (self->places, none);
  return &g_array_index (self->places, guint32, index);
}

/* The last one comes to its place. */
static void
unlink_buffer (SpurBuffers *self, guint index)
{
  guint32 *place = get_place (self, index);
  guint32 last = self->all->len - 1;

  if (*place == SPUR_NONE)
    return;
  self->n_bytes -= g_array_index (self->all, Buffer, *place).n_bytes;
  *get_place (self, g_array_index (self->all, Buffer, last).index) = *place;
  g_array_remove_index_fast (self->all, *place);
  *get_place (self, index) = SPUR_NONE;
}

static void
link_buffer (SpurBuffers *self, const Buffer *buffer)
{
  *get_place (self, buffer->index) = self->all->len;
  g_array_append_val (self->all, *buffer);
  self->n_bytes += buffer->n_bytes;
  self->most_bytes = MAX (self->most_bytes, self->n_bytes);
}

/* The largest first; those as large in the order of streams. */
SPUR_DEFINE_ORDER (compare_buffers, Buffer, SPUR_ORDER (q->n_bytes, p->n_bytes) ?: SPUR_BY (index))

/* Takes out buffers of the thread until half of the bound is free, so that this is not done for
 * each. */
static GArray *
take_largest (SpurBuffers *self, GThread *thread)
{
  GArray *taken = g_array_new (FALSE, FALSE, sizeof (Buffer));
  guint n_taken = 0;

  for (guint i = 0; i < self->all->len; i++)
    {
      if (g_array_index (self->all, Buffer, i).thread == thread)
        g_array_append_val (taken, g_array_index (self->all, Buffer, i));
    }
  g_array_sort (taken, compare_buffers);
  while (n_taken < taken->len && self->n_bytes > self->max_bytes / 2)
    unlink_buffer (self, g_array_index (taken, Buffer, n_taken++).index);
  g_array_set_size (taken, n_taken);
  return taken;
}

void
spur_buffers_set (
  SpurBuffers *self, SpurStream *stream, guint index, gsize n_bytes, SpurBufferDrop drop)
{
  const Buffer buffer = { stream, index, g_thread_self (), n_bytes };
  g_autoptr (GArray) taken = NULL;

  g_mutex_lock (&self->mutex);
  unlink_buffer (self, index);
  if (n_bytes > 0 && self->n_bytes + n_bytes > self->max_bytes)
    taken = take_largest (self, buffer.thread);
  g_mutex_unlock (&self->mutex);
  for (guint i = 0; taken != NULL && i < taken->len; i++)
    drop (g_array_index (taken, Buffer, i).stream);
  if (n_bytes == 0)
    return;
  /* Only now, so that at no time there is more than is said. */
  g_mutex_lock (&self->mutex);
  link_buffer (self, &buffer);
  g_mutex_unlock (&self->mutex);
}
