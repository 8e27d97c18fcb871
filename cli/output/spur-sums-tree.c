/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tables of sums for 'spur stats --by': what is summed up in the library becomes rows, the largest
 * first. */
#include "cli/output/spur-sums-tree.h"

#include "core/base/spur-order-internal.h"
#include "spur-enums.h"

/* Rows that are shown as text; a screen or two. */
#define MAX_ROWS 50

/* Active objects */

static const char *
get_name (const SpurSums *self, guint32 object)
{
  return spur_definitions_get_entry_name (spur_trace_get_definitions (self->trace),
                                          SPUR_FIELD_OBJECT, object);
}

void
spur_move_counts_clear (SpurMoveCounts *self)
{
  g_clear_pointer (&self->n_came, g_free);
  g_clear_pointer (&self->n_left, g_free);
  g_clear_pointer (&self->n_moved, g_free);
}

void
spur_move_counts_init (SpurMoveCounts *self, SpurTimeline *timeline, gint64 begin_ns, gint64 end_ns)
{
  gsize n_objects = spur_definitions_get_n_objects (
          spur_trace_get_definitions (spur_timeline_get_trace (timeline))),
        n_moves;
  const SpurMove *moves = spur_timeline_get_moves (timeline, &n_moves);

  self->n_came = g_new0 (guint, n_objects + 1);
  self->n_left = g_new0 (guint, n_objects + 1);
  self->n_moved = g_new0 (guint, n_objects + 1);
  for (gsize i = 0; i < n_moves; i++)
    {
      if (moves[i].came_ns < begin_ns || moves[i].came_ns >= end_ns)
        continue;
      self->n_came[moves[i].to]++;
      self->n_left[moves[i].from]++;
      self->n_moved[moves[i].object]++;
    }
}

static void
add_unit (const SpurSums *self, SpurTree *tree, gint64 most_ns)
{
  gint64 length_ns = MIN (self->end_ns, G_MAXINT64 / 2) - self->begin_ns;

  spur_tree_add_unit (tree, spur_text_get_unit (most_ns > 0 ? most_ns : length_ns));
}

static gboolean
is_wanted (const SpurSums *self, guint32 object)
{
  return self->are_wanted == NULL || (object != SPUR_NONE && self->are_wanted[object]);
}

/* The targets among which load is shared, of those that are wanted. */
static GArray *
list_targets (const SpurSums *self)
{
  GArray *targets = spur_load_list_targets (self->loads, self->begin_ns, self->end_ns);
  guint n_kept = 0;

  for (guint i = 0; i < targets->len; i++)
    {
      guint32 target = g_array_index (targets, guint32, i);

      if (is_wanted (self, target))
        g_array_index (targets, guint32, n_kept++) = target;
    }
  g_array_set_size (targets, n_kept);
  return targets;
}

void
spur_tree_add_times (
  SpurTree *self, gint64 work_ns, gint64 overhead_ns, gint64 communication_ns, gint64 idle_ns)
{
  spur_tree_add_int (self, "work_ns", work_ns);
  spur_tree_add_int (self, "overhead_ns", overhead_ns);
  spur_tree_add_int (self, "communication_ns", communication_ns);
  spur_tree_add_int (self, "idle_ns", idle_ns);
}

static const SpurColumn target_columns[] = {
  { "name", "target" },
  { "present_ns", "there", SPUR_SHOW_IN_UNIT },
  { "work_ns", "work", SPUR_SHOW_IN_UNIT },
  { "overhead_ns", "overhead", SPUR_SHOW_IN_UNIT },
  { "communication_ns", "communication", SPUR_SHOW_IN_UNIT },
  { "idle_ns", "idle", SPUR_SHOW_IN_UNIT },
  { "management_ns", "management", SPUR_SHOW_IN_UNIT },
  { "shown_residents", "objects" },
  { "came", "came", SPUR_SHOW_COUNT },
  { "left", "left", SPUR_SHOW_COUNT },
  { NULL },
};

static void
add_targets (const SpurSums *self, SpurTree *tree)
{
  g_autoptr (GArray) targets = list_targets (self);
  g_auto (SpurMoveCounts) moves = { 0 };

  spur_move_counts_init (&moves, spur_load_get_timeline (self->loads), self->begin_ns,
                         self->end_ns);
  add_unit (self, tree, 0);
  for (guint i = 0; spur_tree_next_row (tree, "targets", i, targets->len); i++)
    {
      guint32 target = g_array_index (targets, guint32, i);
      SpurTargetLoad load;

      spur_load_get (self->loads, target, self->begin_ns, self->end_ns, &load);
      spur_tree_add_string (tree, "name", get_name (self, target));
      spur_tree_add_int (tree, "present_ns", load.present_ns);
      SPUR_TREE_ADD_TIMES (tree, &load);
      spur_tree_add_int (tree, "management_ns", load.management_ns);
      spur_tree_add_count (tree, "management_messages", load.n_management_messages);
      spur_tree_add_count (tree, "management_bytes", load.management_bytes);
      spur_tree_print_note (tree, "shown_residents", "%.2f", load.resident_mean);
      spur_tree_add_double (tree, "resident_mean", load.resident_mean);
      spur_tree_add_int (tree, "resident_max", load.resident_max);
      spur_tree_add_double (tree, "running_mean", load.running_mean);
      spur_tree_add_int (tree, "running_max", load.running_max);
      spur_tree_add_double (tree, "measured_mean", load.measured_mean);
      spur_tree_add_double (tree, "measured_max", load.measured_max);
      spur_tree_add_int (tree, "came", moves.n_came[target]);
      spur_tree_add_int (tree, "left", moves.n_left[target]);
    }
}

/* A load object and what it does. */
typedef struct
{
  guint32 object;
  gint64 busy_ns;
  guint n_moves;
  SpurObjectLoad load;
  SpurObjectProfile profile;
} ObjectRow;

SPUR_DEFINE_ORDER (compare_objects,
                   ObjectRow,
                   SPUR_ORDER (q->busy_ns, p->busy_ns)
                   ?: SPUR_ORDER (q->profile.n_events, p->profile.n_events)
                   ?: SPUR_BY (object))

/* All objects of a type that do anything. */
static GArray *
list_objects (const SpurSums *self, GType type)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (ObjectRow));
  g_auto (SpurMoveCounts) moves = { 0 };
  guint n_objects;
  const SpurObjectProfile *profiles = spur_profile_get_objects (self->profile, &n_objects);

  spur_move_counts_init (&moves, spur_load_get_timeline (self->loads), self->begin_ns,
                         self->end_ns);
  for (guint32 i = 0; i < n_objects; i++)
    {
      ObjectRow row = { .object = i, .n_moves = moves.n_moved[i], .profile = profiles[i] };

      if (!is_wanted (self, i) ||
          !g_type_is_a (
            spur_definitions_get_object (spur_trace_get_definitions (self->trace), i)->type, type))
        continue;
      spur_load_get_object (self->loads, i, self->begin_ns, self->end_ns, &row.load);
      row.busy_ns = row.load.work_ns + row.load.overhead_ns;
      if (row.profile.n_events > 0 || row.load.present_ns > 0 || row.busy_ns > 0 ||
          row.load.communication_ns > 0)
        g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_objects);
  return rows;
}

static void
add_object (const SpurSums *self, SpurTree *tree, const ObjectRow *row)
{
  spur_tree_add_string (tree, "name", get_name (self, row->object));
  spur_tree_add_count (tree, "events", row->profile.n_events);
  spur_tree_add_int (tree, "present_ns", row->load.present_ns);
  SPUR_TREE_ADD_TIMES (tree, &row->load);
  spur_tree_add_count (tree, "sent", row->profile.n_sent);
  spur_tree_add_count (tree, "sent_bytes", row->profile.sent_bytes);
  spur_tree_add_count (tree, "received", row->profile.n_received);
  spur_tree_add_count (tree, "received_bytes", row->profile.received_bytes);
  spur_tree_add_int (tree, "moves", row->n_moves);
}

static void
add_object_rows (const SpurSums *self, SpurTree *tree, const char *name, GType type)
{
  g_autoptr (GArray) rows = list_objects (self, type);

  add_unit (self, tree, rows->len > 0 ? g_array_index (rows, ObjectRow, 0).busy_ns : 0);
  for (guint i = 0; spur_tree_next_row (tree, name, i, rows->len); i++)
    add_object (self, tree, &g_array_index (rows, ObjectRow, i));
}

static void
add_objects (const SpurSums *self, SpurTree *tree)
{
  add_object_rows (self, tree, "objects", SPUR_TYPE_LOAD_OBJECT);
}

/* Before the components, how much of the targets' time all of them take. */
static void
add_components (const SpurSums *self, SpurTree *tree)
{
  g_autoptr (GArray) targets = spur_load_list_targets (self->loads, self->begin_ns, self->end_ns);
  gint64 management_ns = 0, present_ns = 0;

  for (guint i = 0; i < targets->len; i++)
    {
      SpurTargetLoad load;

      spur_load_get (self->loads, g_array_index (targets, guint32, i), self->begin_ns, self->end_ns,
                     &load);
      management_ns += load.management_ns;
      present_ns += load.present_ns;
    }
  spur_tree_add_int (tree, "management_ns", management_ns);
  spur_tree_add_int (tree, "present_ns", present_ns);
  if (present_ns > 0)
    spur_tree_print_note (tree, "management", "%.2f %% of the targets' time",
                          100.0 * (double) management_ns / (double) present_ns);
  add_object_rows (self, tree, "components", SPUR_TYPE_LM_COMPONENT);
}

#define OBJECT_COLUMNS(label)                                                                      \
  {                                                                                                \
    { "name", label }, { "events", "events", SPUR_SHOW_COUNT },                                    \
      { "work_ns", "work", SPUR_SHOW_IN_UNIT }, { "overhead_ns", "overhead", SPUR_SHOW_IN_UNIT },  \
      { "communication_ns", "communication", SPUR_SHOW_IN_UNIT },                                  \
      { "idle_ns", "idle", SPUR_SHOW_IN_UNIT }, { "sent", "sent", SPUR_SHOW_COUNT },               \
      { "sent_bytes", "bytes", SPUR_SHOW_COUNT }, { "received", "received", SPUR_SHOW_COUNT },     \
      { "received_bytes", "bytes", SPUR_SHOW_COUNT }, { "moves", "moves", SPUR_SHOW_COUNT },       \
      { NULL },                                                                                    \
  }

static const SpurColumn object_columns[] = OBJECT_COLUMNS ("object");
static const SpurColumn component_columns[] = OBJECT_COLUMNS ("component");

/* Event classes */

typedef struct
{
  guint class_index;
  SpurClassProfile profile;
} ClassRow;

SPUR_DEFINE_ORDER (compare_classes,
                   ClassRow,
                   SPUR_ORDER (q->profile.n_events, p->profile.n_events) ?: SPUR_BY (class_index))

static const SpurColumn class_columns[] = {
  { "name", "class", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "events", "events", SPUR_SHOW_COUNT },
  { "message_bytes", "bytes of messages", SPUR_SHOW_COUNT },
  { "record_bytes", "bytes of records", SPUR_SHOW_COUNT },
  { NULL },
};

static void
add_classes (const SpurSums *self, SpurTree *tree)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ClassRow));
  guint n_classes;
  const SpurClassProfile *profiles = spur_profile_get_classes (self->profile, &n_classes);

  for (guint i = 0; i < n_classes; i++)
    {
      ClassRow row = { i, profiles[i] };

      if (row.profile.n_events > 0)
        g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_classes);
  for (guint i = 0; spur_tree_next_row (tree, "classes", i, rows->len); i++)
    {
      const ClassRow *row = &g_array_index (rows, ClassRow, i);
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, row->class_index);

      spur_tree_add_string (tree, "name", layout->name);
      spur_tree_add_string (tree, "parent", layout->parent_name);
      spur_tree_add_count (tree, "events", row->profile.n_events);
      spur_tree_add_count (tree, "message_bytes", row->profile.message_bytes);
      spur_tree_add_count (tree, "record_bytes", row->profile.record_bytes);
    }
}

/* Edges */

static const SpurColumn edge_columns[] = {
  { "from", "from", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "kind", "kind", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "edges", "edges", SPUR_SHOW_COUNT },
  { "reversed", "reversed", SPUR_SHOW_COUNT },
  { "total_ns", "altogether", SPUR_SHOW_DURATION },
  { "mean_ns", "mean", SPUR_SHOW_DURATION },
  { "least_ns", "least", SPUR_SHOW_DURATION },
  { "most_ns", "most", SPUR_SHOW_DURATION },
  { NULL },
};

static void
add_edges (const SpurSums *self, SpurTree *tree)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_EDGE_KIND);

  for (guint i = 0; spur_tree_next_row (tree, "edges", i, self->edges->len); i++)
    {
      const SpurEdgeProfile *row = &g_array_index (self->edges, SpurEdgeProfile, i);

      spur_tree_add_string (tree, "from",
                            spur_trace_get_class (self->trace, row->from_class)->name);
      spur_tree_add_string (tree, "kind", g_enum_get_value (kinds, (gint) row->kind)->value_nick);
      spur_tree_add_count (tree, "edges", row->n_edges);
      spur_tree_add_count (tree, "reversed", row->n_reversed);
      spur_tree_add_int (tree, "total_ns", row->total_ns);
      spur_tree_add_int (tree, "mean_ns", row->total_ns / (gint64) row->n_edges);
      spur_tree_add_int (tree, "least_ns", row->least_ns);
      spur_tree_add_int (tree, "most_ns", row->most_ns);
    }
}

/* States and regions */

typedef struct
{
  guint32 state;
  guint n_objects;
  guint64 n_times;
  gint64 inclusive_ns;
  gint64 exclusive_ns;
} StateRow;

SPUR_DEFINE_ORDER (compare_states,
                   StateRow,
                   SPUR_ORDER (q->exclusive_ns, p->exclusive_ns)
                   ?: SPUR_ORDER (q->n_times, p->n_times)
                   ?: SPUR_BY (state))

/* Sums over objects; @only_entered: of regions. The last row is of states that the trace does not
 * name. */
static GArray *
list_states (const SpurSums *self, gboolean only_entered)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (StateRow));
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (self->trace)),
        n_kept = 0;
  gsize n_profiles;
  const SpurStateProfile *profiles = spur_profile_get_states (self->profile, &n_profiles);

  g_array_set_size (rows, n_states + 1);
  for (gsize i = 0; i < n_profiles; i++)
    {
      StateRow *row = &g_array_index (rows, StateRow, MIN (profiles[i].state, n_states));

      if ((only_entered && !profiles[i].is_entered) || !is_wanted (self, profiles[i].object))
        continue;
      /* A state that an object both enters and is set to has two profiles, one after the other. */
      row->n_objects += only_entered || i == 0 || profiles[i].object != profiles[i - 1].object ||
                        profiles[i].state != profiles[i - 1].state;
      row->n_times += profiles[i].n_times;
      row->inclusive_ns += profiles[i].inclusive_ns;
      row->exclusive_ns += profiles[i].exclusive_ns;
    }
  for (guint i = 0; i <= n_states; i++)
    {
      StateRow row = g_array_index (rows, StateRow, i);

      row.state = i;
      if (row.n_objects > 0)
        g_array_index (rows, StateRow, n_kept++) = row;
    }
  g_array_set_size (rows, n_kept);
  g_array_sort (rows, compare_states);
  return rows;
}

static const char *
get_kind_name (const SpurState *state)
{
  return state != NULL ? spur_meaning_get_word (SPUR_MEANING_STATE_KIND, state->kind) : NULL;
}

static void
add_state_rows (const SpurSums *self, SpurTree *tree, const char *name, gboolean only_entered)
{
  g_autoptr (GArray) rows = list_states (self, only_entered);
  gint64 all_ns = 0, most_ns = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      all_ns += g_array_index (rows, StateRow, i).exclusive_ns;
      most_ns = MAX (most_ns, g_array_index (rows, StateRow, i).inclusive_ns);
    }
  add_unit (self, tree, most_ns);
  for (guint i = 0; spur_tree_next_row (tree, name, i, rows->len); i++)
    {
      const StateRow *row = &g_array_index (rows, StateRow, i);
      const SpurState *state =
        spur_definitions_get_state (spur_trace_get_definitions (self->trace), row->state);
      double share = all_ns > 0 ? (double) row->exclusive_ns / (double) all_ns : 0.0;

      spur_tree_add_string (tree, "name", state != NULL ? state->name : NULL);
      spur_tree_add_string (tree, "kind", get_kind_name (state));
      spur_tree_add_int (tree, "objects", row->n_objects);
      spur_tree_add_count (tree, "times", row->n_times);
      spur_tree_add_int (tree, "inclusive_ns", row->inclusive_ns);
      spur_tree_add_int (tree, "exclusive_ns", row->exclusive_ns);
      spur_tree_print_note (tree, "share", "%.1f %%", 100.0 * share);
    }
}

static void
add_states (const SpurSums *self, SpurTree *tree)
{
  add_state_rows (self, tree, "states", FALSE);
}

static void
add_regions (const SpurSums *self, SpurTree *tree)
{
  add_state_rows (self, tree, "regions", TRUE);
}

#define STATE_COLUMNS(label, count)                                                                \
  {                                                                                                \
    { "name", label, SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },                                             \
      { "kind", "kind", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },                                          \
      { "objects", "objects", SPUR_SHOW_COUNT }, { "times", count, SPUR_SHOW_COUNT },              \
      { "inclusive_ns", "inclusive", SPUR_SHOW_IN_UNIT },                                          \
      { "exclusive_ns", "exclusive", SPUR_SHOW_IN_UNIT }, { "share", "share" }, { NULL },          \
  }

static const SpurColumn state_columns[] = STATE_COLUMNS ("state", "times");
static const SpurColumn region_columns[] = STATE_COLUMNS ("region", "visits");

/* Pairs */

SPUR_DEFINE_ORDER (compare_pairs,
                   SpurPairProfile,
                   SPUR_ORDER (MAX (q->sent_bytes, q->received_bytes),
                               MAX (p->sent_bytes, p->received_bytes))
                   ?: SPUR_ORDER (MAX (q->n_sent, q->n_received), MAX (p->n_sent, p->n_received))
                   ?: SPUR_BY_4 (from, from_group, to, to_group))

static const SpurColumn pair_columns[] = {
  { "shown_from", "from", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_to", "to", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "sent", "sent", SPUR_SHOW_COUNT },
  { "sent_bytes", "bytes", SPUR_SHOW_COUNT },
  { "received", "received", SPUR_SHOW_COUNT },
  { "received_bytes", "bytes", SPUR_SHOW_COUNT },
  { NULL },
};

/* "from" or "to": an object, all of a group, or what no event tells. */
static void
add_side (const SpurSums *self, SpurTree *tree, const char *side, guint32 object, guint32 group)
{
  const char *name = get_name (self, object);
  g_autofree char *shown = g_strdup_printf ("shown_%s", side);

  if (object == SPUR_NONE && group != SPUR_NONE)
    name = spur_definitions_get_entry_name (spur_trace_get_definitions (self->trace),
                                            SPUR_FIELD_GROUP, group);
  spur_tree_add_string (tree, side, name);
  spur_tree_add_note (tree, shown, name != NULL ? name : "(not told)");
}

static void
add_pairs (const SpurSums *self, SpurTree *tree)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (SpurPairProfile));
  gsize n_pairs;
  const SpurPairProfile *pairs = spur_profile_get_pairs (self->profile, &n_pairs);

  if (n_pairs > 0)
    g_array_append_vals (rows, pairs, (guint) n_pairs);
  g_array_sort (rows, compare_pairs);
  for (guint i = 0; spur_tree_next_row (tree, "pairs", i, rows->len); i++)
    {
      const SpurPairProfile *row = &g_array_index (rows, SpurPairProfile, i);

      add_side (self, tree, "from", row->from, row->from_group);
      add_side (self, tree, "to", row->to, row->to_group);
      spur_tree_add_count (tree, "sent", row->n_sent);
      spur_tree_add_count (tree, "sent_bytes", row->sent_bytes);
      spur_tree_add_count (tree, "received", row->n_received);
      spur_tree_add_count (tree, "received_bytes", row->received_bytes);
    }
}

/* The tables */

#define LAYOUT_OF(path, of_columns)                                                                \
  {                                                                                                \
    SPUR_LAYOUT_TITLE_OF ("path"), SPUR_LAYOUT_NOTE_OF ("times", "times"),                         \
      SPUR_LAYOUT_ROW_OF ("length_ns", "length", SPUR_SHOW_DURATION, 0),                           \
      SPUR_LAYOUT_NOTE_OF ("management", "management"), SPUR_LAYOUT_EMPTY,                         \
      SPUR_LAYOUT_TABLE_OF (path, of_columns, MAX_ROWS, "; --json lists all"),                     \
      { SPUR_LAYOUT_END },                                                                         \
  }

static const SpurLayout target_layout[] = LAYOUT_OF ("targets", target_columns);
static const SpurLayout object_layout[] = LAYOUT_OF ("objects", object_columns);
static const SpurLayout class_layout[] = LAYOUT_OF ("classes", class_columns);
static const SpurLayout edge_layout[] = LAYOUT_OF ("edges", edge_columns);
static const SpurLayout state_layout[] = LAYOUT_OF ("states", state_columns);
static const SpurLayout region_layout[] = LAYOUT_OF ("regions", region_columns);
static const SpurLayout pair_layout[] = LAYOUT_OF ("pairs", pair_columns);
static const SpurLayout component_layout[] = LAYOUT_OF ("components", component_columns);

const char *const spur_sums_words[] = { "target", "object", "class",     "edge", "state",
                                        "region", "pair",   "component", NULL };

static const SpurSumsTable tables[] = {
  { "target", 0, TRUE, FALSE, FALSE, target_layout, add_targets },
  { "object", SPUR_PROFILE_OBJECTS, TRUE, FALSE, TRUE, object_layout, add_objects },
  { "class", SPUR_PROFILE_CLASSES, FALSE, FALSE, TRUE, class_layout, add_classes },
  { "edge", 0, FALSE, TRUE, TRUE, edge_layout, add_edges },
  { "state", SPUR_PROFILE_STATES, FALSE, FALSE, FALSE, state_layout, add_states },
  { "region", SPUR_PROFILE_STATES, FALSE, FALSE, FALSE, region_layout, add_regions },
  { "pair", SPUR_PROFILE_PAIRS, FALSE, FALSE, TRUE, pair_layout, add_pairs },
  { "component", SPUR_PROFILE_OBJECTS, TRUE, FALSE, TRUE, component_layout, add_components },
};

const SpurSumsTable *
spur_sums_find_table (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      if (g_str_equal (tables[i].word, word))
        return &tables[i];
    }
  return NULL;
}
