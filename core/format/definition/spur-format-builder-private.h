/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-program-private.h"

/* Makes a trace of records from outside. Readers say what they find:
 *
 *   program = spur_format_builder_find_class (builder, name, n_bytes)
 *   spur_format_builder_begin (builder, program)
 *   spur_format_builder_put_text (builder, op, text, n_bytes)   or put_bits
 *   spur_format_builder_set_stream (builder, name, n_bytes)
 *   spur_format_builder_set_time_ns (builder, ns, ps)
 *   spur_format_builder_end (builder)
 *
 * in any order between begin and end. Definitions are records like events: their program has
 * define >= 0, and the same functions fill them. No function keeps a text that it is given. What
 * gives FALSE or NULL has set the builder's error.
 *
 * Its parts: records and classes (spur-format-builder.c), what names mean (-references.c),
 * definitions (-definitions.c), times (-builder-time.c), vector clocks (-clocks.c). */

typedef struct
{
  char *type_names;
  GType type;
  char *name;
  char *kind;
  guint32 parent;
  guint32 attributes;
  guint64 origin;
  guint64 number;
  /* Only names were there, and no item that says its type or kind. */
  gboolean is_guessed;
} SpurFormatObject;

/* Names of objects that items with the same type, kind and prefix refer to, as they stand in the
 * data. */
typedef struct
{
  const char *type;
  const char *kind;
  const char *prefix;
  SpurFormatNames names;
} SpurFormatScope;

typedef struct
{
  SpurStream *stream;
  char *name;
  gsize n_name_bytes;
  guint32 target;
  guint64 n_events;
  gint64 hz;
  /* Added to the stream's ticks to get those of the format's epoch. */
  guint64 epoch_ticks;
  /* The name means this stream and no other, whatever numbers the streams have. */
  gboolean is_meant_by_name;
  /* The events' vector clocks: entries of stream and count, and where each event's begin. */
  GArray *clock_entries;
  GArray *clock_begins;
} SpurFormatStream;

typedef struct
{
  guint64 stream;
  guint64 event;
} SpurFormatPredecessor;

typedef struct
{
  guint stream;
  guint64 event;
  guint64 before_stream;
  guint64 before_event;
} SpurFormatEdge;

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

/* Names by what they are of: types of fields that are references, of which lists are by what stands
 * in the data, and these. */
enum
{
  SPUR_FORMAT_STREAM_NAMES = SPUR_FIELD_LIST + 1,
  SPUR_FORMAT_CLASS_NAMES,
  SPUR_FORMAT_N_NAMES,
};

typedef struct
{
  /* The record that is being filled. */
  const SpurFormatProgram *program;
  guint8 *record;

  const SpurFormatDefinition *definition;
  char *path;
  const guint8 *bytes;
  gsize n_bytes;
  /* Where the reader is in the bytes; for errors. */
  gconstpointer place;
  const SpurJob *job;
  const guint8 *next_report;
  /* The first one that was found. */
  GError *error;
  SpurTrace *trace;
  /* The trace's. */
  SpurDefinitions *definitions;

  /* Records */
  guint8 *buffer;
  gsize n_buffer_bytes;
  GPtrArray *program_list;
  GPtrArray *class_programs; /* not owned, by index */

  /* Definitions */
  GPtrArray *layouts;   /* of the data's event classes, in order */
  GPtrArray *ancestors; /* of classes without events */
  gboolean classes_are_done;
  GString *texts[SPUR_LAYOUT_MAX_FIELDS];
  gboolean has_text[SPUR_LAYOUT_MAX_FIELDS];
  guint n_defined[SPUR_FORMAT_N_DEFINES];

  /* Names */
  SpurFormatNames names[SPUR_FORMAT_N_NAMES];
  GPtrArray *scopes;  /* of SpurFormatScope */
  GArray *objects;    /* of SpurFormatObject */
  GPtrArray *streams; /* of SpurFormatStream */

  /* The event that is being filled */
  SpurFormatFacts facts;
  int last_stream;
  /* The first record's stream cannot be made before its time is known. */
  GString *stream_name;
  const SpurFormatItem *stream_item;
  gboolean has_ticks;
  gint64 ticks;
  GArray *rest; /* of SpurEntry */
  GStringChunk *rest_texts;
  const char *rest_text;
  gsize n_rest_bytes;
  GArray *predecessors; /* of SpurFormatPredecessor */
  GArray *vector;       /* stream and count, in turns */

  /* Time where no clock is defined */
  gboolean has_base;
  gint64 base_ns;

  GArray *edges; /* of SpurFormatEdge */
} SpurFormatBuilder;

SpurFormatBuilder *spur_format_builder_new (const SpurFormatDefinition *definition,
                                            const char *path,
                                            const guint8 *bytes,
                                            gsize n_bytes,
                                            const SpurJob *job);

void spur_format_builder_free (SpurFormatBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFormatBuilder, spur_format_builder_free)

/* "path:line: text", of binary data "path:0xoffset: text"; gives FALSE. */
gboolean
spur_format_builder_fail (SpurFormatBuilder *self, SpurFormatError code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* Of data that is not what its format says. */
#define spur_format_builder_refuse(self, ...)                                                      \
  spur_format_builder_fail (self, SPUR_FORMAT_ERROR_DATA, __VA_ARGS__)

/* The same, at this place of the data. */
gboolean
spur_format_builder_refuse_at (SpurFormatBuilder *self, gconstpointer place, const char *message);

/* Says how far the reading is; FALSE where it is cancelled. */
gboolean spur_format_builder_report (SpurFormatBuilder *self, gconstpointer at);

/* Whether reading goes on at @at. */
static inline gboolean
spur_format_builder_go_on (SpurFormatBuilder *self, gconstpointer at)
{
  return G_LIKELY ((const guint8 *) at < self->next_report) ||
         spur_format_builder_report (self, at);
}

/* How records with this word in the place of the class are read: an event class, or a definition as
 * "@object". NULL with an error where the definition knows no such class and has no default. */
SpurFormatProgram *
spur_format_builder_find_class (SpurFormatBuilder *self, const char *name, gsize n_bytes);

/* The same where it was found before; else NULL. */
SpurFormatProgram *
spur_format_builder_peek_class (SpurFormatBuilder *self, const char *name, gsize n_bytes);

/* How records of the rule's own class are read; the rule is not for "*". */
SpurFormatProgram *spur_format_builder_find_rule (SpurFormatBuilder *self,
                                                  const SpurFormatRule *rule);

/* The same by index: as the definition records of the data, or else the rules, count the classes.
 */
SpurFormatProgram *spur_format_builder_get_class (SpurFormatBuilder *self, guint64 index);

void spur_format_builder_begin (SpurFormatBuilder *self, SpurFormatProgram *program);

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
gboolean spur_format_builder_put_text (SpurFormatBuilder *self,
                                       const SpurFormatOp *op,
                                       const char *text,
                                       gsize n_bytes);

/* A list of values without names of its own, and a group of a number of objects. */
gboolean spur_format_builder_put_entries (SpurFormatBuilder *self,
                                          const SpurFormatOp *op,
                                          const SpurEntry *entries,
                                          guint n_entries);

gboolean spur_format_builder_put_members (SpurFormatBuilder *self,
                                          const SpurFormatOp *op,
                                          const guint32 *members,
                                          guint n_members);

/* A number with the item's transforms, from data where numbers are no text. */
gboolean
spur_format_builder_put_number (SpurFormatBuilder *self, const SpurFormatOp *op, gint64 value);

/* A key that no op has. Kept in the list field of <rest/>, else counted as lost. */
gboolean spur_format_builder_put_rest (
  SpurFormatBuilder *self, const char *key, gsize n_key_bytes, const char *text, gsize n_bytes);

/* All that is left of the record, as it stands in the data: where a record had the very same, its
 * list is taken. Else FALSE, and the values are to be put one by one. */
gboolean spur_format_builder_recall_rest (SpurFormatBuilder *self, const char *text, gsize n_bytes);

/* A time item as text. Several of one record add up. The text lives until end. */
gboolean spur_format_builder_put_time (SpurFormatBuilder *self,
                                       const SpurFormatOp *op,
                                       const char *text,
                                       gsize n_bytes);

/* The whole time since the format's epoch; @ps below 1000. */
void spur_format_builder_set_time_ns (SpurFormatBuilder *self, gint64 ns, guint ps);

/* The raw time as it is to be in the trace. */
void spur_format_builder_set_ticks (SpurFormatBuilder *self, gint64 ticks);

/* By name: of a definition, or a stream that is made now. */
gboolean spur_format_builder_set_stream (SpurFormatBuilder *self,
                                         const SpurFormatOp *op,
                                         const char *name,
                                         gsize n_bytes);

/* Whether the trace knows a program of this name, so that a line that says it loses nothing. */
gboolean spur_format_builder_has_program (SpurFormatBuilder *self, const char *name, gsize n_bytes);

gboolean spur_format_builder_set_stream_index (SpurFormatBuilder *self, guint64 stream);

/* The event happened directly after event number @event of stream number @stream. */
void spur_format_builder_add_predecessor (SpurFormatBuilder *self, guint64 stream, guint64 event);

/* "stream:event,stream:event" */
gboolean
spur_format_builder_put_predecessors (SpurFormatBuilder *self, const char *text, gsize n_bytes);

/* {"name": 3, "other": 1} */
gboolean
spur_format_builder_put_vector_clock (SpurFormatBuilder *self, const char *text, gsize n_bytes);

/* An item as text, of a kind that all text encodings have alike; others do nothing. */
static inline gboolean
spur_format_builder_put_item (SpurFormatBuilder *self,
                              const SpurFormatOp *op,
                              const char *text,
                              gsize n_bytes)
{
  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      return spur_format_builder_put_text (self, op, text, n_bytes);
    case SPUR_FORMAT_TIME:
      return spur_format_builder_put_time (self, op, text, n_bytes);
    case SPUR_FORMAT_STREAM:
      return spur_format_builder_set_stream (self, op, text, n_bytes);
    case SPUR_FORMAT_PREDECESSORS:
      return spur_format_builder_put_predecessors (self, text, n_bytes);
    case SPUR_FORMAT_VECTOR_CLOCK:
      return spur_format_builder_put_vector_clock (self, text, n_bytes);
    default:
      return TRUE;
    }
}

gboolean spur_format_builder_end (SpurFormatBuilder *self);

/* Reads all with the definition's encoding; the sealed trace. */
SpurTrace *spur_format_builder_read (SpurFormatBuilder *self, GError **error);

/* Between the parts of the builder. */

static inline SpurFormatStream *
spur_format_builder_get_stream (const SpurFormatBuilder *self, guint index)
{
  return g_ptr_array_index (self->streams, index);
}

/* A text of the data as a trace keeps it; NULL and an error where it has a NUL. */
char *spur_format_builder_dup (SpurFormatBuilder *self, const char *text, gsize n_bytes);

/* References by name; SPUR_NONE with an error where there can be none. */
gboolean spur_format_builder_resolve (
  SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes, guint64 *bits);

/* How the rule of the record says the stream; NULL where it does not. */
const SpurFormatItem *spur_format_builder_get_stream_item (SpurFormatBuilder *self);

/* A stream of this name: defined, or made now. */
gboolean spur_format_builder_find_stream (SpurFormatBuilder *self,
                                          const SpurFormatItem *item,
                                          const char *name,
                                          gsize n_bytes,
                                          guint *stream);

gboolean spur_format_builder_add_stream (SpurFormatBuilder *self,
                                         const char *name,
                                         guint clock,
                                         guint32 target);

/* Fields of @program that are objects get the tables in which their names are looked up. */
void spur_format_builder_set_scopes (SpurFormatBuilder *self, SpurFormatProgram *program);

void spur_format_scope_free (SpurFormatScope *self);

guint32 spur_format_builder_add_object (SpurFormatBuilder *self, const SpurFormatObject *object);

/* A definition is complete. */
gboolean spur_format_builder_define (SpurFormatBuilder *self);

/* All event classes of the data are known. */
gboolean spur_format_builder_end_classes (SpurFormatBuilder *self);

gboolean spur_format_builder_finish_objects (SpurFormatBuilder *self);

/* The event's time in ticks of its stream. */
gboolean
spur_format_builder_get_ticks (SpurFormatBuilder *self, SpurFormatStream *stream, gint64 *ticks);

/* Takes the time that the record has for want of a better one. */
gboolean spur_format_builder_use_fallback (SpurFormatBuilder *self);

void spur_format_builder_keep_clock (SpurFormatBuilder *self, SpurFormatStream *stream);

gboolean spur_format_builder_finish_edges (SpurFormatBuilder *self);

void spur_format_builder_add_clock_edges (SpurFormatBuilder *self);
