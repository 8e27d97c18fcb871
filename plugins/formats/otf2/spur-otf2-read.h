/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/otf2/spur-otf2-anchor.h"
#include "plugins/formats/otf2/spur-otf2-definitions.h"

SpurTrace *spur_otf2_read (const char *path, const SpurJob *job, GError **error);

SpurOtf2Definitions *
spur_otf2_read_definitions (const SpurOtf2Anchor *anchor, guint64 *n_missing, GError **error);
