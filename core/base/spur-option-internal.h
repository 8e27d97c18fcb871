/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

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
} SpurOption;

/* Gives a class the properties. The struct begins at @base in an object, and is @initial at first,
 * which its owner copies there. */
void spur_options_install (GObjectClass *klass,
                           gssize base,
                           gconstpointer initial,
                           const SpurOption *options,
                           guint n_options);

/* The property that can be written under a name, or under it without the unit at its end.
 * @is_factor: a property in parts per billion is meant by its name without them. */
GParamSpec *spur_option_find (GObjectClass *klass, const char *name, gboolean *is_factor);

/* Adds the names of what can be written, each behind @before, to a list. */
void spur_option_list (GObjectClass *klass, const char *before, GString *list);

/* A text as the value of a property, in the units that @is_factor and the property's name say.
 * Fails with G_OPTION_ERROR_BAD_VALUE. @parsed is empty at first. */
gboolean spur_option_parse (
  GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error);

/* All options of an object as text: "gamma-ppb=999990000 direction=mix", where values are escaped
 * as in URIs. Those that are not set, or that text cannot say, are left out. */
char *spur_option_write_all (GObject *object);

/* Sets what such a text says. Fails with G_OPTION_ERROR_BAD_VALUE. */
gboolean spur_option_read_all (GObject *object, const char *text, GError **error);
