/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-definition-private.h"

/* Times as text: nanoseconds since the format's epoch, and picoseconds below 1000 on top. */

/* FALSE where the text is no time of this form. */
gboolean spur_format_time_parse (
  const SpurFormatTime *form, const char *text, gsize n_bytes, gint64 *ns, guint *ps);

/* The most that spur_format_time_put() writes. */
#define SPUR_FORMAT_TIME_MAX_BYTES 256

/* Not of SPUR_FORMAT_TIME_TICKS. Gives the end. */
char *spur_format_time_put (const SpurFormatTime *form, char *out, gint64 ns, guint ps);

/* What is wrong with a pattern, or NULL. */
const char *spur_format_time_check (const char *pattern);
