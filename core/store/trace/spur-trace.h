/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/model/events/spur-factories.h"
#include "core/store/definitions/spur-definitions.h"
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

/**
 * SPUR_TRACE_RECORD_COST:
 *
 * The key of the fact that says how long the recorder takes to write a record after it read the
 * clock, in ns. See spur_trace_get_record_cost_ns().
 *
 * Since: 1.0
 */
#define SPUR_TRACE_RECORD_COST "record-cost-ns"

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_trace_new (void);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_trace_new_with_chunks (guint chunk_events);

/* Filling, by one thread */

SPUR_AVAILABLE_IN_ALL
guint spur_trace_add_class (SpurTrace *self, const SpurEventLayout *layout);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_add_event_type (SpurTrace *self, GType type);

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
SpurDefinitions *spur_trace_get_definitions (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
guint spur_trace_get_n_classes (SpurTrace *self);

SPUR_AVAILABLE_IN_ALL
const SpurEventLayout *spur_trace_get_class (SpurTrace *self, guint index);

SPUR_AVAILABLE_IN_ALL
GArray *spur_trace_list_classes (SpurTrace *self, const char *pattern);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_trace_get_object (SpurTrace *self, guint32 object);

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
gint64 spur_trace_get_record_cost_ns (SpurTrace *self);

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
