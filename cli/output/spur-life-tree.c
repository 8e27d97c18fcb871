/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The lives of load objects and targets as rows, for 'spur objects'. */
#include "cli/output/spur-life-tree.h"

#include "cli/output/spur-sums-tree.h"

/* Rows of a table that are shown as text; lives that are, in one line. */
#define MAX_ROWS 50
#define MAX_LIVES 3

static const char *
get_name (const SpurLives *self, guint32 object)
{
  return spur_definitions_get_entry_name (spur_trace_get_definitions (self->trace),
                                          SPUR_FIELD_OBJECT, object);
}

/* The application's word for it; else the class of its object. */
static const char *
get_kind (const SpurLives *self, guint32 object)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), object);

  return info->kind != NULL && *info->kind != '\0' ? info->kind : g_type_name (info->type);
}

static gboolean
is_target (const SpurLives *self, guint32 object)
{
  return g_type_is_a (
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->type,
    SPUR_TYPE_TARGET);
}

/* From a second on the nine digits of ns would not fit into a table beside all else. */
static guint
get_n_decimals (const SpurLives *self)
{
  return self->end_ns - self->begin_ns < G_GINT64_CONSTANT (1000000000) ? 9 : 6;
}

/* In seconds after the trace's begin, beside the value itself; "-" where no event says it. */
static void
add_time (const SpurLives *self, SpurTree *tree, const char *name, gint64 time_ns, gboolean is_told)
{
  g_autofree char *value = g_strdup_printf ("%s_ns", name);
  g_autofree char *shown = g_strdup_printf ("shown_%s", name);
  g_autoptr (GString) text = g_string_new (NULL);

  spur_tree_add_int (tree, value, time_ns);
  if (is_told)
    spur_text_append_in_unit (text, time_ns - self->begin_ns, SPUR_UNIT_S, get_n_decimals (self));
  else
    g_string_append_c (text, '-');
  spur_tree_add_note (tree, shown, text->str);
}

/* Of all lives of an object the first begin and the last end; null where it is never there. */
static void
add_life (const SpurLives *self, SpurTree *tree, guint32 object)
{
  guint n_lives;
  g_autofree SpurLife *lives = spur_timeline_get_lives (self->timeline, object, &n_lives);

  spur_tree_add_int (tree, "lives", n_lives);
  if (n_lives == 0)
    {
      spur_tree_add_null (tree, "begin_ns");
      spur_tree_add_null (tree, "end_ns");
      return;
    }
  add_time (self, tree, "begin", lives[0].begin_ns, lives[0].is_begun);
  add_time (self, tree, "end", lives[n_lives - 1].end_ns, lives[n_lives - 1].is_ended);
  spur_tree_add_bool (tree, "is_begun", lives[0].is_begun);
  spur_tree_add_bool (tree, "is_ended", lives[n_lives - 1].is_ended);
}

static void
add_target_load (const SpurLives *self, SpurTree *tree, guint32 target)
{
  SpurTargetLoad load;

  spur_load_get (self->loads, target, self->begin_ns, self->end_ns, &load);
  spur_tree_add_int (tree, "present_ns", load.present_ns);
  SPUR_TREE_ADD_TIMES (tree, &load);
  spur_tree_add_double (tree, "resident_mean", load.resident_mean);
  spur_tree_add_int (tree, "resident_max", load.resident_max);
}

static void
add_object_load (const SpurLives *self, SpurTree *tree, guint32 object)
{
  SpurObjectLoad load;

  spur_load_get_object (self->loads, object, self->begin_ns, self->end_ns, &load);
  spur_tree_add_int (tree, "present_ns", load.present_ns);
  SPUR_TREE_ADD_TIMES (tree, &load);
}

/* The target on which it was last, and what it is in. */
static void
add_place (const SpurLives *self, SpurTree *tree, guint32 object)
{
  guint n_presences;
  g_autofree SpurPresence *presences =
    spur_timeline_get_presences (self->timeline, object, &n_presences);
  guint32 target = n_presences > 0 ? presences[n_presences - 1].target : SPUR_NONE;
  const char *name = get_name (self, target);

  spur_tree_add_string (tree, "target", name);
  spur_tree_add_note (tree, "shown_target", name != NULL ? name : "-");
}

static void
add_names (const SpurLives *self, SpurTree *tree, guint32 object)
{
  spur_tree_add_string (tree, "name", get_name (self, object));
  spur_tree_add_string (tree, "kind", get_kind (self, object));
  add_life (self, tree, object);
}

static void
add_target_row (const SpurLives *self, SpurTree *tree, guint32 target, const SpurMoveCounts *moves)
{
  spur_tree_begin_object (tree, NULL);
  add_names (self, tree, target);
  add_target_load (self, tree, target);
  spur_tree_add_int (tree, "came", moves->n_came[target]);
  spur_tree_add_int (tree, "left", moves->n_left[target]);
  spur_tree_end (tree);
}

static void
add_object_row (const SpurLives *self, SpurTree *tree, guint32 object, guint n_moves)
{
  spur_tree_begin_object (tree, NULL);
  add_names (self, tree, object);
  add_place (self, tree, object);
  add_object_load (self, tree, object);
  spur_tree_add_int (tree, "moves", n_moves);
  spur_tree_end (tree);
}

/* Networks, neighborhoods and what else a format tells of is neither a target nor load. */
static gboolean
is_load_object (const SpurLives *self, guint32 object)
{
  return g_type_is_a (
    spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->type,
    SPUR_TYPE_LOAD_OBJECT);
}

static void
add_object_rows (const SpurLives *self,
                 SpurTree *tree,
                 const SpurMoveCounts *moves,
                 gboolean are_load_objects)
{
  guint32 n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));

  for (guint32 i = 0; i < n_objects; i++)
    {
      if (self->are_wanted[i] && !is_target (self, i) &&
          is_load_object (self, i) == are_load_objects)
        add_object_row (self, tree, i, moves->n_moved[i]);
    }
}

/* The unit in which the most work of a load object that is wanted has up to three digits; where
 * none works, of the trace's length. */
static void
add_unit (SpurTree *tree, const SpurLives *self, const guint8 *are_wanted)
{
  gint64 most_ns = 0;

  for (guint32 i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
       i++)
    {
      SpurObjectLoad load;

      if (!are_wanted[i] || is_target (self, i))
        continue;
      spur_load_get_object (self->loads, i, self->begin_ns, self->end_ns, &load);
      most_ns = MAX (most_ns, MAX (load.work_ns, load.overhead_ns));
    }
  spur_tree_add_unit (tree,
                      spur_text_get_unit (most_ns > 0 ? most_ns : self->end_ns - self->begin_ns));
}

void
spur_tree_add_lives (SpurTree *self, const SpurLives *lives)
{
  guint32 n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (lives->trace));
  g_auto (SpurMoveCounts) moves = { 0 };

  spur_move_counts_init (&moves, lives->timeline, G_MININT64, G_MAXINT64);
  add_unit (self, lives, lives->are_wanted);
  spur_tree_begin_list (self, "targets");
  for (guint32 i = 0; i < n_objects; i++)
    {
      if (lives->are_wanted[i] && is_target (lives, i))
        add_target_row (lives, self, i, &moves);
    }
  spur_tree_end (self);
  spur_tree_begin_list (self, "objects");
  add_object_rows (lives, self, &moves, TRUE);
  spur_tree_end (self);
  spur_tree_begin_list (self, "others");
  add_object_rows (lives, self, &moves, FALSE);
  spur_tree_end (self);
}

/* One object */

static void
append_life (const SpurLives *self, GString *text, const SpurLife *life)
{
  g_string_append (text, text->len > 0 ? ", " : "");
  if (life->is_begun)
    spur_text_append_seconds (text, life->begin_ns - self->begin_ns);
  g_string_append (text, life->is_begun ? " s to " : "begin of the trace to ");
  if (life->is_ended)
    spur_text_append_seconds (text, life->end_ns - self->begin_ns);
  g_string_append (text, life->is_ended ? " s" : "its end");
}

static void
add_all_lives (const SpurLives *self, SpurTree *tree, guint32 object)
{
  guint n_lives;
  g_autofree SpurLife *lives = spur_timeline_get_lives (self->timeline, object, &n_lives);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; spur_tree_next_row (tree, "lives", i, n_lives); i++)
    {
      spur_tree_add_int (tree, "begin_ns", lives[i].begin_ns);
      spur_tree_add_int (tree, "end_ns", lives[i].end_ns);
      spur_tree_add_bool (tree, "is_begun", lives[i].is_begun);
      spur_tree_add_bool (tree, "is_ended", lives[i].is_ended);
      if (i < MAX_LIVES)
        append_life (self, text, &lives[i]);
    }
  if (n_lives > MAX_LIVES)
    g_string_append_printf (text, " and %u more", n_lives - MAX_LIVES);
  spur_tree_add_note (tree, "shown_lives", text->str);
}

static void
add_presences (const SpurLives *self, SpurTree *tree, guint32 object)
{
  guint n_presences;
  g_autofree SpurPresence *presences =
    spur_timeline_get_presences (self->timeline, object, &n_presences);

  for (guint i = 0; spur_tree_next_row (tree, "presences", i, n_presences); i++)
    {
      const SpurPresence *presence = &presences[i];

      add_time (self, tree, "begin", presence->begin_ns, TRUE);
      add_time (self, tree, "end", presence->end_ns, TRUE);
      spur_tree_add_string (tree, "target", get_name (self, presence->target));
      spur_tree_add_int (tree, "duration_ns", presence->end_ns - presence->begin_ns);
      spur_tree_add_int (
        tree, "work_ns",
        spur_load_get_object_work (self->loads, object, presence->begin_ns, presence->end_ns));
    }
}

/* Of a load object its own moves, of a target those to it and from it. */
static void
add_moves (const SpurLives *self, SpurTree *tree, guint32 object)
{
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (self->timeline, &n_moves);

  spur_tree_begin_list (tree, "moves");
  for (gsize i = 0; i < n_moves; i++)
    {
      const SpurMove *move = &moves[i];

      if (move->object != object && move->from != object && move->to != object)
        continue;
      spur_tree_begin_object (tree, NULL);
      add_time (self, tree, "left", move->left_ns, TRUE);
      add_time (self, tree, "came", move->came_ns, TRUE);
      spur_tree_add_string (tree, "object", get_name (self, move->object));
      spur_tree_add_string (tree, "from", get_name (self, move->from));
      spur_tree_add_string (tree, "to", get_name (self, move->to));
      spur_tree_end (tree);
    }
  spur_tree_end (tree);
}

static void
add_state (const SpurLives *self, SpurTree *tree, const SpurStateProfile *profile)
{
  const SpurState *state =
    spur_definitions_get_state (spur_trace_get_definitions (self->trace), profile->state);

  spur_tree_begin_object (tree, NULL);
  spur_tree_add_string (tree, "name", state != NULL ? state->name : NULL);
  spur_tree_add_string (tree, "kind",
                        state != NULL ? spur_meaning_get_word (SPUR_MEANING_STATE_KIND, state->kind)
                                      : NULL);
  spur_tree_add_count (tree, "times", profile->n_times);
  spur_tree_add_int (tree, "inclusive_ns", profile->inclusive_ns);
  spur_tree_add_int (tree, "exclusive_ns", profile->exclusive_ns);
  spur_tree_end (tree);
}

/* A state that the object both enters and is set to has two profiles, one after the other. */
static void
add_states (const SpurLives *self, SpurTree *tree, guint32 object)
{
  gsize n_states;
  const SpurStateProfile *states = spur_profile_get_states (self->profile, &n_states);

  spur_tree_begin_list (tree, "states");
  for (gsize i = 0; i < n_states; i++)
    {
      SpurStateProfile sum = states[i];

      if (sum.object != object)
        continue;
      for (; i + 1 < n_states && states[i + 1].object == object && states[i + 1].state == sum.state;
           i++)
        {
          sum.n_times += states[i + 1].n_times;
          sum.inclusive_ns += states[i + 1].inclusive_ns;
          sum.exclusive_ns += states[i + 1].exclusive_ns;
        }
      add_state (self, tree, &sum);
    }
  spur_tree_end (tree);
}

static void
add_messages (const SpurLives *self, SpurTree *tree, guint32 object)
{
  guint n_objects;
  const SpurObjectProfile *profile = &spur_profile_get_objects (self->profile, &n_objects)[object];

  spur_tree_add_count (tree, "events", profile->n_events);
  spur_tree_add_count (tree, "sent", profile->n_sent);
  spur_tree_add_count (tree, "sent_bytes", profile->sent_bytes);
  spur_tree_add_count (tree, "received", profile->n_received);
  spur_tree_add_count (tree, "received_bytes", profile->received_bytes);
}

void
spur_tree_add_life (SpurTree *self, const SpurLives *lives, guint32 object)
{
  add_unit (self, lives, lives->are_wanted);
  spur_tree_add_string (self, "name", get_name (lives, object));
  spur_tree_add_string (self, "kind", get_kind (lives, object));
  if (is_target (lives, object))
    add_target_load (lives, self, object);
  else
    add_object_load (lives, self, object);
  add_messages (lives, self, object);
  add_all_lives (lives, self, object);
  if (!is_target (lives, object))
    add_presences (lives, self, object);
  add_moves (lives, self, object);
  add_states (lives, self, object);
}

static const SpurColumn target_columns[] = {
  { "name", "target" },
  { "kind", "kind", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_begin", "from s" },
  { "shown_end", "to s" },
  { "work_ns", "work", SPUR_SHOW_IN_UNIT },
  { "overhead_ns", "overhead", SPUR_SHOW_IN_UNIT },
  { "resident_max", "objects", SPUR_SHOW_COUNT },
  { "came", "came", SPUR_SHOW_COUNT },
  { "left", "left", SPUR_SHOW_COUNT },
  { NULL },
};

static const SpurColumn object_columns[] = {
  { "name", "object" },
  { "kind", "kind", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_begin", "from s" },
  { "shown_end", "to s" },
  { "shown_target", "last on", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "work_ns", "work", SPUR_SHOW_IN_UNIT },
  { "overhead_ns", "overhead", SPUR_SHOW_IN_UNIT },
  { "moves", "moves", SPUR_SHOW_COUNT },
  { NULL },
};

static const SpurColumn other_columns[] = {
  { "name", "other" },
  { "kind", "kind", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_begin", "from s" },
  { "shown_end", "to s" },
  { NULL },
};

static const SpurColumn presence_columns[] = {
  { "shown_begin", "from s" },
  { "shown_end", "to s" },
  { "target", "on", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "work_ns", "work there", SPUR_SHOW_IN_UNIT },
  { NULL },
};

static const SpurColumn move_columns[] = {
  { "shown_left", "moved from s" },
  { "shown_came", "to s" },
  { "object", "object", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "from", "from", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "to", "to", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { NULL },
};

static const SpurColumn state_columns[] = {
  { "name", "state", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "kind", "kind", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "times", "times", SPUR_SHOW_COUNT },
  { "inclusive_ns", "inclusive", SPUR_SHOW_IN_UNIT },
  { "exclusive_ns", "exclusive", SPUR_SHOW_IN_UNIT },
  { NULL },
};

#define LAYOUT_IF_SET(path, of_columns)                                                            \
  SPUR_LAYOUT_EMPTY_IF (path),                                                                     \
  {                                                                                                \
    SPUR_LAYOUT_TABLE, path, .flags = SPUR_SHOW_IF_SET, .columns = of_columns,                     \
                             .max_rows = MAX_ROWS, .more = "; --json lists all"                    \
  }

#define LAYOUT_HEAD                                                                                \
  SPUR_LAYOUT_TITLE_OF ("path"), SPUR_LAYOUT_NOTE_OF ("times", "times"),                           \
    SPUR_LAYOUT_ROW_OF ("length_ns", "length", SPUR_SHOW_DURATION, 0)

const SpurLayout spur_lives_layout[] = {
  LAYOUT_HEAD,
  LAYOUT_IF_SET ("targets", target_columns),
  LAYOUT_IF_SET ("objects", object_columns),
  LAYOUT_IF_SET ("others", other_columns),
  { SPUR_LAYOUT_END },
};

const SpurLayout spur_life_layout[] = {
  LAYOUT_HEAD,
  SPUR_LAYOUT_NOTE_OF ("name", "object"),
  SPUR_LAYOUT_NOTE_OF ("kind", "kind"),
  SPUR_LAYOUT_NOTE_OF ("shown_lives", "life"),
  SPUR_LAYOUT_ROW_OF ("present_ns", "there", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_ROW_OF ("work_ns", "work", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_ROW_OF ("overhead_ns", "overhead", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_ROW_OF ("communication_ns", "communication", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_ROW_OF ("idle_ns", "idle", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_COUNT_OF ("events", "events"),
  SPUR_LAYOUT_COUNT_IF ("sent", "messages sent"),
  SPUR_LAYOUT_COUNT_IF ("sent_bytes", "bytes sent"),
  SPUR_LAYOUT_COUNT_IF ("received", "messages received"),
  SPUR_LAYOUT_COUNT_IF ("received_bytes", "bytes received"),
  LAYOUT_IF_SET ("presences", presence_columns),
  LAYOUT_IF_SET ("moves", move_columns),
  LAYOUT_IF_SET ("states", state_columns),
  { SPUR_LAYOUT_END },
};
