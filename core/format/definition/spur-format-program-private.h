/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/format/definition/spur-format-definition-private.h"

/* Texts by number and numbers by text, for texts that are slices of a file. */
typedef struct
{
  guint32 hash;
  guint32 n_bytes;
  const char *text;
  guint32 value;
} SpurFormatName;

typedef struct
{
  SpurFormatName *slots;
  guint n_slots; /* a power of two */
  guint n_names;
  GStringChunk *texts;
} SpurFormatNames;

void spur_format_names_init (SpurFormatNames *self);

void spur_format_names_clear (SpurFormatNames *self);

/* Of a name that is there already, the first value stays. */
void spur_format_names_add (SpurFormatNames *self, const char *text, gsize n_bytes, guint32 value);

/* By whole words, of which the last one overlaps the one before it. */
static inline guint32
spur_format_names_hash (const char *text, gsize n_bytes)
{
  guint64 hash = n_bytes * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint64 word = 0;

  for (gsize i = 8; i < n_bytes; i += 8)
    {
      memcpy (&word, text + i - 8, 8);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
    }
  if (n_bytes >= 8)
    memcpy (&word, text + n_bytes - 8, 8);
  else if (n_bytes >= 4)
    {
      guint32 first, last;

      memcpy (&first, text, 4);
      memcpy (&last, text + n_bytes - 4, 4);
      word = (guint64) first << 32 | last;
    }
  else if (n_bytes > 0)
    word = (guint64) (guchar) text[0] << 16 | (guint64) (guchar) text[n_bytes / 2] << 8 |
           (guchar) text[n_bytes - 1];
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  /* The last bytes, which differ most, are the highest ones of the word: they come down here. */
  hash = (hash ^ hash >> 32) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return (guint32) (hash >> 32);
}

static inline gboolean
spur_format_names_find (const SpurFormatNames *self,
                        const char *text,
                        gsize n_bytes,
                        guint32 *value)
{
  guint32 hash = spur_format_names_hash (text, n_bytes);

  for (guint i = hash & (self->n_slots - 1); self->slots[i].text != NULL;
       i = (i + 1) & (self->n_slots - 1))
    {
      const SpurFormatName *name = &self->slots[i];

      if (name->hash == hash && name->n_bytes == n_bytes &&
          spur_bytes_are_same (name->text, text, n_bytes))
        {
          *value = name->value;
          return TRUE;
        }
    }
  return FALSE;
}

/* One step of reading or writing a record, with everything looked up. <fields/> is one op for each
 * field that the rule does not name. */
typedef struct
{
  SpurFormatItemKind kind;
  SpurFieldType type;
  guint16 field;
  guint16 offset_bytes;
  guint8 n_bytes;
  /* The field may be left out: bits equal @missing_bits then. References are absent as SPUR_NONE.
   */
  gboolean may_miss;
  guint64 missing_bits;
  /* Of states that are made because a record names them. */
  guint state_kind;
  /* Of objects whose item says what they are: the reader's table of their names, from 1 on. */
  guint scope;
  /* Neither scale nor lookup. */
  gboolean is_plain;
  gboolean is_signed;
  gboolean is_reference;
  /* In the field: what is in the data times numerator / denominator. */
  gint64 numerator;
  gint64 denominator;
  guint n_key_bytes;
  const char *key;
  const SpurFormatItem *item;
} SpurFormatOp;

/* How records of one class are read and written. */
typedef struct
{
  SpurEventLayout *layout;
  const SpurFormatRule *rule;
  /* The class's name in the data. */
  const char *name;
  gsize n_name_bytes;
  /* A SpurFormatDefine, or -1 for an event. */
  int define;
  guint class_index;
  guint n_ops;
  SpurFormatOp *ops;
  /* Indexes of ops, or -1. */
  int rest;
  int n_time_ops;
  /* Fields that are entries of tables. */
  guint n_references;
  guint8 *references;
  /* A record of which nothing was said. */
  guint8 *empty;
  /* Of keys that are not the definition's own. */
  GStringChunk *texts;
  /* For the encoding. */
  gpointer data;
  GDestroyNotify free_data;
} SpurFormatProgram;

/* FALSE from an item means: the rule names a field that the class does not have. */
SpurFormatProgram *spur_format_program_new (const SpurFormatDefinition *definition,
                                            const SpurFormatRule *rule,
                                            const SpurEventLayout *layout,
                                            GError **error);

void spur_format_program_free (SpurFormatProgram *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFormatProgram, spur_format_program_free)

/* The rule names a key: its op; else -1. Starts looking at op @hint. */
int spur_format_program_find_key (const SpurFormatProgram *self,
                                  const char *key,
                                  gsize n_key_bytes,
                                  int hint);

/* Bits of a field in a packed record. */
static inline guint64
spur_format_op_get_bits (const SpurFormatOp *op, const guint8 *record)
{
  const guint8 *place = record + op->offset_bytes;

  if (op->n_bytes == 8)
    return spur_get_le64 (place);
  if (op->n_bytes == 4)
    return spur_get_le32 (place);
  return op->n_bytes == 2 ? spur_get_le16 (place) : place[0];
}
