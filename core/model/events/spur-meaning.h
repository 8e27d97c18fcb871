/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SPUR_NONE:
 *
 * The reference to no entry of a table, and the index of no event class.
 *
 * Since: 1.0
 */
#define SPUR_NONE G_MAXUINT32

/**
 * SPUR_TIME_LIMIT_NS:
 *
 * Times lie within plus or minus this many nanoseconds.
 *
 * Since: 1.0
 */
#define SPUR_TIME_LIMIT_NS (G_GINT64_CONSTANT (1) << 61)

/**
 * SpurRole:
 * @SPUR_ROLE_INTERNAL: concerns its own stream only
 * @SPUR_ROLE_SEND: the begin of a send operation
 * @SPUR_ROLE_RECEIVE: the end of a receive operation
 * @SPUR_ROLE_COLLECTIVE_BEGIN: a member enters a collective operation
 * @SPUR_ROLE_COLLECTIVE_END: a member leaves a collective operation
 *
 * The causal role of the events of a class.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_ROLE_INTERNAL,
  SPUR_ROLE_SEND,
  SPUR_ROLE_RECEIVE,
  SPUR_ROLE_COLLECTIVE_BEGIN,
  SPUR_ROLE_COLLECTIVE_END,
} SpurRole;

/**
 * SpurMatch:
 * @SPUR_MATCH_NONE: has no partner
 * @SPUR_MATCH_BY_ID: equal fields of use %SPUR_USE_MESSAGE_ID and %SPUR_USE_TAG; one send may
 *   have many receives; the identifier has the same field name in the classes of both
 * @SPUR_MATCH_FIFO: a send meets the receive of the same communicator, sender, receiver and tag
 *   that has its number, a field of use %SPUR_USE_NUMBER; of those that have none, the n-th meets
 *   the n-th posted receive; subject and tag have the same field names in the classes of both
 * @SPUR_MATCH_INSTANCE: the n-th collective operation of each member of a communicator, in the
 *   order of their begins; an end with a field of use %SPUR_USE_MESSAGE_ID belongs to the open
 *   begin of the same number, any other one to the innermost begin
 * @SPUR_MATCH_HANDOVER: as %SPUR_MATCH_BY_ID, but what is received first of a tag, and what is sent
 *   last, has no partner, like the first acquisition of a lock or its last release; 2^64 - 1 is
 *   for an order that was not recorded, and has no partner
 * @SPUR_MATCH_GATHER: as %SPUR_MATCH_BY_ID, but a receive has all sends of its number, and a
 *   send without a receive is no loss, like a thread that is never joined
 *
 * How the partner of an event is found.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_MATCH_NONE,
  SPUR_MATCH_BY_ID,
  SPUR_MATCH_FIFO,
  SPUR_MATCH_INSTANCE,
  SPUR_MATCH_HANDOVER,
  SPUR_MATCH_GATHER,
} SpurMatch;

/**
 * SpurEffect:
 * @SPUR_EFFECT_NONE: changes no state
 * @SPUR_EFFECT_ENTER: the subject enters a state inside of the stream's present one
 * @SPUR_EFFECT_LEAVE: the stream's innermost state ends
 * @SPUR_EFFECT_SET: the subject's state is replaced
 * @SPUR_EFFECT_PLACE: the subject is from now on at the field of use %SPUR_USE_DESTINATION,
 *   or where the stream runs
 * @SPUR_EFFECT_END: the subject is no more
 * @SPUR_EFFECT_BEGIN: the subject exists from now on, and is not placed yet
 * @SPUR_EFFECT_CONNECT: the members of the field of use %SPUR_USE_MEMBERS are neighbours from now
 *   on; the subject is the connection
 * @SPUR_EFFECT_DISCONNECT: they are neighbours no more
 * @SPUR_EFFECT_MEASURE: the subject's load is the field of use %SPUR_USE_LOAD
 *
 * What the events of a class do to the state of their subject.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_EFFECT_NONE,
  SPUR_EFFECT_ENTER,
  SPUR_EFFECT_LEAVE,
  SPUR_EFFECT_SET,
  SPUR_EFFECT_PLACE,
  SPUR_EFFECT_END,
  SPUR_EFFECT_BEGIN,
  SPUR_EFFECT_CONNECT,
  SPUR_EFFECT_DISCONNECT,
  SPUR_EFFECT_MEASURE,
} SpurEffect;

/**
 * SpurPattern:
 * @SPUR_PATTERN_INTERNAL: no member waits for another one
 * @SPUR_PATTERN_ONE_TO_N: all wait for the root
 * @SPUR_PATTERN_N_TO_ONE: the root waits for all
 * @SPUR_PATTERN_N_TO_N: who receives waits for all who send
 * @SPUR_PATTERN_BARRIER: all wait for all
 * @SPUR_PATTERN_SCAN: a member waits for those before it in the communicator
 * @SPUR_PATTERN_EXSCAN: the same, without its own contribution
 * @SPUR_PATTERN_PAIRS: known pairs only; internal where they are not recorded
 *
 * Who waits for whom in a collective operation (clock-correction.md section 5).
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_PATTERN_INTERNAL,
  SPUR_PATTERN_ONE_TO_N,
  SPUR_PATTERN_N_TO_ONE,
  SPUR_PATTERN_N_TO_N,
  SPUR_PATTERN_BARRIER,
  SPUR_PATTERN_SCAN,
  SPUR_PATTERN_EXSCAN,
  SPUR_PATTERN_PAIRS,
} SpurPattern;

/**
 * SpurStateKind:
 * @SPUR_STATE_WORK: the target is busy with the application's work
 * @SPUR_STATE_COMMUNICATION: in the message layer, sending, receiving or waiting
 * @SPUR_STATE_OVERHEAD: busy on behalf of the runtime or the tracer
 * @SPUR_STATE_IDLE: has nothing to do
 *
 * What time in a state is spent on. Busy time is time in %SPUR_STATE_WORK and
 * %SPUR_STATE_OVERHEAD states.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_STATE_WORK,
  SPUR_STATE_COMMUNICATION,
  SPUR_STATE_OVERHEAD,
  SPUR_STATE_IDLE,
} SpurStateKind;

/**
 * SpurFieldType:
 * @SPUR_FIELD_UINT8: unsigned, 1 byte
 * @SPUR_FIELD_UINT16: unsigned, 2 bytes
 * @SPUR_FIELD_UINT32: unsigned, 4 bytes
 * @SPUR_FIELD_UINT64: unsigned, 8 bytes
 * @SPUR_FIELD_INT64: signed, 8 bytes
 * @SPUR_FIELD_DOUBLE: IEEE 754, 8 bytes
 * @SPUR_FIELD_STRING: entry of the string table, 4 bytes, %SPUR_NONE for none
 * @SPUR_FIELD_OBJECT: entry of the table of active objects, 4 bytes, %SPUR_NONE for none
 * @SPUR_FIELD_STATE: entry of the state table, 4 bytes, %SPUR_NONE for none
 * @SPUR_FIELD_GROUP: entry of the table of groups, 4 bytes, %SPUR_NONE for none
 * @SPUR_FIELD_LIST: entry of the table of lists, 4 bytes, %SPUR_NONE for none
 *
 * How a field is packed; always little-endian, without padding.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_FIELD_UINT8,
  SPUR_FIELD_UINT16,
  SPUR_FIELD_UINT32,
  SPUR_FIELD_UINT64,
  SPUR_FIELD_INT64,
  SPUR_FIELD_DOUBLE,
  SPUR_FIELD_STRING,
  SPUR_FIELD_OBJECT,
  SPUR_FIELD_STATE,
  SPUR_FIELD_GROUP,
  SPUR_FIELD_LIST,
} SpurFieldType;

/**
 * SpurUse:
 * @SPUR_USE_NONE: nothing but the application knows
 * @SPUR_USE_SUBJECT: the active object that the event is about
 * @SPUR_USE_PEER: the receiver of a send, the sender of a receive; where it is absent each of the
 *   group of use %SPUR_USE_MEMBERS, if there is one
 * @SPUR_USE_COMMUNICATOR: the communicator of a message or collective operation
 * @SPUR_USE_TAG: the message's tag or type
 * @SPUR_USE_MESSAGE_ID: the same number in the send and in its receives, or in the begin and the
 *   end of a member's collective operation
 * @SPUR_USE_POSTED: how many events of the stream ago the receive was posted, 0 for now; of an
 *   internal event that completes a send, how many ago that was begun
 * @SPUR_USE_SIZE: bytes of the message
 * @SPUR_USE_STATE: the state entered or set
 * @SPUR_USE_SOURCE: where the subject was
 * @SPUR_USE_DESTINATION: where the subject is or goes
 * @SPUR_USE_PATTERN: a #SpurPattern
 * @SPUR_USE_ROOT: the root, counted in the communicator's order
 * @SPUR_USE_SENT_BYTES: bytes that this member sends
 * @SPUR_USE_RECEIVED_BYTES: bytes that this member receives
 * @SPUR_USE_PARENT: what created, contains or carries the subject
 * @SPUR_USE_OLD_STATE: the state left; absent where it is what the trace last said of the subject
 * @SPUR_USE_VALUES: a list, the values that belong to the state
 * @SPUR_USE_RESOURCES: a list, the resources that the subject offers or needs
 * @SPUR_USE_MEMBERS: a group: the neighbours; the peers of a message; or those of whom a member of
 *   a collective operation of pattern %SPUR_PATTERN_PAIRS got data
 * @SPUR_USE_LOAD: the load that was measured, a double
 * @SPUR_USE_PHASE: the number of the phase or step that begins
 * @SPUR_USE_NUMBER: the number of the message in its channel, the same in its send and its receive;
 *   0, or the field's largest value, where it is not known
 *
 * What a field means to matching, correction and views, whatever its name is.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_USE_NONE,
  SPUR_USE_SUBJECT,
  SPUR_USE_PEER,
  SPUR_USE_COMMUNICATOR,
  SPUR_USE_TAG,
  SPUR_USE_MESSAGE_ID,
  SPUR_USE_POSTED,
  SPUR_USE_SIZE,
  SPUR_USE_STATE,
  SPUR_USE_SOURCE,
  SPUR_USE_DESTINATION,
  SPUR_USE_PATTERN,
  SPUR_USE_ROOT,
  SPUR_USE_SENT_BYTES,
  SPUR_USE_RECEIVED_BYTES,
  SPUR_USE_PARENT,
  SPUR_USE_OLD_STATE,
  SPUR_USE_VALUES,
  SPUR_USE_RESOURCES,
  SPUR_USE_MEMBERS,
  SPUR_USE_LOAD,
  SPUR_USE_PHASE,
  SPUR_USE_NUMBER,
} SpurUse;

/**
 * SPUR_N_USES: (skip)
 *
 * How many uses a field can have.
 *
 * Since: 1.0
 */
#define SPUR_N_USES (SPUR_USE_NUMBER + 1)

/**
 * SpurMeaning:
 * @SPUR_MEANING_ROLE: a #SpurRole
 * @SPUR_MEANING_MATCH: a #SpurMatch
 * @SPUR_MEANING_EFFECT: a #SpurEffect
 * @SPUR_MEANING_STATE_KIND: a #SpurStateKind
 * @SPUR_MEANING_FIELD_TYPE: a #SpurFieldType
 * @SPUR_MEANING_USE: a #SpurUse
 *
 * What files and messages have words for.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_MEANING_ROLE,
  SPUR_MEANING_MATCH,
  SPUR_MEANING_EFFECT,
  SPUR_MEANING_STATE_KIND,
  SPUR_MEANING_FIELD_TYPE,
  SPUR_MEANING_USE,
} SpurMeaning;

SPUR_AVAILABLE_IN_ALL
gsize spur_field_type_get_n_bytes (SpurFieldType type);

SPUR_AVAILABLE_IN_ALL
const char *spur_meaning_get_word (SpurMeaning meaning, guint value);

G_END_DECLS
