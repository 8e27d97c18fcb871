/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_EVENT (spur_lm_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLmEvent, spur_lm_event, SPUR, LM_EVENT, SpurEvent)

/**
 * SpurLmEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmEventClass
{
  SpurEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
