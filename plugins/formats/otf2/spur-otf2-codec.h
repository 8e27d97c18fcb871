/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/spur-codec.h"

#define SPUR_TYPE_OTF2_CODEC (spur_otf2_codec_get_type ())

G_DECLARE_FINAL_TYPE (SpurOtf2Codec, spur_otf2_codec, SPUR, OTF2_CODEC, SpurCodec)
