/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-layout.h"

/* Whether a field of the type refers to an entry of a table; all others are numbers. */
static inline gboolean
spur_field_type_is_reference (SpurFieldType type)
{
  return type >= SPUR_FIELD_STRING;
}

/* Whether partners have a number in common. */
static inline gboolean
spur_match_goes_by_id (SpurMatch match)
{
  return match == SPUR_MATCH_BY_ID || match == SPUR_MATCH_HANDOVER || match == SPUR_MATCH_GATHER;
}

/* The name of the first field of @use; NULL where there is none. */
static inline const char *
spur_event_layout_get_use_name (const SpurEventLayout *self, SpurUse use)
{
  return self->field_of_use[use] < 0 ? NULL : self->fields[self->field_of_use[use]].name;
}

/* Messages meet only those of their own family: identifiers are of one family where their fields
 * have one name; so are tags, as long as the fields that hold the subjects have one name, too. */
char *spur_event_layout_get_family (const SpurEventLayout *self);
