/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

/* A class that adds nothing to its parent but a name. */
#define SPUR_DEFINE_PLAIN_CLASS(TypeName, type_name, PARENT_TYPE)                                  \
  G_DEFINE_TYPE (TypeName, type_name, PARENT_TYPE)                                                 \
  static void type_name##_class_init (TypeName##Class *klass) {}                                   \
  static void type_name##_init (TypeName *self) {}
