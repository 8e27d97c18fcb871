/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Visualizers whose marks depend on a field of the event, as a table; the rest of the style is a
 * row of the manifest. */
#pragma once

#include "visualizers/style/spur-visualizer.h"

/* @name: the name of its GType
 * @field: what the mark depends on
 * @set_style: changes the style of the row to that of an event with @value */
typedef struct
{
  const char *name;
  const char *field;
  void (*set_style) (guint64 value, SpurStyle *style);
} SimVisualizer;

GType sim_visualizer_register (const SimVisualizer *row);
