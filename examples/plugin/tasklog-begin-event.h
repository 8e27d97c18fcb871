/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

G_BEGIN_DECLS

#define TASKLOG_TYPE_BEGIN_EVENT (tasklog_begin_event_get_type ())

GType tasklog_begin_event_get_type (void);

G_END_DECLS
