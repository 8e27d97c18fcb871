/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

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
