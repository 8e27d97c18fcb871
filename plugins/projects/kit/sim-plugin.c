/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The plugin of each project is this file: SIM_PROJECT is its name, SIM_CLASSES its table of
 * classes, and SIM_VISUALIZERS that of its visualizers where it has some. */
#include "core/plugin/spur-plugin.h"
#include "plugins/projects/kit/sim-world.h"

extern const SimClass SIM_CLASSES[];

#ifdef SIM_VISUALIZERS
#include "plugins/projects/kit/sim-visualizer.h"

extern const SimVisualizer SIM_VISUALIZERS[];

static gboolean
add_visualizers (SpurPlugin *plugin, GError **error)
{
  for (const SimVisualizer *row = SIM_VISUALIZERS; row->name != NULL; row++)
    {
      if (!spur_plugin_add_type (plugin, sim_visualizer_register (row), error))
        return FALSE;
    }
  return TRUE;
}
#endif

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_classes_register (SIM_CLASSES);
#ifdef SIM_VISUALIZERS
  if (!add_visualizers (plugin, error))
    return FALSE;
#endif
  for (const SimClass *row = SIM_CLASSES; row->name != NULL; row++)
    {
      if (row->traits != NULL && !spur_plugin_add_type (plugin, sim_type (row->name), error))
        return FALSE;
    }
  return TRUE;
}

#define DEFINE_PLUGIN(id) SPUR_PLUGIN_DEFINE (id, "classes of a project", register_types)

DEFINE_PLUGIN (SIM_PROJECT)
