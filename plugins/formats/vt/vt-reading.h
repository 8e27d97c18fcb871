/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/vt/vt-source.h"

#define VT_TYPE_COMMUNICATION_EVENT (vt_communication_event_get_type ())
#define VT_TYPE_BROADCAST_EVENT (vt_broadcast_event_get_type ())
#define VT_TYPE_SUBPHASE_EVENT (vt_subphase_event_get_type ())

GType vt_communication_event_get_type (void);
GType vt_broadcast_event_get_type (void);
GType vt_subphase_event_get_type (void);

/* What load data says of a task or of an end of a communication. vt numbers objects by bits that
 * it has put together, or in sequence; the two have nothing to do with each other. */
typedef struct
{
  guint64 number;
  gboolean is_node;
  gboolean is_sequential;
} VtKey;

guint vt_key_hash (gconstpointer self);

gboolean vt_key_equal (gconstpointer self, gconstpointer other);

#define VT_MAX_DIMS 4

/* An object; @n_dims is above 0 where an index was said. */
typedef struct
{
  VtKey key;
  guint64 collection;
  gboolean has_collection;
  gboolean has_task;
  gboolean is_pinned;
  guint n_dims;
  guint64 index[VT_MAX_DIMS];
} VtEntity;

/* Adds to @self what @other, a record of the same object, says more. */
void vt_entity_merge (VtEntity *self, const VtEntity *other);

/* What of a task's time was in a sub-phase. */
typedef struct
{
  guint64 id;
  double spent_s;
} VtSubphase;

/* A task; @from is where its object was in the phase before: the same rank, another one, or
 * %SPUR_NONE where it is new. */
typedef struct
{
  guint32 object;
  guint32 from;
  gint64 length_ns;
  double load;
  guint first_subphase;
  guint n_subphases;
  gboolean is_dropped;
} VtTask;

typedef struct
{
  guint32 from;
  guint32 to;
  double bytes;
  guint64 n_messages;
  gboolean is_broadcast;
} VtCommunication;

/* A phase of a rank: tasks and communications from @first on, up to those of its next phase. */
typedef struct
{
  guint64 id;
  guint first_task;
  guint n_tasks;
  guint first_communication;
  guint n_communications;
} VtPhase;

/* What is left out of a file. */
typedef enum
{
  VT_LOSS_NODES,
  VT_LOSS_IDENTICAL,
  VT_LOSS_ELSEWHERE,
  VT_N_LOSSES,
} VtLoss;

/* One rank's file. Numbers of objects are those of the file's entities, until
 * vt_reading_define_objects() makes them those of the trace. */
typedef struct
{
  GArray *entities;
  GArray *phases;
  GArray *tasks;
  GArray *subphases;
  GArray *communications;
  guint64 losses[VT_N_LOSSES];
  GError *error;
} VtRank;

void vt_rank_init (VtRank *self);

void vt_rank_clear (VtRank *self);

/* Reads a file of load data. @rank is the number that its name has. */
gboolean vt_rank_read (VtRank *self, VtSource *source, guint rank, GError **error);

/* Whether the first bytes of a file are those of load data. */
gboolean vt_rank_is_load_data (VtSource *source);

/* Opens the file of a rank. Called from several threads at once. */
typedef VtSource *(*VtOpenFunc) (guint rank, gpointer user_data, GError **error);

SpurTrace *vt_reading_run (
  guint n_ranks, VtOpenFunc open, gpointer open_data, const SpurJob *job, GError **error);
