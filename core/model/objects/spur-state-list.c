/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-state-list.h"

/**
 * SpurStateList:
 *
 * What an active object's state consists of, as in how much of its memory is used. States change,
 * and every change is an event, unlike resources (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurStateList, spur_state_list, SPUR_TYPE_ENTRY_LIST)

static void
spur_state_list_class_init (SpurStateListClass *klass)
{
}

static void
spur_state_list_init (SpurStateList *self)
{
}

/**
 * spur_state_list_new:
 *
 * Makes a list without entries.
 *
 * Returns: (transfer full): a list without entries
 *
 * Since: 1.0
 */
SpurEntryList *
spur_state_list_new (void)
{
  return spur_entry_list_new (SPUR_TYPE_STATE_LIST);
}
