/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/spur-event-layout.h"

G_BEGIN_DECLS

/* (transfer full): The class @name, of the elements <event-class> in @xml: ancestors, then the
 * class itself. */
SpurEventLayout *spur_recording_parse_class (const char *name, const char *xml, GError **error);

G_END_DECLS
