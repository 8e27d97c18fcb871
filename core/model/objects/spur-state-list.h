/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-entry-list.h"

G_BEGIN_DECLS

#define SPUR_TYPE_STATE_LIST (spur_state_list_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurStateList, spur_state_list, SPUR, STATE_LIST, SpurEntryList)

/**
 * SpurStateListClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurStateListClass
{
  SpurEntryListClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_state_list_new (void);

G_END_DECLS
