/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-bytes-private.h"
#include "core/format/definition/spur-format-definition-private.h"

typedef struct _SpurFormatOp SpurFormatOp;
typedef struct _SpurFormatProgram SpurFormatProgram;

/* One step of reading or writing a record, with everything looked up. <fields/> is one op for each
 * field that the rule does not name. */
struct _SpurFormatOp
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
};

/* How records of one class are read and written. */
struct _SpurFormatProgram
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
};

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
