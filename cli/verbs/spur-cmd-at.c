/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/options/spur-options.h"
#include "cli/output/spur-layout.h"
#include "cli/run/spur-indexing.h"

static char *time_text;
static char **object_names;
static char *place_name;
static gboolean raw;

static const GOptionEntry entries[] = {
  { "time", 't', 0, G_OPTION_ARG_STRING, &time_text, "When, as in 1.5s, 300ms (default: the end)",
    "TIME" },
  { "object", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &object_names,
    "Only this object, also with * and ?; may be given again", "NAME" },
  { "place", 'p', 0, G_OPTION_ARG_STRING, &place_name,
    "Only what is on this target or in this load object", "NAME" },
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

/* The active objects of a trace at a time. */
typedef struct
{
  SpurTrace *trace;
  SpurTimeline *timeline;
  const guint8 *are_wanted; /* by object */
  const guint8 *are_places;
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

/* Whether an object is one of those that are named; %SPUR_NONE is not. */
static gboolean
is_named (const Moment *self, const guint8 *are_named, guint32 object)
{
  return object < spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace)) &&
         are_named[object];
}

static gboolean
is_wanted (const Moment *self, guint32 object, const SpurSituation *situation)
{
  return is_named (self, self->are_wanted, object) &&
         (place_name == NULL || is_named (self, self->are_places, situation->place) ||
          is_named (self, self->are_places, situation->target));
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

static const SpurColumn object_columns[] = {
  { "name", "object" },
  { "shown_place", "on", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
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

/* What an object is in, and the target that it is on with it. */
static void
add_place (Moment *self, SpurTree *tree, const SpurSituation *situation)
{
  const char *place = get_name (self, situation->place);
  const char *target = get_name (self, situation->target);
  g_autofree char *both = NULL;

  spur_tree_add_string (tree, "place", place);
  if (situation->place != SPUR_NONE)
    spur_tree_add_int (tree, "place_since_ns", situation->place_since_ns);
  spur_tree_add_string (tree, "target", target);
  if (place != NULL && target != NULL && situation->place != situation->target)
    place = both = g_strdup_printf ("%s, on %s", place, target);
  spur_tree_add_note (tree, "shown_place", place != NULL ? place : "-");
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
  add_place (self, tree, situation);
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
  g_autoptr (SpurIndex) index = NULL;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autofree guint8 *are_wanted = NULL;
  g_autofree guint8 *are_places = NULL;
  char *place_names[] = { place_name, NULL };
  Moment moment = { .trace = trace };
  gint64 end_ns;

  spur_trace_get_span_ns (trace, raw, &moment.begin_ns, &moment.time_ns);
  /* Raw times count from the same instant as corrected ones, so that both can be compared. */
  spur_trace_get_span_ns (trace, FALSE, &moment.begin_ns, &end_ns);
  if (!spur_cli_parse_time (cli, "--time", time_text, &moment.time_ns))
    return SPUR_EXIT_USAGE;
  if (time_text != NULL)
    moment.time_ns += moment.begin_ns;
  if (!spur_names_find_objects (cli, trace, object_names, &are_wanted) ||
      !spur_names_find_objects (cli, trace, place_names, &are_places))
    return SPUR_EXIT_USAGE;
  moment.are_wanted = are_wanted;
  moment.are_places = are_places;
  index = spur_cli_open_kept_index (cli);
  if (cli->error != NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  timeline = index != NULL ? spur_index_get_timeline (index, moment.time_ns, moment.time_ns, raw)
                           : spur_timeline_new (trace, raw);
  moment.timeline = timeline;
  spur_tree_add_string (cli->tree, "path", cli->input);
  spur_tree_add_int (cli->tree, "time_ns", moment.time_ns);
  add_objects (&moment, cli->tree);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_at = {
  .name = "at",
  .summary = "Say where active objects are at a time, and in which state",
  .arguments = "TRACE",
  .description = "Shows for every active object what it is on or in, its state and since when,\n"
                 "the load last measured, and how many neighbors it has. An object in another one\n"
                 "is on the target that this is on; one on its way between targets is on none.\n"
                 "Times are counted from the begin of the trace.",
  .examples = "  spur at -t 1.5s run.spur               Everything, 1.5 s after the begin\n"
              "  spur at -t 20ms -p 'PE 3' run.spur     What is on PE 3\n"
              "  spur at -o 'lb[7]' --json run.spur     One object, for programs",
  .entries = entries,
  .layout = layout,
  .reads = TRUE,
  .run = run_at,
};
