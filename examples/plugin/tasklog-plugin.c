/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <spur.h>

#include "tasklog-begin-event.h"
#include "tasklog-begin-visualizer.h"
#include "tasklog-codec.h"
#include "tasklog-list-view.h"

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  return spur_plugin_add_type (plugin, TASKLOG_TYPE_BEGIN_EVENT, error) &&
         spur_plugin_add_type (plugin, TASKLOG_TYPE_BEGIN_VISUALIZER, error) &&
         spur_plugin_add_type (plugin, TASKLOG_TYPE_LIST_VIEW, error) &&
         spur_plugin_add_type (plugin, TASKLOG_TYPE_CODEC, error);
}

SPUR_PLUGIN_DEFINE (tasklog, "Logs of a task farm", register_types)
