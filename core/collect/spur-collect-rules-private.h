/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-switches-internal.h"

/* Rules for event classes as spur_record_switch() takes them:
 * "LM_*,LO_Event,@Custom,-LM_Load_Event". The last that fits says what is so. */
typedef struct
{
  char *text;
  GArray *rules;
  SpurSwitches *switches; /* what recorders make of the text, so that both ends agree */
} SpurCollectRules;

/* (transfer full): NULL with G_IO_ERROR_INVALID_ARGUMENT where it is no rule. */
SpurCollectRules *spur_collect_rules_new (const char *text, GError **error);
void spur_collect_rules_free (SpurCollectRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurCollectRules, spur_collect_rules_free)

/* (transfer full): the same rules with "-" before each. */
char *spur_collect_rules_negate (const SpurCollectRules *self);

/* Whether some class may be switched on by both, as far as is known here. */
gboolean spur_collect_rules_meet (const SpurCollectRules *self, const SpurCollectRules *other);
