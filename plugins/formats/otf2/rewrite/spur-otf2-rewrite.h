/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"

/* As a codec does. */
gboolean spur_otf2_rewrite (SpurCodec *codec,
                            const char *path,
                            SpurTrace *trace,
                            const char *output,
                            const SpurJob *job,
                            GPtrArray *notes,
                            GError **error);
