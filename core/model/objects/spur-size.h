/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SIZE (spur_size_get_type ())

typedef struct _SpurSize SpurSize;

/**
 * SpurSize:
 * @amount: how much
 * @unit: of what, as in "bytes", "KiB" or "elements"
 *
 * How large something is, in the application's own unit (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
struct _SpurSize
{
  guint64 amount;
  char *unit;
};

SPUR_AVAILABLE_IN_ALL
GType spur_size_get_type (void);

SPUR_AVAILABLE_IN_ALL
SpurSize *spur_size_new (guint64 amount, const char *unit);

SPUR_AVAILABLE_IN_ALL
SpurSize *spur_size_copy (const SpurSize *self);

SPUR_AVAILABLE_IN_ALL
void spur_size_free (SpurSize *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_size_get_bytes (const SpurSize *self, guint64 *n_bytes);

SPUR_AVAILABLE_IN_ALL
char *spur_size_to_string (const SpurSize *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurSize, spur_size_free)

G_END_DECLS
