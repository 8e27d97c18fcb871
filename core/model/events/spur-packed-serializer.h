/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-serializer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PACKED_SERIALIZER (spur_packed_serializer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (
  SpurPackedSerializer, spur_packed_serializer, SPUR, PACKED_SERIALIZER, SpurSerializer)

SPUR_AVAILABLE_IN_ALL
SpurSerializer *spur_packed_serializer_new (void);

G_END_DECLS
