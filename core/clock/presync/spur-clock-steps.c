/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-option-internal.h"
#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/store/trace/spur-store-internal.h"

guint *
spur_clock_steps_count_maps (SpurCorrection *correction)
{
  guint n_streams = spur_correction_get_n_streams (correction);
  guint *n_maps = g_new (guint, MAX (n_streams, 1));

  for (guint s = 0; s < n_streams; s++)
    n_maps[s] = spur_correction_get_n_maps (correction, s);
  return n_maps;
}

SpurCorrection *
spur_clock_steps_copy_maps (SpurCorrection *correction, const guint *n_maps)
{
  guint n_streams = spur_correction_get_n_streams (correction);
  SpurCorrection *copy = spur_correction_new (n_streams);

  for (guint s = 0; s < n_streams; s++)
    {
      guint n = n_maps != NULL ? n_maps[s] : spur_correction_get_n_maps (correction, s);

      for (guint i = 0; i < n; i++)
        spur_correction_append_map (copy, s, spur_correction_get_map (correction, s, i));
    }
  return copy;
}

/* The fact @what of a step, from 1 on. */
static char *
make_key (const char *what, guint step)
{
  return g_strdup_printf ("%s.%u", what, step);
}

/* Gives whether any stream has got a map. */
static gboolean
note_changed (SpurCorrection *correction, guint step, const gint64 *n_new)
{
  guint n_streams = spur_correction_get_n_streams (correction);
  g_autoptr (GString) ranges = g_string_new (NULL);
  g_autofree char *key = make_key ("maps", step);
  guint end;

  for (guint s = 0; s < n_streams; s = end)
    {
      end = s;
      while (end < n_streams && n_new[end] > 0)
        end++;
      if (end > s)
        g_string_append_printf (ranges, "%s%u-%u", ranges->len > 0 ? "," : "", s, end - 1);
      else
        end++;
    }
  spur_correction_set_fact (correction, key, ranges->str);
  return ranges->len > 0;
}

const char *
spur_clock_steps_get_options (SpurCorrection *correction, guint step)
{
  g_autofree char *key = make_key ("options", step + 1);

  return spur_correction_get_fact (correction, key);
}

void
spur_clock_steps_add (SpurCorrection *correction,
                      SpurClockCorrector *corrector,
                      const guint *n_before,
                      SpurCommunicator *communicator)
{
  guint n_streams = spur_correction_get_n_streams (correction);
  g_autofree gint64 *n_new = g_new0 (gint64, (gsize) n_streams + 1);
  const char *name = spur_clock_corrector_get_name (corrector);
  g_auto (GStrv) names = spur_clock_steps_dup_names (correction);
  guint step = g_strv_length (names) + 1;
  g_autofree char *options = spur_option_write_all (G_OBJECT (corrector));
  g_autofree char *key = make_key ("options", step);
  const char *method = spur_correction_get_fact (correction, "method");
  g_autofree char *methods =
    method != NULL && *method != '\0' ? g_strconcat (method, ", ", name, NULL) : g_strdup (name);
  gboolean is_change;

  for (guint s = 0; s < n_streams; s++)
    n_new[s] = spur_correction_get_n_maps (correction, s) > n_before[s];
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, n_new, n_streams);
  is_change = note_changed (correction, step, n_new);
  if (spur_clock_corrector_get_outcome (corrector) == SPUR_CLOCK_OUTCOME_UNKNOWN)
    spur_clock_corrector_set_outcome (corrector, is_change ? SPUR_CLOCK_OUTCOME_REPAIRED
                                                           : SPUR_CLOCK_OUTCOME_CONDITION_HOLDS);
  if (*options != '\0')
    spur_correction_set_fact (correction, key, options);
  spur_correction_set_fact (correction, "method", methods);
}

void
spur_clock_steps_take_back (SpurCorrection *correction, const guint *n_before)
{
  g_auto (GStrv) names = spur_clock_steps_dup_names (correction);
  guint n_names = g_strv_length (names);
  g_autofree char *methods = NULL;

  for (guint s = 0; s < spur_correction_get_n_streams (correction); s++)
    spur_correction_truncate (correction, s, n_before[s]);
  if (n_names == 0)
    return;
  g_clear_pointer (&names[n_names - 1], g_free);
  methods = g_strjoinv (", ", names);
  spur_correction_set_fact (correction, "method", methods);
}

char **
spur_clock_steps_dup_names (SpurCorrection *correction)
{
  const char *methods = spur_correction_get_fact (correction, "method");

  return g_strsplit (methods != NULL ? methods : "", ", ", -1);
}

static gboolean
read_number (const char **text, guint *number)
{
  char *end = NULL;
  guint64 value;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  value = g_ascii_strtoull (*text, &end, 10);
  *text = end;
  *number = (guint) MIN (value, G_MAXUINT);
  return TRUE;
}

/* Facts come from files too, so they are believed only as far as they fit. */
static gboolean
add_ranges (const char *text, guint n_streams, guint *n_maps)
{
  while (*text != '\0')
    {
      guint first, last;

      if (!read_number (&text, &first) || *text++ != '-' || !read_number (&text, &last) ||
          first > last || last >= n_streams || (*text != ',' && *text != '\0'))
        return FALSE;
      for (guint s = first; s <= last; s++)
        n_maps[s]++;
      text += *text == ',';
    }
  return TRUE;
}

gboolean
spur_clock_steps_get_n_before (SpurCorrection *correction, guint step, guint *n_maps_before)
{
  guint n_streams = spur_correction_get_n_streams (correction);

  memset (n_maps_before, 0, n_streams * sizeof *n_maps_before);
  for (guint i = 0; i < step; i++)
    {
      g_autofree char *key = make_key ("maps", i + 1);
      const char *ranges = spur_correction_get_fact (correction, key);

      if (ranges == NULL || !add_ranges (ranges, n_streams, n_maps_before))
        return FALSE;
    }
  for (guint s = 0; s < n_streams; s++)
    {
      if (n_maps_before[s] > spur_correction_get_n_maps (correction, s))
        return FALSE;
    }
  return TRUE;
}
