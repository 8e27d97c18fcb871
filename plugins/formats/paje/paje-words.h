/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Words of a Paje trace by number, and numbers by pairs of numbers: what lines are looked up in. */
#pragma once

#include <glib.h>

/* From pairs of numbers to numbers. */
typedef struct
{
  guint64 *keys;
  guint32 *values;
  guint n_slots;
  guint n_used;
} PajeMap;

void paje_map_init (PajeMap *self);

void paje_map_clear (PajeMap *self);

/* The value of the two numbers; @fresh, which is then kept, where they have none. */
guint32 paje_map_add (PajeMap *self, guint32 high, guint32 low, guint32 fresh);

void paje_map_set (PajeMap *self, guint32 high, guint32 low, guint32 value);

/* %PAJE_NONE where the two numbers have no value. */
guint32 paje_map_find (const PajeMap *self, guint32 high, guint32 low);

/* No word, type, container, value or link. */
#define PAJE_NONE G_MAXUINT32

/* Every different text once, numbered in the order of its first use. */
typedef struct
{
  char *bytes;
  gsize n_bytes;
  gsize n_allocated_bytes;
  /* Where each word begins; the end of the last one follows. */
  GArray *begins;
  guint32 *slots;
  guint n_slots;
} PajeWords;

void paje_words_init (PajeWords *self);

void paje_words_clear (PajeWords *self);

guint32 paje_words_add (PajeWords *self, const char *text, gsize n_bytes);

/* (transfer full): the word as UTF-8. */
char *paje_words_get_text (const PajeWords *self, guint32 word);

guint paje_words_get_n (const PajeWords *self);
