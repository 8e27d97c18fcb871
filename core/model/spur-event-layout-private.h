/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/spur-event-layout.h"

G_BEGIN_DECLS

/* Messages meet only those of their own family: identifiers are of one family where their fields
 * have one name; so are tags, as long as the fields that hold the subjects have one name, too. */
char *spur_event_layout_get_family (const SpurEventLayout *self);

G_END_DECLS
