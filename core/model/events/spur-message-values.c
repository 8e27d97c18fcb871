/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Properties of messages as entries of lists, and back. */
#include <string.h>

#include "core/model/events/spur-event-internal.h"

/* What a property's values are recorded as; %G_TYPE_INVALID for those that are not. */
static GType
widen_type (GType type)
{
  switch (G_TYPE_FUNDAMENTAL (type))
    {
    case G_TYPE_CHAR:
    case G_TYPE_INT:
    case G_TYPE_LONG:
    case G_TYPE_INT64:
    case G_TYPE_ENUM:
      return G_TYPE_INT64;
    case G_TYPE_UCHAR:
    case G_TYPE_UINT:
    case G_TYPE_ULONG:
    case G_TYPE_UINT64:
    case G_TYPE_FLAGS:
    case G_TYPE_BOOLEAN:
      return G_TYPE_UINT64;
    case G_TYPE_FLOAT:
    case G_TYPE_DOUBLE:
      return G_TYPE_DOUBLE;
    case G_TYPE_STRING:
      return G_TYPE_STRING;
    default:
      return G_TYPE_INVALID;
    }
}

gboolean
spur_message_property_is_kept (GParamSpec *pspec)
{
  const GParamFlags both = G_PARAM_READWRITE;

  return pspec->owner_type != SPUR_TYPE_MESSAGE &&
         g_type_is_a (pspec->owner_type, SPUR_TYPE_MESSAGE) && (pspec->flags & both) == both &&
         (pspec->flags & G_PARAM_CONSTRUCT_ONLY) == 0 &&
         widen_type (G_PARAM_SPEC_VALUE_TYPE (pspec)) != G_TYPE_INVALID;
}

void
spur_message_add_value (SpurEntryList *list,
                        const char *name,
                        const char *unit,
                        const GValue *value)
{
  GType type = widen_type (G_VALUE_TYPE (value));
  g_auto (GValue) wide = G_VALUE_INIT;

  g_value_init (&wide, type);
  g_value_transform (value, &wide);
  if (type == G_TYPE_INT64)
    spur_entry_list_add_int (list, name, unit, g_value_get_int64 (&wide));
  else if (type == G_TYPE_UINT64)
    spur_entry_list_add_uint (list, name, unit, g_value_get_uint64 (&wide));
  else if (type == G_TYPE_DOUBLE)
    spur_entry_list_add_double (list, name, unit, g_value_get_double (&wide));
  else if (g_value_get_string (&wide) != NULL)
    spur_entry_list_add_string (list, name, unit, g_value_get_string (&wide));
}

/* The value as it was recorded, where entries of the type have values of @type. */
static gboolean
read_entry (const SpurEntry *entry, GType type, GValue *wide)
{
  double real;

  g_value_init (wide, type);
  if (entry->type == SPUR_FIELD_INT64 && type == G_TYPE_INT64)
    g_value_set_int64 (wide, (gint64) entry->bits);
  else if (entry->type == SPUR_FIELD_UINT64 && type == G_TYPE_UINT64)
    g_value_set_uint64 (wide, entry->bits);
  else if (entry->type == SPUR_FIELD_STRING && type == G_TYPE_STRING)
    g_value_set_string (wide, entry->text);
  else if (entry->type == SPUR_FIELD_DOUBLE && type == G_TYPE_DOUBLE)
    {
      memcpy (&real, &entry->bits, sizeof real);
      g_value_set_double (wide, real);
    }
  else
    return FALSE;
  return TRUE;
}

/* A number that is too large for its property does not come back the same. */
static gboolean
comes_back (const GValue *value, const GValue *wide)
{
  g_auto (GValue) back = G_VALUE_INIT;

  if (G_VALUE_HOLDS_STRING (wide))
    return TRUE;
  if (G_VALUE_HOLDS_ENUM (value))
    return g_value_get_enum (value) == g_value_get_int64 (wide);
  g_value_init (&back, G_VALUE_TYPE (wide));
  return g_value_transform (value, &back) && back.data[0].v_uint64 == wide->data[0].v_uint64;
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
  g_auto (GValue) wide = G_VALUE_INIT;

  g_value_init (value, G_PARAM_SPEC_VALUE_TYPE (pspec));
  return read_entry (entry, widen_type (G_PARAM_SPEC_VALUE_TYPE (pspec)), &wide) &&
         g_value_transform (&wide, value) && comes_back (value, &wide) && is_valid (pspec, value);
}
