/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* Lists as text: SpurStateList{memory=16 MB, load=0.5, name='a', [x]=-3}. A whole number is
 * unsigned, with a sign it is signed, a real number has a point, an exponent or is NaN or INF;
 * texts are in apostrophes. A backslash takes the meaning of what follows, \n is a line end, and \x
 * and two digits are a byte. */

void spur_format_list_put (GString *text, const SpurList *list);

/* Adds a list to the trace; @otherwise is the class where the text has none. NULL @problem on
 * success, else what is wrong, to be freed. */
guint32 spur_format_list_parse (
  SpurTrace *trace, const char *text, gsize n_bytes, const char *otherwise, char **problem);

/* The digits of a number, of which @type says whether it is unsigned, signed or a double. */
char *spur_format_put_bits (char *out, SpurFieldType type, guint64 bits);

/* A value of a log that does not say its type: a number where it would be written the very same,
 * else a string. */
void spur_format_list_guess (SpurEntry *entry, const char *text);
