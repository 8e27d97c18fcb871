/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-entry-list.h"

G_BEGIN_DECLS

#define SPUR_TYPE_RESOURCE_LIST (spur_resource_list_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurResourceList, spur_resource_list, SPUR, RESOURCE_LIST, SpurEntryList)

/**
 * SpurResourceListClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurResourceListClass
{
  SpurEntryListClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_resource_list_new (void);

G_END_DECLS
