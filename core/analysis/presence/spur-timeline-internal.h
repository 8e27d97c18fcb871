/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-timeline.h"
#include "core/store/trace/spur-replay-internal.h"

/* The part of a stream in a window, and what is known of the stream as a whole. Its part begins
 * with the last event before the window that enters or leaves a state, or earlier. */
typedef struct
{
  SpurReplayPart part;
  /* Begin of the window. */
  gint64 from_ns;
  /* The one object whose states the stream enters, or SPUR_NONE. */
  guint32 object;
  /* A bit for each #SpurStateKind of the states that it enters. */
  guint kinds;
  /* Position of the first event that enters a state; G_MAXUINT64 where none does. */
  guint64 first_entered;
} SpurTimelinePart;

/* A timeline that answers for the times of a window as one of all events does. @parts: of each
 * stream. It reads the events in the window, and elsewhere those that do more than to enter or
 * leave states; of states that are set there it keeps only some. NULL where that is not enough. */
SpurTimeline *
spur_timeline_new_of_parts (SpurTrace *trace, gboolean raw, const SpurTimelinePart *parts);
