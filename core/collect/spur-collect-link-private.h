/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

/* A connection that is read from and written to while others have their turn, too. */
typedef struct _SpurCollectLink SpurCollectLink;

typedef struct
{
  /* Bytes came, or at the end and after an error none. */
  void (*take) (SpurCollectLink *link, gsize n_bytes);

  /* All that was put is written; or it cannot be. */
  void (*wrote) (SpurCollectLink *link, gboolean is_written);

  /* The last reference is gone. */
  void (*free) (SpurCollectLink *link);
} SpurCollectLinkClass;

struct _SpurCollectLink
{
  const SpurCollectLinkClass *link_class;
  guint n_refs;
  GIOStream *stream;
  GCancellable *cancellable;
  gboolean is_reading;
  gboolean is_closed;
  GByteArray *out;
  GBytes *writing;
};

void spur_collect_link_init (SpurCollectLink *self,
                             const SpurCollectLinkClass *link_class,
                             GIOStream *stream);
void spur_collect_link_ref (SpurCollectLink *self);
void spur_collect_link_unref (SpurCollectLink *self);

/* Nothing is told any more. */
void spur_collect_link_close (SpurCollectLink *self);

/* @bytes stay until they are taken, or the link is closed and not reading any more. */
void spur_collect_link_read (SpurCollectLink *self, guint8 *bytes, gsize n_bytes);

void spur_collect_link_put (SpurCollectLink *self, gconstpointer bytes, gsize n_bytes);

/* Bytes queued but not yet sent. */
gsize spur_collect_link_get_n_waiting (const SpurCollectLink *self);
