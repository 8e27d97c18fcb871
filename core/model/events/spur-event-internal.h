/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-factories.h"

/* The value of a field, as the field's type says. */
typedef union
{
  guint64 number;
  double real;
  char *text;
  SpurActiveObject *object;
  SpurEntryList *list;
} SpurEventSlot;

/* The values of all fields, in the order of the event's layout. Numbers may be written. */
SpurEventSlot *spur_event_get_slots (SpurEvent *self);

/* The members of the group whose name is in the slot, or NULL. */
GPtrArray *spur_event_get_slot_members (SpurEvent *self, const SpurEventSlot *slot);

/* As a person reads it. */
void spur_event_append_value (GString *string, const SpurField *field, const SpurEventSlot *slot);

/* What the identifiers of a stream's events have in common; g_atomic_rc_box_release() it. */
typedef struct
{
  guint64 origin;
  guint stream;
  char source[];
} SpurEventIdStem;

SpurEventIdStem *spur_event_id_stem_new (const char *source, guint stream, guint64 origin);

/* Gives the event an identifier of %SPUR_TYPE_EVENT_ID that is made when it is asked for: few
 * do, and making one takes longer than all else that is done to record an event. */
void
spur_event_promise_id (SpurEvent *self, SpurEventIdStem *stem, guint64 number, gint64 raw_time_ns);

/* Whether a request for an identifier of %SPUR_TYPE_EVENT_ID gives just that type, so that it may
 * be made later. */
gboolean spur_factories_make_plain_identifiers (SpurFactories *self);
