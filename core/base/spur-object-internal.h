/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

/* A type of objects whose class has nothing but type_name_clear(), which frees what an object holds
 * in the end. */
#define SPUR_DEFINE_OBJECT(TypeName, type_name, flags)                                             \
  static void type_name##_clear (TypeName *self);                                                  \
                                                                                                   \
  G_DEFINE_TYPE_EXTENDED (TypeName, type_name, G_TYPE_OBJECT, flags, {})                           \
                                                                                                   \
  static void type_name##_finalize (GObject *object)                                               \
  {                                                                                                \
    type_name##_clear ((TypeName *) object);                                                       \
    G_OBJECT_CLASS (type_name##_parent_class)->finalize (object);                                  \
  }                                                                                                \
                                                                                                   \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    G_OBJECT_CLASS (klass)->finalize = type_name##_finalize;                                       \
  }

/* A public function that says @value of *@self; 0 where it is called with another object. */
#define SPUR_DEFINE_GETTER(Result, name, TypeName, IS_TYPE, value)                                 \
  Result name (TypeName *self)                                                                     \
  {                                                                                                \
    g_return_val_if_fail (IS_TYPE (self), 0);                                                      \
                                                                                                   \
    return value;                                                                                  \
  }

/* For SPUR_DEFINE_GETTER of what is no object. */
#define SPUR_IS_GIVEN(self) ((self) != NULL)
