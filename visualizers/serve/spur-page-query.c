/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads what a page asks for; it comes from a network, so nothing of it is taken as it is. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "visualizers/serve/spur-page-source-private.h"

gboolean
spur_page_query_int (
  GHashTable *query, const char *name, gint64 least, gint64 most, gint64 *value, GError **error)
{
  const char *text = query != NULL ? g_hash_table_lookup (query, name) : NULL;

  if (text == NULL)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s is missing", name);
  if (!g_ascii_string_to_signed (text, 10, least, most, value, NULL))
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "%s is no number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, name,
                           least, most);
  return TRUE;
}

const SpurReportSide *
spur_page_query_side (SpurPageSource *self, GHashTable *query, GError **error)
{
  const char *mode = query != NULL ? g_hash_table_lookup (query, "mode") : NULL;

  if (g_strcmp0 (mode, "raw") == 0)
    return &self->report.raw;
  if (g_strcmp0 (mode, "corrected") == 0 && self->report.has_corrected)
    return &self->report.corrected;
  return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                              "mode is no set of times of the trace");
}

gboolean
spur_page_query_window (SpurPageSource *self,
                        GHashTable *query,
                        SpurPageWindow *window,
                        GError **error)
{
  const SpurReportSide *side = spur_page_query_side (self, query, error);
  gint64 zero_ns, from_ns, to_ns;

  if (side == NULL)
    return FALSE;
  zero_ns = side->picture->zero_ns;
  if (!spur_page_query_int (query, "from", -SPUR_TIME_LIMIT_NS - zero_ns,
                            SPUR_TIME_LIMIT_NS - zero_ns, &from_ns, error) ||
      !spur_page_query_int (query, "to", -SPUR_TIME_LIMIT_NS - zero_ns,
                            SPUR_TIME_LIMIT_NS - zero_ns, &to_ns, error))
    return FALSE;
  if (to_ns <= from_ns)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "to is not after from");
  *window = (SpurPageWindow){ side, zero_ns + from_ns, zero_ns + to_ns };
  return TRUE;
}

/* Takes "7" or "0-3" from the begin of *@text, and the comma behind it. */
static gboolean
take_range (const char **text, guint64 end, guint64 *first, guint64 *last)
{
  char *behind;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  *first = *last = g_ascii_strtoull (*text, &behind, 10);
  if (*behind == '-')
    {
      if (!g_ascii_isdigit (behind[1]))
        return FALSE;
      *last = g_ascii_strtoull (behind + 1, &behind, 10);
    }
  if (*first > *last || *last >= end || (*behind != ',' && *behind != '\0'))
    return FALSE;
  *text = behind + (*behind == ',');
  return TRUE;
}

GArray *
spur_page_query_list (GHashTable *query, const char *name, guint end, guint most, GError **error)
{
  const char *text = query != NULL ? g_hash_table_lookup (query, name) : NULL;
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 first, last;

  while (text != NULL && *text != '\0')
    {
      if (!take_range (&text, end, &first, &last) || last - first >= most - list->len)
        {
          return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                                      "%s is no list of at most %u numbers below %u", name, most,
                                      end);
        }
      for (guint32 i = (guint32) first; i <= last; i++)
        g_array_append_val (list, i);
    }
  return g_steal_pointer (&list);
}

guint64
spur_page_window_count (SpurPageSource *self, const SpurPageWindow *window)
{
  SpurIndex *index = self->report.index;
  gboolean raw = window->side == &self->report.raw;
  guint64 n_events = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (self->report.trace); i++)
    n_events += spur_index_count_until (index, i, window->to_ns, raw) -
                spur_index_count_until (index, i, window->from_ns - 1, raw);
  return n_events;
}
