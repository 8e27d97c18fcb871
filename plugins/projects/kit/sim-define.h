/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

/* Load objects, targets and visualizers of a project that are nothing but a name in the hierarchy
 * are declared with G_DECLARE_FINAL_TYPE in a header, and defined in one line. The struct's name
 * comes first, then the prefix of its functions, then the parent. */
#define SIM_DEFINE_PLAIN_TYPE(TypeName, type_name, ParentName, PARENT_TYPE)                        \
  struct _##TypeName                                                                               \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  };                                                                                               \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, PARENT_TYPE)                                           \
  static void type_name##_class_init (TypeName##Class *klass) {}                                   \
  static void type_name##_init (TypeName *self) {}

/* An event class: the same, with its name in traces and, where it differs from its parent in more
 * than that, statements that say so. In them event_class is the SpurEventClass. */
#define SIM_DEFINE_EVENT_TYPE(TypeName, type_name, ParentName, PARENT_TYPE, event_name, ...)       \
  struct _##TypeName                                                                               \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  };                                                                                               \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, PARENT_TYPE)                                           \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);                                        \
                                                                                                   \
    spur_event_class_set_name (event_class, event_name);                                           \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  static void type_name##_init (TypeName *self) {}
