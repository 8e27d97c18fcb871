/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-critical-path-private.h"
#include "core/analysis/waits/spur-delay-costs-private.h"

/* How well a run was used, what decided how long it was, and what its waits came from. */
struct _SpurWaitCauses
{
  SpurEfficiency efficiency;
  /* Of SpurPathPart and SpurPathShare; empty where edges form a cycle. */
  GArray *path;
  GArray *shares;
  SpurDelayCosts *costs;
};

/* How well the run was used, and its critical path; @calls were made with work of @input. */
SpurWaitCauses *
spur_wait_causes_new (const SpurCalls *calls, const SpurCallsInput *input, GError **error);

/* And what the waits of the streams came from. */
gboolean spur_wait_causes_add_costs (SpurWaitCauses *self,
                                     SpurWaitsSearch *search,
                                     const SpurStreamWaits *streams,
                                     const SpurCallsInput *input,
                                     GError **error);

void spur_wait_causes_free (SpurWaitCauses *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurWaitCauses, spur_wait_causes_free)
