/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-factories.h"

/* Whether a request for an identifier of %SPUR_TYPE_EVENT_ID gives just that type, so that it may
 * be made later. */
gboolean spur_factories_make_plain_identifiers (SpurFactories *self);
