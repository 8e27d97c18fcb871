/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/clock/report/spur-clock-report.h"

/* (transfer full): Pairs of streams by what is reversed between them where @is_sorted, else by
 * their positions. */
SpurTree *spur_clock_report_make_tree (SpurClockReport *report, gboolean is_sorted);

/* Whether each of @paths ends in .txt, .json or .html, and may be written. */
gboolean spur_clock_report_check_paths (SpurCli *cli, char **paths);

/* Writes the report to each of @paths. FALSE with the command's error. */
gboolean spur_clock_report_write (SpurClockReport *report, SpurCli *cli, char **paths);
