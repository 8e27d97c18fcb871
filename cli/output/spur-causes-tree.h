/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/output/spur-layout.h"
#include "core/analysis/waits/spur-waits.h"

/* How well a run was used, its critical path and what waits came from, in a tree. Times are shown
 * after @begin_ns, and the @n_most most costly delays are listed. */
void spur_tree_add_wait_causes (
  SpurTree *self, SpurTrace *trace, SpurWaits *waits, gint64 begin_ns, guint n_most);

extern const SpurColumn spur_efficiency_columns[];
extern const SpurColumn spur_path_columns[];
extern const SpurColumn spur_delay_columns[];

/* States of the critical path that are shown as text. */
#define SPUR_LAYOUT_MAX_PATH_STATES 8

#define SPUR_LAYOUT_WAIT_CAUSES                                                                    \
  SPUR_LAYOUT_EMPTY_IF ("shown_efficiency"),                                                       \
    { SPUR_LAYOUT_TABLE, "shown_efficiency", .flags = SPUR_SHOW_IF_SET,                            \
      .columns = spur_efficiency_columns },                                                        \
    SPUR_LAYOUT_EMPTY_IF ("critical_path"),                                                        \
    { SPUR_LAYOUT_TABLE,                                                                           \
      "critical_path",                                                                             \
      .flags = SPUR_SHOW_IF_SET,                                                                   \
      .columns = spur_path_columns,                                                                \
      .max_rows = SPUR_LAYOUT_MAX_PATH_STATES,                                                     \
      .more = "; --json lists all" },                                                              \
    SPUR_LAYOUT_EMPTY_IF ("delays"),                                                               \
  {                                                                                                \
    SPUR_LAYOUT_TABLE, "delays", .flags = SPUR_SHOW_IF_SET, .columns = spur_delay_columns          \
  }
