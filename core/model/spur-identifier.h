/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

#define SPUR_TYPE_IDENTIFIER (spur_identifier_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurIdentifier, spur_identifier, SPUR, IDENTIFIER, GObject)

/**
 * SpurIdentifierClass:
 * @parent_class: the parent
 * @to_string: the identifier as a person reads it
 *
 * Since: 1.0
 */
struct _SpurIdentifierClass
{
  GObjectClass parent_class;

  char *(*to_string) (SpurIdentifier *self);

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_identifier_get_number (SpurIdentifier *self);

SPUR_AVAILABLE_IN_ALL
char *spur_identifier_to_string (SpurIdentifier *self);

G_END_DECLS
