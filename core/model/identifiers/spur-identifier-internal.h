/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/identifiers/spur-event-id.h"

/* Makes it the one that was given before, instead of the new one that it is. */
void spur_identifier_set (SpurIdentifier *self, guint64 origin, guint64 number);

/* Complains of a packed identifier that is no @type. */
gboolean spur_identifier_check_packed (SpurIdentifier *self,
                                       GVariant *packed,
                                       const char *type,
                                       GError **error);

/* Adds an identifier to those that @self names, whatever its class can name. @predecessor:
 * (transfer full) */
void spur_event_id_take_predecessor (SpurEventId *self, SpurEventId *predecessor);

/* By the name that traces have for a class of identifiers; 0 where this program has none of that
 * name. */
GType spur_identifier_type_from_name (const char *name);

const char *spur_identifier_type_get_name (GType type);

/* Says what happened directly before the event, what says most first. A class that can name
 * fewer takes the first ones; what the predecessors name themselves is not kept. */
void spur_event_id_set_predecessors (SpurEventId *self, SpurEventId *const *predecessors, guint n);
