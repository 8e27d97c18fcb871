/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The numbers that the script of the page draws: messages, moves, bands and loads, as JSON. */
#include <string.h>

#include "core/base/spur-escape-internal.h"
#include "core/base/spur-order-internal.h"
#include "visualizers/page/spur-page-private.h"

/* What keeps a page below some eight megabytes, however large the trace is. */
#define MAX_EDGES 60000
/* Load has fewer bins where there are many lanes. */
#define MAX_LOAD_BINS 360
#define MIN_LOAD_BINS 16
#define MAX_LOAD_CELLS 400000

/* Nothing in it can end the script element that it stands in. */
static void
append_string (GString *json, const char *text)
{
  spur_json_append_string (json, text != NULL ? text : "", "<>&");
}

/* An edge that the page draws. */
typedef struct
{
  gint64 raw_ns;
  gsize edge;
} Chosen;

SPUR_DEFINE_ORDER (compare_chosen, Chosen, SPUR_BY_2 (raw_ns, edge))

static gint64
edge_from_ns (SpurSpaceTime *picture, const SpurEdge *edge)
{
  return spur_space_time_event_ns (picture, edge->from_stream, edge->from_event);
}

static gint64
edge_to_ns (SpurSpaceTime *picture, const SpurEdge *edge)
{
  return spur_space_time_event_ns (picture, edge->to_stream, edge->to_event);
}

static void
keep_evenly (GArray *chosen, const Chosen *all, gsize n_all, gsize n_kept)
{
  for (gsize i = 0; i < n_all; i++)
    if ((i + 1) * n_kept / n_all > i * n_kept / n_all)
      g_array_append_val (chosen, all[i]);
}

/* The edges that the page has, the same for both sets of times: all where that is possible, else
 * those that are received before they are sent first, spread evenly. */
static GArray *
choose_edges (SpurReport *self)
{
  g_autoptr (GArray) violated = g_array_new (FALSE, FALSE, sizeof (Chosen));
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (Chosen));
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (Chosen));
  SpurSpaceTime *raw = self->raw.picture;
  gsize n_edges, n_violated;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      const Chosen one = { edge_from_ns (raw, &edges[i]), i };

      g_array_append_val (edge_to_ns (raw, &edges[i]) < one.raw_ns ? violated : others, one);
    }
  g_array_sort (violated, compare_chosen);
  g_array_sort (others, compare_chosen);
  n_violated =
    MIN (violated->len, MAX (MAX_EDGES / 2, MAX_EDGES - (gint64) MIN (others->len, MAX_EDGES)));
  keep_evenly (chosen, (const Chosen *) violated->data, violated->len, n_violated);
  keep_evenly (chosen, (const Chosen *) others->data, others->len,
               MIN (others->len, MAX_EDGES - n_violated));
  g_array_sort (chosen, compare_chosen);
  self->n_edges = n_edges;
  self->n_edges_kept = chosen->len;
  return chosen;
}

static void
append_messages (GString *json, SpurReport *self, SpurSpaceTime *picture, GArray *chosen)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);
  gint64 at_ns = 0;

  spur_report_put_unsigned (bytes, chosen->len);
  for (guint i = 0; i < chosen->len; i++)
    {
      const SpurEdge *edge = &edges[g_array_index (chosen, Chosen, i).edge];
      gint64 from_ns = edge_from_ns (picture, edge) - picture->zero_ns;

      spur_report_put_unsigned (bytes, picture->lanes->lane_of_stream[edge->from_stream]);
      spur_report_put_unsigned (bytes, picture->lanes->lane_of_stream[edge->to_stream]);
      spur_report_put_signed (bytes, from_ns - at_ns);
      spur_report_put_signed (bytes, edge_to_ns (picture, edge) - picture->zero_ns - from_ns);
      spur_report_put_entry (bytes, SPUR_NONE);
      at_ns = from_ns;
    }
  spur_report_append_base64 (json, "messages", bytes);
}

/* Where a move begins and ends, if both are lanes. */
static gboolean
find_lanes (SpurSpaceTime *picture, const SpurMove *move, guint32 *from, guint32 *to)
{
  *from = spur_lanes_find (picture->lanes, picture->trace, move->from, move->from_stream);
  *to = spur_lanes_find (picture->lanes, picture->trace, move->to, move->to_stream);
  return *from != SPUR_NONE && *to != SPUR_NONE;
}

static void
append_moves (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Chosen));
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (Chosen));
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (picture->timeline, &n_moves);
  gint64 at_ns = 0;
  guint32 from, to;

  for (gsize i = 0; i < n_moves; i++)
    {
      const Chosen one = { moves[i].left_ns, i };

      if (find_lanes (picture, &moves[i], &from, &to))
        g_array_append_val (all, one);
    }
  keep_evenly (chosen, (const Chosen *) all->data, all->len, MIN (all->len, MAX_EDGES));
  spur_report_put_unsigned (bytes, chosen->len);
  for (guint i = 0; i < chosen->len; i++)
    {
      const SpurMove *move = &moves[g_array_index (chosen, Chosen, i).edge];
      gint64 left_ns = move->left_ns - picture->zero_ns;

      find_lanes (picture, move, &from, &to);
      spur_report_put_unsigned (bytes, from);
      spur_report_put_unsigned (bytes, to);
      spur_report_put_signed (bytes, left_ns - at_ns);
      spur_report_put_signed (bytes, move->came_ns - move->left_ns);
      spur_report_put_entry (bytes, move->object);
      at_ns = left_ns;
    }
  spur_report_append_base64 (json, "moves", bytes);
}

static void
append_bands (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  spur_report_put_unsigned (bytes, picture->bands->len);
  for (guint i = 0; i < picture->bands->len; i++)
    {
      const SpurBand *band = &g_array_index (picture->bands, SpurBand, i);

      spur_report_put_unsigned (bytes, band->violated != 0);
      spur_report_put_unsigned (bytes, band->n_members);
      for (guint m = 0; m < band->n_members; m++)
        {
          const SpurBandMember *member =
            &g_array_index (picture->band_members, SpurBandMember, band->first_member + m);

          spur_report_put_unsigned (bytes, member->lane);
          spur_report_put_signed (bytes, member->enter_ns - picture->zero_ns);
          spur_report_put_signed (bytes, member->exit_ns - member->enter_ns);
        }
    }
  spur_report_append_base64 (json, "bands", bytes);
}

/* The share of each bin in which a target has work or overhead. */
static void
measure_load (SpurSpaceTime *picture, guint32 target, guint n_bins, double *shares)
{
  gint64 length_ns = picture->to_ns - picture->from_ns;

  for (guint bin = 0; bin < n_bins; bin++)
    {
      gint64 begin_ns = picture->from_ns + (gint64) ((double) length_ns * bin / n_bins);
      gint64 end_ns = picture->from_ns + (gint64) ((double) length_ns * (bin + 1) / n_bins);
      SpurTargetLoad load;

      spur_load_get (spur_history_get_target_loads (picture->history), target, begin_ns, end_ns,
                     &load);
      shares[bin] =
        (double) (load.work_ns + load.overhead_ns) / (double) MAX (end_ns - begin_ns, 1);
    }
}

static void
append_load (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n_lanes = picture->lanes->n_lanes;
  guint n_bins = CLAMP (MAX_LOAD_CELLS / MAX (n_lanes, 1), MIN_LOAD_BINS, MAX_LOAD_BINS);
  double load[MAX_LOAD_BINS];

  spur_report_put_unsigned (bytes, n_lanes);
  spur_report_put_unsigned (bytes, n_bins);
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      guint32 target = picture->lanes->all[lane].target;

      memset (load, 0, sizeof load);
      if (target != SPUR_NONE)
        measure_load (picture, target, n_bins, load);
      for (guint bin = 0; bin < n_bins; bin++)
        spur_report_put_unsigned (bytes, (guint64) (CLAMP (load[bin], 0.0, 1.0) * 1000.0 + 0.5));
    }
  spur_report_append_base64 (json, "load", bytes);
}

static void
append_message_census (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GArray) messages = spur_report_census_new ();
  g_autoptr (GArray) reversed = spur_report_census_new ();
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      gint64 from_ns = edge_from_ns (picture, &edges[i]);
      gint64 to_ns = edge_to_ns (picture, &edges[i]);

      spur_report_census_add (messages, from_ns, to_ns);
      if (to_ns < from_ns)
        spur_report_census_add (reversed, from_ns, to_ns);
    }
  spur_report_census_append (messages, json, "messages", picture->zero_ns);
  spur_report_census_append (reversed, json, "reversed", picture->zero_ns);
}

static void
append_move_census (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GArray) census = spur_report_census_new ();
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (picture->timeline, &n_moves);

  for (gsize i = 0; i < n_moves; i++)
    {
      guint32 from, to;

      if (find_lanes (picture, &moves[i], &from, &to))
        spur_report_census_add (census, moves[i].left_ns, moves[i].came_ns);
    }
  spur_report_census_append (census, json, "moves", picture->zero_ns);
}

static void
append_band_census (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GArray) census = spur_report_census_new ();
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);

  for (gsize i = 0; i < n_collectives; i++)
    {
      gint64 begin_ns, end_ns;

      if (spur_space_time_find_band_span (picture, i, &begin_ns, &end_ns))
        spur_report_census_add (census, begin_ns, end_ns);
    }
  spur_report_census_append (census, json, "bands", picture->zero_ns);
}

/* How many there are of all that the page draws, in any window. */
static void
append_census (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_string_append (json, ",\"census\":{");
  append_message_census (json, self, picture);
  append_move_census (json, picture);
  append_band_census (json, self, picture);
  spur_report_append_state_census (json, picture);
  g_string_append_c (json, '}');
}

static void
append_side (GString *json, SpurReport *self, SpurReportSide *side, GArray *chosen)
{
  SpurSpaceTime *picture = side->picture;

  g_string_append_printf (json, "{\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT,
                          picture->from_ns - picture->zero_ns, picture->to_ns - picture->zero_ns);
  spur_report_append_states (json, self, picture);
  append_messages (json, self, picture, chosen);
  append_moves (json, picture);
  append_bands (json, picture);
  append_load (json, picture);
  append_census (json, self, picture);
  g_string_append_c (json, '}');
}

gboolean
spur_report_has_other_edges (SpurReport *self)
{
  const SpurCheck *check = &self->raw.check;

  return check->of_kind[SPUR_EDGE_MESSAGE].n_edges < check->n_edges;
}

char *
spur_report_list_edge_kinds (SpurReport *self)
{
  const SpurCheck *check = &self->raw.check;
  GString *words = g_string_new (NULL);
  guint n_left = 0;

  if (!spur_report_has_other_edges (self))
    return g_string_free (g_string_assign (words, spur_edge_kind_get_text (SPUR_EDGE_MESSAGE)),
                          FALSE);
  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    n_left += check->of_kind[k].n_edges > 0;
  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    {
      if (check->of_kind[k].n_edges == 0)
        continue;
      n_left--;
      if (words->len > 0)
        g_string_append (words, n_left > 0 ? ", " : " and ");
      g_string_append (words, spur_edge_kind_get_text ((SpurEdgeKind) k));
    }
  return g_string_free (words, FALSE);
}

static void
append_tables (GString *json, SpurReport *self)
{
  g_autofree char *edge_kinds = spur_report_list_edge_kinds (self);
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  SpurSpaceTime *picture = self->raw.picture;
  const SpurSwatch *swatches = picture->palette->all;

  g_string_append (json, "\"lanes\":[");
  for (guint i = 0; i < picture->lanes->n_lanes; i++)
    {
      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      append_string (json, picture->lanes->all[i].name);
      g_string_append (json,
                       picture->lanes->all[i].target != SPUR_NONE ? ",\"isTarget\":true}" : "}");
    }
  g_string_append (json, "],\"swatches\":[");
  for (guint i = 0; i < picture->palette->n_swatches; i++)
    g_string_append_printf (json, "%s{\"kind\":%d,\"light\":\"#%06x\",\"dark\":\"#%06x\"}",
                            i > 0 ? "," : "", (int) swatches[i].kind, swatches[i].color,
                            swatches[i].dark_color);
  g_string_append (json, "],\"swatchOfState\":[");
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    g_string_append_printf (json, "%s%u", i > 0 ? "," : "",
                            spur_palette_find (picture->palette, i));
  g_string_append (json, "],\"states\":[");
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_string (json, spur_definitions_get_state (definitions, i)->name);
    }
  g_string_append (json, "],\"objects\":[");
  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_string (json, spur_definitions_get_object (definitions, i)->name);
    }
  g_string_append (json, "],\"edgeKinds\":");
  append_string (json, edge_kinds);
}

void
spur_report_append_data (GString *json, SpurReport *self)
{
  g_autoptr (GArray) chosen = choose_edges (self);

  g_string_append_c (json, '{');
  append_tables (json, self);
  g_string_append (json, ",\"times\":{\"raw\":");
  append_side (json, self, &self->raw, chosen);
  if (self->has_corrected)
    {
      g_string_append (json, ",\"corrected\":");
      append_side (json, self, &self->corrected, chosen);
    }
  g_string_append (json, "}}");
}
