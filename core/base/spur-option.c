/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Options of objects: as properties, and as text. */
#include "config.h"

#include "core/base/spur-option-internal.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-number.h"
#include "core/base/spur-option.h"

static GQuark
get_quark (void)
{
  return g_quark_from_static_string ("spur-option");
}

/* The field of a property. */
static gpointer
get_field (GObject *object, GParamSpec *pspec)
{
  return G_STRUCT_MEMBER_P (object,
                            GPOINTER_TO_SIZE (g_param_spec_get_qdata (pspec, get_quark ())));
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  gconstpointer field = get_field (object, pspec);

  if (G_IS_PARAM_SPEC_INT64 (pspec))
    g_value_set_int64 (value, *(const gint64 *) field);
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (value, *(const guint *) field);
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (value, *(const gboolean *) field);
  else if (G_IS_PARAM_SPEC_STRING (pspec))
    g_value_set_string (value, *(char *const *) field);
  else
    g_value_set_enum (value, *(const gint *) field);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  gpointer field = get_field (object, pspec);

  if (G_IS_PARAM_SPEC_INT64 (pspec))
    *(gint64 *) field = g_value_get_int64 (value);
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    *(guint *) field = g_value_get_uint (value);
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    *(gboolean *) field = g_value_get_boolean (value);
  else if (G_IS_PARAM_SPEC_STRING (pspec))
    {
      g_free (*(char **) field);
      *(char **) field = g_value_dup_string (value);
    }
  else
    *(gint *) field = g_value_get_enum (value);
}

static GParamSpec *
make_spec (const SpurOption *self, gconstpointer initial)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  gconstpointer field = G_STRUCT_MEMBER_P (initial, self->offset);

  if (self->type == G_TYPE_INT64)
    return g_param_spec_int64 (self->name, NULL, NULL, self->minimum, self->maximum,
                               *(const gint64 *) field, flags);
  if (self->type == G_TYPE_UINT)
    return g_param_spec_uint (self->name, NULL, NULL, (guint) self->minimum, (guint) self->maximum,
                              *(const guint *) field, flags);
  if (self->type == G_TYPE_BOOLEAN)
    return g_param_spec_boolean (self->name, NULL, NULL, *(const gboolean *) field, flags);
  if (self->type == G_TYPE_STRING)
    return g_param_spec_string (self->name, NULL, NULL, *(char *const *) field, flags);
  return g_param_spec_enum (self->name, NULL, NULL, self->get_enum (), *(const gint *) field,
                            flags);
}

void
spur_options_install (GObjectClass *klass,
                      gssize base,
                      gconstpointer initial,
                      const SpurOption *options,
                      guint n_options)
{
  klass->get_property = get_property;
  klass->set_property = set_property;
  for (guint i = 0; i < n_options; i++)
    {
      GParamSpec *pspec = make_spec (&options[i], initial);

      g_param_spec_set_qdata (pspec, get_quark (),
                              GSIZE_TO_POINTER ((gsize) base + options[i].offset));
      g_object_class_install_property (klass, i + 1, pspec);
    }
}

GParamSpec *
spur_option_find (GObjectClass *klass, const char *name, gboolean *is_factor)
{
  static const char *const ends[] = { "", "-ns", "-ppb" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *full = g_strconcat (name, ends[i], NULL);
      GParamSpec *pspec = g_object_class_find_property (klass, full);

      if (pspec == NULL || (pspec->flags & G_PARAM_WRITABLE) == 0)
        continue;
      *is_factor = i == 2;
      return pspec;
    }
  return NULL;
}

void
spur_option_list (GObjectClass *klass, const char *before, GString *list)
{
  guint n_pspecs;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (klass, &n_pspecs);

  for (guint i = 0; i < n_pspecs; i++)
    {
      if ((pspecs[i]->flags & G_PARAM_WRITABLE) != 0)
        g_string_append_printf (list, "%s%s%s", list->len > 0 ? ", " : "", before, pspecs[i]->name);
    }
}

#define refuse_value(...)                                                                          \
  spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, __VA_ARGS__)

static gboolean
check_range (gint64 value, gint64 minimum, gint64 maximum, const char *unit, GError **error)
{
  return (value >= minimum && value <= maximum) ||
         refuse_value ("%" G_GINT64_FORMAT " is not from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                       "%s",
                       value, minimum, maximum, unit);
}

static gboolean
take_int64 (GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error)
{
  const GParamSpecInt64 *range = G_PARAM_SPEC_INT64 (pspec);
  gboolean is_time = g_str_has_suffix (pspec->name, "-ns");
  g_autoptr (GError) problem = NULL;
  gint64 value;

  if (is_factor)
    spur_factor_parse (text, &value, &problem);
  else if (is_time)
    spur_time_parse (text, &value, &problem);
  else if (!g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &value, NULL))
    return refuse_value ("'%s' is no whole number", text);
  if (problem != NULL)
    return refuse_value ("%s", problem->message);
  if (!check_range (value, range->minimum, range->maximum,
                    is_factor ? " parts per billion"
                    : is_time ? " ns"
                              : "",
                    error))
    return FALSE;
  g_value_set_int64 (parsed, value);
  return TRUE;
}

static gboolean
take_int (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  gint64 minimum, maximum, value;

  if (G_IS_PARAM_SPEC_UINT (pspec))
    {
      minimum = G_PARAM_SPEC_UINT (pspec)->minimum;
      maximum = G_PARAM_SPEC_UINT (pspec)->maximum;
    }
  else
    {
      minimum = G_PARAM_SPEC_INT (pspec)->minimum;
      maximum = G_PARAM_SPEC_INT (pspec)->maximum;
    }
  if (!g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &value, NULL))
    return refuse_value ("'%s' is no whole number", text);
  if (!check_range (value, minimum, maximum, "", error))
    return FALSE;
  if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (parsed, (guint) value);
  else
    g_value_set_int (parsed, (int) value);
  return TRUE;
}

static gboolean
take_uint64 (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  const GParamSpecUInt64 *range = G_PARAM_SPEC_UINT64 (pspec);
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, range->minimum, range->maximum, &value, NULL))
    return refuse_value ("'%s' is no whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                         text, range->minimum, range->maximum);
  g_value_set_uint64 (parsed, value);
  return TRUE;
}

static gboolean
take_double (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  const GParamSpecDouble *range = G_PARAM_SPEC_DOUBLE (pspec);
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    return refuse_value ("'%s' is no number", text);
  if (!(value >= range->minimum && value <= range->maximum))
    return refuse_value ("%s is not from %g to %g", text, range->minimum, range->maximum);
  g_value_set_double (parsed, value);
  return TRUE;
}

static gboolean
take_boolean (const char *text, GValue *parsed, GError **error)
{
  static const char *const yes[] = { "true", "yes", "on", "1", NULL };
  static const char *const no[] = { "false", "no", "off", "0", NULL };

  if (!g_strv_contains (yes, text) && !g_strv_contains (no, text))
    return refuse_value ("'%s' is no truth value; give true or false", text);
  g_value_set_boolean (parsed, g_strv_contains (yes, text));
  return TRUE;
}

static gboolean
take_enum (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  const GEnumClass *klass = G_PARAM_SPEC_ENUM (pspec)->enum_class;
  const GEnumValue *value = g_enum_get_value_by_nick ((GEnumClass *) klass, text);
  g_autoptr (GString) nicks = g_string_new (NULL);

  if (value != NULL)
    {
      g_value_set_enum (parsed, value->value);
      return TRUE;
    }
  for (guint i = 0; i < klass->n_values; i++)
    g_string_append_printf (nicks, "%s%s", i > 0 ? ", " : "", klass->values[i].value_nick);
  return refuse_value ("'%s' is none of %s", text, nicks->str);
}

gboolean
spur_option_parse (
  GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error)
{
  g_value_init (parsed, pspec->value_type);
  if (G_IS_PARAM_SPEC_INT64 (pspec))
    return take_int64 (pspec, is_factor, text, parsed, error);
  if (G_IS_PARAM_SPEC_UINT (pspec) || G_IS_PARAM_SPEC_INT (pspec))
    return take_int (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_UINT64 (pspec))
    return take_uint64 (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    return take_double (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return take_boolean (text, parsed, error);
  if (G_IS_PARAM_SPEC_ENUM (pspec))
    return take_enum (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_STRING (pspec))
    {
      g_value_set_string (parsed, text);
      return TRUE;
    }
  return refuse_value ("cannot be given as text");
}

/* (transfer full): NULL where there is no text for it. */
static char *
write_value (GParamSpec *pspec, const GValue *value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (G_IS_PARAM_SPEC_INT64 (pspec))
    return g_strdup_printf ("%" G_GINT64_FORMAT, g_value_get_int64 (value));
  if (G_IS_PARAM_SPEC_UINT (pspec))
    return g_strdup_printf ("%u", g_value_get_uint (value));
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    return g_strdup (g_ascii_dtostr (digits, sizeof digits, g_value_get_double (value)));
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return g_strdup (g_value_get_boolean (value) ? "true" : "false");
  if (G_IS_PARAM_SPEC_STRING (pspec))
    return g_value_dup_string (value);
  if (G_IS_PARAM_SPEC_ENUM (pspec))
    {
      GEnumClass *klass = G_PARAM_SPEC_ENUM (pspec)->enum_class;
      const GEnumValue *found = g_enum_get_value (klass, g_value_get_enum (value));

      return found != NULL ? g_strdup (found->value_nick) : NULL;
    }
  return NULL;
}

char *
spur_option_write_all (GObject *object)
{
  GString *text = g_string_new (NULL);
  guint n_pspecs;
  g_autofree GParamSpec **pspecs =
    g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n_pspecs);

  for (guint i = 0; i < n_pspecs; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;
      g_autofree char *written = NULL;

      if ((pspecs[i]->flags & G_PARAM_READWRITE) != G_PARAM_READWRITE)
        continue;
      g_value_init (&value, pspecs[i]->value_type);
      g_object_get_property (object, pspecs[i]->name, &value);
      written = write_value (pspecs[i], &value);
      if (written == NULL)
        continue;
      g_string_append_printf (text, "%s%s=", text->len > 0 ? " " : "", pspecs[i]->name);
      g_string_append_uri_escaped (text, written, ":;,", TRUE);
    }
  return g_string_free (text, FALSE);
}

static gboolean
read_option (GObject *object, const char *item, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (item, "=", 2);
  g_auto (GValue) parsed = G_VALUE_INIT;
  g_autofree char *value = parts[0] != NULL ? g_uri_unescape_string (parts[1], NULL) : NULL;
  GParamSpec *pspec =
    value != NULL ? g_object_class_find_property (G_OBJECT_GET_CLASS (object), parts[0]) : NULL;

  if (pspec == NULL || (pspec->flags & G_PARAM_WRITABLE) == 0)
    return refuse_value ("'%s' was noted as an option, but there is none like it", item);
  if (!spur_option_parse (pspec, FALSE, value, &parsed, error))
    return spur_error_prefix (error, "option %s: ", pspec->name);
  g_object_set_property (object, pspec->name, &parsed);
  return TRUE;
}

gboolean
spur_option_read_all (GObject *object, const char *text, GError **error)
{
  g_auto (GStrv) items = g_strsplit (text, " ", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      if (*items[i] != '\0' && !read_option (object, items[i], error))
        return FALSE;
    }
  return TRUE;
}

/**
 * spur_option_set:
 * @object: an object
 * @name: the name of a property that can be written, or without the "-ns" or "-ppb" at its end
 * @value: its value as text; a time may have a unit, as in "1.5ms"
 * @error: return location for an error
 *
 * Sets a property of an object by text, as the command and project files do.
 *
 * Returns: %FALSE with %G_OPTION_ERROR_UNKNOWN_OPTION where the object has no such property, or
 *   %G_OPTION_ERROR_BAD_VALUE where this cannot have the value
 *
 * Since: 1.0
 */
gboolean
spur_option_set (GObject *object, const char *name, const char *value, GError **error)
{
  g_auto (GValue) parsed = G_VALUE_INIT;
  g_autoptr (GString) list = g_string_new (NULL);
  GParamSpec *pspec;
  gboolean is_factor;

  g_return_val_if_fail (G_IS_OBJECT (object), FALSE);
  g_return_val_if_fail (name != NULL && value != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  pspec = spur_option_find (G_OBJECT_GET_CLASS (object), name, &is_factor);
  if (pspec == NULL || (pspec->flags & G_PARAM_CONSTRUCT_ONLY) != 0)
    {
      spur_option_list (G_OBJECT_GET_CLASS (object), "", list);
      return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                             "found '%s', expected %s%s", name, list->len > 0 ? "one of " : "",
                             list->len > 0 ? list->str : "none, as there are none");
    }
  if (!spur_option_parse (pspec, is_factor, value, &parsed, error))
    return spur_error_prefix (error, "%s: ", name);
  g_object_set_property (object, pspec->name, &parsed);
  return TRUE;
}
