/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-bytes-private.h"
#include "core/format/definition/spur-format-program-private.h"

/* Makes a trace of records from outside. Readers say what they find:
 *
 *   program = spur_format_builder_find_class (builder, name, n_bytes, &error)
 *   spur_format_builder_begin (builder, program)
 *   spur_format_builder_put_text (builder, op, text, n_bytes, &error)   or put_bits
 *   spur_format_builder_set_stream (builder, name, n_bytes, &error)
 *   spur_format_builder_set_time_ns (builder, ns, ps)
 *   spur_format_builder_end (builder, &error)
 *
 * in any order between begin and end. Definitions are records like events: their program has
 * define >= 0, and the same functions fill them. No function keeps a text that it is given. */
typedef struct _SpurFormatBuilder SpurFormatBuilder;

struct _SpurFormatBuilder
{
  /* The record that is being filled; for the inline functions below. */
  const SpurFormatProgram *program;
  guint8 *record;
};

SpurFormatBuilder *spur_format_builder_new (const SpurFormatDefinition *definition,
                                            const char *path,
                                            const guint8 *bytes,
                                            gsize n_bytes);

void spur_format_builder_free (SpurFormatBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFormatBuilder, spur_format_builder_free)

/* Where the reader is, as an address in the bytes that it reads; for errors. */
void spur_format_builder_set_place (SpurFormatBuilder *self, gconstpointer place);

/* "path:line: text", of binary data "path:0xoffset: text"; gives FALSE. */
gboolean spur_format_builder_fail (SpurFormatBuilder *self,
                                   SpurFormatError code,
                                   GError **error,
                                   const char *format,
                                   ...) G_GNUC_PRINTF (4, 5);

/* What the reader leaves out. */
void spur_format_builder_lose (SpurFormatBuilder *self, const char *what, guint64 count);

/* How records with this word in the place of the class are read: an event class, or a definition as
 * "@object". NULL with an error where the definition knows no such class and has no default. */
SpurFormatProgram *spur_format_builder_find_class (SpurFormatBuilder *self,
                                                   const char *name,
                                                   gsize n_bytes,
                                                   GError **error);

/* The same where it was found before; else NULL. */
SpurFormatProgram *
spur_format_builder_peek_class (SpurFormatBuilder *self, const char *name, gsize n_bytes);

/* How records of the rule's own class are read; the rule is not for "*". */
SpurFormatProgram *
spur_format_builder_find_rule (SpurFormatBuilder *self, const SpurFormatRule *rule, GError **error);

/* The same by index: as the definition records of the data, or else the rules, count the classes.
 */
SpurFormatProgram *
spur_format_builder_get_class (SpurFormatBuilder *self, guint64 index, GError **error);

void spur_format_builder_begin (SpurFormatBuilder *self, SpurFormatProgram *program);

/* What is known of an event beside its fields. */
typedef struct
{
  int stream;
  gboolean has_time;
  gint64 ns;
  guint ps;
  /* A time that is only looked at where no other is there. */
  const SpurFormatOp *fallback;
  const char *fallback_text;
  gsize n_fallback_bytes;
  /* A host, whose stream is only looked at where no item says another one. */
  const SpurFormatOp *host;
  const char *host_text;
  gsize n_host_bytes;
} SpurFormatFacts;

/* A record that is filled in part: other records that begin alike go on from it. */
typedef struct
{
  guint8 *record;
  gsize n_bytes;
  SpurFormatFacts facts;
} SpurFormatPart;

/* Keeps what the record has so far; FALSE where it has what is no part of that. */
gboolean spur_format_builder_save (SpurFormatBuilder *self, SpurFormatPart *part);

/* Like begin, but with what was saved of a record of this program. */
void spur_format_builder_resume (SpurFormatBuilder *self,
                                 SpurFormatProgram *program,
                                 const SpurFormatPart *part);

void spur_format_part_clear (SpurFormatPart *self);

/* Bits of a field: a number, an entry of a table that definitions have filled (checked by end), or
 * the bits of a double. No transforms. */
static inline void
spur_format_builder_put_bits (SpurFormatBuilder *self, const SpurFormatOp *op, guint64 bits)
{
  guint8 *place = self->record + op->offset_bytes;

  if (op->n_bytes == 8)
    spur_put_le64 (place, bits);
  else if (op->n_bytes == 4)
    spur_put_le32 (place, (guint32) bits);
  else if (op->n_bytes == 2)
    spur_put_le16 (place, (guint16) bits);
  else
    place[0] = (guint8) bits;
}

/* A field as text, with the item's transforms: a number, a name, a list as in doc/formats.md. Of a
 * definition's text fields the text is kept until end. */
gboolean spur_format_builder_put_text (
  SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes, GError **error);

/* A list of values without names of its own, and a group of a number of objects. */
gboolean spur_format_builder_put_entries (SpurFormatBuilder *self,
                                          const SpurFormatOp *op,
                                          const SpurEntry *entries,
                                          guint n_entries,
                                          GError **error);

gboolean spur_format_builder_put_members (SpurFormatBuilder *self,
                                          const SpurFormatOp *op,
                                          const guint32 *members,
                                          guint n_members,
                                          GError **error);

/* A number with the item's transforms, from data where numbers are no text. */
gboolean spur_format_builder_put_number (SpurFormatBuilder *self,
                                         const SpurFormatOp *op,
                                         gint64 value,
                                         GError **error);

/* A key that no op has. Kept in the list field of <rest/>, else counted as lost. */
gboolean spur_format_builder_put_rest (SpurFormatBuilder *self,
                                       const char *key,
                                       gsize n_key_bytes,
                                       const char *text,
                                       gsize n_bytes,
                                       GError **error);

/* All that is left of the record, as it stands in the data: where a record had the very same, its
 * list is taken. Else FALSE, and the values are to be put one by one. */
gboolean spur_format_builder_recall_rest (SpurFormatBuilder *self, const char *text, gsize n_bytes);

/* A time item as text. Several of one record add up. The text lives until end. */
gboolean spur_format_builder_put_time (
  SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes, GError **error);

/* The whole time since the format's epoch; @ps below 1000. */
void spur_format_builder_set_time_ns (SpurFormatBuilder *self, gint64 ns, guint ps);

/* The raw time as it is to be in the trace. */
void spur_format_builder_set_ticks (SpurFormatBuilder *self, gint64 ticks);

/* By name: of a definition, or a stream that is made now. */
gboolean spur_format_builder_set_stream (
  SpurFormatBuilder *self, const SpurFormatOp *op, const char *name, gsize n_bytes, GError **error);

/* Whether the trace knows a program of this name, so that a line that says it loses nothing. */
gboolean spur_format_builder_has_program (SpurFormatBuilder *self, const char *name, gsize n_bytes);

gboolean
spur_format_builder_set_stream_index (SpurFormatBuilder *self, guint64 stream, GError **error);

/* The event happened directly after event number @event of stream number @stream. */
void spur_format_builder_add_predecessor (SpurFormatBuilder *self, guint64 stream, guint64 event);

/* "stream:event,stream:event" */
gboolean spur_format_builder_put_predecessors (SpurFormatBuilder *self,
                                               const char *text,
                                               gsize n_bytes,
                                               GError **error);

/* {"name": 3, "other": 1} */
gboolean spur_format_builder_put_vector_clock (SpurFormatBuilder *self,
                                               const char *text,
                                               gsize n_bytes,
                                               GError **error);

/* An item as text, of a kind that all text encodings have alike; others do nothing. */
static inline gboolean
spur_format_builder_put_item (
  SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes, GError **error)
{
  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      return spur_format_builder_put_text (self, op, text, n_bytes, error);
    case SPUR_FORMAT_TIME:
      return spur_format_builder_put_time (self, op, text, n_bytes, error);
    case SPUR_FORMAT_STREAM:
      return spur_format_builder_set_stream (self, op, text, n_bytes, error);
    case SPUR_FORMAT_PREDECESSORS:
      return spur_format_builder_put_predecessors (self, text, n_bytes, error);
    case SPUR_FORMAT_VECTOR_CLOCK:
      return spur_format_builder_put_vector_clock (self, text, n_bytes, error);
    default:
      return TRUE;
    }
}

gboolean spur_format_builder_end (SpurFormatBuilder *self, GError **error);

/* The sealed trace. */
SpurTrace *spur_format_builder_finish (SpurFormatBuilder *self, GError **error);
