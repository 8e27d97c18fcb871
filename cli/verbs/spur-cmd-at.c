/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/output/spur-layout.h"
#include "core/analysis/spur-timeline.h"

static char *time_text;
static char **object_names;
static char *place_name;
static gboolean raw;

static const GOptionEntry entries[] = {
  { "time", 't', 0, G_OPTION_ARG_STRING, &time_text, "When, as in 1.5s, 300ms (default: the end)",
    "TIME" },
  { "object", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &object_names,
    "Only this object; may be given again", "NAME" },
  { "place", 'p', 0, G_OPTION_ARG_STRING, &place_name, "Only what is on this target", "NAME" },
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

/* The active objects of a trace at a time. */
typedef struct
{
  SpurTrace *trace;
  SpurTimeline *timeline;
  gint64 begin_ns;
  gint64 time_ns;
} Moment;

static const char *
get_name (Moment *self, guint32 object)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), object);

  return info != NULL ? info->name : NULL;
}

static const char *
get_state_name (Moment *self, guint32 state)
{
  const SpurState *info =
    spur_definitions_get_state (spur_trace_get_definitions (self->trace), state);

  return info != NULL ? info->name : NULL;
}

static gboolean
is_wanted (Moment *self, guint32 object, const SpurSituation *situation)
{
  const char *place = get_name (self, situation->place);

  if (object_names != NULL &&
      !g_strv_contains ((const char *const *) object_names, get_name (self, object)))
    return FALSE;
  return place_name == NULL || g_strcmp0 (place, place_name) == 0;
}

/* Without being asked for it, only what the trace says something of. */
static gboolean
is_told (Moment *self, guint32 object, const SpurSituation *situation, guint n_neighbors)
{
  return object_names != NULL ||
         (situation->exists &&
          (situation->place != SPUR_NONE || situation->state != SPUR_NONE ||
           situation->resources != SPUR_NONE || !isnan (situation->load) || n_neighbors > 0));
}

static gboolean
has_object (SpurTrace *trace, const char *name)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      if (g_str_equal (spur_definitions_get_object (definitions, i)->name, name))
        return TRUE;
    }
  return FALSE;
}

static const char *
find_unknown (SpurTrace *trace)
{
  for (guint i = 0; object_names != NULL && object_names[i] != NULL; i++)
    {
      if (!has_object (trace, object_names[i]))
        return object_names[i];
    }
  return place_name != NULL && !has_object (trace, place_name) ? place_name : NULL;
}

static SpurExit
refuse_name (SpurCli *cli, SpurTrace *trace, const char *unknown)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *guess = NULL;
  const char *nearest;

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    g_ptr_array_add (names, (gpointer) spur_definitions_get_object (definitions, i)->name);
  g_ptr_array_add (names, NULL);
  nearest = spur_text_find_nearest (unknown, (const char *const *) names->pdata);
  guess = nearest != NULL ? g_strdup_printf ("did you mean '%s'? ", nearest) : g_strdup ("");
  return spur_cli_usage (cli,
                         "the trace has no active object '%s'; %s'spur at %s' lists those that it "
                         "places, or whose state it says, at its end",
                         unknown, guess, cli->input);
}

static const SpurColumn object_columns[] = {
  { "name", "object" },
  { "place", "on", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_state", "state", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "since", "since s" },
  { "shown_load", "load" },
  { "neighbors", "neighbors", SPUR_SHOW_COUNT },
  { NULL },
};

static const SpurLayout layout[] = {
  SPUR_LAYOUT_TABLE_OF ("objects", object_columns, 0, NULL),
  { SPUR_LAYOUT_END },
};

static void
add_entry (SpurTree *tree, const SpurEntry *entry)
{
  double real;

  spur_tree_add_string (tree, "name", entry->name);
  spur_tree_add_string (tree, "unit", entry->unit);
  memcpy (&real, &entry->bits, sizeof real);
  if (entry->type == SPUR_FIELD_STRING)
    spur_tree_add_string (tree, "value", entry->text);
  else if (entry->type == SPUR_FIELD_DOUBLE)
    spur_tree_add_double (tree, "value", real);
  else
    spur_tree_add_count (tree, "value", entry->bits);
}

static void
add_list (SpurTree *tree, const char *name, const SpurList *list)
{
  for (guint i = 0; spur_tree_next_row (tree, name, i, list != NULL ? list->n_entries : 0); i++)
    add_entry (tree, &list->entries[i]);
}

static void
add_state (Moment *self, SpurTree *tree, const SpurSituation *situation)
{
  const char *state = get_state_name (self, situation->state);
  g_autoptr (GString) since = g_string_new (NULL);

  spur_tree_add_string (tree, "state", state);
  if (state == NULL && !situation->exists)
    state = "not there";
  spur_tree_add_note (tree, "shown_state", state != NULL ? state : "-");
  if (situation->state == SPUR_NONE)
    {
      spur_tree_add_note (tree, "since", "-");
      return;
    }
  spur_text_append_seconds (since, situation->state_since_ns - self->begin_ns);
  spur_tree_add_note (tree, "since", since->str);
  spur_tree_add_int (tree, "state_since_ns", situation->state_since_ns);
}

static void
add_load (SpurTree *tree, const SpurSituation *situation)
{
  g_autofree char *load = NULL;

  if (isnan (situation->load))
    {
      spur_tree_add_note (tree, "shown_load", "-");
      return;
    }
  load = spur_units_format_load (situation->load);
  spur_tree_add_note (tree, "shown_load", load);
  spur_tree_add_double (tree, "load", situation->load);
  spur_tree_add_int (tree, "load_since_ns", situation->load_since_ns);
}

static void
add_object (Moment *self,
            SpurTree *tree,
            guint32 object,
            const SpurSituation *situation,
            const guint32 *neighbors,
            guint n_neighbors)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  spur_tree_begin_object (tree, NULL);
  spur_tree_add_string (tree, "name", get_name (self, object));
  spur_tree_add_bool (tree, "exists", situation->exists);
  spur_tree_add_string (tree, "place", get_name (self, situation->place));
  if (situation->place != SPUR_NONE)
    spur_tree_add_int (tree, "place_since_ns", situation->place_since_ns);
  add_state (self, tree, situation);
  add_load (tree, situation);
  add_list (tree, "values", spur_definitions_get_list (definitions, situation->values));
  add_list (tree, "resources", spur_definitions_get_list (definitions, situation->resources));
  spur_tree_begin_list (tree, "neighbors");
  for (guint i = 0; i < n_neighbors; i++)
    spur_tree_add_string (tree, NULL, get_name (self, neighbors[i]));
  spur_tree_end (tree);
  spur_tree_end (tree);
}

static void
add_objects (Moment *self, SpurTree *tree)
{
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));

  spur_tree_begin_list (tree, "objects");
  for (guint32 i = 0; i < n_objects; i++)
    {
      g_autofree guint32 *neighbors = NULL;
      SpurSituation situation;
      guint n_neighbors;

      spur_timeline_get_situation (self->timeline, i, self->time_ns, &situation);
      neighbors = spur_timeline_get_neighbors (self->timeline, i, self->time_ns, &n_neighbors);
      if (is_wanted (self, i, &situation) && is_told (self, i, &situation, n_neighbors))
        add_object (self, tree, i, &situation, neighbors, n_neighbors);
    }
  spur_tree_end (tree);
}

static SpurExit
run_at (SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  g_autoptr (SpurTimeline) timeline = NULL;
  Moment moment = { .trace = trace };
  const char *unknown = find_unknown (trace);
  gint64 end_ns;

  spur_trace_get_span_ns (trace, raw, &moment.begin_ns, &moment.time_ns);
  /* Raw times count from the same instant as corrected ones, so that both can be compared. */
  spur_trace_get_span_ns (trace, FALSE, &moment.begin_ns, &end_ns);
  if (!spur_cli_parse_time (cli, "--time", time_text, &moment.time_ns))
    return SPUR_EXIT_USAGE;
  if (time_text != NULL)
    moment.time_ns += moment.begin_ns;
  if (unknown != NULL)
    return refuse_name (cli, trace, unknown);
  moment.timeline = timeline = spur_timeline_new (trace, raw);
  spur_tree_add_string (cli->tree, "path", cli->input);
  spur_tree_add_int (cli->tree, "time_ns", moment.time_ns);
  add_objects (&moment, cli->tree);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_at = {
  .name = "at",
  .summary = "Say where active objects are at a time, and in which state",
  .arguments = "TRACE",
  .description = "Shows for every active object the target that it is on, its state and\n"
                 "since when, the load last measured, and how many neighbors it has. Times are\n"
                 "counted from the begin of the trace.",
  .examples = "  spur at -t 1.5s run.spur               Everything, 1.5 s after the begin\n"
              "  spur at -t 20ms -p 'PE 3' run.spur     What is on PE 3\n"
              "  spur at -o 'lb[7]' --json run.spur     One object, for programs",
  .entries = entries,
  .layout = layout,
  .reads = TRUE,
  .run = run_at,
};
