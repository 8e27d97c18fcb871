/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-factories.h"

G_BEGIN_DECLS

/* Whether who asks for an identifier of %SPUR_TYPE_EVENT_ID gets just that, so that nobody can tell
 * when it was made. */
gboolean spur_factories_make_plain_identifiers (SpurFactories *self);

G_END_DECLS
