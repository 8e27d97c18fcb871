/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How a project's file says that the clocks of its traces are to be corrected. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

#define AUTO "auto"
#define STREAMS "streams"

/* What is said of a delay, as spur_delays_parse() takes it. */
static char *
dup_delay (const xmlNode *node)
{
  const char *value = spur_format_xml_get (node, "value");
  const char *class_name = spur_format_xml_get (node, "class");
  const char *of = class_name != NULL ? class_name : spur_format_xml_get (node, "between");

  return of != NULL ? g_strconcat (of, "=", value, NULL) : g_strdup (value);
}

/* Streams of a domain, or how domains are found. */
static const char *
get_domain (const xmlNode *node)
{
  const char *by = spur_format_xml_get (node, "by");

  return by != NULL ? by : spur_format_xml_get (node, STREAMS);
}

char *
spur_project_describe_correction (const xmlNode *node)
{
  const char *methods = spur_format_xml_get (node, "methods");
  GString *text = g_string_new (methods != NULL ? methods : AUTO);

  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (spur_format_xml_is (child, "set"))
        g_string_append_printf (text, ", %s='%s'", spur_format_xml_get (child, "name"),
                                spur_format_xml_get (child, "value"));
      else if (spur_format_xml_is (child, "domain"))
        g_string_append_printf (text, ", domain %s '%s'",
                                spur_format_xml_get (child, "by") != NULL ? "by" : STREAMS,
                                get_domain (child));
      else if (spur_format_xml_is (child, "mu"))
        {
          g_autofree char *delay = dup_delay (child);

          g_string_append_printf (text, ", mu %s", delay);
        }
    }
  return g_string_free (text, FALSE);
}

static const xmlNode *
get_correction (SpurProject *self)
{
  return self->corrections->len > 0
           ? ((const SpurStatement *) g_ptr_array_index (self->corrections, 0))->node
           : NULL;
}

/* The first element of the name that the correction has; NULL for none. */
static const xmlNode *
find_first (SpurProject *self, const char *name)
{
  const xmlNode *correction = get_correction (self);

  return correction != NULL ? spur_format_xml_find (correction->children, name) : NULL;
}

static gboolean
prefix_line (SpurProject *self, const xmlNode *node, GError **error)
{
  return spur_error_prefix (error, "%s:%u: ", self->path, spur_format_xml_get_line (node));
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
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  for (guint i = 0; i < self->projects->len; i++)
    {
      SpurProject *project = g_ptr_array_index (self->projects, i);

      if (get_correction (project) != NULL)
        return project;
    }
  return NULL;
}

static gboolean
set_options (SpurProject *self, SpurClockChain *chain, gboolean is_own, GError **error)
{
  for (const xmlNode *node = find_first (self, "set"); node != NULL;
       node = spur_format_xml_find (node->next, "set"))
    {
      const char *name = spur_format_xml_get (node, "name");

      if (!is_own && !spur_clock_chain_has_option (chain, name))
        continue;
      if (!spur_clock_chain_set_option (chain, name, spur_format_xml_get (node, "value"), error))
        return prefix_line (self, node, error);
    }
  return TRUE;
}

static void
set_domains (SpurProject *self, SpurClockChain *chain)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const xmlNode *node = find_first (self, "domain"); node != NULL;
       node = spur_format_xml_find (node->next, "domain"))
    g_string_append_printf (text, "%s%s", text->len > 0 ? ";" : "", get_domain (node));
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
  g_autoptr (SpurClockChain) chain = NULL;
  const xmlNode *correction;
  const char *own;

  g_return_val_if_fail (SPUR_IS_PROJECT (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  correction = get_correction (self);
  own = correction != NULL ? spur_format_xml_get (correction, "methods") : NULL;
  if (methods != NULL || own == NULL)
    chain = spur_clock_chain_new (methods != NULL ? methods : AUTO, error);
  else
    {
      chain = spur_clock_chain_new (own, error);
      if (chain == NULL)
        prefix_line (self, correction, error);
    }
  if (chain == NULL || !set_options (self, chain, methods == NULL, error))
    return NULL;
  set_domains (self, chain);
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
  g_return_val_if_fail (SPUR_IS_PROJECT (self) && SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  for (const xmlNode *node = find_first (self, "domain"); node != NULL;
       node = spur_format_xml_find (node->next, "domain"))
    {
      const char *streams = spur_format_xml_get (node, STREAMS);
      g_auto (GStrv) names = g_strsplit (streams != NULL ? streams : "", ",", -1);

      for (guint i = 0; names[i] != NULL; i++)
        {
          if (has_stream (trace, g_strstrip (names[i])))
            continue;
          return spur_error_set (
            error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
            "%s:%u: domain: the trace has no stream '%s'; 'spur info' lists its streams",
            self->path, spur_format_xml_get_line (node), names[i]);
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
  g_return_val_if_fail (SPUR_IS_PROJECT (self), FALSE);

  for (const xmlNode *node = find_first (self, "mu"); node != NULL;
       node = spur_format_xml_find (node->next, "mu"))
    {
      g_autofree char *delay = dup_delay (node);

      if (strcmp (delay, AUTO) != 0)
        return TRUE;
    }
  return FALSE;
}

/* A trace need not have events of every class of its project. */
static gboolean
is_of_others (const char *class_name, SpurTrace *trace)
{
  GType type = class_name != NULL ? spur_event_type_from_name (class_name) : G_TYPE_INVALID;

  if (type == G_TYPE_INVALID)
    return FALSE;
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      if (strcmp (layout->name, class_name) == 0 ||
          g_strcmp0 (layout->parent_name, class_name) == 0 ||
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
  g_return_val_if_fail (SPUR_IS_PROJECT (self) && SPUR_IS_DELAYS (delays), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  for (const xmlNode *node = find_first (self, "mu"); node != NULL;
       node = spur_format_xml_find (node->next, "mu"))
    {
      g_autofree char *delay = dup_delay (node);

      if (!is_of_others (spur_format_xml_get (node, "class"), trace) &&
          !spur_delays_parse (delays, trace, delay, error))
        return prefix_line (self, node, error);
    }
  return TRUE;
}
