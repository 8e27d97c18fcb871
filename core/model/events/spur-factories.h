/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-serializer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_FACTORIES (spur_factories_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurFactories, spur_factories, SPUR, FACTORIES, GObject)

/**
 * SpurIdentifierFunc:
 * @source: what recorded the event: the stream's name
 * @stream: the stream's index in its trace
 * @origin: the stream's origin, or 0
 * @number: the event's position in the stream
 * @raw_time_ns: when it happened by the source's clock, in ns of trace time
 * @user_data: what was given with the function
 *
 * Makes the identifier of an event. May be called by any thread, by one at a time.
 *
 * Returns: (transfer full): the identifier, of any class
 *
 * Since: 1.0
 */
typedef SpurEventId *(*SpurIdentifierFunc) (const char *source,
                                            guint stream,
                                            guint64 origin,
                                            guint64 number,
                                            gint64 raw_time_ns,
                                            gpointer user_data);

SPUR_AVAILABLE_IN_ALL
SpurFactories *spur_factories_new (void);

SPUR_AVAILABLE_IN_ALL
void spur_factories_set_identifier_type (SpurFactories *self, GType type);

SPUR_AVAILABLE_IN_ALL
void spur_factories_set_identifier_function (SpurFactories *self,
                                             SpurIdentifierFunc function,
                                             gpointer user_data,
                                             GDestroyNotify destroy);

SPUR_AVAILABLE_IN_ALL
void spur_factories_set_substitute (SpurFactories *self, GType asked, GType made);

SPUR_AVAILABLE_IN_ALL
void spur_factories_set_serializer (SpurFactories *self, SpurSerializer *serializer);

G_END_DECLS
