/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_FORMAT (spur_format_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurFormat, spur_format, SPUR, FORMAT, GObject)

SPUR_AVAILABLE_IN_ALL
SpurFormat *spur_format_new_from_file (const char *path, GError **error);

SPUR_AVAILABLE_IN_ALL
const char *spur_format_get_name (SpurFormat *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_format_get_title (SpurFormat *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_format_can_write (SpurFormat *self);

SPUR_AVAILABLE_IN_ALL
char **spur_format_dup_suffixes (SpurFormat *self);

SPUR_AVAILABLE_IN_ALL
SpurTrace *
spur_format_read (SpurFormat *self, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_format_write (
  SpurFormat *self, SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_format_has_definitions_apart (SpurFormat *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_format_write_definitions (
  SpurFormat *self, SpurTrace *trace, const char *path, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
guint64 spur_format_get_n_left_out (SpurFormat *self);

G_END_DECLS
