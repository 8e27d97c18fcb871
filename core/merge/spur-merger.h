/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_MERGER (spur_merger_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurMerger, spur_merger, SPUR, MERGER, GObject)

SPUR_AVAILABLE_IN_ALL
SpurMerger *spur_merger_new (void);

SPUR_AVAILABLE_IN_ALL
gboolean spur_merger_begin (SpurMerger *self, const char *path, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_merger_add (
  SpurMerger *self, SpurTrace *trace, const char *name, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_merger_finish (SpurMerger *self, GError **error);

G_END_DECLS
