/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

G_BEGIN_DECLS

#define TASKLOG_TYPE_CODEC (tasklog_codec_get_type ())

G_DECLARE_FINAL_TYPE (TasklogCodec, tasklog_codec, TASKLOG, CODEC, SpurCodec)

G_END_DECLS
