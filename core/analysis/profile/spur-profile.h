/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-timeline.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PROFILE (spur_profile_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurProfile, spur_profile, SPUR, PROFILE, GObject)

/**
 * SpurProfileParts:
 * @SPUR_PROFILE_CLASSES: sums by event class
 * @SPUR_PROFILE_OBJECTS: sums by active object
 * @SPUR_PROFILE_STATES: times of active objects in states
 * @SPUR_PROFILE_PAIRS: messages by sender and receiver
 *
 * Which sums are wanted; the others are empty.
 *
 * Since: 1.0
 */
typedef enum /*< flags >*/
{
  SPUR_PROFILE_CLASSES = 1 << 0,
  SPUR_PROFILE_OBJECTS = 1 << 1,
  SPUR_PROFILE_STATES = 1 << 2,
  SPUR_PROFILE_PAIRS = 1 << 3,
} SpurProfileParts;

/**
 * SpurProfileAccept:
 * @layout: the event's class
 * @class_index: the class's position in the trace
 * @record: (array) (element-type guint8): the packed record
 * @stream: the event's stream
 * @user_data: what was given with the function
 *
 * Says whether an event counts. It is called by several threads at once.
 *
 * Returns: whether it does
 *
 * Since: 1.0
 */
typedef gboolean (*SpurProfileAccept) (const SpurEventLayout *layout,
                                       guint class_index,
                                       const guint8 *record,
                                       guint stream,
                                       gpointer user_data);

/**
 * SpurProfileSettings:
 * @parts: which sums are wanted
 * @raw: whether to go by raw times where the trace has a correction
 * @begin_ns: the begin of the span
 * @end_ns: its end, which is not part of it; %G_MAXINT64 for all to the last event
 * @accept: (nullable) (scope call): which events count; all where it is %NULL. Times in states do
 *   not depend on it
 * @accept_data: handed to @accept
 *
 * What to sum up.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurProfileParts parts;
  gboolean raw;
  gint64 begin_ns;
  gint64 end_ns;
  SpurProfileAccept accept;
  gpointer accept_data;
} SpurProfileSettings;

/**
 * SpurClassProfile:
 * @n_events: how many events
 * @message_bytes: the sizes of the messages that they tell of, and what members of collective
 *   operations send
 * @record_bytes: what their packed records take
 *
 * The events of a class in a span.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 n_events;
  guint64 message_bytes;
  guint64 record_bytes;
} SpurClassProfile;

/**
 * SpurObjectProfile:
 * @n_events: events that are about it
 * @n_sent: messages that it sends
 * @sent_bytes: their sizes
 * @n_received: messages that it receives
 * @received_bytes: their sizes
 *
 * What an active object does in a span. Migrations and creations are no messages.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 n_events;
  guint64 n_sent;
  guint64 sent_bytes;
  guint64 n_received;
  guint64 received_bytes;
} SpurObjectProfile;

/**
 * SpurStateProfile:
 * @object: whose state it is
 * @state: entry of the state table
 * @is_entered: whether streams enter and leave it, as a region of a program, so that states lie
 *   inside of one another; else it is set
 * @n_times: how often it is entered or set in the span
 * @inclusive_ns: the time in it with what is entered inside of it; where a stream enters it again
 *   inside of itself, once
 * @exclusive_ns: the time without that
 *
 * An active object's time in a state.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 object;
  guint32 state;
  gboolean is_entered;
  guint64 n_times;
  gint64 inclusive_ns;
  gint64 exclusive_ns;
} SpurStateProfile;

/**
 * SpurPairProfile:
 * @from: the sender, an active object; %SPUR_NONE where it is not known, or a group
 * @from_group: the senders, an entry of the table of groups; mostly %SPUR_NONE
 * @to: the receiver, an active object; %SPUR_NONE where it is not known, or a group
 * @to_group: the receivers, an entry of the table of groups; mostly %SPUR_NONE
 * @n_sent: messages that are sent in the span
 * @sent_bytes: their sizes
 * @n_received: messages that are received in the span
 * @received_bytes: their sizes
 *
 * The messages from one active object to another, on one stream or two. Where the sends and
 * receives have a number in common, it says who the other side is, and a message with several
 * receivers is sent to each; else it is what the events say, matched or not.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 from;
  guint32 from_group;
  guint32 to;
  guint32 to_group;
  guint64 n_sent;
  guint64 sent_bytes;
  guint64 n_received;
  guint64 received_bytes;
} SpurPairProfile;

SPUR_AVAILABLE_IN_ALL
SpurProfile *spur_profile_new (SpurTrace *trace,
                               const SpurProfileSettings *settings,
                               const SpurJob *job,
                               GError **error);

SPUR_AVAILABLE_IN_ALL
const SpurClassProfile *spur_profile_get_classes (SpurProfile *self, guint *n_classes);

SPUR_AVAILABLE_IN_ALL
const SpurObjectProfile *spur_profile_get_objects (SpurProfile *self, guint *n_objects);

SPUR_AVAILABLE_IN_ALL
const SpurStateProfile *spur_profile_get_states (SpurProfile *self, gsize *n_states);

SPUR_AVAILABLE_IN_ALL
const SpurPairProfile *spur_profile_get_pairs (SpurProfile *self, gsize *n_pairs);

G_END_DECLS
