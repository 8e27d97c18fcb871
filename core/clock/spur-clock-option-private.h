/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

/* Makes a class of correctors known. */
typedef gboolean (*SpurClockTypeFunc) (GType type);

/* The methods of the library: logical clocks, and pre-synchronisation. Once. */
void spur_causal_clock_register (SpurClockTypeFunc add_type);
void spur_presynchroniser_register (SpurClockTypeFunc add_type);

/* A property whose value is a field of a struct: a gint64, a guint, a gboolean, a string or an
 * enumeration, which @get_enum names. */
typedef struct
{
  const char *name;
  GType type;
  GType (*get_enum) (void);
  gsize offset;
  gint64 minimum;
  gint64 maximum;
} SpurClockOption;

/* Gives a class the properties. The struct begins at @base in an object, and is @initial at first,
 * which its owner copies there. */
void spur_clock_options_install (GObjectClass *klass,
                                 gssize base,
                                 gconstpointer initial,
                                 const SpurClockOption *options,
                                 guint n_options);

/* The property that can be written under a name, or under it without the unit at its end.
 * @is_factor: a property in parts per billion is meant by its name without them. */
GParamSpec *spur_clock_option_find (GObjectClass *klass, const char *name, gboolean *is_factor);

/* Adds the names of what can be written, each behind @before, to a list. */
void spur_clock_option_list (GObjectClass *klass, const char *before, GString *list);

/* @parsed is empty at first. */
gboolean spur_clock_option_parse (
  GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error);

/* All options of an object as text: "gamma-ppb=999990000 direction=mix", where values are escaped
 * as in URIs. Those that are not set, or that text cannot say, are left out. */
char *spur_clock_option_write_all (GObject *object);

/* Sets what such a text says. */
gboolean spur_clock_option_read_all (GObject *object, const char *text, GError **error);
