/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PROJECTIONS_CODEC (spur_projections_codec_get_type ())

G_DECLARE_FINAL_TYPE (
  SpurProjectionsCodec, spur_projections_codec, SPUR, PROJECTIONS_CODEC, SpurCodec)

G_END_DECLS
