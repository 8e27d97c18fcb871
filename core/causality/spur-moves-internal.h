/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/causality/spur-scan-private.h"

G_BEGIN_DECLS

/* A stay of an active object in a stream: all that happened there to it between its coming and its
 * going. @turn says the how-manieth stay of the object it is, %SPUR_NONE where it is not known. */
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
} SpurStay;

/* Stays by object, then by stream, then in order; those of object o are from @first_of_object[o]
 * on. NULL where no object of the trace is created or moves. */
typedef struct
{
  SpurStay *stays;
  gsize *first_of_object;
  guint n_objects;
} SpurStays;

SpurStays *spur_stays_new (SpurTrace *trace,
                           const SpurScanClasses *scanned,
                           const SpurScan *scans,
                           const SpurJob *job);

/* Whether that gives any stays, by the streams with a byte in @is_own; others have empty scans. */
gboolean spur_stays_are_there (SpurTrace *trace,
                               const SpurScanClasses *scanned,
                               const SpurScan *scans,
                               const guint8 *is_own);

void spur_stays_free (SpurStays *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurStays, spur_stays_free)

/* Adds to @edges, SpurEdge, what creation, placement and migration say, and numbers the stays of
 * the objects whose way is known. */
void spur_stays_follow (SpurStays *self, SpurTrace *trace, GArray *edges);

/* The turn of the stay that an event of an object belongs to; %SPUR_NONE where it is not known. */
guint32 spur_stays_find_turn (const SpurStays *self, guint32 object, guint32 stream, guint64 event);

G_END_DECLS
