/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the plugins of the projects register. */
#pragma once

#include "core/plugin/spur-plugin.h"

typedef GType (*SimGetType) (void);

/* Types of active objects are found by name in a trace, if they are known by then. */
static inline void
sim_ensure_types (const SimGetType *get_types, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_type_ensure (get_types[i]());
}

/* @add: spur_plugin_add_event_type() or spur_plugin_add_visualizer_type() */
static inline gboolean
sim_add_types (SpurPlugin *plugin,
               const SimGetType *get_types,
               gsize n,
               gboolean (*add) (SpurPlugin *plugin, GType type, GError **error),
               GError **error)
{
  for (gsize i = 0; i < n; i++)
    {
      if (!add (plugin, get_types[i](), error))
        return FALSE;
    }
  return TRUE;
}
