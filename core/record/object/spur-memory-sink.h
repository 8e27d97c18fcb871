/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_MEMORY_SINK (spur_memory_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurMemorySink, spur_memory_sink, SPUR, MEMORY_SINK, SpurSink)

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_memory_sink_new (void);

G_END_DECLS
