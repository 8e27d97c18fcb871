/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

/**
 * SpurReportOptions:
 * @has_span: whether only a part of the trace is in the page
 * @from_ns: begin of that part, in the times that are shown
 * @to_ns: its end
 * @input: (nullable): the file of the trace, as commands that the page names call it
 *
 * What of a trace is in its page.
 *
 * Since: 1.0
 */
typedef struct
{
  gboolean has_span;
  gint64 from_ns;
  gint64 to_ns;
  const char *input;
} SpurReportOptions;

SPUR_AVAILABLE_IN_ALL
gboolean spur_report_save (SpurTrace *trace,
                           SpurEdges *edges,
                           const SpurReportOptions *options,
                           const char *path,
                           const SpurJob *job,
                           GError **error);

G_END_DECLS
