/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
GArray *spur_pending_list (SpurTrace *trace, SpurEdges *edges, const guint64 *first);

G_END_DECLS
