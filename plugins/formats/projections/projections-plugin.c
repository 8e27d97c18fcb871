/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/formats/projections/projections-codec.h"
#include "plugins/formats/projections/projections-events.h"

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  return spur_plugin_add_type (plugin, SPUR_TYPE_PROJECTIONS_CODEC, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_ENTRY_CREATION_EVENT, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_ENTRY_END_EVENT, error) &&
         spur_plugin_add_type (plugin, PROJECTIONS_TYPE_RECORD_EVENT, error);
}

SPUR_PLUGIN_DEFINE (projections, "Traces of Charm++ programs (Projections)", register_types)
