/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-history.h"
#include "core/index/spur-index.h"

G_BEGIN_DECLS

SPUR_AVAILABLE_IN_ALL
gboolean spur_index_has_history (SpurIndex *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_index_has_spans (SpurIndex *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_index_get_subject (SpurIndex *self, guint stream);

SPUR_AVAILABLE_IN_ALL
SpurHistory *spur_index_get_history (SpurIndex *self, const SpurIndexWindow *window);

G_END_DECLS
