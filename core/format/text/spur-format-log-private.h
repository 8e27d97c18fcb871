/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-source-private.h"

/* What a line of a log says of an event that a trace says of its streams, objects and lists. */

/* The kind of objects that are programs. */
#define SPUR_FORMAT_LOG_PROGRAM_KIND "program"

/* (transfer full): The program that the trace is of, by the fact "command"; NULL where it has none.
 */
char *spur_format_log_dup_program (SpurTrace *trace);

/* The host that a stream is recorded on: the nearest object of kind "host" around its target, else
 * the target; NULL where it has none with a name. */
const char *spur_format_log_get_host (SpurTrace *trace, guint stream);

/* The first entry of a list that has the name; -1 where there is none. */
int spur_format_log_find_entry (const SpurList *list, const char *name);

/* Whether the event is one of a logger's calls: its list has an entry for the item of the class,
 * whose text can be the class of an event when the line is read. */
gboolean spur_format_log_is_call (const SpurFormatSource *source,
                                  const SpurFormatProgram *program,
                                  const SpurList *list);

/* The entries of a call that no item of the rule has, as their keys say them: whole numbers are
 * signed only where they are negative. To be freed with g_free(). */
SpurEntry *
spur_format_log_dup_rest (const SpurFormatProgram *program, const SpurList *list, guint *n_entries);
