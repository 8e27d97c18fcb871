/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-timeline-internal.h"
#include "core/analysis/profile/spur-profile.h"

/* As spur_profile_new(), from parts of the streams that have the span of @settings. Where states
 * are wanted, each stream enters those of one object. */
SpurProfile *spur_profile_new_of_parts (SpurTrace *trace,
                                        const SpurProfileSettings *settings,
                                        const SpurTimelinePart *parts,
                                        const SpurJob *job,
                                        GError **error);
