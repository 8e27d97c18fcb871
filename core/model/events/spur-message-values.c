/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Properties of messages as entries of lists, and back. */
#include "config.h"

#include <string.h>

#include "core/model/events/spur-message-private.h"

static gboolean
is_signed (GType type)
{
  return type == G_TYPE_CHAR || type == G_TYPE_INT || type == G_TYPE_LONG || type == G_TYPE_INT64 ||
         type == G_TYPE_ENUM;
}

static gboolean
is_unsigned (GType type)
{
  return type == G_TYPE_UCHAR || type == G_TYPE_UINT || type == G_TYPE_ULONG ||
         type == G_TYPE_UINT64 || type == G_TYPE_FLAGS || type == G_TYPE_BOOLEAN;
}

static gboolean
is_real (GType type)
{
  return type == G_TYPE_FLOAT || type == G_TYPE_DOUBLE;
}

gboolean
spur_message_property_is_kept (GParamSpec *pspec)
{
  GType type = G_TYPE_FUNDAMENTAL (G_PARAM_SPEC_VALUE_TYPE (pspec));
  const GParamFlags both = G_PARAM_READWRITE;

  return pspec->owner_type != SPUR_TYPE_MESSAGE &&
         g_type_is_a (pspec->owner_type, SPUR_TYPE_MESSAGE) && (pspec->flags & both) == both &&
         (pspec->flags & G_PARAM_CONSTRUCT_ONLY) == 0 &&
         (is_signed (type) || is_unsigned (type) || is_real (type) || type == G_TYPE_STRING);
}

static gint64
get_int (GType type, const GValue *value)
{
  if (type == G_TYPE_CHAR)
    return g_value_get_schar (value);
  if (type == G_TYPE_INT)
    return g_value_get_int (value);
  if (type == G_TYPE_LONG)
    return g_value_get_long (value);
  if (type == G_TYPE_INT64)
    return g_value_get_int64 (value);
  return g_value_get_enum (value);
}

static guint64
get_uint (GType type, const GValue *value)
{
  if (type == G_TYPE_UCHAR)
    return g_value_get_uchar (value);
  if (type == G_TYPE_UINT)
    return g_value_get_uint (value);
  if (type == G_TYPE_ULONG)
    return g_value_get_ulong (value);
  if (type == G_TYPE_UINT64)
    return g_value_get_uint64 (value);
  if (type == G_TYPE_FLAGS)
    return g_value_get_flags (value);
  return g_value_get_boolean (value) ? 1 : 0;
}

void
spur_message_add_value (SpurEntryList *list,
                        const char *name,
                        const char *unit,
                        const GValue *value)
{
  GType type = G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value));

  if (is_signed (type))
    spur_entry_list_add_int (list, name, unit, get_int (type, value));
  else if (is_unsigned (type))
    spur_entry_list_add_uint (list, name, unit, get_uint (type, value));
  else if (type == G_TYPE_FLOAT)
    spur_entry_list_add_double (list, name, unit, (double) g_value_get_float (value));
  else if (type == G_TYPE_DOUBLE)
    spur_entry_list_add_double (list, name, unit, g_value_get_double (value));
  else if (g_value_get_string (value) != NULL)
    spur_entry_list_add_string (list, name, unit, g_value_get_string (value));
}

static gboolean
set_int (GType type, gint64 number, GValue *value)
{
  if (type == G_TYPE_INT64)
    g_value_set_int64 (value, number);
  else if (type == G_TYPE_LONG && number >= G_MINLONG && number <= G_MAXLONG)
    g_value_set_long (value, (glong) number);
  else if (type == G_TYPE_CHAR && number >= G_MININT8 && number <= G_MAXINT8)
    g_value_set_schar (value, (gint8) number);
  else if (type == G_TYPE_INT && number >= G_MININT && number <= G_MAXINT)
    g_value_set_int (value, (gint) number);
  else if (type == G_TYPE_ENUM && number >= G_MININT && number <= G_MAXINT)
    g_value_set_enum (value, (gint) number);
  else
    return FALSE;
  return TRUE;
}

static gboolean
set_uint (GType type, guint64 number, GValue *value)
{
  if (type == G_TYPE_UINT64)
    g_value_set_uint64 (value, number);
  else if (type == G_TYPE_ULONG && number <= G_MAXULONG)
    g_value_set_ulong (value, (gulong) number);
  else if (type == G_TYPE_UCHAR && number <= G_MAXUINT8)
    g_value_set_uchar (value, (guint8) number);
  else if (type == G_TYPE_UINT && number <= G_MAXUINT)
    g_value_set_uint (value, (guint) number);
  else if (type == G_TYPE_FLAGS && number <= G_MAXUINT)
    g_value_set_flags (value, (guint) number);
  else if (type == G_TYPE_BOOLEAN && number <= 1)
    g_value_set_boolean (value, number != 0);
  else
    return FALSE;
  return TRUE;
}

/* A float is taken only where it is the very number that was recorded. */
static gboolean
set_real (GType type, double number, GValue *value)
{
  if (type == G_TYPE_DOUBLE)
    g_value_set_double (value, number);
  else
    g_value_set_float (value, (float) number);
  return type == G_TYPE_DOUBLE || (double) (float) number == number;
}

/* Not g_param_value_is_valid(), which in GLib 2.74 takes large doubles for wrong. */
static gboolean
is_valid (GParamSpec *pspec, const GValue *value)
{
  g_auto (GValue) copy = G_VALUE_INIT;

  g_value_init (&copy, G_VALUE_TYPE (value));
  g_value_copy (value, &copy);
  return !g_param_value_validate (pspec, &copy);
}

gboolean
spur_message_get_value (const SpurEntry *entry, GParamSpec *pspec, GValue *value)
{
  GType type = G_TYPE_FUNDAMENTAL (G_PARAM_SPEC_VALUE_TYPE (pspec));
  gboolean fits = FALSE;
  double real;

  g_value_init (value, G_PARAM_SPEC_VALUE_TYPE (pspec));
  if (is_signed (type) && entry->type == SPUR_FIELD_INT64)
    fits = set_int (type, (gint64) entry->bits, value);
  else if (is_unsigned (type) && entry->type == SPUR_FIELD_UINT64)
    fits = set_uint (type, entry->bits, value);
  else if (is_real (type) && entry->type == SPUR_FIELD_DOUBLE)
    {
      memcpy (&real, &entry->bits, sizeof real);
      fits = set_real (type, real, value);
    }
  else if (type == G_TYPE_STRING && entry->type == SPUR_FIELD_STRING)
    {
      g_value_set_string (value, entry->text);
      fits = TRUE;
    }
  return fits && is_valid (pspec, value);
}
