/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes that only logs of Projections have. */
#include "plugins/formats/projections/projections-reading.h"

#include "events/spur-message-events.h"
#include "events/spur-region-events.h"

/* An entry method begins: its message is received, and the method is the state of the array
 * element, or of the PE where the chare is no array. */
SPUR_DEFINE_EVENT_CLASS (
  ProjectionsEntryBeginEvent,
  projections_entry_begin_event,
  SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("Entry_Begin_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
  SPUR_TRAIT_EFFECT (ENTER),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("message",
                    UINT64,
                    MESSAGE_ID,
                    "the PE that created the message, times 2^32, plus its number there"),
  SPUR_TRAIT_FIELD ("state", STATE, STATE, "the entry method"))

/* The message that will start an entry method is created; one message may start many. */
SPUR_DEFINE_EVENT_CLASS (ProjectionsEntryCreationEvent,
                         projections_entry_creation_event,
                         SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                         SPUR_TRAIT_NAME ("Entry_Creation_Event"),
                         SPUR_TRAIT_ROLE (SEND, BY_ID),
                         SPUR_TRAIT_OMIT ("content"),
                         SPUR_TRAIT_FIELD ("message",
                                           UINT64,
                                           MESSAGE_ID,
                                           "this PE, times 2^32, plus the message's number here"),
                         SPUR_TRAIT_FIELD ("receivers", UINT32, NONE, "how many PEs it goes to"))

/* An entry method ends. */
SPUR_DEFINE_EVENT_CLASS (ProjectionsEntryEndEvent,
                         projections_entry_end_event,
                         SPUR_TYPE_REGION_EXIT_EVENT,
                         SPUR_TRAIT_NAME ("Entry_End_Event"))

/* A record that says nothing that other classes say: user events, phases, notes, memory in use,
 * queues, and ends of what had not begun. */
SPUR_DEFINE_EVENT_CLASS (
  ProjectionsRecordEvent,
  projections_record_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Projections_Record_Event"),
  SPUR_TRAIT_FIELD ("type", UINT8, NONE, "the record's type, as in the log"),
  SPUR_TRAIT_FIELD (
    "text", STRING, NONE, "a user event's or statistic's name, or the text of a note"),
  SPUR_TRAIT_FIELD (
    "value", DOUBLE, NONE, "the record's number: bytes, phase, statistic, event, ..."))
