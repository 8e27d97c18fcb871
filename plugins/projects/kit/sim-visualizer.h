/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-visualizer.h"

/* A visualizer that differs from its parent by its style alone: what is named after the parent is
 * a whole SpurStyle, in the form of an initialiser. */
#define SIM_DEFINE_VISUALIZER(TypeName, type_name, ParentName, PARENT_TYPE, ...)                   \
  struct _##TypeName                                                                               \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  };                                                                                               \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, PARENT_TYPE)                                           \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    SPUR_VISUALIZER_CLASS (klass)->style = (SpurStyle){ __VA_ARGS__ };                             \
  }                                                                                                \
  static void type_name##_init (TypeName *self) {}
