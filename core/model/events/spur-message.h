/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_MESSAGE (spur_message_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurMessage, spur_message, SPUR, MESSAGE, GObject)

/**
 * SpurMessageClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurMessageClass
{
  GObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
void spur_message_class_set_unit (SpurMessageClass *klass, const char *property, const char *unit);

SPUR_AVAILABLE_IN_ALL
SpurMessage *spur_event_get_message (SpurEvent *event);

SPUR_AVAILABLE_IN_ALL
void spur_event_set_message (SpurEvent *event, SpurMessage *message);

G_END_DECLS
