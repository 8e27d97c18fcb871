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

/* The number of a message that goes by order, by which it is told from others; 0 where it is not
 * known. */
guint64 spur_event_layout_get_number (const SpurEventLayout *self, const guint8 *record);

/* Whether events of the class create their subject: where it, or a class that it extends, begins
 * it, or where it says who created what it places. */
gboolean spur_event_layout_is_creation (const SpurEventLayout *self);

/* Lines for a person: what two definitions of one class say differently, @self first. NULL where
 * both say the same. */
char *spur_event_layout_describe_difference (const SpurEventLayout *self,
                                             const char *self_place,
                                             const SpurEventLayout *other,
                                             const char *other_place);

/* Whether events of @self, a class in a trace, can be taken for events of @other, the same class
 * in this program: what both say agrees. Fields that only one has do not matter. */
gboolean spur_event_layout_is_compatible (const SpurEventLayout *self,
                                          const SpurEventLayout *other);

/* The class as definitions have it: an element with all of its fields, also those of its
 * ancestors, without a namespace (schemas/event-class.rnc). */
char *spur_event_layout_to_xml (const SpurEventLayout *self);

/* Where a class comes from, for messages: "b4.project.xml:12", or the name of its C type. */
char *spur_event_type_dup_place (GType type);

/* FALSE, with @value as it was, where the word is not known. */
gboolean spur_meaning_find_word (SpurMeaning meaning, const char *word, guint *value);

/* Makes the class as spur_event_declaration_register() does; @self is what the file at @place
 * says of it, with all inherited fields. %G_TYPE_INVALID with an error of %SPUR_MODEL_ERROR. */
GType spur_event_layout_register (const SpurEventLayout *self, const char *place, GError **error);

/* Leaves one of its fields out of the records of a layout that is not used yet; an event says
 * that it is absent (TUM-I9909 section 4.2.3). */
void spur_event_layout_omit_field (SpurEventLayout *self, const char *name);
