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

/* All options of an object as text: "gamma-ppb=999990000 direction=mix", where values are escaped
 * as in URIs. Those that are not set, or that text cannot say, are left out. */
char *spur_clock_option_write_all (GObject *object);

/* Sets what such a text says. */
gboolean spur_clock_option_read_all (GObject *object, const char *text, GError **error);

G_END_DECLS
