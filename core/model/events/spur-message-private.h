/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-message.h"

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
