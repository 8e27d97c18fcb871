/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOCATION (spur_location_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLocation, spur_location, SPUR, LOCATION, GObject)

/**
 * SpurLocationClass:
 * @parent_class: the parent
 * @to_string: the location as a person reads it
 * @parse: (nullable): becomes what @to_string has written, or says that it is not of this kind;
 *   %NULL for locations that cannot be written and read
 *
 * Since: 1.0
 */
struct _SpurLocationClass
{
  GObjectClass parent_class;

  char *(*to_string) (SpurLocation *self);
  gboolean (*parse) (SpurLocation *self, const char *text);

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
char *spur_location_to_string (SpurLocation *self);

G_END_DECLS
