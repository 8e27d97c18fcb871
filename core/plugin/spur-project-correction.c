/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How a project's file says that the clocks of its traces are to be corrected. */
#include "config.h"

#include <string.h>

#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

#define AUTO "auto"
#define STREAMS "streams"

static SpurProjectItem *
make_item (const xmlNode *node, char *name, char *value)
{
  SpurProjectItem *item = g_new (SpurProjectItem, 1);

  *item = (SpurProjectItem){ (guint) xmlGetLineNo ((xmlNode *) node), name, value };
  return item;
}

static void
free_item (gpointer data)
{
  SpurProjectItem *item = data;

  g_free (item->name);
  g_free (item->value);
  g_free (item);
}

void
spur_project_free_correction (gpointer data)
{
  SpurProjectCorrection *correction = data;

  spur_project_clear_statement (&correction->statement);
  g_free (correction->methods);
  g_ptr_array_unref (correction->settings);
  g_ptr_array_unref (correction->domains);
  g_ptr_array_unref (correction->delays);
  g_free (correction);
}

static SpurProjectItem *
read_domain (const xmlNode *node)
{
  char *by = spur_project_get_attribute (node, "by");

  if (by != NULL)
    return make_item (node, g_strdup ("by"), by);
  return make_item (node, g_strdup (STREAMS), spur_project_get_attribute (node, STREAMS));
}

/* What is said becomes what spur_delays_parse() takes. */
static SpurProjectItem *
read_delay (const xmlNode *node)
{
  g_autofree char *value = spur_project_get_attribute (node, "value");
  g_autofree char *between = spur_project_get_attribute (node, "between");
  char *class_name = spur_project_get_attribute (node, "class");
  const char *of = class_name != NULL ? class_name : between;
  char *text = of != NULL ? g_strconcat (of, "=", value, NULL) : g_strdup (value);

  return make_item (node, class_name, text);
}

static char *
describe_correction (const SpurProjectCorrection *self)
{
  GString *text = g_string_new (self->methods != NULL ? self->methods : AUTO);

  for (guint i = 0; i < self->settings->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (self->settings, i);

      g_string_append_printf (text, ", %s='%s'", item->name, item->value);
    }
  for (guint i = 0; i < self->domains->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (self->domains, i);

      g_string_append_printf (text, ", domain %s '%s'", item->name, item->value);
    }
  for (guint i = 0; i < self->delays->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (self->delays, i);

      g_string_append_printf (text, ", mu %s", item->value);
    }
  return g_string_free (text, FALSE);
}

SpurProjectCorrection *
spur_project_read_correction (const xmlNode *node)
{
  SpurProjectCorrection *self = g_new0 (SpurProjectCorrection, 1);

  self->methods = spur_project_get_attribute (node, "methods");
  self->settings = g_ptr_array_new_with_free_func (free_item);
  self->domains = g_ptr_array_new_with_free_func (free_item);
  self->delays = g_ptr_array_new_with_free_func (free_item);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (spur_project_is_element (child, "set"))
        g_ptr_array_add (self->settings,
                         make_item (child, spur_project_get_attribute (child, "name"),
                                    spur_project_get_attribute (child, "value")));
      else if (spur_project_is_element (child, "domain"))
        g_ptr_array_add (self->domains, read_domain (child));
      else if (spur_project_is_element (child, "mu"))
        g_ptr_array_add (self->delays, read_delay (child));
    }
  self->statement = spur_project_make_statement (node, g_strdup ("how clocks are corrected"),
                                                 describe_correction (self));
  return self;
}

static const SpurProjectCorrection *
get_correction (SpurProject *self)
{
  return self->corrections->len > 0 ? g_ptr_array_index (self->corrections, 0) : NULL;
}

static gboolean
prefix_line (SpurProject *self, guint line, GError **error)
{
  g_prefix_error (error, "%s:%u: ", self->path, line);
  return FALSE;
}

gboolean
spur_project_check_correction (SpurProject *self, GError **error)
{
  g_autoptr (SpurClockChain) chain = NULL;

  if (get_correction (self) == NULL)
    return TRUE;
  chain = spur_project_make_chain (self, NULL, error);
  return chain != NULL;
}

/**
 * spur_registry_find_correcting_project:
 * @self: a registry
 *
 * Finds the project that says how clocks are corrected. Where several of those that are loaded do,
 * they say the same.
 *
 * Returns: (transfer none) (nullable): the project, or %NULL where none says it
 *
 * Since: 1.0
 */
SpurProject *
spur_registry_find_correcting_project (SpurRegistry *self)
{
  GPtrArray *projects;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  projects = spur_registry_peek_projects (self);
  for (guint i = 0; i < projects->len; i++)
    {
      SpurProject *project = g_ptr_array_index (projects, i);

      if (get_correction (project) != NULL)
        return project;
    }
  return NULL;
}

static gboolean
set_options (SpurProject *self, SpurClockChain *chain, gboolean is_own, GError **error)
{
  const SpurProjectCorrection *correction = get_correction (self);

  for (guint i = 0; i < correction->settings->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (correction->settings, i);

      if (!is_own && !spur_clock_chain_has_option (chain, item->name))
        continue;
      if (!spur_clock_chain_set_option (chain, item->name, item->value, error))
        return prefix_line (self, item->line, error);
    }
  return TRUE;
}

static void
set_domains (const SpurProjectCorrection *correction, SpurClockChain *chain)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < correction->domains->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (correction->domains, i);

      g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", item->value);
    }
  if (text->len > 0 && spur_clock_chain_has_option (chain, "domains"))
    spur_clock_chain_set_option (chain, "domains", text->str, NULL);
}

/**
 * spur_project_make_chain:
 * @self: a project
 * @methods: (nullable): correctors to be used instead of those that the project names, as for
 *   spur_clock_chain_new()
 * @error: return location for an error
 *
 * Makes the correctors that the project names, or where it names none those that "auto" stands for,
 * with the options and the clock domains that it says. With other @methods, its options are those
 * of the correctors that have them.
 *
 * Returns: (transfer full): the chain, or %NULL with an error of spur_clock_chain_new() or
 *   spur_clock_chain_set_option(), which names the file and the line
 *
 * Since: 1.0
 */
SpurClockChain *
spur_project_make_chain (SpurProject *self, const char *methods, GError **error)
{
  const SpurProjectCorrection *correction;
  g_autoptr (SpurClockChain) chain = NULL;

  g_return_val_if_fail (SPUR_IS_PROJECT (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  correction = get_correction (self);
  if (methods != NULL || correction == NULL || correction->methods == NULL)
    chain = spur_clock_chain_new (methods != NULL ? methods : AUTO, error);
  else
    {
      chain = spur_clock_chain_new (correction->methods, error);
      if (chain == NULL)
        prefix_line (self, correction->statement.line, error);
    }
  if (chain == NULL || correction == NULL)
    return g_steal_pointer (&chain);
  if (!set_options (self, chain, methods == NULL, error))
    return NULL;
  set_domains (correction, chain);
  return g_steal_pointer (&chain);
}

static gboolean
has_stream (SpurTrace *trace, const char *name)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      if (g_strcmp0 (spur_stream_get_name (spur_trace_get_stream (trace, i)), name) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_project_check_trace:
 * @self: a project
 * @trace: a trace
 * @error: return location for an error
 *
 * Checks that a trace has the streams that the project names as those of one clock.
 *
 * Returns: whether it has them; else @error is %SPUR_PLUGIN_ERROR_MISSING, with file and line
 *
 * Since: 1.0
 */
gboolean
spur_project_check_trace (SpurProject *self, SpurTrace *trace, GError **error)
{
  const SpurProjectCorrection *correction;

  g_return_val_if_fail (SPUR_IS_PROJECT (self) && SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  correction = get_correction (self);
  for (guint i = 0; correction != NULL && i < correction->domains->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (correction->domains, i);
      g_auto (GStrv) names = g_strsplit (item->value, ",", -1);

      for (guint k = 0; strcmp (item->name, STREAMS) == 0 && names[k] != NULL; k++)
        {
          if (has_stream (trace, g_strstrip (names[k])))
            continue;
          g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
                       "%s:%u: domain: the trace has no stream '%s'; 'spur info' lists its streams",
                       self->path, item->line, names[k]);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * spur_project_has_delays:
 * @self: a project
 *
 * Tells whether it gives any smallest delay mu of edges, so that a trace can be held to it.
 *
 * Returns: whether it gives any delay; %FALSE where it says that all are estimated
 *
 * Since: 1.0
 */
gboolean
spur_project_has_delays (SpurProject *self)
{
  const SpurProjectCorrection *correction;

  g_return_val_if_fail (SPUR_IS_PROJECT (self), FALSE);

  correction = get_correction (self);
  for (guint i = 0; correction != NULL && i < correction->delays->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (correction->delays, i);

      if (strcmp (item->value, AUTO) != 0)
        return TRUE;
    }
  return FALSE;
}

/* A trace need not have events of every class of its project. */
static gboolean
is_of_others (const SpurProjectItem *item, SpurTrace *trace)
{
  GType type = item->name != NULL ? spur_event_type_from_name (item->name) : G_TYPE_INVALID;

  if (type == G_TYPE_INVALID)
    return FALSE;
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      if (strcmp (layout->name, item->name) == 0 ||
          g_strcmp0 (layout->parent_name, item->name) == 0 ||
          (layout->type != G_TYPE_INVALID && g_type_is_a (layout->type, type)))
        return FALSE;
    }
  return TRUE;
}

/**
 * spur_project_add_delays:
 * @self: a project
 * @delays: delays
 * @trace: a sealed trace
 * @error: return location for an error
 *
 * Takes what the project says of the smallest delays mu of edges, as spur_delays_parse() does.
 * Where
 * @trace has no event of a class that is known, nothing is said of that.
 *
 * Returns: whether @trace has what is named; else @error is %SPUR_CAUSALITY_ERROR_DELAY, with file
 *   and line
 *
 * Since: 1.0
 */
gboolean
spur_project_add_delays (SpurProject *self, SpurDelays *delays, SpurTrace *trace, GError **error)
{
  const SpurProjectCorrection *correction;

  g_return_val_if_fail (SPUR_IS_PROJECT (self) && SPUR_IS_DELAYS (delays), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  correction = get_correction (self);
  for (guint i = 0; correction != NULL && i < correction->delays->len; i++)
    {
      const SpurProjectItem *item = g_ptr_array_index (correction->delays, i);

      if (!is_of_others (item, trace) && !spur_delays_parse (delays, trace, item->value, error))
        return prefix_line (self, item->line, error);
    }
  return TRUE;
}
