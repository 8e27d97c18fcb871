/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <stdatomic.h>

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/kit/format-lines.h"

#define PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT (projections_entry_begin_event_get_type ())
#define PROJECTIONS_TYPE_ENTRY_CREATION_EVENT (projections_entry_creation_event_get_type ())
#define PROJECTIONS_TYPE_ENTRY_END_EVENT (projections_entry_end_event_get_type ())
#define PROJECTIONS_TYPE_RECORD_EVENT (projections_record_event_get_type ())

GType projections_entry_begin_event_get_type (void);
GType projections_entry_creation_event_get_type (void);
GType projections_entry_end_event_get_type (void);
GType projections_record_event_get_type (void);

/* Charm++ counts chares and entry methods in 16 bits. */
#define PROJECTIONS_MAX_ID 65535

/* An array's index has at most this many numbers. */
#define PROJECTIONS_MAX_DIMS 6

/* A class of objects; @n_dims is above 0 where it is an array. */
typedef struct
{
  char *name;
  int n_dims;
} ProjectionsChare;

typedef struct
{
  char *name;
  guint chare;
} ProjectionsEntry;

/* What NAME.sts defines. */
typedef struct
{
  char *path;
  double version;
  gint64 n_pes;
  gint64 n_nodes;
  gint64 n_counters;
  guint64 n_missing;

  /* By id; an entry without a name is not defined. */
  GArray *chares;
  GArray *entries;
  /* Number to name. */
  GHashTable *user_events;
  GHashTable *statistics;
  /* Keyword to what follows it, for "MACHINE", "TIMESTAMP" and others that say of the run. */
  GHashTable *facts;
} ProjectionsSts;

ProjectionsSts *projections_sts_read (FormatLines *lines, GError **error);

void projections_sts_free (ProjectionsSts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProjectionsSts, projections_sts_free)

/* What the runtime itself does in an entry method. The names are those of Charm++'s own chares. */
typedef enum
{
  PROJECTIONS_ENTRY_OF_APPLICATION,
  /* Makes an object, or puts together one that migrated: no work that belongs to an object's load,
   * neither to Charm++'s own load balancing. */
  PROJECTIONS_ENTRY_CONSTRUCTOR,
  /* Of a load balancer: with the first one a PE begins to balance, with the second one its objects
   * go on, and a phase begins. */
  PROJECTIONS_ENTRY_BALANCING,
  PROJECTIONS_ENTRY_BALANCE_BEGIN,
  PROJECTIONS_ENTRY_BALANCE_END,
} ProjectionsEntryKind;

ProjectionsEntryKind projections_sts_get_entry_kind (const ProjectionsSts *self, gint64 entry);

/* Whether the chare is a load balancer: by the names of Charm++'s own ones, and as its manual names
 * them. */
gboolean projections_sts_is_balancer (const ProjectionsSts *self, gint64 chare);

/* NULL where it is not defined. */
const ProjectionsEntry *projections_sts_get_entry (const ProjectionsSts *self, gint64 entry);
const ProjectionsChare *projections_sts_get_chare (const ProjectionsSts *self, gint64 chare);

/* The numbers of the index of an element of the entry method's chare; 0 where it is no array. */
guint projections_sts_get_n_dims (const ProjectionsSts *self, gint64 entry);

/* The latest time, so that it lies within the limits of trace time. */
#define PROJECTIONS_MAX_TIME_US ((G_GINT64_CONSTANT (1) << 61) / 1000)

/* The types of records as Charm++ numbers them. */
enum
{
  PROJECTIONS_CREATION = 1,
  PROJECTIONS_BEGIN_PROCESSING = 2,
  PROJECTIONS_END_PROCESSING = 3,
  PROJECTIONS_ENQUEUE = 4,
  PROJECTIONS_DEQUEUE = 5,
  PROJECTIONS_BEGIN_COMPUTATION = 6,
  PROJECTIONS_END_COMPUTATION = 7,
  PROJECTIONS_BEGIN_INTERRUPT = 8,
  PROJECTIONS_END_INTERRUPT = 9,
  PROJECTIONS_MESSAGE_RECV = 10,
  PROJECTIONS_BEGIN_TRACE = 11,
  PROJECTIONS_END_TRACE = 12,
  PROJECTIONS_USER_EVENT = 13,
  PROJECTIONS_BEGIN_IDLE = 14,
  PROJECTIONS_END_IDLE = 15,
  PROJECTIONS_BEGIN_PACK = 16,
  PROJECTIONS_END_PACK = 17,
  PROJECTIONS_BEGIN_UNPACK = 18,
  PROJECTIONS_END_UNPACK = 19,
  PROJECTIONS_CREATION_BCAST = 20,
  PROJECTIONS_CREATION_MULTICAST = 21,
  PROJECTIONS_USER_SUPPLIED = 26,
  PROJECTIONS_MEMORY_USAGE = 27,
  PROJECTIONS_NOTE = 28,
  PROJECTIONS_BRACKETED_NOTE = 29,
  PROJECTIONS_END_PHASE = 30,
  PROJECTIONS_USER_STAT = 32,
  PROJECTIONS_BEGIN_USER_EVENT_PAIR = 98,
  PROJECTIONS_END_USER_EVENT_PAIR = 99,
  PROJECTIONS_USER_EVENT_PAIR = 100,
  PROJECTIONS_N_TYPES,
};

/* A record of a log; what its type does not have is 0. */
typedef struct
{
  guint type;
  gint64 time_us;
  gint64 entry;
  gint64 event;
  gint64 pe;
  gint64 n_message_bytes;
  gint64 n_receivers;
  /* Of a user event or statistic. */
  gint64 number;
  double value;
  /* The element's index, where the entry method's chare is an array. */
  guint n_dims;
  gint32 index[PROJECTIONS_MAX_DIMS];
  /* Of a note. */
  const char *text;
  gsize n_text_bytes;
} ProjectionsRecord;

typedef enum
{
  PROJECTIONS_PARSED,
  PROJECTIONS_MALFORMED,
  PROJECTIONS_UNKNOWN_TYPE,
} ProjectionsVerdict;

/* The line's type, whatever comes after it. */
gboolean projections_record_scan_type (const FormatLine *line, gint64 *type);

ProjectionsVerdict projections_record_parse (const ProjectionsSts *sts,
                                             const FormatLine *line,
                                             ProjectionsRecord *record);

/* The fields of a type's records, for a person. */
const char *projections_record_describe (guint type);

/* An element of a chare array: what migrates; or the branch of a load balancer on a PE. */
typedef struct
{
  guint32 chare;
  guint32 n_dims;
  gint32 index[PROJECTIONS_MAX_DIMS];
} ProjectionsElement;

guint projections_element_hash (gconstpointer self);

gboolean projections_element_equal (gconstpointer self, gconstpointer other);

/* By chare, then by index. */
int projections_element_compare (gconstpointer self, gconstpointer other);

/* As in "Lb_array[3]" or "Grid[1,2]". */
char *projections_element_to_string (const ProjectionsElement *self, const ProjectionsSts *sts);

/* Opens the log of a PE. Called from several threads at once. */
typedef FormatLines *(*ProjectionsOpenFunc) (guint log, gpointer user_data, GError **error);

/* What a PE does beside entry methods. */
typedef enum
{
  PROJECTIONS_REGION_COMPUTATION,
  PROJECTIONS_REGION_IDLE,
  PROJECTIONS_REGION_PACK,
  PROJECTIONS_REGION_UNPACK,
  PROJECTIONS_REGION_INTERRUPT,
  PROJECTIONS_N_REGIONS,
} ProjectionsRegion;

/* An event class in a trace. */
typedef struct
{
  guint index;
  const SpurEventLayout *layout;
} ProjectionsKind;

/* The event classes and states that events of this format are made of. */
typedef struct
{
  ProjectionsKind begin;
  ProjectionsKind end;
  ProjectionsKind creation;
  ProjectionsKind enter;
  ProjectionsKind exit;
  ProjectionsKind record;
  ProjectionsKind phase;
  guint creation_receivers;
  guint record_type;
  guint record_text;
  guint record_value;
  guint32 states[PROJECTIONS_N_REGIONS];
} ProjectionsVocabulary;

/* What is left out of a log. */
typedef enum
{
  PROJECTIONS_LOSS_MALFORMED,
  PROJECTIONS_LOSS_UNKNOWN,
  PROJECTIONS_LOSS_CUT_OFF,
  PROJECTIONS_LOSS_MISSING,
  PROJECTIONS_LOSS_UNREADABLE,
  PROJECTIONS_LOSS_TEXTS,
  PROJECTIONS_N_LOSSES,
} ProjectionsLoss;

/* Types of records that the runtime writes by itself: those up to the last one are counted, and
 * what an application adds is not. */
#define PROJECTIONS_N_PAIRED (PROJECTIONS_CREATION_MULTICAST + 1)

/* Records of two types that follow one another in a log: how many pairs, and how long it is from
 * the one to the other in all of them. */
typedef struct
{
  guint64 n_pairs[PROJECTIONS_N_PAIRED][PROJECTIONS_N_PAIRED];
  guint64 sums_us[PROJECTIONS_N_PAIRED][PROJECTIONS_N_PAIRED];
} ProjectionsPairs;

void projections_pairs_add (ProjectionsPairs *self, const ProjectionsPairs *other);

/* What the tracer takes to write a record, or 0 where the pairs do not tell. */
gint64 projections_pairs_get_cost_ns (const ProjectionsPairs *self);

/* One PE's log: what a thread finds in it, for itself. */
typedef struct
{
  GError *error;
  char *first_problem;

  /* Records that the first line promises, -1 where it does not; why the walk ended too early. */
  gint64 n_claimed;
  char *damage;

  guint64 losses[PROJECTIONS_N_LOSSES];
  /* Set of #ProjectionsElement, and the texts of notes in the order of the log. */
  GHashTable *elements;
  GHashTable *texts;
  GPtrArray *text_order;
  /* One above the last entry method of a record. */
  guint n_entries;
  ProjectionsPairs pairs;
} ProjectionsLog;

/* A trace that is being read: first all logs are surveyed for what must be defined before events
 * can be, then they are read again and the streams are filled. Whatever the threads do, numbers
 * are given in one order. */
typedef struct
{
  const ProjectionsSts *sts;
  const SpurJob *job;
  ProjectionsOpenFunc open;
  gpointer open_data;
  guint64 n_total_bytes;
  _Atomic guint64 n_done_bytes;

  SpurTrace *trace;
  ProjectionsVocabulary vocabulary;
  guint n_logs;
  ProjectionsLog *logs;

  /* By entry method: what it is for, whether a record has it, and then its state in the trace. */
  ProjectionsEntryKind kinds[PROJECTIONS_MAX_ID + 1];
  _Atomic guint8 is_used[PROJECTIONS_MAX_ID + 1];
  guint32 states[PROJECTIONS_MAX_ID + 1];
  /* #ProjectionsElement to object, text to string, number to string. */
  GHashTable *objects;
  GHashTable *strings;
  GHashTable *user_events;
  GHashTable *statistics;
} ProjectionsReading;

/* Whether the record is about an element, and about which. */
gboolean projections_element_from_record (ProjectionsElement *self,
                                          const ProjectionsReading *reading,
                                          guint log,
                                          const ProjectionsRecord *record);

typedef void (*ProjectionsLineFunc) (const FormatLines *lines,
                                     const FormatLine *line,
                                     gpointer user_data);

/* Hands out the lines of a log after the first one. FALSE where the log cannot be read or is none;
 * then the log's error is set. */
gboolean projections_reading_walk (ProjectionsReading *self,
                                   guint log,
                                   ProjectionsLineFunc func,
                                   gpointer user_data);

/* Between the passes: what events are made of. */
void projections_reading_define_vocabulary (ProjectionsReading *self);

/* Both are #SpurJobTask. */
void projections_reading_survey_log (guint log, gpointer reading);
void projections_reading_fill_stream (guint log, gpointer reading);

/* Reads a trace of @n_logs logs. */
SpurTrace *projections_reading_run (const ProjectionsSts *sts,
                                    guint n_logs,
                                    ProjectionsOpenFunc open,
                                    gpointer open_data,
                                    guint64 n_total_bytes,
                                    const SpurJob *job,
                                    GError **error);
