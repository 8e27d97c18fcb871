/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-declaration.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-factories.h"
#include "core/model/events/spur-message.h"

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

/* The layout of a class that is being initialised, to be changed. */
SpurEventLayout *spur_event_class_own_layout (SpurEventClass *klass);

/* The layout of a class that has events from now on; it cannot be changed any more. */
const SpurEventLayout *spur_event_class_use_layout (SpurEventClass *klass);

/* The same without events: what is there so far, to be compared. */
const SpurEventLayout *spur_event_type_peek_layout (GType type);

/* Whether events, fields and units can be named so. */
gboolean spur_event_type_check_name (const char *what, const char *name, GError **error);

/* Adds a field that another definition asks for; nothing of it was checked. */
gboolean
spur_event_layout_take_field (SpurEventLayout *self, const SpurField *field, GError **error);

/* Leaves out a field that another definition names. */
gboolean spur_event_layout_drop_field (SpurEventLayout *self, const char *name, GError **error);

/* Whether nothing was made of a class yet, and its initialiser said nothing. */
gboolean spur_event_type_check_open (GType type, GError **error);

/* Makes @layout that of an open class; no other class of its name may say something else. */
gboolean spur_event_type_replace_layout (GType type, SpurEventLayout *layout, GError **error);

/* @place: of a declared class, as in "b4.project.xml:12" */
void spur_event_type_set_place (GType type, const char *place);

/* An error that shows both definitions of a class, which disagree. */
void spur_event_type_set_conflict (GError **error,
                                   const SpurEventLayout *layout,
                                   const char *place,
                                   GType other);

/* Whether a property is one that a subclass adds, and of a type that an entry can have. */
gboolean spur_message_property_is_kept (GParamSpec *pspec);

/* Adds the value of a property; a string that is NULL is left out. */
void spur_message_add_value (SpurEntryList *list,
                             const char *name,
                             const char *unit,
                             const GValue *value);

/* FALSE where the entry has no value that the property can have; @value is for g_value_unset(). */
gboolean spur_message_get_value (const SpurEntry *entry, GParamSpec *pspec, GValue *value);

/* The content of an event that says what a message is; NULL for a type and a size in bytes alone.
 */
SpurEntryList *spur_message_to_list (SpurMessage *self);

/* The message of a content, of the class that it names where this program knows it. */
SpurMessage *spur_message_new_from_list (guint32 tag, guint64 size_bytes, SpurEntryList *content);

void spur_event_set_id (SpurEvent *self, SpurEventId *id);

/* Takes the layout of its class in a trace, which may have other fields than the class of this
 * program. All values are forgotten. */
void spur_event_set_layout (SpurEvent *self, const SpurEventLayout *layout);

/* What was set of the factories: %G_TYPE_INVALID or NULL where nothing was. */
GType spur_factories_get_identifier_type (SpurFactories *self);

SpurSerializer *spur_factories_get_serializer (SpurFactories *self);

/* An event of the class that is asked for or of its substitute, with all fields 0 or absent.
 * @self may be NULL, here and below. */
SpurEvent *spur_factories_make_event (SpurFactories *self, GType type);

/* An identifier without predecessors; @type is the class to take where the factories say
 * nothing. */
SpurEventId *spur_factories_make_identifier (SpurFactories *self,
                                             GType type,
                                             const char *source,
                                             guint stream,
                                             guint64 origin,
                                             guint64 number,
                                             gint64 raw_time_ns);

SpurActiveObject *
spur_factories_make_object (SpurFactories *self, GType type, const char *name, const char *kind);

/* Where the declaration stands, for messages: "b4.project.xml:12". */
void spur_event_declaration_set_place (SpurEventDeclaration *self, const char *place);

const char *spur_event_declaration_get_name (SpurEventDeclaration *self);
