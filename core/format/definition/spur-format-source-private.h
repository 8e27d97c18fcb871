/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-integer-private.h"
#include "core/format/definition/spur-format-program-private.h"
#include "core/format/text/spur-format-output-private.h"
#include "core/store/trace/spur-cursor.h"

/* A trace as writers see it: definitions as records of named values, events in the order of their
 * times, what references are called. */

/* A value of a definition: text where the layout's field is a string (NULL where it is absent),
 * else bits. */
typedef struct
{
  guint64 bits;
  const char *text;
} SpurFormatValue;

typedef struct
{
  SpurFormatProgram *program;
  const SpurFormatValue *values; /* one for each field of the program's layout */
} SpurFormatRecord;

typedef gboolean (*SpurFormatRecordFunc) (const SpurFormatRecord *record, gpointer user_data);

typedef struct _SpurFormatWalk SpurFormatWalk;

typedef struct
{
  const SpurFormatDefinition *definition;
  SpurTrace *trace;
  /* The trace's. */
  SpurDefinitions *definitions;
  /* By class of the trace; NULL where its events are not written. */
  SpurFormatProgram **plan;
  guint n_classes;
  /* The definitions that are written apart from the events, instead of all others and the events.
   */
  gboolean is_apart;
  /* The trace's correction, if any, is in the times that are written. */
  gboolean is_corrected;
  /* By entry: what text encodings call it, unique in its table. Strings and states are called by
   * their own texts. */
  char **object_texts;
  char **group_texts;
  char **stream_texts;
  char **list_texts;
  /* Events that no rule was there for, in walks that are over. */
  guint64 n_left_out;

  /* Where to it is written, while that lasts; what went wrong. */
  SpurFormatOutput *output;
  SpurFormatWalk *walk;
  const SpurJob *job;
  GError *error;
} SpurFormatSource;

SpurFormatSource *
spur_format_source_new (const SpurFormatDefinition *definition, SpurTrace *trace, GError **error);

void spur_format_source_free (SpurFormatSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFormatSource, spur_format_source_free)

/* Writes it as its format says; the file appears complete or not at all. */
gboolean spur_format_source_write (SpurFormatSource *self,
                                   const char *path,
                                   const SpurJob *job,
                                   GError **error);

/* What the format cannot say; gives FALSE. */
gboolean spur_format_source_refuse (SpurFormatSource *self, const char *format, ...)
  G_GNUC_PRINTF (2, 3);

/* What an entry of a table is called; NULL for SPUR_NONE. */
const char *
spur_format_source_get_text (const SpurFormatSource *self, SpurFieldType type, guint32 entry);

/* Calls @func for every definition that the format writes, in an order in which every reference is
 * to what was before, but parents of objects. */
gboolean spur_format_source_each_definition (SpurFormatSource *self,
                                             SpurFormatRecordFunc func,
                                             gpointer user_data);

/* An event as writers see it. */
typedef struct
{
  const SpurFormatProgram *program;
  const guint8 *record;
  guint stream;
  guint64 position;
  /* Since the format's epoch, corrected where the trace has a correction. @ps is below 1000. */
  gint64 ns;
  guint ps;
  /* In ticks of the stream's clock as the definitions say it. */
  gint64 ticks;
} SpurFormatEvent;

/* Whether a field is written: of an event, or of the values of a definition where @event is NULL.
 */
gboolean spur_format_op_is_present (const SpurFormatOp *op,
                                    const SpurFormatEvent *event,
                                    const SpurFormatValue *values);

/* What a field with a scale is in the data; FALSE where that is no whole number. */
gboolean spur_format_op_unscale (const SpurFormatOp *op, guint64 bits, SpurInt128 *value);

double spur_format_op_unscale_double (const SpurFormatOp *op, double value);

/* A clock as the format's definitions say it. */
void spur_format_get_clock (SpurFormatSource *source, guint clock, SpurClock *facts);

/* Makes @self->walk, which goes through all events. */
void spur_format_walk_begin (SpurFormatSource *self);

void spur_format_walk_free (SpurFormatWalk *self);

/* The next event in the order of the times that are written, of which those of one stream keep
 * their order; FALSE at the end, or with an error. Events that the format has no rule for are
 * passed over and counted. */
gboolean spur_format_walk_next (SpurFormatSource *source, SpurFormatEvent *event);

/* Events before the event, of other streams: entries of @stream and @position of it. */
const SpurPredecessor *spur_format_walk_get_predecessors (SpurFormatSource *source,
                                                          const SpurFormatEvent *event,
                                                          gsize *n_predecessors);
