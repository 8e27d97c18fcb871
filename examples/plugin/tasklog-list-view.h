/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

#include "visualizers/view/spur-view.h"

G_BEGIN_DECLS

#define TASKLOG_TYPE_LIST_VIEW (tasklog_list_view_get_type ())

G_DECLARE_FINAL_TYPE (TasklogListView, tasklog_list_view, TASKLOG, LIST_VIEW, SpurView)

G_END_DECLS
