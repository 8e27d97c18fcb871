/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <syslog.h>

/* That of the system's logs for a level of GLib's, as GLib itself has it; 0 is no level. */
static inline guint
spur_log_priority_of_level (GLogLevelFlags level)
{
  if ((level & G_LOG_LEVEL_ERROR) != 0)
    return LOG_ERR;
  if ((level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    return LOG_WARNING;
  if ((level & G_LOG_LEVEL_MESSAGE) != 0)
    return LOG_NOTICE;
  return (level & G_LOG_LEVEL_DEBUG) != 0 ? LOG_DEBUG : LOG_INFO;
}
