/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/monitors/host/spur-host-events.h"
#include "plugins/monitors/host/spur-host-monitor.h"

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  for (guint i = 0; i < SPUR_HOST_N_TABLES; i++)
    {
      if (!spur_plugin_add_type (plugin, spur_host_get_event_type ((SpurHostTableId) i), error))
        return FALSE;
    }
  return spur_plugin_add_type (plugin, SPUR_TYPE_HOST_MONITOR, error);
}

SPUR_PLUGIN_DEFINE (host,
                    "Load of a host: processors, memory, disks, networks, logins, the clock",
                    register_types)
