/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

/* The property that can be written under a name, or under it without the unit at its end.
 * @is_factor: a property in parts per billion is meant by its name without them. */
GParamSpec *spur_clock_option_find (GObjectClass *klass, const char *name, gboolean *is_factor);

/* @parsed is empty at first. */
gboolean spur_clock_option_parse (
  GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error);

G_END_DECLS
