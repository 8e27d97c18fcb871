/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-log-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_JOURNAL_SINK (spur_journal_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurJournalSink, spur_journal_sink, SPUR, JOURNAL_SINK, SpurLogSink)

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_journal_sink_new (const char *identifier);

SPUR_AVAILABLE_IN_ALL
SpurSink *spur_journal_sink_new_at (const char *identifier, const char *path);

G_END_DECLS
