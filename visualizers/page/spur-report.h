/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
gboolean spur_report_save (
  SpurTrace *trace, SpurEdges *edges, const char *path, const SpurJob *job, GError **error);

G_END_DECLS
