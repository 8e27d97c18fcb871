/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/model/events/spur-factories.h"
#include "core/store/trace/spur-stream.h"

G_BEGIN_DECLS

/**
 * SPUR_STORE_ERROR:
 *
 * Errors of traces and of the native container.
 *
 * Since: 1.0
 */
#define SPUR_STORE_ERROR (spur_store_error_quark ())

/**
 * SpurStoreError:
 * @SPUR_STORE_ERROR_FORMAT: not what the format says
 * @SPUR_STORE_ERROR_TRUNCATED: ends too early
 * @SPUR_STORE_ERROR_CHECKSUM: bytes were changed
 * @SPUR_STORE_ERROR_VERSION: written by a version that this one cannot read
 * @SPUR_STORE_ERROR_RANGE: a number is outside of what it may be
 * @SPUR_STORE_ERROR_OTHER_TRACE: time maps that belong to another trace
 *
 * Errors of the domain %SPUR_STORE_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_STORE_ERROR_FORMAT,
  SPUR_STORE_ERROR_TRUNCATED,
  SPUR_STORE_ERROR_CHECKSUM,
  SPUR_STORE_ERROR_VERSION,
  SPUR_STORE_ERROR_RANGE,
  SPUR_STORE_ERROR_OTHER_TRACE,
} SpurStoreError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_store_error_quark (void);

#define SPUR_TYPE_TRACE (spur_trace_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurTrace, spur_trace, SPUR, TRACE, GObject)

/**
 * SpurClock:
 * @name: which clock, as in "MPI Rank 3"
 * @kind: "monotonic", "tsc", "realtime", "program" or "unknown"
 * @resolution_hz: ticks a second, above 0
 * @epoch_ticks: what the clock itself said at tick 0 of the trace; add it to get the very
 *   ticks of the source
 * @domain: streams of equal domain read one and the same physical clock
 *
 * What is known of a stream's clock.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *kind;
  guint64 resolution_hz;
  guint64 epoch_ticks;
  guint32 domain;
} SpurClock;

/**
 * SpurState:
 * @name: the state's name
 * @kind: what time in it is spent on
 * @is_immediate: whether it is a call that returns at once and never waits for another process, as
 *   MPI_Isend or MPI_Test
 *
 * An entry of the state table.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  SpurStateKind kind;
  gboolean is_immediate;
} SpurState;

/**
 * SpurObject:
 * @type: #SpurLoadObject, #SpurTarget or a subclass
 * @name: its name
 * @kind: what it is in the application's words, as in "Lb_array" or "PE"
 * @parent: what it is part of, as a target of its host; %SPUR_NONE for nothing
 * @attributes: what it offers or needs, entry of the table of lists; %SPUR_NONE for nothing
 *
 * An entry of the table of active objects.
 *
 * Since: 1.0
 */
typedef struct
{
  GType type;
  const char *name;
  const char *kind;
  guint32 parent;
  guint32 attributes;
} SpurObject;

/**
 * SpurGroup:
 * @name: the group's name
 * @n_members: how many members
 * @members: (array length=n_members): active objects in the group's order
 *
 * An entry of the table of groups: a communicator, or a neighborhood's members.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  guint n_members;
  const guint32 *members;
} SpurGroup;

/**
 * SpurList:
 * @type: #SpurStateList, #SpurResourceList or a subclass, as far as this program knows it
 * @class_name: the name of its class, which this program may not know
 * @n_entries: how many entries
 * @entries: (array length=n_entries): the entries in their order
 *
 * An entry of the table of lists.
 *
 * Since: 1.0
 */
typedef struct
{
  GType type;
  const char *class_name;
  guint n_entries;
  const SpurEntry *entries;
} SpurList;

/**
 * SpurLoss:
 * @what: what was dropped, as in "metric records"
 * @count: how often
 *
 * What a reader had to leave out.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *what;
  guint64 count;
} SpurLoss;

/**
 * SpurPredecessor:
 * @event: position of the event in its stream
 * @predecessor_event: position in its stream of the event that happened directly before
 * @stream: position of the event's stream
 * @predecessor_stream: position of the stream of the event that happened directly before
 *
 * An event of another stream that is known to have happened directly before an event, whatever
 * the classes of the two are.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 event;
  guint64 predecessor_event;
  guint32 stream;
  guint32 predecessor_stream;
} SpurPredecessor;

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_trace_new (void);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_trace_new_with_chunks (guint chunk_events);

/* Definitions. Added by one thread, before the streams are filled. */

SPUR_AVAILABLE_IN_ALL
guint spur_trace_add_class (SpurTrace *self, const SpurEventLayout *layout);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_add_event_type (SpurTrace *self, GType type);

SPUR_AVAILABLE_IN_ALL
guint32 spur_trace_add_string (SpurTrace *self, const char *string);

SPUR_AVAILABLE_IN_ALL
guint32 spur_trace_add_state (SpurTrace *self, const char *name, SpurStateKind kind);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_state_immediate (SpurTrace *self, guint32 state);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_state_kind (SpurTrace *self, guint32 state, SpurStateKind kind);

SPUR_AVAILABLE_IN_ALL
guint32 spur_trace_add_object (
  SpurTrace *self, GType type, const char *name, const char *kind, guint32 parent);

SPUR_AVAILABLE_IN_ALL
void
spur_trace_set_object_identifier (SpurTrace *self, guint32 object, guint64 origin, guint64 number);

SPUR_AVAILABLE_IN_ALL
guint32
spur_trace_add_group (SpurTrace *self, const char *name, const guint32 *members, guint n_members);

SPUR_AVAILABLE_IN_ALL
guint32 spur_trace_add_list (SpurTrace *self, const SpurList *list);

SPUR_AVAILABLE_IN_ALL
guint32 spur_trace_add_entry_list (SpurTrace *self, SpurEntryList *list);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_object_attributes (SpurTrace *self, guint32 object, guint32 list);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_add_clock (SpurTrace *self, const SpurClock *clock);

SPUR_AVAILABLE_IN_ALL
SpurStream *spur_trace_add_stream (SpurTrace *self, const char *name, guint clock, guint32 target);

SPUR_AVAILABLE_IN_ALL
void spur_trace_append_event (SpurTrace *self, SpurStream *stream, SpurEvent *event);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_trace_append_bytes (SpurTrace *self, SpurStream *stream, GBytes *bytes, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_trace_add_predecessor (SpurTrace *self,
                                 guint stream,
                                 guint64 event,
                                 guint predecessor_stream,
                                 guint64 predecessor_event);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_identifier_type (SpurTrace *self, GType type);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_identifier_name (SpurTrace *self, const char *name);

SPUR_AVAILABLE_IN_ALL
void spur_trace_add_loss (SpurTrace *self, const char *what, guint64 count);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_fact (SpurTrace *self, const char *key, const char *value);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_max_mapped_bytes (SpurTrace *self, guint64 n_bytes);

SPUR_AVAILABLE_IN_ALL
void spur_trace_compact (SpurTrace *self, const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
gboolean spur_trace_seal (SpurTrace *self, GError **error);

/* Reading */

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_classes (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurEventLayout *spur_trace_get_class (SpurTrace *self, guint index);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_strings (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_trace_get_string (SpurTrace *self, guint32 string);

SPUR_AVAILABLE_IN_ALL
const char *spur_trace_get_entry_name (SpurTrace *self, SpurFieldType type, guint32 entry);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_states (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurState *spur_trace_get_state (SpurTrace *self, guint32 state);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_objects (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurObject *spur_trace_get_object_info (SpurTrace *self, guint32 object);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_trace_get_object (SpurTrace *self, guint32 object);

SPUR_AVAILABLE_IN_ALL
gboolean spur_trace_get_object_identifier (SpurTrace *self,
                                           guint32 object,
                                           guint64 *origin,
                                           guint64 *number);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_count_objects (SpurTrace *self, GType type);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_groups (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurGroup *spur_trace_get_group (SpurTrace *self, guint32 group);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_lists (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurList *spur_trace_get_list_info (SpurTrace *self, guint32 list);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_clocks (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurClock *spur_trace_get_clock (SpurTrace *self, guint clock);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_streams (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
SpurStream *spur_trace_get_stream (SpurTrace *self, guint index);

SPUR_AVAILABLE_IN_ALL
guint64 spur_trace_get_n_events (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurPredecessor *spur_trace_get_all_predecessors (SpurTrace *self, gsize *n_predecessors);

SPUR_AVAILABLE_IN_ALL
const SpurPredecessor *
spur_trace_get_predecessors (SpurTrace *self, guint stream, guint64 event, gsize *n_predecessors);

SPUR_AVAILABLE_IN_ALL
GType spur_trace_get_identifier_type (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_trace_get_identifier_name (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_losses (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurLoss *spur_trace_get_loss (SpurTrace *self, guint index);

SPUR_AVAILABLE_IN_ALL
const char *spur_trace_get_fact (SpurTrace *self, const char *key);

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_trace_get_fact_keys (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
SpurCorrection *spur_trace_get_correction (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_correction (SpurTrace *self, SpurCorrection *correction);

SPUR_AVAILABLE_IN_ALL
void spur_trace_get_span_ns (SpurTrace *self, gboolean raw, gint64 *begin_ns, gint64 *end_ns);

SPUR_AVAILABLE_IN_ALL
void spur_trace_set_factories (SpurTrace *self, SpurFactories *factories);

SPUR_AVAILABLE_IN_ALL
SpurEvent *spur_trace_get_event (SpurTrace *self, guint stream, guint64 event);

SPUR_AVAILABLE_IN_ALL
GBytes *spur_trace_get_event_bytes (SpurTrace *self, guint stream, guint64 event);

G_END_DECLS
