/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/definition/spur-format-encoding-internal.h"

/* The definition of a format that comes with Spur. */
SpurFormatDefinition *shipped_format_open (const char *name);

/* Counts the input, and fails where reading it breaks a promise. What is read is written; where the
 * format @keeps_everything, the same comes back. */
void shipped_format_check (const SpurFormatDefinition *definition,
                           const guint8 *data,
                           gsize size,
                           gboolean keeps_everything);
