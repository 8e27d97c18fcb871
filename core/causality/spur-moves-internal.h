/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/causality/spur-scan-private.h"

/* A presence of an active object in a stream: all that happened there to it between its coming and
 * its going. @turn is its number among the presences of the object, from 0 on in the order of its
 * way, %SPUR_NONE where that is not known. */
typedef struct
{
  guint64 first_event;
  guint64 last_event;
  guint32 object;
  guint32 stream;
  guint32 goes_to;
  guint32 comes_from;
  guint32 turn;
  gboolean is_created;
} SpurStreamPresence;

/* Presences by object, then by stream, then in order; those of object o are from
 * @first_of_object[o] on. NULL where no object of the trace is created or moves. */
typedef struct
{
  SpurStreamPresence *presences;
  gsize *first_of_object;
  guint n_objects;
} SpurPresences;

SpurPresences *spur_presences_new (SpurTrace *trace,
                                   const SpurScanClasses *scanned,
                                   const SpurScan *scans,
                                   const SpurJob *job);

/* Whether that gives any presences, by the streams with a byte in @is_own; others have empty scans.
 */
gboolean spur_presences_exist (SpurTrace *trace,
                               const SpurScanClasses *scanned,
                               const SpurScan *scans,
                               const guint8 *is_own);

void spur_presences_free (SpurPresences *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPresences, spur_presences_free)

/* Adds to @edges, SpurKindEdge, what creation, placement and migration say, and numbers the
 * presences of the objects whose way is known. */
void spur_presences_follow (SpurPresences *self, SpurTrace *trace, GArray *edges);

/* The turn of the presence that an event of an object belongs to; %SPUR_NONE where it is not known.
 */
guint32
spur_presences_find_turn (const SpurPresences *self, guint32 object, guint32 stream, guint64 event);
