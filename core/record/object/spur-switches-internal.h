/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

/* Rules as those of spur_record_switch(), for events that are objects. */
typedef struct _SpurSwitches SpurSwitches;

/* NULL with %G_IO_ERROR_INVALID_ARGUMENT where a rule is none. */
SpurSwitches *spur_switches_new (const char *rules, GError **error);

/* In place of those in @place; NULL for none. FALSE as above, and nothing is changed. */
gboolean spur_switches_replace (SpurSwitches **place, const char *rules, GError **error);

void spur_switches_free (SpurSwitches *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurSwitches, spur_switches_free)

/* What is known of a class is kept, so that it is asked once. By one thread at a time. */
gboolean spur_switches_have_class (SpurSwitches *self, const SpurEventLayout *layout);

gboolean spur_switches_have_source (const SpurSwitches *self, const char *name);

/* An event without a level (0) is on. */
gboolean spur_switches_have_level (const SpurSwitches *self, GLogLevelFlags level);
