/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Delays as they are written on a command line or in a file. */
#include "core/base/spur-error-internal.h"
#include "core/causality/spur-delays.h"

#include <string.h>

#include "core/base/spur-number.h"
#include "core/base/spur-small-file-private.h"

#define MAX_FILE_BYTES (1 << 24)

static void
refuse_text (GError **error, const char *text, const char *why)
{
  g_autofree char *shown = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 200));

  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_DELAY, "mu '%s': %s", shown, why);
}

/* A time, which cannot be negative; blanks may be before the unit. */
static gboolean
parse_delay (const char *text, gint64 *mu_ns)
{
  gsize n_number = strspn (text, "0123456789.");
  g_autofree char *number = g_strndup (text, n_number);
  const char *unit = text + n_number;
  g_autofree char *whole = NULL;
  gint64 value;

  if (n_number > 0 && g_ascii_isalpha (unit[strspn (unit, " ")]))
    unit += strspn (unit, " ");
  whole = g_strconcat (number, unit, NULL);
  if (!spur_time_parse (whole, &value, NULL) || value < 0 || value > SPUR_TIME_LIMIT_NS)
    return FALSE;
  *mu_ns = value;
  return TRUE;
}

/* By name, or by position. Positions are looked at last, as names may be numbers. */
static gboolean
find_stream (SpurTrace *trace, const char *name, guint *stream)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  guint64 position;

  for (guint i = 0; i < n_streams; i++)
    {
      if (strcmp (spur_stream_get_name (spur_trace_get_stream (trace, i)), name) == 0)
        {
          *stream = i;
          return TRUE;
        }
    }
  if (n_streams == 0 || !g_ascii_string_to_unsigned (name, 10, 0, n_streams - 1, &position, NULL))
    return FALSE;
  *stream = (guint) position;
  return TRUE;
}

/* Whether some class of the trace is, or extends, the one of the name. */
static gboolean
has_class (SpurTrace *trace, const char *name)
{
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      if (strcmp (layout->name, name) == 0 || g_strcmp0 (layout->parent_name, name) == 0)
        return TRUE;
      for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT);
           type = g_type_parent (type))
        {
          if (strcmp (spur_event_type_get_layout (type)->name, name) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
parse_pair (SpurDelays *self,
            SpurTrace *trace,
            const char *text,
            char *names,
            char *between,
            gint64 mu_ns,
            GError **error)
{
  gboolean is_both = *between == ',';
  guint from, to;

  *between = '\0';
  if (!find_stream (trace, g_strstrip (names), &from) ||
      !find_stream (trace, g_strstrip (between + 1), &to))
    {
      refuse_text (
        error, text,
        "there is no such stream; name two of the trace, or give their positions from 0");
      return FALSE;
    }
  if (from == to)
    {
      refuse_text (error, text, "both streams are the same");
      return FALSE;
    }
  spur_delays_set_pair_ns (self, from, to, mu_ns);
  if (is_both)
    spur_delays_set_pair_ns (self, to, from, mu_ns);
  return TRUE;
}

/**
 * spur_delays_parse:
 * @self: delays
 * @trace: a sealed trace
 * @text: what is said: `auto`; a delay, as in `500` or `2us`; or a delay of something, which is an
 *   event class, as in `LO_Message_Receive_Event=2us`, or two streams by name or position,
 *   `A>B=300` for one direction, `A,B=300` for both
 * @error: return location for an error
 *
 * Takes what a person says of mu.
 *
 * Returns: whether it could be read; else @error is %SPUR_CAUSALITY_ERROR_DELAY and nothing is
 *   changed
 *
 * Since: 1.0
 */
gboolean
spur_delays_parse (SpurDelays *self, SpurTrace *trace, const char *text, GError **error)
{
  g_autofree char *copy = NULL;
  char *value, *name, *between;
  gint64 mu_ns;

  g_return_val_if_fail (SPUR_IS_DELAYS (self) && SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  copy = g_strdup (text);
  name = g_strstrip (copy);
  if (strcmp (name, "auto") == 0)
    {
      spur_delays_set_estimates (self, TRUE);
      return TRUE;
    }
  value = strrchr (name, '=');
  if (!parse_delay (value != NULL ? g_strchug (value + 1) : name, &mu_ns))
    {
      refuse_text (error, text,
                   "that is no delay; give auto, or a number with ns, us, ms or s, as in 2us");
      return FALSE;
    }
  if (value == NULL)
    {
      spur_delays_set_default_ns (self, mu_ns);
      return TRUE;
    }
  *value = '\0';
  g_strchomp (name);
  if (has_class (trace, name))
    {
      spur_delays_set_class_ns (self, name, mu_ns);
      return TRUE;
    }
  between = strchr (name, '>');
  if (between == NULL)
    between = strchr (name, ',');
  if (between != NULL)
    return parse_pair (self, trace, text, name, between, mu_ns, error);
  refuse_text (error, text,
               "there is no event of such a class in the trace; spur info lists the classes");
  return FALSE;
}

/**
 * spur_delays_parse_file:
 * @self: delays
 * @trace: a sealed trace
 * @path: a file in which each line is something that spur_delays_parse() takes; lines that are
 * empty or begin with # say nothing
 * @error: return location for an error
 *
 * Takes what a file says of mu.
 *
 * Returns: whether all of it could be read; else @error says the line, with
 *   %SPUR_CAUSALITY_ERROR_DELAY, or is of #GIOErrorEnum where the file cannot be read, as where it
 *   is no regular file or has more than 16 MiB
 *
 * Since: 1.0
 */
gboolean
spur_delays_parse_file (SpurDelays *self, SpurTrace *trace, const char *path, GError **error)
{
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;
  gsize n_bytes;

  g_return_val_if_fail (SPUR_IS_DELAYS (self) && SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  contents = spur_small_file_read (path, MAX_FILE_BYTES, &n_bytes, error);
  if (contents == NULL)
    return FALSE;
  if (strlen (contents) != n_bytes)
    return spur_error_set (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_DELAY,
                           "%s: no file of delays: expected lines of text", path);
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (*line == '\0' || *line == '#' || spur_delays_parse (self, trace, line, error))
        continue;
      return spur_error_prefix (error, "%s:%u: ", path, i + 1);
    }
  return TRUE;
}

/* "all", "class.NAME" or "pair.FROM>TO" */
static gboolean
recall_one (SpurDelays *self, const char *name, gint64 mu_ns, guint n_streams)
{
  g_auto (GStrv) pair = NULL;
  g_autofree char *class_name = NULL;
  guint64 from, to;

  if (strcmp (name, "all") == 0)
    {
      spur_delays_set_default_ns (self, mu_ns);
      return TRUE;
    }
  if (g_str_has_prefix (name, "class."))
    {
      class_name = g_uri_unescape_string (name + strlen ("class."), NULL);
      if (class_name != NULL)
        spur_delays_set_class_ns (self, class_name, mu_ns);
      return class_name != NULL;
    }
  if (!g_str_has_prefix (name, "pair.") || n_streams == 0)
    return FALSE;
  pair = g_strsplit (name + strlen ("pair."), ">", -1);
  if (g_strv_length (pair) != 2 ||
      !g_ascii_string_to_unsigned (pair[0], 10, 0, n_streams - 1, &from, NULL) ||
      !g_ascii_string_to_unsigned (pair[1], 10, 0, n_streams - 1, &to, NULL))
    return FALSE;
  spur_delays_set_pair_ns (self, (guint) from, (guint) to, mu_ns);
  return TRUE;
}

/**
 * spur_delays_recall:
 * @self: delays
 * @correction: a correction
 * @error: return location for an error
 *
 * Takes the delays that a correction was made with, as spur_delays_note() noted them. Where it
 * was not called, nothing changes.
 *
 * Returns: whether what was noted could be read; else @error is %SPUR_CAUSALITY_ERROR_DELAY
 *
 * Since: 1.0
 */
gboolean
spur_delays_recall (SpurDelays *self, SpurCorrection *correction, GError **error)
{
  const char *method, *given;
  g_auto (GStrv) items = NULL;

  g_return_val_if_fail (SPUR_IS_DELAYS (self) && SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  method = spur_correction_get_fact (correction, "mu.method");
  given = spur_correction_get_fact (correction, "mu.given");
  if (method != NULL)
    spur_delays_set_estimates (self, strcmp (method, "estimated") == 0);
  items = g_strsplit (given != NULL ? given : "", " ", -1);
  for (guint i = 0; items[i] != NULL; i++)
    {
      char *value = strrchr (items[i], '=');
      g_autofree char *name = g_strndup (items[i], value != NULL ? (gsize) (value - items[i]) : 0);
      gint64 mu_ns;

      if (value != NULL &&
          g_ascii_string_to_signed (value + 1, 10, 0, SPUR_TIME_LIMIT_NS, &mu_ns, NULL) &&
          recall_one (self, name, mu_ns, spur_correction_get_n_streams (correction)))
        continue;
      refuse_text (error, items[i],
                   "the correction's fact mu.given should have all=, class.NAME= or "
                   "pair.FROM>TO= with ns here");
      return FALSE;
    }
  return TRUE;
}
