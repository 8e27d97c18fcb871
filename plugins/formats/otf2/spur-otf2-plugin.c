/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/plugin/spur-plugin.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  return spur_plugin_add_type (plugin, SPUR_TYPE_REQUEST_EVENT, error) &&
         spur_plugin_add_type (plugin, SPUR_TYPE_SEND_COMPLETION_EVENT, error) &&
         spur_plugin_add_type (plugin, SPUR_TYPE_OTF2_MARKER_EVENT, error) &&
         spur_plugin_add_type (plugin, SPUR_TYPE_OTF2_METRIC_EVENT, error) &&
         spur_plugin_add_type (plugin, SPUR_TYPE_OTF2_UNSIGNED_METRIC_EVENT, error) &&
         spur_plugin_add_type (plugin, SPUR_TYPE_OTF2_SIGNED_METRIC_EVENT, error) &&
         spur_plugin_add_type (plugin, SPUR_TYPE_OTF2_CODEC, error);
}

SPUR_PLUGIN_DEFINE (otf2, "Reads archives of the Open Trace Format 2", register_types)
