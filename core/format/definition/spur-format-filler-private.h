/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-builder-private.h"
#include "core/format/definition/spur-format-names-private.h"

/* The parts of the builder: records and classes (spur-format-builder.c), what names mean
 * (-references.c), definitions (-definitions.c), times (-time.c), vector clocks (-clocks.c). */

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
} SpurFormatObject;

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
  /* Made because an event named it. */
  gboolean is_implied;
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

typedef struct
{
  SpurFormatBuilder open;

  const SpurFormatDefinition *definition;
  char *path;
  const guint8 *bytes;
  gsize n_bytes;
  const guint8 *place;
  SpurTrace *trace;

  /* Records */
  guint8 *buffer;
  gsize n_buffer_bytes;
  GHashTable *programs;
  SpurFormatNames program_names;
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
  SpurFormatNames strings;
  SpurFormatNames states;
  SpurFormatNames object_names;
  SpurFormatNames group_names;
  SpurFormatNames stream_names;
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
  SpurFormatNames rest_lists; /* lists by what stands in the data */
  const char *rest_text;
  gsize n_rest_bytes;
  GArray *predecessors; /* of SpurFormatPredecessor */
  GArray *vector;       /* stream and count, in turns */

  /* Time where no clock is defined */
  gboolean has_base;
  gint64 base_ns;

  GArray *edges; /* of SpurFormatEdge */
} SpurFormatFiller;

static inline SpurFormatFiller *
spur_format_filler (SpurFormatBuilder *self)
{
  return (SpurFormatFiller *) self;
}

SpurFormatStream *spur_format_filler_get_stream (SpurFormatFiller *self, guint index);

/* A text of the data as a trace keeps it; NULL and an error where it has a NUL. */
char *
spur_format_filler_dup (SpurFormatFiller *self, const char *text, gsize n_bytes, GError **error);

/* References by name; SPUR_NONE with an error where there can be none. */
gboolean spur_format_filler_resolve (SpurFormatFiller *self,
                                     const SpurFormatOp *op,
                                     const char *text,
                                     gsize n_bytes,
                                     guint64 *bits,
                                     GError **error);

/* How the rule of the record says the stream; NULL where it does not. */
const SpurFormatItem *spur_format_filler_get_stream_item (SpurFormatFiller *self);

/* A stream of this name: defined, or made now. */
gboolean spur_format_filler_find_stream (SpurFormatFiller *self,
                                         const SpurFormatItem *item,
                                         const char *name,
                                         gsize n_bytes,
                                         guint *stream,
                                         GError **error);

gboolean spur_format_filler_add_stream (SpurFormatFiller *self,
                                        const char *name,
                                        guint clock,
                                        guint32 target,
                                        gboolean is_implied,
                                        GError **error);

guint32 spur_format_filler_add_object (SpurFormatFiller *self, const SpurFormatObject *object);

/* A definition is complete. */
gboolean spur_format_filler_define (SpurFormatFiller *self, GError **error);

/* All event classes of the data are known. */
gboolean spur_format_filler_end_classes (SpurFormatFiller *self, GError **error);

gboolean spur_format_filler_finish_objects (SpurFormatFiller *self, GError **error);

/* The event's time in ticks of its stream. */
gboolean spur_format_filler_get_ticks (SpurFormatFiller *self,
                                       SpurFormatStream *stream,
                                       gint64 *ticks,
                                       GError **error);

/* Takes the time that the record has for want of a better one. */
gboolean spur_format_filler_use_fallback (SpurFormatFiller *self, GError **error);

void spur_format_filler_keep_clock (SpurFormatFiller *self, SpurFormatStream *stream);

gboolean spur_format_filler_finish_edges (SpurFormatFiller *self, GError **error);

void spur_format_filler_add_clock_edges (SpurFormatFiller *self);
