/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/spur-recorder.h"

G_BEGIN_DECLS

/* Whether the calling thread is just inside of the recorder: its clock, its factories or their
 * serializer ask, and must not record. */
gboolean spur_recorder_is_busy_here (SpurRecorder *self);

G_END_DECLS
