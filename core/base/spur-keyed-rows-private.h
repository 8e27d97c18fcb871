/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-page-array-private.h"

/*
 * Rows of one size, each with a key, that are added stream by stream and looked at key by key: each
 * stream groups its rows when it has them all, which its own thread does in memory that is near.
 */

/* The rows of a stream; zeroed there are none. When they are grouped @keys has SpurKeyedRun. */
typedef struct
{
  SpurPageArray rows;
  SpurPageArray keys; /* guint32 */
} SpurKeyedRows;

/* Where the new row lies, with anything in it. */
static inline gpointer
spur_keyed_rows_add (SpurKeyedRows *self, guint32 key, gsize n_row_bytes)
{
  *SPUR_PAGE_ARRAY_ADD (&self->keys, guint32) = key;
  return spur_page_array_add (&self->rows, n_row_bytes);
}

#define SPUR_KEYED_ROWS_ADD(self, key, Type)                                                       \
  ((Type *) spur_keyed_rows_add ((self), (key), sizeof (Type)))

/* What threads need to group rows, of which there is one for each thread that does. */
typedef struct
{
  guint32 n_keys;
  GAsyncQueue *counts;
} SpurKeyedPool;

/* Keys are below @n_keys. */
void spur_keyed_pool_init (SpurKeyedPool *self, guint32 n_keys);

void spur_keyed_pool_clear (SpurKeyedPool *self);

/* No more rows come: those of a key are next to each other from now on, in their order. */
void spur_keyed_rows_group (SpurKeyedRows *self, gsize n_row_bytes, SpurKeyedPool *pool);

/* No more rows come: gives back the room behind them. */
void spur_keyed_rows_fit (SpurKeyedRows *self, gsize n_row_bytes);

void spur_keyed_rows_clear (SpurKeyedRows *self);

/* Rows of a key in one stream. */
typedef struct
{
  gsize first;
  guint32 n_rows;
  guint32 stream;
} SpurKeyedPart;

/* The rows of all streams. */
typedef struct
{
  SpurKeyedRows *const *streams;
  gsize n_row_bytes;
  /* By key the first of its parts. */
  gsize *firsts;
  SpurKeyedPart *parts;
  /* The rows of one key, and room for half of them, which sorting needs (SPUR_DEFINE_SORT). */
  gpointer rows;
  gpointer scratch;
  gsize n_most_rows;
} SpurKeyedAll;

/* @streams: grouped, and in use until spur_keyed_all_clear(), which leaves them as they are */
void spur_keyed_all_init (SpurKeyedAll *self,
                          SpurKeyedRows *const streams[],
                          guint n_streams,
                          guint32 n_keys,
                          gsize n_row_bytes);

/* The rows of a key in the order of their streams, until the next call. */
gpointer spur_keyed_all_get (SpurKeyedAll *self, guint32 key, gsize *n_rows);

void spur_keyed_all_clear (SpurKeyedAll *self);
