/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* A Paje trace made by hand: its definitions of events, and its records. Two hosts and a link
 * between them; an actor that moves, and one that sends it a message. */
extern const char paje_made_header[];
extern const char paje_made_records[];

/* Events that the records become. */
#define PAJE_MADE_EVENTS 29

/* The trace of a text. */
SpurTrace *paje_made_read (const char *text, gsize n_bytes, GError **error);

/* (transfer full): both parts as one text. */
char *paje_made_join (void);

/* (transfer full): the first @from in @text is @to instead. */
char *paje_made_replace (const char *text, const char *from, const char *to);

/* (transfer full): everything that a trace says, a line for each event. */
char *paje_made_describe (SpurTrace *trace);

guint64 paje_made_get_loss (SpurTrace *trace, const char *what);
