/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/formats/projections/projections-reading.h"

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"
#include "plugins/formats/projections/projections-scan.h"

#define OLDEST_VERSION 7.0
#define NEWEST_VERSION 12.0
#define MAX_COUNTERS 64

/* The state of reading. */
typedef struct
{
  ProjectionsSts *sts;
  guint64 n_chares;
  guint64 n_entries;
  gint64 n_claimed_chares;
  gint64 n_claimed_entries;
  gboolean has_end;
} Reading;

typedef gboolean (*ReadFunc) (Reading *reading, ProjectionsScan *scan);

gboolean
projections_scan_double (ProjectionsScan *scan, double *value)
{
  char copy[64];
  const char *word;
  gsize n_bytes;
  char *end;

  if (!projections_scan_word (scan, &word, &n_bytes) || n_bytes >= sizeof copy)
    return FALSE;
  memcpy (copy, word, n_bytes);
  copy[n_bytes] = '\0';
  *value = g_ascii_strtod (copy, &end);
  return end == copy + n_bytes;
}

/* Chares and entry methods begin with their name. */
static void
clear_named (gpointer data)
{
  g_free (*(char **) data);
}

static char *
take_text (const char *text, gsize n_bytes)
{
  g_autofree char *copy = g_utf8_make_valid (text, (gssize) n_bytes);

  return g_strdup (g_strstrip (copy));
}

/* In quotes, or, as older versions have it, up to where only numbers follow. */
static gboolean
scan_name (ProjectionsScan *scan, char **name)
{
  const char *close;
  const char *end = scan->end;

  projections_scan_skip_space (scan);
  if (scan->at == scan->end)
    return FALSE;
  if (*scan->at == '"')
    {
      for (close = scan->end - 1; close > scan->at && *close != '"'; close--)
        ;
      if (close == scan->at)
        return FALSE;
      *name = take_text (scan->at + 1, (gsize) (close - scan->at - 1));
      scan->at = close + 1;
      return TRUE;
    }
  while (end > scan->at &&
         (projections_is_space (end[-1]) || g_ascii_isdigit (end[-1]) || end[-1] == '-'))
    end--;
  if (end == scan->at)
    return FALSE;
  while (end < scan->end && !projections_is_space (*end))
    end++;
  *name = take_text (scan->at, (gsize) (end - scan->at));
  scan->at = end;
  return TRUE;
}

static gboolean
read_version (Reading *reading, ProjectionsScan *scan)
{
  return projections_scan_double (scan, &reading->sts->version);
}

#define DEFINE_READ_NUMBER(name, low, high, target)                                                \
  static gboolean read_##name (Reading *reading, ProjectionsScan *scan)                            \
  {                                                                                                \
    return projections_scan_int_in (scan, low, high, &reading->target);                            \
  }
DEFINE_READ_NUMBER (processors, 1, G_MAXINT32, sts->n_pes)
DEFINE_READ_NUMBER (total_chares, 0, G_MAXINT32, n_claimed_chares)
DEFINE_READ_NUMBER (total_entries, 0, G_MAXINT32, n_claimed_entries)
DEFINE_READ_NUMBER (total_counters, 0, MAX_COUNTERS, sts->n_counters)

/* SMPMODE: processors of a node, nodes. */
static gboolean
read_smp_mode (Reading *reading, ProjectionsScan *scan)
{
  gint64 node_size;

  return projections_scan_int_in (scan, 0, G_MAXINT32, &node_size) &&
         projections_scan_int_in (scan, 0, G_MAXINT32, &reading->sts->n_nodes);
}

static gboolean
read_chare (Reading *reading, ProjectionsScan *scan)
{
  GArray *chares = reading->sts->chares;
  g_autofree char *name = NULL;
  gint64 id;
  gint64 n_dims = -1;

  if (!projections_scan_int_in (scan, 0, PROJECTIONS_MAX_ID, &id) || !scan_name (scan, &name) ||
      (!projections_scan_is_at_end (scan) &&
       !projections_scan_int_in (scan, -1, PROJECTIONS_MAX_DIMS, &n_dims)))
    return FALSE;
  if (id >= chares->len)
    g_array_set_size (chares, (guint) id + 1);
  if (g_array_index (chares, ProjectionsChare, id).name != NULL)
    return FALSE;
  g_array_index (chares, ProjectionsChare, id) =
    (ProjectionsChare){ g_steal_pointer (&name), (int) n_dims };
  reading->n_chares++;
  return TRUE;
}

/* ENTRY CHARE: id, name, chare, message. */
static gboolean
read_entry (Reading *reading, ProjectionsScan *scan)
{
  GArray *entries = reading->sts->entries;
  g_autofree char *name = NULL;
  const char *kind;
  gsize n_kind_bytes;
  gint64 id;
  gint64 chare;

  if (!projections_scan_word (scan, &kind, &n_kind_bytes) ||
      !projections_scan_int_in (scan, 0, PROJECTIONS_MAX_ID, &id) || !scan_name (scan, &name) ||
      !projections_scan_int_in (scan, 0, PROJECTIONS_MAX_ID, &chare))
    return FALSE;
  if (id >= entries->len)
    g_array_set_size (entries, (guint) id + 1);
  if (g_array_index (entries, ProjectionsEntry, id).name != NULL)
    return FALSE;
  g_array_index (entries, ProjectionsEntry, id) =
    (ProjectionsEntry){ g_steal_pointer (&name), (guint) chare };
  reading->n_entries++;
  return TRUE;
}

static gboolean
read_numbered_name (GHashTable *names, ProjectionsScan *scan)
{
  g_autofree char *name = NULL;
  gint64 id;

  if (!projections_scan_int_in (scan, G_MININT32, G_MAXINT32, &id))
    return FALSE;
  projections_scan_skip_space (scan);
  name = take_text (scan->at, (gsize) (scan->end - scan->at));
  g_hash_table_insert (names, GINT_TO_POINTER ((int) id), g_steal_pointer (&name));
  return TRUE;
}

static gboolean
read_user_event (Reading *reading, ProjectionsScan *scan)
{
  return read_numbered_name (reading->sts->user_events, scan);
}

static gboolean
read_statistic (Reading *reading, ProjectionsScan *scan)
{
  return read_numbered_name (reading->sts->statistics, scan);
}

static gboolean
read_end (Reading *reading, ProjectionsScan *scan)
{
  reading->has_end = TRUE;
  return TRUE;
}

static const struct
{
  const char *keyword;
  ReadFunc read;
  const char *wanted;
} statements[] = {
  { "VERSION", read_version, "VERSION and a number" },
  { "PROCESSORS", read_processors, "PROCESSORS and a number from 1 to 2147483647" },
  { "SMPMODE", read_smp_mode, "SMPMODE, processors of a node and nodes" },
  { "TOTAL_CHARES", read_total_chares, "TOTAL_CHARES and a number" },
  { "TOTAL_EPS", read_total_entries, "TOTAL_EPS and a number" },
  { "TOTAL_PAPI_EVENTS", read_total_counters, "TOTAL_PAPI_EVENTS and a number up to 64" },
  { "CHARE", read_chare, "CHARE, a new number up to 65535, a name and dimensions up to 6" },
  { "ENTRY", read_entry, "ENTRY CHARE, a new number up to 65535, a name and a chare" },
  { "EVENT", read_user_event, "EVENT, a number and a name" },
  { "STAT", read_statistic, "STAT, a number and a name" },
  { "END", read_end, "END" },
};

static const char *const fact_keywords[] = { "MACHINE",     "HOSTNAME",  "USERNAME",
                                             "COMMANDLINE", "TIMESTAMP", "CHARMVERSION" };

static void
read_fact (Reading *reading, const char *word, gsize n_bytes, ProjectionsScan *scan)
{
  for (guint i = 0; i < G_N_ELEMENTS (fact_keywords); i++)
    {
      g_autofree char *value = NULL;
      gsize n_value_bytes;

      if (strlen (fact_keywords[i]) != n_bytes || memcmp (fact_keywords[i], word, n_bytes) != 0)
        continue;
      value = take_text (scan->at, (gsize) (scan->end - scan->at));
      n_value_bytes = strlen (value);
      if (n_value_bytes >= 2 && value[0] == '"' && value[n_value_bytes - 1] == '"')
        {
          value[n_value_bytes - 1] = '\0';
          memmove (value, value + 1, n_value_bytes - 1);
        }
      g_hash_table_replace (reading->sts->facts, (gpointer) fact_keywords[i],
                            g_steal_pointer (&value));
    }
}

static gboolean
set_unexpected (const FormatLines *lines,
                const FormatLine *line,
                const char *wanted,
                GError **error)
{
  g_autofree char *text = g_utf8_make_valid (line->text, (gssize) MIN (line->n_bytes, 120));

  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s:%" G_GUINT64_FORMAT ": expected %s, found \"%s\"", lines->name,
                         line->number, wanted, text);
}

static gboolean
read_line (Reading *reading, const FormatLines *lines, const FormatLine *line, GError **error)
{
  ProjectionsScan scan = { line->text, line->text + line->n_bytes };
  const char *word;
  gsize n_bytes;

  if (line->is_clipped || memchr (line->text, '\0', line->n_bytes) != NULL)
    return set_unexpected (lines, line, "a line of text of up to 32 KiB", error);
  if (!projections_scan_word (&scan, &word, &n_bytes))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      if (strlen (statements[i].keyword) == n_bytes &&
          memcmp (statements[i].keyword, word, n_bytes) == 0)
        return statements[i].read (reading, &scan) ||
               set_unexpected (lines, line, statements[i].wanted, error);
    }
  read_fact (reading, word, n_bytes, &scan);
  return TRUE;
}

static gboolean
check_file (const Reading *reading, const FormatLines *lines, GError **error)
{
  const ProjectionsSts *sts = reading->sts;
  const char *name = lines->name;
  const char *damage = lines->damage;

  if (!reading->has_end)
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED,
                 "%s: ends without the line END%s%s; copy it anew", name,
                 damage != NULL ? ": " : "", damage != NULL ? damage : "");
  else if (sts->version == 0)
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s: has no line VERSION", name);
  else if (!(sts->version >= OLDEST_VERSION && sts->version < NEWEST_VERSION))
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_VERSION,
                 "%s: is Projections %.1f, versions from 7.0 to 11 are read", name, sts->version);
  else if (sts->n_pes == 0)
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s: has no line PROCESSORS",
                 name);
  else
    return TRUE;
  return FALSE;
}

static guint64
count_missing (gint64 n_claimed, guint64 n_there)
{
  return n_claimed >= 0 && (guint64) n_claimed > n_there ? (guint64) n_claimed - n_there : 0;
}

ProjectionsSts *
projections_sts_read (FormatLines *lines, GError **error)
{
  g_autoptr (ProjectionsSts) self = g_new0 (ProjectionsSts, 1);
  Reading reading = { self, 0, 0, -1, -1, FALSE };
  FormatLine line;

  self->path = g_strdup (lines->name);
  self->chares = g_array_new (FALSE, TRUE, sizeof (ProjectionsChare));
  g_array_set_clear_func (self->chares, clear_named);
  self->entries = g_array_new (FALSE, TRUE, sizeof (ProjectionsEntry));
  g_array_set_clear_func (self->entries, clear_named);
  self->user_events = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->statistics = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  while (!reading.has_end && format_lines_next (lines, &line))
    {
      if (!read_line (&reading, lines, &line, error))
        return NULL;
    }
  if (!check_file (&reading, lines, error))
    return NULL;
  self->n_missing = count_missing (reading.n_claimed_chares, reading.n_chares) +
                    count_missing (reading.n_claimed_entries, reading.n_entries);
  return g_steal_pointer (&self);
}

void
projections_sts_free (ProjectionsSts *self)
{
  g_free (self->path);
  g_clear_pointer (&self->chares, g_array_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->user_events, g_hash_table_unref);
  g_clear_pointer (&self->statistics, g_hash_table_unref);
  g_clear_pointer (&self->facts, g_hash_table_unref);
  g_free (self);
}

const ProjectionsEntry *
projections_sts_get_entry (const ProjectionsSts *self, gint64 entry)
{
  const ProjectionsEntry *found;

  if (entry < 0 || entry >= self->entries->len)
    return NULL;
  found = &g_array_index (self->entries, ProjectionsEntry, entry);
  return found->name != NULL ? found : NULL;
}

static gboolean
is_method (const ProjectionsEntry *entry, const char *name)
{
  gsize n_bytes = strlen (name);

  return g_ascii_strncasecmp (entry->name, name, n_bytes) == 0 && entry->name[n_bytes] == '(';
}

gboolean
projections_sts_is_balancer (const ProjectionsSts *self, gint64 chare)
{
  const ProjectionsChare *found = projections_sts_get_chare (self, chare);

  return found != NULL && g_str_has_suffix (found->name, "LB");
}

ProjectionsEntryKind
projections_sts_get_entry_kind (const ProjectionsSts *self, gint64 entry)
{
  const ProjectionsEntry *method = projections_sts_get_entry (self, entry);
  const ProjectionsChare *chare =
    method != NULL ? projections_sts_get_chare (self, method->chare) : NULL;

  if (chare == NULL)
    return PROJECTIONS_ENTRY_OF_APPLICATION;
  if (is_method (method, chare->name))
    return PROJECTIONS_ENTRY_CONSTRUCTOR;
  if (!projections_sts_is_balancer (self, method->chare))
    return PROJECTIONS_ENTRY_OF_APPLICATION;
  if (is_method (method, "ProcessAtSync"))
    return PROJECTIONS_ENTRY_BALANCE_BEGIN;
  return is_method (method, "ResumeClients") ? PROJECTIONS_ENTRY_BALANCE_END
                                             : PROJECTIONS_ENTRY_BALANCING;
}

const ProjectionsChare *
projections_sts_get_chare (const ProjectionsSts *self, gint64 chare)
{
  const ProjectionsChare *found;

  if (chare < 0 || chare >= self->chares->len)
    return NULL;
  found = &g_array_index (self->chares, ProjectionsChare, chare);
  return found->name != NULL ? found : NULL;
}

guint
projections_sts_get_n_dims (const ProjectionsSts *self, gint64 entry)
{
  const ProjectionsEntry *method = projections_sts_get_entry (self, entry);
  const ProjectionsChare *chare =
    method != NULL ? projections_sts_get_chare (self, method->chare) : NULL;

  return chare != NULL && chare->n_dims > 0 ? (guint) chare->n_dims : 0;
}
