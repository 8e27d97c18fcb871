/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "visualizers/spur-report-private.h"

/* What keeps a page below some eight megabytes, however large the trace is. */
#define MAX_SPANS 160000
#define MAX_EDGES 60000
#define LOAD_BINS 360
#define MAX_LOAD_LANES 1024
#define MAX_PROFILE_BINS 24000
/* Less of a bin's time than this is not seen. */
#define MIN_SHARE 0.004f

static void
put_unsigned (GByteArray *bytes, guint64 value)
{
  guint8 buffer[10];
  guint n = 0;

  do
    {
      buffer[n] = value & 0x7f;
      value >>= 7;
      buffer[n] |= value != 0 ? 0x80 : 0;
      n++;
    }
  while (value != 0);
  g_byte_array_append (bytes, buffer, n);
}

static void
put_signed (GByteArray *bytes, gint64 value)
{
  put_unsigned (bytes, ((guint64) value << 1) ^ (value < 0 ? G_MAXUINT64 : 0));
}

/* A reference to a table; none is 0. */
static void
put_entry (GByteArray *bytes, guint32 entry)
{
  put_unsigned (bytes, entry == SPUR_NONE ? 0 : (guint64) entry + 1);
}

static void
append_base64 (GString *json, const char *key, GByteArray *bytes)
{
  g_autofree char *text = g_base64_encode (bytes->data, bytes->len);

  g_string_append_printf (json, "\"%s\":\"", key);
  g_string_append (json, text);
  g_string_append_c (json, '"');
}

/* Nothing in it can end the script element that it stands in. */
static void
append_string (GString *json, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);

  g_string_append_c (json, '"');
  for (const char *c = valid; *c != '\0'; c++)
    {
      if ((guchar) *c < 0x20 || *c == '"' || *c == '\\' || *c == '<' || *c == '>' || *c == '&')
        g_string_append_printf (json, "\\u%04x", (guint) (guchar) *c);
      else
        g_string_append_c (json, *c);
    }
  g_string_append_c (json, '"');
}

static int
compare_times (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

/* The shortest state that is kept, and how many of just that length. */
static gint64
find_threshold (SpurSpaceTime *picture, gsize *n_at_threshold)
{
  gsize n_spans, n_above = 0;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  g_autofree gint64 *lengths = NULL;

  *n_at_threshold = G_MAXSIZE;
  if (n_spans <= MAX_SPANS)
    return -1;
  lengths = g_new (gint64, n_spans);
  for (gsize i = 0; i < n_spans; i++)
    lengths[i] = spans[i].end_ns - spans[i].begin_ns;
  qsort (lengths, n_spans, sizeof *lengths, compare_times);
  while (lengths[n_above] > lengths[MAX_SPANS - 1])
    n_above++;
  *n_at_threshold = MAX_SPANS - n_above;
  return lengths[MAX_SPANS - 1];
}

/* A state that the page has. It is hollow where it has states inside that the page has not. */
typedef struct
{
  guint32 span;
  gboolean is_hollow;
} Kept;

/* The states of a row that are kept; what is left out makes those around it hollow. */
static GArray *
choose_spans (SpurSpaceTime *picture,
              const SpurTrack *track,
              gint64 threshold_ns,
              gsize *n_at_threshold)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < track->spans->len; i++)
    {
      Kept one = { g_array_index (track->spans, guint32, i), FALSE };
      const SpurSpan *span = &spans[one.span];
      gint64 length_ns = span->end_ns - span->begin_ns;

      while (
        open->len > 0 &&
        spans[g_array_index (kept, Kept, g_array_index (open, guint, open->len - 1)).span].end_ns <=
          span->begin_ns)
        g_array_set_size (open, open->len - 1);
      if (length_ns < threshold_ns || (length_ns == threshold_ns && *n_at_threshold == 0))
        {
          for (guint k = 0; k < open->len; k++)
            g_array_index (kept, Kept, g_array_index (open, guint, k)).is_hollow = TRUE;
          continue;
        }
      *n_at_threshold -= length_ns == threshold_ns;
      g_array_append_val (open, kept->len);
      g_array_append_val (kept, one);
    }
  return kept;
}

static guint
append_track (GByteArray *bytes, SpurSpaceTime *picture, const SpurTrack *track, GArray *kept)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  gint64 at_ns = 0;

  put_unsigned (bytes, track->lane);
  put_unsigned (bytes, track->index);
  put_unsigned (bytes, kept->len);
  for (guint i = 0; i < kept->len; i++)
    {
      const Kept *one = &g_array_index (kept, Kept, i);
      const SpurSpan *span = &spans[one->span];
      gint64 begin_ns = span->begin_ns - picture->zero_ns;
      guint64 state = span->state == SPUR_NONE ? 0 : (guint64) span->state + 1;

      put_signed (bytes, begin_ns - at_ns);
      put_unsigned (bytes, (guint64) MAX (span->end_ns - span->begin_ns, 0));
      put_unsigned (bytes, state * 2 + (one->is_hollow ? 1 : 0));
      put_entry (bytes, span->object);
      at_ns = begin_ns;
    }
  return kept->len;
}

static void
append_states (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n_at_threshold;
  gint64 threshold_ns = find_threshold (picture, &n_at_threshold);

  self->n_spans = self->n_spans_kept = 0;
  put_unsigned (bytes, picture->tracks->len);
  for (guint i = 0; i < picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);
      g_autoptr (GArray) kept = choose_spans (picture, track, threshold_ns, &n_at_threshold);

      self->n_spans += track->spans->len;
      self->n_spans_kept += append_track (bytes, picture, track, kept);
    }
  append_base64 (json, "states", bytes);
}

/* Where states are left out: the shares of the time of all of them, so that the page never
 * shows the time of a short state as that of the one around it. */
static void
append_profiles (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n_bins = CLAMP (MAX_PROFILE_BINS / MAX (picture->tracks->len, 1), 64, 2048);
  guint n_swatches;

  spur_palette_get_swatches (picture->palette, &n_swatches);
  put_unsigned (bytes, self->n_spans_kept < self->n_spans ? picture->tracks->len : 0);
  put_unsigned (bytes, n_bins);
  for (guint i = 0; i < picture->tracks->len && self->n_spans_kept < self->n_spans; i++)
    {
      g_autofree float *shares =
        spur_state_strip_measure (picture, g_ptr_array_index (picture->tracks, i), n_bins);

      for (guint bin = 0; bin < n_bins; bin++)
        {
          const float *of_bin = &shares[(gsize) bin * n_swatches];
          guint n = 0;

          for (guint s = 0; s < n_swatches; s++)
            n += of_bin[s] >= MIN_SHARE;
          put_unsigned (bytes, n);
          for (guint s = 0; s < n_swatches; s++)
            if (of_bin[s] >= MIN_SHARE)
              {
                put_unsigned (bytes, s);
                put_unsigned (bytes, (guint64) (MIN (of_bin[s], 1.0f) * 127.0f + 0.5f));
              }
        }
    }
  append_base64 (json, "profiles", bytes);
}

/* An edge that the page draws. */
typedef struct
{
  gint64 raw_ns;
  gsize edge;
} Chosen;

static int
compare_chosen (const void *a, const void *b)
{
  const Chosen *x = a, *y = b;

  if (x->raw_ns != y->raw_ns)
    return x->raw_ns < y->raw_ns ? -1 : 1;
  return x->edge < y->edge ? -1 : 1;
}

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
  if (violated->len > 1)
    qsort (violated->data, violated->len, sizeof (Chosen), compare_chosen);
  if (others->len > 1)
    qsort (others->data, others->len, sizeof (Chosen), compare_chosen);
  n_violated =
    MIN (violated->len, MAX (MAX_EDGES / 2, MAX_EDGES - (gint64) MIN (others->len, MAX_EDGES)));
  keep_evenly (chosen, (const Chosen *) violated->data, violated->len, n_violated);
  keep_evenly (chosen, (const Chosen *) others->data, others->len,
               MIN (others->len, MAX_EDGES - n_violated));
  if (chosen->len > 1)
    qsort (chosen->data, chosen->len, sizeof (Chosen), compare_chosen);
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

  put_unsigned (bytes, chosen->len);
  for (guint i = 0; i < chosen->len; i++)
    {
      const SpurEdge *edge = &edges[g_array_index (chosen, Chosen, i).edge];
      gint64 from_ns = edge_from_ns (picture, edge) - picture->zero_ns;

      put_unsigned (bytes, picture->lanes->lane_of_stream[edge->from_stream]);
      put_unsigned (bytes, picture->lanes->lane_of_stream[edge->to_stream]);
      put_signed (bytes, from_ns - at_ns);
      put_signed (bytes, edge_to_ns (picture, edge) - picture->zero_ns - from_ns);
      put_entry (bytes, SPUR_NONE);
      at_ns = from_ns;
    }
  append_base64 (json, "messages", bytes);
}

static void
append_moves (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) body = g_byte_array_new ();
  gsize n_moves;
  const SpurMove *moves = spur_history_get_moves (picture->history, &n_moves);
  gint64 at_ns = 0;
  guint n_kept = 0;

  for (gsize i = 0; i < n_moves && n_kept < MAX_EDGES; i++)
    {
      const SpurMove *move = &moves[i];
      guint32 from =
        spur_lanes_find (picture->lanes, picture->trace, move->from, move->from_stream);
      guint32 to = spur_lanes_find (picture->lanes, picture->trace, move->to, move->to_stream);
      gint64 left_ns = move->left_ns - picture->zero_ns;

      if (from == SPUR_NONE || to == SPUR_NONE)
        continue;
      put_unsigned (body, from);
      put_unsigned (body, to);
      put_signed (body, left_ns - at_ns);
      put_signed (body, move->came_ns - move->left_ns);
      put_entry (body, move->object);
      at_ns = left_ns;
      n_kept++;
    }
  put_unsigned (bytes, n_kept);
  g_byte_array_append (bytes, body->data, body->len);
  append_base64 (json, "moves", bytes);
}

static void
append_bands (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  put_unsigned (bytes, picture->bands->len);
  for (guint i = 0; i < picture->bands->len; i++)
    {
      const SpurBand *band = &g_array_index (picture->bands, SpurBand, i);

      put_unsigned (bytes, band->violated != 0);
      put_unsigned (bytes, band->n_members);
      for (guint m = 0; m < band->n_members; m++)
        {
          const SpurBandMember *member =
            &g_array_index (picture->band_members, SpurBandMember, band->first_member + m);

          put_unsigned (bytes, member->lane);
          put_signed (bytes, member->enter_ns - picture->zero_ns);
          put_signed (bytes, member->exit_ns - member->enter_ns);
        }
    }
  append_base64 (json, "bands", bytes);
}

static void
append_load (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n_lanes = spur_lanes_get_n (picture->lanes);
  double load[LOAD_BINS];

  put_unsigned (bytes, n_lanes);
  put_unsigned (bytes, LOAD_BINS);
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      guint32 target = spur_lanes_get (picture->lanes, lane)->target;

      memset (load, 0, sizeof load);
      if (target != SPUR_NONE && lane < MAX_LOAD_LANES)
        spur_history_get_load (picture->history, target, picture->from_ns, picture->to_ns,
                               LOAD_BINS, load);
      for (guint bin = 0; bin < LOAD_BINS; bin++)
        put_unsigned (bytes, (guint64) (CLAMP (load[bin], 0.0, 1.0) * 1000.0 + 0.5));
    }
  append_base64 (json, "load", bytes);
}

static void
append_side (GString *json, SpurReport *self, SpurReportSide *side, GArray *chosen)
{
  SpurSpaceTime *picture = side->picture;

  g_string_append_printf (json, "{\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT ",",
                          picture->from_ns - picture->zero_ns, picture->to_ns - picture->zero_ns);
  append_states (json, self, picture);
  g_string_append_c (json, ',');
  append_profiles (json, self, picture);
  g_string_append_c (json, ',');
  append_messages (json, self, picture, chosen);
  g_string_append_c (json, ',');
  append_moves (json, picture);
  g_string_append_c (json, ',');
  append_bands (json, picture);
  g_string_append_c (json, ',');
  append_load (json, picture);
  g_string_append_c (json, '}');
}

static void
append_tables (GString *json, SpurReport *self)
{
  SpurSpaceTime *picture = self->raw.picture;
  guint n_swatches;
  const SpurSwatch *swatches = spur_palette_get_swatches (picture->palette, &n_swatches);

  g_string_append (json, "\"lanes\":[");
  for (guint i = 0; i < spur_lanes_get_n (picture->lanes); i++)
    {
      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      append_string (json, spur_lanes_get (picture->lanes, i)->name);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "],\"swatches\":[");
  for (guint i = 0; i < n_swatches; i++)
    g_string_append_printf (json, "%s{\"kind\":%d,\"light\":\"#%06x\",\"dark\":\"#%06x\"}",
                            i > 0 ? "," : "", (int) swatches[i].kind, swatches[i].color,
                            swatches[i].dark_color);
  g_string_append (json, "],\"swatchOfState\":[");
  for (guint i = 0; i < spur_trace_get_n_states (self->trace); i++)
    g_string_append_printf (json, "%s%u", i > 0 ? "," : "",
                            spur_palette_find (picture->palette, i));
  g_string_append (json, "],\"states\":[");
  for (guint i = 0; i < spur_trace_get_n_states (self->trace); i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_string (json, spur_trace_get_state (self->trace, i)->name);
    }
  g_string_append (json, "],\"objects\":[");
  for (guint i = 0; i < spur_trace_get_n_objects (self->trace); i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_string (json, spur_trace_get_object_info (self->trace, i)->name);
    }
  g_string_append_c (json, ']');
}

GString *
spur_report_make_data (SpurReport *self)
{
  GString *json = g_string_new ("{");
  g_autoptr (GArray) chosen = choose_edges (self);

  append_tables (json, self);
  g_string_append_printf (
    json, ",\"messagesInAll\":%" G_GUINT64_FORMAT ",\"messagesHeld\":%" G_GUINT64_FORMAT,
    self->n_edges, self->n_edges_kept);
  g_string_append (json, ",\"times\":{\"raw\":");
  append_side (json, self, &self->raw, chosen);
  if (self->has_corrected)
    {
      g_string_append (json, ",\"corrected\":");
      append_side (json, self, &self->corrected, chosen);
    }
  g_string_append (json, "}}");
  return json;
}
