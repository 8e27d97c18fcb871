/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/spur-identifier.h"

G_BEGIN_DECLS

void spur_identifier_set_number (SpurIdentifier *self, guint64 number);

G_END_DECLS
