/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-layout.h"
#include "core/model/identifiers/spur-event-id.h"
#include "core/model/objects/spur-active-object.h"

G_BEGIN_DECLS

#define SPUR_TYPE_EVENT (spur_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurEvent, spur_event, SPUR, EVENT, GObject)

/**
 * SpurEventClass:
 * @parent_class: the parent
 * @layout: what the class says of its events; set it with spur_event_class_set_name() and
 *   the functions beside it, each from the class initialiser; inherited by subclasses
 *
 * Since: 1.0
 */
struct _SpurEventClass
{
  GObjectClass parent_class;

  SpurEventLayout *layout;

  /*< private >*/
  gpointer _reserved[8];
};

/* What a class says of its events, in the class initialiser */

SPUR_AVAILABLE_IN_ALL
void spur_event_class_set_name (SpurEventClass *klass, const char *name);

SPUR_AVAILABLE_IN_ALL
void spur_event_class_set_role (SpurEventClass *klass, SpurRole role, SpurMatch match);

SPUR_AVAILABLE_IN_ALL
void spur_event_class_set_effect (SpurEventClass *klass, SpurEffect effect);

SPUR_AVAILABLE_IN_ALL
guint spur_event_class_add_field (SpurEventClass *klass,
                                  const char *name,
                                  SpurFieldType type,
                                  SpurUse use,
                                  const char *description);

SPUR_AVAILABLE_IN_ALL
void spur_event_class_set_unit (SpurEventClass *klass, const char *field, const char *unit);

SPUR_AVAILABLE_IN_ALL
void spur_event_class_omit_field (SpurEventClass *klass, const char *field);

SPUR_AVAILABLE_IN_ALL
const SpurEventLayout *spur_event_type_get_layout (GType type);

/* An event in an application's hand */

SPUR_AVAILABLE_IN_ALL
SpurEvent *spur_event_new (GType type);

SPUR_AVAILABLE_IN_ALL
const SpurEventLayout *spur_event_get_layout (SpurEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEventId *spur_event_get_id (SpurEvent *self);

SPUR_AVAILABLE_IN_ALL
gint64 spur_event_get_time_ns (SpurEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_time_ns (SpurEvent *self, gint64 time_ns);

SPUR_AVAILABLE_IN_ALL
guint64 spur_event_get_uint (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_uint (SpurEvent *self, const char *field, guint64 value);

SPUR_AVAILABLE_IN_ALL
gint64 spur_event_get_int (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_int (SpurEvent *self, const char *field, gint64 value);

SPUR_AVAILABLE_IN_ALL
double spur_event_get_double (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_double (SpurEvent *self, const char *field, double value);

SPUR_AVAILABLE_IN_ALL
const char *spur_event_get_string (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_string (SpurEvent *self, const char *field, const char *value);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_event_get_object (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_object (SpurEvent *self, const char *field, SpurActiveObject *value);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_event_get_list (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_list (SpurEvent *self, const char *field, SpurEntryList *value);

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_event_get_members (SpurEvent *self, const char *field);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_members (SpurEvent *self, const char *field, GPtrArray *members);

SPUR_AVAILABLE_IN_ALL
char *spur_event_to_string (SpurEvent *self);

G_END_DECLS
