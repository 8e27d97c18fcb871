/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-resource-list.h"

/**
 * SpurResourceList:
 *
 * What a target offers or a load object needs, as in bytes of memory. Resources are normally fixed,
 * unlike states (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurResourceList, spur_resource_list, SPUR_TYPE_ENTRY_LIST)

static void
spur_resource_list_class_init (SpurResourceListClass *klass)
{
}

static void
spur_resource_list_init (SpurResourceList *self)
{
}

/**
 * spur_resource_list_new:
 *
 * Makes a list without entries.
 *
 * Returns: (transfer full): a list without entries
 *
 * Since: 1.0
 */
SpurEntryList *
spur_resource_list_new (void)
{
  return spur_entry_list_new (SPUR_TYPE_RESOURCE_LIST);
}
