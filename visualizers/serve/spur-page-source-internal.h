/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a served page of a trace gets: itself, tiles of states, and parts with all events. It knows
 * nothing of networks; the server on top of it does. */
#pragma once

#include "core/base/spur-job.h"
#include "core/causality/spur-edges.h"
#include "core/index/spur-index.h"
#include "core/record/reading/spur-recording-tail-internal.h"

G_BEGIN_DECLS

typedef struct _SpurPageSource SpurPageSource;

/* What a page is like. With an @index that has the history of the trace, it asks for tiles and
 * parts, else it is the one of spur_report_save(). */
typedef struct
{
  SpurIndex *index;
  const char *input; /* what the page calls the trace */
  gboolean is_live;  /* the trace grows: the page asks when, and has the newest events */
  /* (nullable): the trace is the last one of it */
  SpurRecordingTail *tail;
} SpurPageSourceOptions;

SPUR_AVAILABLE_IN_ALL
SpurPageSource *spur_page_source_new (SpurTrace *trace,
                                      SpurEdges *edges,
                                      const SpurPageSourceOptions *options,
                                      const SpurJob *job,
                                      GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_page_source_free (SpurPageSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPageSource, spur_page_source_free)

SPUR_AVAILABLE_IN_ALL
GBytes *spur_page_source_get_page (SpurPageSource *self);

SPUR_AVAILABLE_IN_ALL
GBytes *
spur_page_source_answer (SpurPageSource *self, const char *what, GHashTable *query, GError **error);

G_END_DECLS
