/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a space-time picture shows, collected from a trace, its edges and visualizers. */
#include "core/analysis/presence/spur-history-internal.h"
#include "core/base/spur-order-internal.h"
#include "events/spur-events.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/style/spur-view-registry.h"

/* Ticks that are nearer to one another on average are no marks any more. */
#define COLUMNS_PER_TICK 16

gint64
spur_space_time_event_ns (SpurSpaceTime *self, guint stream, guint64 event)
{
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), event);
  SpurCorrection *correction = spur_trace_get_correction (self->trace);

  if (self->raw || correction == NULL)
    return raw_ns;
  return spur_correction_apply (correction, stream, event, raw_ns);
}

static guint32
find_lane (gpointer data, guint32 object, gint64 time_ns)
{
  SpurSpaceTime *self = data;
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  guint32 target;
  SpurChange change;

  if (object >= n_objects)
    return SPUR_NONE;
  if (self->lanes->lane_of_object[object] != SPUR_NONE)
    return self->lanes->lane_of_object[object];
  target = spur_timeline_get_target (self->timeline, object, time_ns);
  /* It may just have left or ended. */
  if (target == SPUR_NONE && time_ns > G_MININT64)
    target = spur_timeline_get_target (self->timeline, object, time_ns - 1);
  /* Before its first placement an object counts as where that puts it. */
  if (target == SPUR_NONE &&
      spur_timeline_get_next_change (self->timeline, object, time_ns, &change))
    target = spur_timeline_get_target (self->timeline, object, change.time_ns);
  return target != SPUR_NONE ? self->lanes->lane_of_object[target] : SPUR_NONE;
}

static void
ask_visualizers (SpurSpaceTime *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  const SpurEventLayout *moves = spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT);
  g_autoptr (SpurVisualizer) migration = spur_view_create_visualizer (self->registry, moves);
  SpurStyle move_style;

  spur_visualizer_get_style (migration, moves, &move_style);
  self->move_style = spur_scene_add_style (self->scene, &move_style);
  self->style_of_class = g_new (guint16, n_classes + 1);
  self->visualizer_of_class = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);
      SpurVisualizer *visualizer = spur_view_create_visualizer (self->registry, layout);
      SpurStyle style;

      spur_visualizer_get_style (visualizer, layout, &style);
      spur_registry_find_class_color (self->registry, layout, &style.color, NULL);
      self->style_of_class[i] = (guint16) spur_scene_add_style (self->scene, &style);
      g_ptr_array_add (self->visualizer_of_class, visualizer);
    }
}

static guint
style_of_event (SpurSpaceTime *self, guint stream_index, guint64 event)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, stream_index);

  return self->style_of_class[spur_stream_get_class_index (stream, event)];
}

static const SpurStyle *
get_style (SpurSpaceTime *self, guint style)
{
  return &g_array_index (self->scene->styles, SpurStyle, style);
}

/* By the event that receives it, the arrow of a migration; moves take theirs. */
static guint64
event_key (guint stream, guint64 event)
{
  return (guint64) stream << 44 ^ event;
}

static gboolean
is_in_span (const SpurSpaceTime *self, const SpurSceneArrow *arrow)
{
  return MAX (arrow->from_ns, arrow->to_ns) >= self->from_ns &&
         MIN (arrow->from_ns, arrow->to_ns) <= self->to_ns;
}

static void
add_message (SpurSpaceTime *self, const SpurSceneArrow *arrow, SpurEdgeKind kind)
{
  if (!is_in_span (self, arrow))
    return;
  self->counts.n_messages++;
  self->counts.has_other_edges |= kind != SPUR_EDGE_MESSAGE;
  self->counts.n_violated += arrow->violated;
  spur_scene_add_arrow (self->scene, arrow);
}

static void
add_edge (SpurSpaceTime *self, GHashTable *migrations, gsize index, gint64 from_ns, gint64 to_ns)
{
  gsize n_edges;
  const SpurEdge *edge = &spur_edges_get_all (self->edges, &n_edges)[index];
  guint64 key = event_key (edge->to_stream, edge->to_event);
  SpurSceneArrow arrow = { .from_ns = from_ns,
                           .to_ns = to_ns,
                           .from_lane = self->lanes->lane_of_stream[edge->from_stream],
                           .to_lane = self->lanes->lane_of_stream[edge->to_stream],
                           .violated = to_ns < from_ns };
  SpurForm form;

  arrow.style = (guint16) style_of_event (self, edge->from_stream, edge->from_event);
  form = get_style (self, arrow.style)->form;
  if (form == SPUR_FORM_MOVE)
    g_hash_table_replace (migrations, g_memdup2 (&key, sizeof key),
                          g_memdup2 (&arrow, sizeof arrow));
  else if (form == SPUR_FORM_MESSAGE)
    add_message (self, &arrow, spur_edges_get_kind (self->edges, index));
}

static void
add_all_edges (SpurSpaceTime *self, GHashTable *migrations)
{
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    add_edge (self, migrations, i,
              spur_space_time_event_ns (self, edges[i].from_stream, edges[i].from_event),
              spur_space_time_event_ns (self, edges[i].to_stream, edges[i].to_event));
}

/* What adding edges of the span needs. */
typedef struct
{
  SpurSpaceTime *picture;
  GHashTable *migrations;
} EdgeWalk;

static void
add_indexed_edge (const SpurIndexedEdge *indexed, gpointer data)
{
  EdgeWalk *walk = data;

  add_edge (walk->picture, walk->migrations, indexed->edge, indexed->sent_ns, indexed->received_ns);
}

static void
add_span_edges (SpurSpaceTime *self, SpurEdgeIndex *index, GHashTable *migrations)
{
  EdgeWalk walk = { self, migrations };

  spur_edge_index_visit (index, self->from_ns, self->to_ns, add_indexed_edge, &walk);
}

/* The event that showed a move: the first one of the stream at that time. */
static guint64
event_of_move (SpurSpaceTime *self, const SpurMove *move)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, move->to_stream);
  guint64 low = 0, high = spur_stream_get_n_events (stream), middle;

  SPUR_BISECT (low, high, middle,
               spur_space_time_event_ns (self, move->to_stream, middle) < move->came_ns)
  return low;
}

/* Where the event has a move's style of its own, that is taken. */
static guint
style_of_move (SpurSpaceTime *self, const SpurMove *move, guint64 event)
{
  guint style;

  if (event == spur_stream_get_n_events (spur_trace_get_stream (self->trace, move->to_stream)))
    return self->move_style;
  style = style_of_event (self, move->to_stream, event);
  return get_style (self, style)->form == SPUR_FORM_MOVE ? style : self->move_style;
}

static void
add_move (SpurSpaceTime *self, GHashTable *migrations, const SpurMove *move)
{
  guint64 event = event_of_move (self, move);
  guint64 key = event_key (move->to_stream, event);
  const SpurSceneArrow *edge = g_hash_table_lookup (migrations, &key);
  SpurSceneArrow arrow = {
    .from_ns = move->left_ns,
    .to_ns = move->came_ns,
    .from_lane = spur_lanes_find (self->lanes, self->trace, move->from, move->from_stream),
    .to_lane = spur_lanes_find (self->lanes, self->trace, move->to, move->to_stream)
  };

  if (edge != NULL)
    {
      arrow.from_ns = edge->from_ns;
      arrow.to_ns = edge->to_ns;
      arrow.violated = edge->violated;
      arrow.style = edge->style;
      g_hash_table_remove (migrations, &key);
    }
  else
    arrow.style = (guint16) style_of_move (self, move, event);
  arrow.is_move = TRUE;
  g_array_append_val (self->move_styles, arrow.style);
  if (!is_in_span (self, &arrow))
    return;
  self->counts.n_moves++;
  self->counts.n_violated += arrow.violated;
  spur_scene_add_arrow (self->scene, &arrow);
}

/* Whether a move is not drawn, takes no arrow of a migration, and no page wants its style. */
static gboolean
is_move_unused (const SpurSpaceTime *self, GHashTable *migrations, const SpurMove *move)
{
  const SpurSceneArrow arrow = { .from_ns = move->left_ns, .to_ns = move->came_ns };

  return !self->scene->keeps_all && g_hash_table_size (migrations) == 0 &&
         !is_in_span (self, &arrow);
}

static void
add_moves (SpurSpaceTime *self, GHashTable *migrations)
{
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (self->timeline, &n_moves);

  for (gsize i = 0; i < n_moves; i++)
    {
      const SpurMove *move = &moves[i];

      if (is_move_unused (self, migrations, move))
        {
          const guint16 style = (guint16) self->move_style;

          g_array_append_val (self->move_styles, style);
          continue;
        }
      add_move (self, migrations, move);
    }
}

/* What belongs to a migration and moves nothing itself, as when data goes ahead, is a message. The
 * scene sorts its arrows, so their order here does not matter. */
static void
add_arrows (SpurSpaceTime *self, SpurEdgeIndex *edge_index)
{
  g_autoptr (GHashTable) migrations =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer arrow;

  if (edge_index != NULL)
    add_span_edges (self, edge_index, migrations);
  else
    add_all_edges (self, migrations);
  add_moves (self, migrations);
  g_hash_table_iter_init (&iter, migrations);
  while (g_hash_table_iter_next (&iter, NULL, &arrow))
    add_message (self, arrow, SPUR_EDGE_MIGRATION);
}

static guint64
count_links (SpurSpaceTime *self)
{
  const SpurSceneArrow *arrows = (const SpurSceneArrow *) self->scene->arrows->data;
  guint64 n_links = 0;

  for (gsize i = 0; i < self->scene->arrows->len; i++)
    n_links += get_style (self, arrows[i].style)->form == SPUR_FORM_LINK ? arrows[i].n_joined : 0;
  return n_links;
}

static void
count_drawn (SpurSpaceTime *self)
{
  const SpurSceneArrow *arrows = (const SpurSceneArrow *) self->scene->arrows->data;

  for (gsize i = 0; i < self->scene->arrows->len; i++)
    {
      SpurForm form = get_style (self, arrows[i].style)->form;
      gboolean is_message =
        !arrows[i].is_move && (form == SPUR_FORM_MESSAGE || form == SPUR_FORM_MOVE);

      self->counts.n_moves_drawn += arrows[i].is_move ? arrows[i].n_joined : 0;
      self->counts.n_messages_drawn += is_message ? arrows[i].n_joined : 0;
      self->counts.n_message_arrows += is_message;
      self->counts.n_violated_drawn += arrows[i].violated ? arrows[i].n_joined : 0;
    }
}

double
spur_space_time_get_largest (SpurSpaceTime *self, guint style)
{
  const SpurSceneValue *values = (const SpurSceneValue *) self->scene->values->data;
  double largest = 0.0;

  for (gsize i = 0; i < self->scene->values->len; i++)
    if (values[i].style == style)
      largest = MAX (largest, values[i].value);
  return largest;
}

double
spur_space_time_get_full (SpurSpaceTime *self, guint style)
{
  return MAX (get_style (self, style)->full, spur_space_time_get_largest (self, style));
}

static guint64
count_events (SpurSpaceTime *self)
{
  guint64 n_events = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    n_events += spur_index_count_until (self->index, i, self->to_ns, self->raw) -
                spur_index_count_until (self->index, i, self->from_ns - 1, self->raw);
  return n_events;
}

/* A page shows more than the span of its picture. */
static SpurHistory *
make_whole_history (const SpurSpaceTime *self, const SpurSpaceTimeOptions *options)
{
  if (options->has_span && !options->keep_all)
    return spur_history_new_of_window (self->trace, self->raw, self->from_ns, self->to_ns);
  return spur_history_new (self->trace, self->raw);
}

/* By the events of the span where these tell all, else by those of the whole trace. */
static void
make_history (SpurSpaceTime *self, const SpurSpaceTimeOptions *options)
{
  SpurIndexWindow window = { self->from_ns, self->to_ns, 1, self->raw };

  if (options->index == NULL || !spur_index_has_spans (options->index))
    {
      self->history = make_whole_history (self, options);
      return;
    }
  self->index = g_object_ref (options->index);
  self->has_cells = count_events (self) > options->max_span_events;
  if (self->has_cells)
    window.to_ns = window.from_ns;
  self->history = spur_index_get_history (self->index, &window);
}

static void
add_indexed_times (SpurSpaceTime *self, gint64 *total_ns)
{
  SpurIndexWindow window = { .n_columns = 1, .raw = self->raw };

  spur_trace_get_span_ns (self->trace, self->raw, &window.from_ns, &window.to_ns);
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    spur_index_add_times (self->index, i, &window, total_ns);
}

/* By the whole trace, so that a state keeps its colour in every span. */
static SpurPalette *
make_palette (SpurSpaceTime *self, guint n_states)
{
  g_autofree gint64 *total_ns = NULL;

  if (self->index == NULL)
    return spur_palette_new_for_history (self->trace, self->registry, self->history);
  total_ns = g_new0 (gint64, (gsize) n_states + 1);
  add_indexed_times (self, total_ns);
  return spur_palette_new (self->trace, self->registry, total_ns, SPUR_PALETTE_MAX_SWATCHES);
}

static void
choose_colors (SpurSpaceTime *self)
{
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (self->trace));

  self->palette = make_palette (self, n_states);
  self->swatch_of_state = g_new (guint32, (gsize) n_states + 1);
  for (guint i = 0; i < n_states; i++)
    self->swatch_of_state[i] = spur_palette_find (self->palette, i);
}

static void
choose_span (SpurSpaceTime *self, const SpurSpaceTimeOptions *options)
{
  gint64 begin_ns = 0, end_ns = 0, unused_ns = 0;

  spur_trace_get_span_ns (self->trace, self->raw, &begin_ns, &end_ns);
  self->from_ns = options->has_span ? options->from_ns : begin_ns;
  self->to_ns = options->has_span ? options->to_ns : end_ns;
  if (self->to_ns <= self->from_ns)
    self->to_ns = self->from_ns + 1;
  /* The one begin that all verbs count from, of raw times, too, so that both can be compared. */
  spur_trace_get_span_ns (self->trace, FALSE, &self->zero_ns, &unused_ns);
}

SpurSpaceTime *
spur_space_time_new (const SpurSpaceTimeOptions *options)
{
  SpurSpaceTime *self = g_new0 (SpurSpaceTime, 1);

  self->trace = g_object_ref (options->trace);
  self->edges = g_object_ref (options->edges);
  self->registry = g_object_ref (options->registry);
  self->raw = options->raw || spur_trace_get_correction (options->trace) == NULL;
  choose_span (self, options);
  make_history (self, options);
  self->timeline = spur_history_get_timeline (self->history);
  self->lanes =
    options->lanes != NULL
      ? g_rc_box_acquire (options->lanes)
      : spur_lanes_new (self->trace, self->index, spur_history_get_target_loads (self->history));
  choose_colors (self);
  self->scene =
    spur_scene_new (self->from_ns, self->to_ns, self->lanes->n_lanes, MAX (options->n_columns, 1));
  self->scene->keeps_all = options->keep_all;
  spur_scene_set_lane_finder (self->scene, find_lane, self);
  ask_visualizers (self);
  self->move_styles = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->has_stream_rows = self->index != NULL && (self->has_cells || options->has_stream_rows);
  spur_space_time_add_tracks (self);
  if (!options->is_outline)
    {
      if (!options->has_no_edges)
        add_arrows (self, options->edge_index);
      spur_space_time_add_glyphs (self);
    }
  if (!options->keep_all)
    spur_scene_drop_crowded (self->scene, MAX (options->n_columns / COLUMNS_PER_TICK, 1));
  spur_space_time_add_bands (self, options->is_outline ? 0 : options->max_bands);
  self->counts.n_links = count_links (self);
  spur_scene_bundle_arrows (self->scene, options->max_arrows);
  self->counts.n_links_drawn = count_links (self);
  count_drawn (self);
  return self;
}

void
spur_space_time_free (SpurSpaceTime *self)
{
  g_clear_object (&self->history);
  g_clear_object (&self->index);
  g_clear_object (&self->scene);
  g_clear_pointer (&self->lanes, spur_lanes_unref);
  g_clear_pointer (&self->palette, spur_palette_free);
  g_clear_pointer (&self->visualizer_of_class, g_ptr_array_unref);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_clear_pointer (&self->move_styles, g_array_unref);
  g_clear_pointer (&self->bands, g_array_unref);
  g_clear_pointer (&self->band_members, g_array_unref);
  g_free (self->style_of_class);
  g_free (self->swatch_of_state);
  g_free (self->n_tracks_of_lane);
  g_object_unref (self->registry);
  g_object_unref (self->edges);
  g_object_unref (self->trace);
  g_free (self);
}

static void
append_drawn (GString *note, guint64 n_drawn, guint64 n_all, const char *one, const char *many)
{
  const char *all = SPUR_VIEW_COUNT (n_all);

  if (n_all == 0)
    return;
  if (n_drawn == n_all)
    g_string_append_printf (note, "; %s%s %s", n_all > 1 ? "all " : "", all,
                            n_all > 1 ? many : one);
  else
    g_string_append_printf (note, "; %s of %s %s", SPUR_VIEW_COUNT (n_drawn), all, many);
}

char *
spur_space_time_get_subtitle (SpurSpaceTime *self)
{
  GString *subtitle = g_string_new (NULL);

  spur_view_append_counted (subtitle, "", spur_trace_get_n_events (self->trace), "event");
  spur_view_append_counted (subtitle, " on ", self->lanes->n_targets, "target");
  spur_view_append_objects (subtitle, self->trace);
  g_string_append_printf (subtitle, "; %s shown", SPUR_VIEW_NS (self->to_ns - self->from_ns, 4));
  return g_string_free (subtitle, FALSE);
}

gboolean
spur_space_time_is_sample (const SpurSpaceTime *self)
{
  const SpurSpaceTimeCounts *counts = &self->counts;

  return counts->n_messages_drawn < counts->n_messages || counts->n_moves_drawn < counts->n_moves ||
         counts->n_bands_drawn < counts->n_bands || counts->n_links_drawn < counts->n_links ||
         self->scene->n_hidden > 0;
}

char *
spur_space_time_get_note (SpurSpaceTime *self)
{
  const SpurSpaceTimeCounts *counts = &self->counts;
  gboolean corrected = spur_trace_get_correction (self->trace) != NULL;
  guint64 n_hidden = self->scene->n_hidden;
  guint64 n_gathered = spur_scene_count_gathered (self->scene);
  GString *note = g_string_new (NULL);

  if (!self->raw)
    g_string_append (note, "Corrected times");
  else
    g_string_append (note, corrected ? "Times as recorded (not corrected)" : "Times as recorded");
  append_drawn (note, counts->n_messages_drawn, counts->n_messages,
                counts->has_other_edges ? "edge between streams" : "message between streams",
                counts->has_other_edges ? "edges between streams" : "messages between streams");
  if (counts->n_message_arrows < counts->n_messages_drawn)
    g_string_append_printf (note, " as %s arrows", SPUR_VIEW_COUNT (counts->n_message_arrows));
  append_drawn (note, counts->n_violated_drawn, counts->n_violated, "received before sent",
                "received before sent");
  append_drawn (note, counts->n_moves_drawn, counts->n_moves, "move", "moves");
  append_drawn (note, counts->n_bands_drawn, counts->n_bands, "collective operation",
                "collective operations");
  append_drawn (note, counts->n_links_drawn, counts->n_links, "connection of lanes",
                "connections of lanes");
  g_string_append (note, counts->n_messages_drawn + counts->n_moves_drawn + counts->n_bands_drawn +
                               counts->n_links_drawn >
                             0
                           ? " drawn."
                           : ".");
  if (n_gathered > 0)
    {
      spur_view_append_counted (note, " ", n_gathered, "event");
      g_string_append (note, n_gathered > 1 ? " share marks with others."
                                            : " shares a mark with another.");
    }
  if (n_hidden > 0)
    {
      spur_view_append_counted (note, " ", n_hidden, "mark");
      g_string_append_printf (note, " of other events %s left out.", n_hidden > 1 ? "are" : "is");
    }
  return g_string_free (note, FALSE);
}
