/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-encoding-internal.h"

/* How a value is in the bytes. */
typedef enum
{
  /* Nothing at all, as the class where there is only one. */
  SPUR_BINARY_NOTHING,
  /* 1 to 8 bytes, either byte order, with or without sign. */
  SPUR_BINARY_FIXED,
  SPUR_BINARY_VARINT,
  SPUR_BINARY_ZIGZAG,
  SPUR_BINARY_FLOAT32,
  SPUR_BINARY_FLOAT64,
  /* The number of bytes, then the bytes. */
  SPUR_BINARY_TEXT,
  /* Up to a byte of value 0. */
  SPUR_BINARY_TERMINATED,
  /* As many bytes as the item says, filled up with bytes of value 0. */
  SPUR_BINARY_PADDED,
  /* A varint: 0, then a text, which is from then on text number 1, 2, …; or the number of one. */
  SPUR_BINARY_INTERNED,
  /* A constant of any bytes. */
  SPUR_BINARY_BYTES,
} SpurBinaryForm;

static inline gboolean
spur_binary_is_number (SpurBinaryForm form)
{
  return form == SPUR_BINARY_FIXED || form == SPUR_BINARY_VARINT || form == SPUR_BINARY_ZIGZAG;
}

typedef struct
{
  SpurBinaryForm form;
  guint8 n_bytes;
  gboolean is_big_endian;
  gboolean is_signed;
} SpurBinaryNumber;

/* An item of a record. */
typedef struct
{
  const SpurFormatOp *op;
  SpurBinaryForm form;
  SpurBinaryNumber number;
  /* Before a text: how many bytes follow. Before the elements of an array: how many. */
  SpurBinaryNumber length;
  guint n_padded_bytes;
  gboolean is_array;
  /* Less the value that the item had before in its stream; the slot that keeps it. */
  gboolean is_delta;
  guint slot;
  /* Which presence bit says whether the item is there, or -1. */
  int presence;
  /* References are entries of tables that definitions have filled, else names. */
  gboolean is_entry;
  guint8 *bytes;
} SpurBinaryItem;

/* What binary records add to a program; the program's data. */
typedef struct
{
  SpurFormatProgram *program;
  guint index;
  guint n_items;
  SpurBinaryItem *items;
  guint n_presence_bytes;
  /* The item before which the presence bits are. */
  guint presence_at;
  guint n_slots;
  guint8 *name_bytes;
} SpurBinaryProgram;

/* What the <binary> element of a definition says. */
typedef struct
{
  gboolean is_big_endian;
  GByteArray *header;
  /* 0xff where the header's byte counts. */
  GByteArray *header_mask;
  /* The length of a record, before it; form NOTHING where it has none. */
  SpurBinaryNumber length;
  gboolean length_counts_itself;
  /* Where a record's class is, for all rules alike. */
  SpurBinaryItem class_item;
  guint class_offset_bytes;
  gboolean has_class;
  gboolean class_is_number;
  gboolean has_numbered_rules;
  const SpurFormatRule *only_rule;
  /* What records of unknown classes are counted as in the losses; NULL: they are errors. */
  const char *others;
} SpurBinaryFormat;

/* Time items of all records share these slots; others have slots of their own in their program. */
#define SPUR_BINARY_TIME_SLOTS 4

/* How many bytes a value of the form always has; 0 where that differs. */
guint spur_binary_get_n_bytes (const SpurBinaryItem *item);

/* The number that a rule gives its class: decimal, or behind 0x. */
gboolean spur_binary_get_written (const SpurFormatRule *rule, guint64 *number);

/* Made on first use and kept in the program. */
SpurBinaryProgram *spur_binary_program_get (const SpurFormatDefinition *definition,
                                            SpurFormatProgram *program,
                                            GError **error);

/* What deltas are counted from: one array a program and stream, and one for the times of each
 * stream. */
typedef struct
{
  GHashTable *slots;
  guint64 last_key;
  gint64 *last;
} SpurBinaryDeltas;

void spur_binary_deltas_init (SpurBinaryDeltas *self);

void spur_binary_deltas_clear (SpurBinaryDeltas *self);

gint64 *spur_binary_deltas_find (SpurBinaryDeltas *self, guint64 key, guint n_slots);

/* The value that the item had before; set it to the one that it has now. */
static inline gint64 *
spur_binary_deltas_get (SpurBinaryDeltas *self,
                        const SpurBinaryProgram *program,
                        const SpurBinaryItem *item,
                        guint32 stream)
{
  gboolean is_time = item->op->kind == SPUR_FORMAT_TIME;
  guint64 key = (guint64) (is_time ? 0 : program->index + 1) << 32 | stream;
  gint64 *slots =
    key == self->last_key && self->last != NULL
      ? self->last
      : spur_binary_deltas_find (self, key, is_time ? SPUR_BINARY_TIME_SLOTS : program->n_slots);

  return &slots[item->slot];
}

gboolean spur_binary_read (SpurFormatBuilder *builder);

gboolean spur_binary_write (SpurFormatSource *source);
