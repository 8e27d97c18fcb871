/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/formats/projections/projections-reading.h"
#include "core/base/spur-error-internal.h"

#define MICROSECONDS_HZ 1000000

static void
clear_log (ProjectionsLog *log)
{
  g_clear_error (&log->error);
  g_free (log->first_problem);
  g_free (log->damage);
  g_clear_pointer (&log->elements, g_hash_table_unref);
  g_clear_pointer (&log->texts, g_hash_table_unref);
  g_clear_pointer (&log->text_order, g_ptr_array_unref);
}

static void
free_reading (ProjectionsReading *self)
{
  for (guint i = 0; i < self->n_logs; i++)
    clear_log (&self->logs[i]);
  g_free (self->logs);
  g_hash_table_unref (self->objects);
  g_hash_table_unref (self->strings);
  g_hash_table_unref (self->user_events);
  g_hash_table_unref (self->statistics);
  g_clear_object (&self->trace);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProjectionsReading, free_reading)

static ProjectionsReading *
new_reading (const ProjectionsSts *sts, guint n_logs, const SpurJob *job)
{
  ProjectionsReading *self = g_new0 (ProjectionsReading, 1);

  self->sts = sts;
  self->job = job;
  self->n_logs = n_logs;
  self->logs = g_new0 (ProjectionsLog, n_logs);
  self->trace = spur_trace_new ();
  for (guint i = 0; i < sts->entries->len && i <= PROJECTIONS_MAX_ID; i++)
    self->kinds[i] = projections_sts_get_entry_kind (sts, i);
  self->objects =
    g_hash_table_new_full (projections_element_hash, projections_element_equal, g_free, NULL);
  self->strings = g_hash_table_new (g_str_hash, g_str_equal);
  self->user_events = g_hash_table_new (NULL, NULL);
  self->statistics = g_hash_table_new (NULL, NULL);
  return self;
}

/* The error of the first log that has one, whichever thread came first. */
static gboolean
check_logs (ProjectionsReading *self, GError **error)
{
  for (guint i = 0; i < self->n_logs; i++)
    {
      if (self->logs[i].error != NULL)
        return spur_error_pass (error, g_steal_pointer (&self->logs[i].error));
    }
  return TRUE;
}

/* Logs beyond the processors are those of the communication threads of nodes. */
static char *
name_log (const ProjectionsReading *self, guint log)
{
  if (log < self->sts->n_pes)
    return g_strdup_printf ("PE %u", log);
  return g_strdup_printf ("communication thread %u", (guint) (log - self->sts->n_pes));
}

static void
define_pes (ProjectionsReading *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  for (guint i = 0; i < self->n_logs; i++)
    {
      g_autofree char *name = name_log (self, i);
      SpurClock clock = { name, "program", MICROSECONDS_HZ, 0, i };
      const char *kind = i < self->sts->n_pes ? "PE" : "communication thread";

      /* The numbers of the targets are those of the logs, since nothing else is there yet. */
      spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, kind, SPUR_NONE);
      spur_trace_add_stream (self->trace, name, spur_definitions_add_clock (definitions, &clock),
                             i);
    }
}

static int
compare_elements (gconstpointer a, gconstpointer b)
{
  return projections_element_compare (*(const ProjectionsElement *const *) a,
                                      *(const ProjectionsElement *const *) b);
}

/* (element-type ProjectionsElement): what all logs have, in order; some more than once. */
static GPtrArray *
take_elements (ProjectionsReading *self)
{
  GPtrArray *elements = g_ptr_array_new ();

  for (guint i = 0; i < self->n_logs; i++)
    {
      GHashTableIter iter;
      gpointer element;

      g_hash_table_iter_init (&iter, self->logs[i].elements);
      while (g_hash_table_iter_next (&iter, &element, NULL))
        {
          g_hash_table_iter_steal (&iter);
          g_ptr_array_add (elements, element);
        }
    }
  g_ptr_array_sort (elements, compare_elements);
  return elements;
}

static void
define_objects (ProjectionsReading *self)
{
  g_autoptr (GPtrArray) elements = take_elements (self);

  for (guint i = 0; i < elements->len; i++)
    {
      ProjectionsElement *element = g_ptr_array_index (elements, i);
      const ProjectionsChare *chare = projections_sts_get_chare (self->sts, element->chare);
      g_autofree char *name = NULL;
      guint32 object;
      GType type;

      if (g_hash_table_contains (self->objects, element))
        {
          g_free (element);
          continue;
        }
      name = projections_element_to_string (element, self->sts);
      type = projections_sts_is_balancer (self->sts, element->chare) ? SPUR_TYPE_LM_COMPONENT
                                                                     : SPUR_TYPE_LOAD_OBJECT;
      object = spur_definitions_add_object (spur_trace_get_definitions (self->trace), type, name,
                                            chare->name, SPUR_NONE);
      g_hash_table_insert (self->objects, element, GUINT_TO_POINTER (object));
    }
}

/* "Chare::method", without the parameters. */
static char *
get_short_name (const ProjectionsSts *sts, const ProjectionsEntry *entry)
{
  const ProjectionsChare *chare = projections_sts_get_chare (sts, entry->chare);
  const char *parameters = strchr (entry->name, '(');
  int n_bytes = parameters != NULL ? (int) (parameters - entry->name) : (int) strlen (entry->name);

  return g_strdup_printf ("%s::%.*s", chare != NULL ? chare->name : "", n_bytes, entry->name);
}

/* Short names that stand for one entry method only. */
static GHashTable *
count_short_names (const ProjectionsSts *sts)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < sts->entries->len; i++)
    {
      const ProjectionsEntry *entry = projections_sts_get_entry (sts, i);
      char *name = entry != NULL ? get_short_name (sts, entry) : NULL;

      if (name != NULL)
        g_hash_table_replace (
          counts, name,
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1));
    }
  return counts;
}

static char *
name_entry (const ProjectionsSts *sts, guint id, GHashTable *short_names)
{
  const ProjectionsEntry *entry = projections_sts_get_entry (sts, id);
  const ProjectionsChare *chare;
  g_autofree char *name = NULL;

  if (entry == NULL)
    return g_strdup_printf ("entry method %u", id);
  name = get_short_name (sts, entry);
  if (GPOINTER_TO_UINT (g_hash_table_lookup (short_names, name)) == 1)
    return g_steal_pointer (&name);
  chare = projections_sts_get_chare (sts, entry->chare);
  return g_strdup_printf ("%s::%s", chare != NULL ? chare->name : "", entry->name);
}

static void
define_states (ProjectionsReading *self)
{
  g_autoptr (GHashTable) short_names = count_short_names (self->sts);
  guint64 n_undefined = 0;
  guint n_entries = 0;

  for (guint i = 0; i < self->n_logs; i++)
    n_entries = MAX (n_entries, self->logs[i].n_entries);
  for (guint i = 0; i < n_entries; i++)
    {
      g_autofree char *name = NULL;

      if (!atomic_load_explicit (&self->is_used[i], memory_order_relaxed))
        continue;
      name = name_entry (self->sts, i, short_names);
      self->states[i] = spur_definitions_add_state (
        spur_trace_get_definitions (self->trace), name,
        self->kinds[i] == PROJECTIONS_ENTRY_OF_APPLICATION ? SPUR_STATE_WORK : SPUR_STATE_OVERHEAD);
      n_undefined += projections_sts_get_entry (self->sts, i) == NULL;
    }
  spur_trace_add_loss (self->trace, "definitions of entry methods that are used", n_undefined);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  int first = GPOINTER_TO_INT (a);
  int second = GPOINTER_TO_INT (b);

  return first < second ? -1 : first > second;
}

static void
define_names (ProjectionsReading *self, GHashTable *names, GHashTable *strings)
{
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (names), compare_numbers);

  for (const GList *link = numbers; link != NULL; link = link->next)
    {
      guint32 string = spur_definitions_add_string (spur_trace_get_definitions (self->trace),
                                                    g_hash_table_lookup (names, link->data));

      g_hash_table_insert (strings, link->data, GUINT_TO_POINTER (string));
    }
}

static void
define_texts (ProjectionsReading *self)
{
  define_names (self, self->sts->user_events, self->user_events);
  define_names (self, self->sts->statistics, self->statistics);
  for (guint i = 0; i < self->n_logs; i++)
    {
      GPtrArray *texts = self->logs[i].text_order;

      for (guint j = 0; j < texts->len; j++)
        {
          char *text = g_ptr_array_index (texts, j);

          g_hash_table_insert (self->strings, text,
                               GUINT_TO_POINTER (spur_definitions_add_string (
                                 spur_trace_get_definitions (self->trace), text)));
        }
    }
}

static void
add_losses (ProjectionsReading *self)
{
  static const char *const names[PROJECTIONS_N_LOSSES] = {
    [PROJECTIONS_LOSS_MALFORMED] = "malformed records",
    [PROJECTIONS_LOSS_UNKNOWN] = "records of unknown types",
    [PROJECTIONS_LOSS_CUT_OFF] = "records cut off at the end of a log",
    [PROJECTIONS_LOSS_MISSING] = "records missing at the end of a log",
    [PROJECTIONS_LOSS_UNREADABLE] = "logs that could not be read to their end",
    [PROJECTIONS_LOSS_TEXTS] = "texts of notes",
  };

  spur_trace_add_loss (self->trace, "definitions missing in the .sts file", self->sts->n_missing);
  for (guint k = 0; k < PROJECTIONS_N_LOSSES; k++)
    for (guint i = 0; i < self->n_logs; i++)
      spur_trace_add_loss (self->trace, names[k], self->logs[i].losses[k]);
}

static void
add_record_cost (ProjectionsReading *self)
{
  g_autofree ProjectionsPairs *pairs = g_new0 (ProjectionsPairs, 1);
  g_autofree char *text = NULL;
  gint64 cost_ns;

  for (guint i = 0; i < self->n_logs; i++)
    projections_pairs_add (pairs, &self->logs[i].pairs);
  cost_ns = projections_pairs_get_cost_ns (pairs);
  if (cost_ns == 0)
    return;
  text = g_strdup_printf ("%" G_GINT64_FORMAT, cost_ns);
  spur_trace_set_fact (self->trace, SPUR_TRACE_RECORD_COST, text);
}

static void
add_facts (ProjectionsReading *self)
{
  static const struct
  {
    const char *keyword;
    const char *fact;
  } facts[] = {
    { "COMMANDLINE", "program" },  { "MACHINE", "machine" },    { "HOSTNAME", "host" },
    { "CHARMVERSION", "charm++" }, { "TIMESTAMP", "recorded" },
  };
  char version[G_ASCII_DTOSTR_BUF_SIZE];

  spur_trace_set_fact (self->trace, "format", "projections");
  spur_trace_set_fact (self->trace, "format version",
                       g_ascii_formatd (version, sizeof version, "%.1f", self->sts->version));
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      const char *value = g_hash_table_lookup (self->sts->facts, facts[i].keyword);

      if (value != NULL)
        spur_trace_set_fact (self->trace, facts[i].fact, value);
    }
  add_record_cost (self);
  for (guint i = 0; i < self->n_logs; i++)
    {
      if (self->logs[i].first_problem != NULL)
        {
          spur_trace_set_fact (self->trace, "first problem", self->logs[i].first_problem);
          break;
        }
    }
}

SpurTrace *
projections_reading_run (const ProjectionsSts *sts,
                         guint n_logs,
                         ProjectionsOpenFunc open,
                         gpointer open_data,
                         guint64 n_total_bytes,
                         const SpurJob *job,
                         GError **error)
{
  g_autoptr (ProjectionsReading) self = new_reading (sts, n_logs, job);

  self->open = open;
  self->open_data = open_data;
  self->n_total_bytes = n_total_bytes * 2;
  spur_job_run (job, n_logs, projections_reading_survey_log, self);
  if (!check_logs (self, error))
    return NULL;

  projections_reading_define_vocabulary (self);
  define_pes (self);
  define_objects (self);
  define_states (self);
  define_texts (self);
  spur_job_run (job, n_logs, projections_reading_fill_stream, self);
  if (!check_logs (self, error))
    return NULL;

  add_losses (self);
  add_facts (self);
  if (!spur_trace_seal (self->trace, error))
    return NULL;
  return g_steal_pointer (&self->trace);
}
