/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/kit/sim-world.h"

static void
register_object_type (GType parent, const char *name)
{
  GTypeQuery query;

  g_type_query (parent, &query);
  g_type_register_static_simple (parent, name, query.class_size, NULL, query.instance_size, NULL,
                                 G_TYPE_FLAG_NONE);
}

void
sim_classes_register (const SimClass *classes)
{
  for (; classes->name != NULL; classes++)
    {
      if (g_type_from_name (classes->name) != 0)
        continue;
      if (classes->traits == NULL)
        register_object_type (sim_type (classes->parent), classes->name);
      else
        spur_event_type_define (sim_type (classes->parent), classes->name, classes->traits);
    }
}

GType
sim_type (const char *name)
{
  GType type = g_type_from_name (name);

  if (type == 0)
    g_error ("no type %s is registered", name);
  return type;
}
