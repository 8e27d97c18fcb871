/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/definitions/spur-definitions-internal.h"
#include "core/store/trace/spur-store-internal.h"

#define SPUR_N_OBJECT_HINTS 64

/* Shared by the files that read a trace and those that fill it. */
struct _SpurTrace
{
  GObject parent_instance;

  SpurClassTable *classes;
  SpurDefinitions *definitions;
  GPtrArray *object_views;
  GPtrArray *streams;
  GArray *losses;
  GPtrArray *fact_keys;
  GHashTable *facts;
  SpurCorrection *correction;
  GPtrArray *held;
  GArray *predecessors;
  char *identifier_name;
  GType identifier_type;
  SpurFactories *factories;
  SpurSerializer *serializer;

  /* Raw times of the first and of the last event of each stream, one behind the other; NULL as long
   * as they were not asked for. */
  gint64 *ends_ns;

  /* Entries that were found last by numbers of this rest, to be looked at first. */
  guint32 object_hints[SPUR_N_OBJECT_HINTS];
};

/* Puts the predecessors in order; FALSE where one cannot be. The streams are closed. */
gboolean spur_trace_append_predecessor (SpurTrace *self, const SpurPredecessor *row);
gboolean spur_trace_seal_predecessors (SpurTrace *self, GError **error);

/* Gives an object that was made of an entry the identifier that the trace knows. */
void spur_trace_identify (SpurTrace *self, guint32 object, SpurActiveObject *view);

/* What makes bytes of events. */
SpurSerializer *spur_trace_get_serializer (SpurTrace *self);

/* The identifier of an event, with the predecessors that its class can name. */
SpurEventId *spur_trace_make_event_id (SpurTrace *self, guint stream, guint64 event, gint64 raw_ns);
