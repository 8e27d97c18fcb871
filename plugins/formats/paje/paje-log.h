/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A Paje trace as it is written: its event definitions, types, containers, values, links and
 * records, all by number. What becomes of them is decided after the last line. */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/kit/format-lines.h"
#include "plugins/formats/paje/paje-words.h"

/* The root container and its type, which nothing defines. */
#define PAJE_ROOT 0

/* Fields that the format knows, then those that only this trace has. */
typedef enum
{
  PAJE_FIELD_TIME,
  PAJE_FIELD_ALIAS,
  PAJE_FIELD_TYPE,
  PAJE_FIELD_NAME,
  PAJE_FIELD_CONTAINER,
  PAJE_FIELD_VALUE,
  PAJE_FIELD_KEY,
  PAJE_FIELD_START_TYPE,
  PAJE_FIELD_END_TYPE,
  PAJE_FIELD_START_CONTAINER,
  PAJE_FIELD_END_CONTAINER,
  PAJE_FIELD_COLOR,
  PAJE_N_FIELDS,
  PAJE_FIELD_EXTRA = PAJE_N_FIELDS,
} PajeFieldCode;

/* What the records of an event definition do. */
typedef enum
{
  PAJE_DEFINE_CONTAINER_TYPE,
  PAJE_DEFINE_STATE_TYPE,
  PAJE_DEFINE_EVENT_TYPE,
  PAJE_DEFINE_VARIABLE_TYPE,
  PAJE_DEFINE_LINK_TYPE,
  PAJE_DEFINE_ENTITY_VALUE,
  PAJE_CREATE_CONTAINER,
  PAJE_DESTROY_CONTAINER,
  PAJE_SET_STATE,
  PAJE_PUSH_STATE,
  PAJE_POP_STATE,
  PAJE_RESET_STATE,
  PAJE_NEW_EVENT,
  PAJE_SET_VARIABLE,
  PAJE_ADD_VARIABLE,
  PAJE_SUB_VARIABLE,
  PAJE_START_LINK,
  PAJE_END_LINK,
  PAJE_N_KINDS,
  /* The trace's own, which says nothing to others. */
  PAJE_OTHER = PAJE_N_KINDS,
} PajeKind;

typedef struct
{
  char *name;
  PajeFieldCode code;
  /* %SPUR_FIELD_INT64, %SPUR_FIELD_UINT64, %SPUR_FIELD_DOUBLE or %SPUR_FIELD_STRING. */
  SpurFieldType type;
  gboolean is_hex;
} PajeField;

typedef struct
{
  PajeKind kind;
  gint64 number;
  char *name;
  GArray *fields;
  guint n_extras;
} PajeDefinition;

typedef enum
{
  PAJE_TYPE_CONTAINER,
  PAJE_TYPE_STATE,
  PAJE_TYPE_EVENT,
  PAJE_TYPE_VARIABLE,
  PAJE_TYPE_LINK,
} PajeTypeKind;

typedef struct
{
  PajeTypeKind kind;
  guint32 name;
  /* The type of the containers that it belongs to. */
  guint32 parent;
  /* Records that use it. */
  guint64 n_records;
} PajeType;

typedef struct
{
  guint32 name;
  guint32 type;
  guint32 parent;
  gint64 begin_ns;
  gint64 end_ns;
  /* Positions of records, or %PAJE_NONE. */
  guint32 created;
  guint32 destroyed;
} PajeContainer;

/* A value of states, events or links; the same for all of one name. */
typedef struct
{
  guint32 name;
  guint32 type;
} PajeValue;

/* One end of a link; @record is %PAJE_NONE where it was not written. */
typedef struct
{
  gint64 time_ns;
  guint32 container;
  guint32 record;
} PajeLinkEnd;

typedef struct
{
  guint32 type;
  guint32 container;
  guint32 value;
  guint32 key;
  PajeLinkEnd ends[2];
  /* Links of the same key whose other end is missing: the next one, and of the first the last. */
  guint32 next;
  guint32 last;
} PajeLink;

typedef struct
{
  gint64 time_ns;
  union
  {
    double number;
    /* Of a value or link. */
    guint32 index;
  };
  guint32 container;
  guint32 type;
  /* Where its extra fields begin. */
  guint32 extra;
  guint16 definition;
  guint8 kind;
} PajeRecord;

typedef enum
{
  PAJE_LOSS_MALFORMED,
  PAJE_LOSS_OUT_OF_RANGE,
  PAJE_LOSS_UNDEFINED_EVENT,
  PAJE_LOSS_UNDEFINED_NAME,
  PAJE_LOSS_OTHER,
  PAJE_LOSS_CUT_OFF,
  PAJE_LOSS_UNREADABLE,
  PAJE_LOSS_COLORS,
  PAJE_LOSS_EXTRA_VALUES,
  PAJE_LOSS_DEFINITION_FIELDS,
  PAJE_LOSS_POPS,
  PAJE_LOSS_MIGRATION_TIMES,
  PAJE_LOSS_MIGRATION_FIELDS,
  PAJE_N_LOSSES,
} PajeLoss;

typedef enum
{
  PAJE_PARSED,
  PAJE_MALFORMED,
  PAJE_OUT_OF_RANGE,
  PAJE_UNDEFINED_NAME,
} PajeVerdict;

typedef struct
{
  PajeWords words;
  /* Of #PajeDefinition. */
  GPtrArray *definitions;
  /* By number, to position plus 1. */
  GHashTable *definition_of_number;
  /* The definition whose fields are being read. */
  PajeDefinition *open;
  gboolean has_definitions;

  /* Of #PajeType, #PajeContainer, #PajeValue, #PajeLink, #PajeRecord, and the extra fields as
   * 64 bits each. */
  GArray *types;
  GArray *containers;
  GArray *values;
  GArray *links;
  GArray *records;
  GArray *extras;

  /* By name space and word. */
  PajeMap type_names;
  PajeMap container_names;
  PajeMap value_names;
  /* Of links with one end: type and container, value and key, and both of these. */
  PajeMap link_places;
  PajeMap link_keys;
  PajeMap pending_links;

  GString *colors;
  guint n_colors;
  guint64 losses[PAJE_N_LOSSES];
  char *first_problem;
} PajeLog;

PajeLog *paje_log_new (void);

void paje_log_free (PajeLog *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PajeLog, paje_log_free)

/* Reads all lines, of @n_bytes in the file. What is wrong with the definitions of events is an
 * error; what is wrong with a record is counted, and the first of these is described. */
gboolean paje_log_read (
  PajeLog *self, FormatLines *lines, guint64 n_bytes, const SpurJob *job, GError **error);

#define paje_log_get_type(log, index) (&g_array_index ((log)->types, PajeType, (index)))
#define paje_log_get_container(log, index)                                                         \
  (&g_array_index ((log)->containers, PajeContainer, (index)))
#define paje_log_get_value(log, index) (&g_array_index ((log)->values, PajeValue, (index)))
#define paje_log_get_link(log, index) (&g_array_index ((log)->links, PajeLink, (index)))
#define paje_log_get_record(log, index) (&g_array_index ((log)->records, PajeRecord, (index)))
#define paje_log_get_definition(log, index)                                                        \
  ((const PajeDefinition *) g_ptr_array_index ((log)->definitions, (index)))

void paje_definition_free (PajeDefinition *self);

/* A line that begins with a "%". */
gboolean paje_log_read_definition (PajeLog *self,
                                   const FormatLines *lines,
                                   const FormatLine *line,
                                   GError **error);

/* What a record's fields are, as its line has them. */
typedef struct
{
  const char *text;
  gsize n_bytes;
} PajeToken;

/* More fields than any tracer writes. */
#define PAJE_MAX_EXTRAS 64

typedef struct
{
  PajeLog *log;
  const PajeDefinition *definition;
  guint definition_index;
  PajeToken fields[PAJE_N_FIELDS];
  PajeToken extras[PAJE_MAX_EXTRAS];
} PajeLine;

static inline gboolean
paje_record_is_state (const PajeRecord *record)
{
  return record->kind >= PAJE_SET_STATE && record->kind <= PAJE_RESET_STATE;
}

static inline gboolean
paje_record_is_variable (const PajeRecord *record)
{
  return record->kind >= PAJE_SET_VARIABLE && record->kind <= PAJE_SUB_VARIABLE;
}

static inline gboolean
paje_record_is_link (const PajeRecord *record)
{
  return record->kind == PAJE_START_LINK || record->kind == PAJE_END_LINK;
}

/* Takes what a line says into the log. */
PajeVerdict paje_record_take (PajeLine *line);

/* Seconds as decimal text, to the nearest nanosecond. */
PajeVerdict paje_time_parse (const char *text, gsize n_bytes, gint64 *time_ns);
