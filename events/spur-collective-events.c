/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collective operations of the members of a communicator (FZJ-JSC-IB-2007-11 section 3.4). */
#include "events/spur-collective-events.h"

/**
 * SpurCollectiveEvent:
 *
 * A member takes part in a collective operation (FZJ-JSC-IB-2007-11 section 3.4).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurCollectiveEvent,
                         spur_collective_event,
                         SPUR_TYPE_LO_EVENT,
                         SPUR_TRAIT_NAME ("Collective_Event"))

/**
 * SpurCollectiveBeginEvent:
 *
 * A member enters a collective operation (FZJ-JSC-IB-2007-11 section 3.4).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurCollectiveBeginEvent,
                         spur_collective_begin_event,
                         SPUR_TYPE_COLLECTIVE_EVENT,
                         SPUR_TRAIT_NAME ("Collective_Begin_Event"),
                         SPUR_TRAIT_ROLE (COLLECTIVE_BEGIN, INSTANCE))

/**
 * SpurCollectiveEndEvent:
 *
 * A member leaves a collective operation (FZJ-JSC-IB-2007-11 section 3.4).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurCollectiveEndEvent,
  spur_collective_end_event,
  SPUR_TYPE_COLLECTIVE_EVENT,
  SPUR_TRAIT_NAME ("Collective_End_Event"),
  SPUR_TRAIT_ROLE (COLLECTIVE_END, INSTANCE),
  SPUR_TRAIT_FIELD ("communicator", GROUP, COMMUNICATOR, "who takes part"),
  SPUR_TRAIT_FIELD ("pattern", UINT8, PATTERN, "who waits for whom, a SpurPattern"),
  SPUR_TRAIT_FIELD ("root",
                    UINT32,
                    ROOT,
                    "the root, counted in the communicator's order; absent where there is none"),
  SPUR_TRAIT_UNIT_FIELD ("sent", UINT64, SENT_BYTES, "bytes", "bytes that this member sends"),
  SPUR_TRAIT_UNIT_FIELD (
    "received", UINT64, RECEIVED_BYTES, "bytes", "bytes that this member receives"),
  SPUR_TRAIT_FIELD ("operation", STRING, NONE, "the operation, as in \"Allreduce\""))

/**
 * SpurCollectiveStartEvent:
 *
 * A member begins a collective operation that does not block: it enters, and goes on. The operation
 * ends where the request of the same number is complete; which operation it is, is known then.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurCollectiveStartEvent,
  spur_collective_start_event,
  SPUR_TYPE_COLLECTIVE_BEGIN_EVENT,
  SPUR_TRAIT_NAME ("Collective_Start_Event"),
  SPUR_TRAIT_FIELD (
    "request", UINT64, MESSAGE_ID, "the number of the request, the same where it is complete"))

/**
 * SpurCollectiveCompletionEvent:
 *
 * A collective operation that does not block is complete for a member. Operations are counted in
 * the order in which they were begun, whatever the order in which they are complete.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurCollectiveCompletionEvent,
  spur_collective_completion_event,
  SPUR_TYPE_COLLECTIVE_END_EVENT,
  SPUR_TRAIT_NAME ("Collective_Completion_Event"),
  SPUR_TRAIT_FIELD (
    "request", UINT64, MESSAGE_ID, "the number of the request, the same where it was begun"))

/**
 * SpurCollectiveExchangeEvent:
 *
 * A member leaves a collective operation of which it is recorded who got data from whom, as
 * Alltoallv and Alltoallw exchange it: it waits for these members only, where the pattern is
 * %SPUR_PATTERN_PAIRS.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurCollectiveExchangeEvent,
  spur_collective_exchange_event,
  SPUR_TYPE_COLLECTIVE_END_EVENT,
  SPUR_TRAIT_NAME ("Collective_Exchange_Event"),
  SPUR_TRAIT_FIELD ("senders",
                    GROUP,
                    MEMBERS,
                    "the members that it got data from; absent where that is not recorded"))
