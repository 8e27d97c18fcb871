/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* A kind of edge: how a trace is made that has about a number of them. */
typedef struct
{
  const char *name;
  const char *what;
  void (*make) (SpurTrace *trace, guint n);
} MatchingKind;

extern const MatchingKind matching_kinds[];
extern const guint n_matching_kinds;
