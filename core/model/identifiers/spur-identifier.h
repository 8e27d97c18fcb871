/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

#define SPUR_TYPE_IDENTIFIER (spur_identifier_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurIdentifier, spur_identifier, SPUR, IDENTIFIER, GObject)

/**
 * SpurIdentifierClass:
 * @parent_class: the parent
 * @name: what traces call the class, see spur_identifier_class_set_name()
 * @to_string: the identifier as a person reads it
 * @pack: (transfer full): the identifier in a form that can be stored and sent; not a floating
 *   reference, so that a subclass that chains up owns it. A subclass puts what its parent says into
 * a variant beside what it has itself
 * @unpack: takes what @pack gave, on an identifier that was just made. What comes in may be
 *   anything, so it is checked: with %G_IO_ERROR_INVALID_DATA where it is of another form
 *
 * Since: 1.0
 */
struct _SpurIdentifierClass
{
  GObjectClass parent_class;

  const char *name;
  char *(*to_string) (SpurIdentifier *self);
  GVariant *(*pack) (SpurIdentifier *self);
  gboolean (*unpack) (SpurIdentifier *self, GVariant *packed, GError **error);

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
void spur_identifier_class_set_name (SpurIdentifierClass *klass, const char *name);

SPUR_AVAILABLE_IN_ALL
SpurIdentifier *spur_identifier_new (GType type);

SPUR_AVAILABLE_IN_ALL
SpurIdentifier *spur_identifier_new_from_variant (GType type, GVariant *packed, GError **error);

SPUR_AVAILABLE_IN_ALL
guint64 spur_identifier_get_origin (SpurIdentifier *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_identifier_get_number (SpurIdentifier *self);

SPUR_AVAILABLE_IN_ALL
char *spur_identifier_to_string (SpurIdentifier *self);

SPUR_AVAILABLE_IN_ALL
GVariant *spur_identifier_to_variant (SpurIdentifier *self);

SPUR_AVAILABLE_IN_ALL
guint spur_identifier_hash (gconstpointer identifier);

SPUR_AVAILABLE_IN_ALL
gboolean spur_identifier_equal (gconstpointer a, gconstpointer b);

G_END_DECLS
