/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the page draws in one set of times: states, presences, moves, collective operations, and
 * what visualizers contribute. */
#include <string.h>

#include "visualizers/page/spur-page-private.h"

static void
put_track (SpurReport *self, GByteArray *bytes, SpurSpaceTime *picture, const SpurTrack *track)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  gint64 at_ns = picture->zero_ns;
  guint n_kept = 0;

  for (guint i = 0; i < track->spans->len; i++)
    {
      const SpurSpan *span = &spans[g_array_index (track->spans, guint32, i)];

      n_kept += spur_report_is_in_window (self, span->begin_ns, span->end_ns);
    }
  spur_report_put_unsigned (bytes, track->lane);
  spur_report_put_unsigned (bytes, track->index);
  spur_report_put_unsigned (bytes, n_kept);
  for (guint i = 0; i < track->spans->len; i++)
    {
      const SpurSpan *span = &spans[g_array_index (track->spans, guint32, i)];

      if (!spur_report_is_in_window (self, span->begin_ns, span->end_ns))
        continue;
      spur_report_put_signed (bytes, span->begin_ns - at_ns);
      spur_report_put_unsigned (bytes, (guint64) MAX (span->end_ns - span->begin_ns, 0));
      spur_report_put_entry (bytes, span->state);
      spur_report_put_entry (bytes, span->object);
      at_ns = span->begin_ns;
    }
}

static void
append_states (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  spur_report_put_unsigned (bytes, picture->tracks->len);
  for (guint i = 0; i < picture->tracks->len; i++)
    put_track (self, bytes, picture, g_ptr_array_index (picture->tracks, i));
  spur_report_append_column (json, "states", bytes);
}

/* What an object is in when it comes to a target: a load object, or the target itself. */
static guint32
find_container (SpurSpaceTime *picture, guint32 object, const SpurPresence *presence)
{
  SpurSituation situation;

  spur_timeline_get_situation (picture->timeline, object, presence->begin_ns, &situation);
  return situation.place;
}

/* Times of the whole trace are within 2^61 ns; an open end is the trace's. */
static void
append_presences (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));

  for (guint32 object = 0; object < n_objects; object++)
    {
      guint n_presences = 0;
      g_autofree SpurPresence *presences =
        spur_timeline_get_presences (picture->timeline, object, &n_presences);

      for (guint i = 0; i < n_presences; i++)
        {
          guint32 lane = picture->lanes->lane_of_object[presences[i].target];
          gint64 begin_ns = MAX (presences[i].begin_ns, picture->from_ns);
          gint64 end_ns = MIN (presences[i].end_ns, picture->to_ns);

          if (lane == SPUR_NONE || end_ns < begin_ns ||
              !spur_report_is_in_window (self, begin_ns, end_ns))
            continue;
          spur_report_put_unsigned (bytes, object);
          spur_report_put_unsigned (bytes, lane);
          spur_report_put_entry (bytes, find_container (picture, object, &presences[i]));
          spur_report_put_signed (bytes, begin_ns - picture->zero_ns);
          spur_report_put_unsigned (bytes, (guint64) (end_ns - begin_ns));
        }
    }
  spur_report_append_column (json, "presences", bytes);
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
append_moves (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (picture->timeline, &n_moves);
  const guint16 *styles = (const guint16 *) picture->move_styles->data;
  guint32 from, to;

  for (gsize i = 0; i < n_moves; i++)
    {
      const SpurMove *move = &moves[i];

      if (!find_lanes (picture, move, &from, &to) ||
          !spur_report_is_in_window (self, move->left_ns, move->came_ns))
        continue;
      spur_report_put_unsigned (bytes, from);
      spur_report_put_unsigned (bytes, to);
      spur_report_put_unsigned (bytes, move->object);
      spur_report_put_unsigned (bytes, styles[i]);
      spur_report_put_signed (bytes, move->left_ns - picture->zero_ns);
      spur_report_put_signed (bytes, move->came_ns - move->left_ns);
    }
  spur_report_append_column (json, "moves", bytes);
}

static void
put_band (GByteArray *bytes, SpurSpaceTime *picture, const SpurBand *band)
{
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

/* From the first to the last time of a collective operation. */
static gboolean
is_band_in_window (SpurReport *self, SpurSpaceTime *picture, const SpurBand *band)
{
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;

  for (guint m = 0; m < band->n_members; m++)
    {
      const SpurBandMember *member =
        &g_array_index (picture->band_members, SpurBandMember, band->first_member + m);

      begin_ns = MIN (begin_ns, MIN (member->enter_ns, member->exit_ns));
      end_ns = MAX (end_ns, MAX (member->enter_ns, member->exit_ns));
    }
  return spur_report_is_in_window (self, begin_ns, end_ns);
}

static void
append_bands (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; i < picture->bands->len; i++)
    {
      const SpurBand *band = &g_array_index (picture->bands, SpurBand, i);

      if (is_band_in_window (self, picture, band))
        put_band (bytes, picture, band);
    }
  spur_report_append_column (json, "bands", bytes);
}

static void
append_marks (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gint64 at_ns = picture->zero_ns;
  gsize n_glyphs;
  const SpurSceneGlyph *glyphs = spur_scene_get_glyphs (picture->scene, &n_glyphs);

  for (gsize i = 0; i < n_glyphs; i++)
    {
      if (!spur_report_is_in_window (self, glyphs[i].time_ns, glyphs[i].time_ns))
        continue;
      spur_report_put_unsigned (bytes, glyphs[i].style);
      spur_report_put_unsigned (bytes, glyphs[i].lane);
      spur_report_put_signed (bytes, glyphs[i].time_ns - at_ns);
      at_ns = glyphs[i].time_ns;
    }
  spur_report_append_column (json, "marks", bytes);
}

/* How many events each of the marks stands for. */
static void
append_mark_counts (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n_glyphs;
  const SpurSceneGlyph *glyphs = spur_scene_get_glyphs (picture->scene, &n_glyphs);

  for (gsize i = 0; i < n_glyphs; i++)
    {
      if (spur_report_is_in_window (self, glyphs[i].time_ns, glyphs[i].time_ns))
        spur_report_put_unsigned (bytes, MAX (glyphs[i].n_events, 1));
    }
  spur_report_append_column (json, "markCounts", bytes);
}

static void
append_bars (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const SpurSceneBar *bars = (const SpurSceneBar *) picture->scene->bars->data;

  for (guint i = 0; i < picture->scene->bars->len; i++)
    {
      if (!spur_report_is_in_window (self, bars[i].begin_ns, bars[i].end_ns))
        continue;
      spur_report_put_unsigned (bytes, bars[i].style);
      spur_report_put_unsigned (bytes, bars[i].lane);
      spur_report_put_signed (bytes, bars[i].begin_ns - picture->zero_ns);
      spur_report_put_unsigned (bytes, (guint64) (bars[i].end_ns - bars[i].begin_ns));
    }
  spur_report_append_column (json, "bars", bytes);
}

/* Values hold until the next one, so all of them are kept where a window is only a part. */
static void
append_values (GString *json, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const SpurSceneValue *values = (const SpurSceneValue *) picture->scene->values->data;
  gint64 at_ns = picture->zero_ns;

  for (guint i = 0; i < picture->scene->values->len; i++)
    {
      guint64 bits;

      memcpy (&bits, &values[i].value, sizeof bits);
      spur_report_put_unsigned (bytes, values[i].style);
      spur_report_put_unsigned (bytes, values[i].lane);
      spur_report_put_entry (bytes, values[i].series);
      spur_report_put_signed (bytes, values[i].time_ns - at_ns);
      spur_report_put_double (bytes, bits);
      at_ns = values[i].time_ns;
    }
  spur_report_append_column (json, "values", bytes);
}

static void
append_links (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const SpurSceneArrow *arrows = (const SpurSceneArrow *) picture->scene->arrows->data;
  const SpurStyle *styles = (const SpurStyle *) picture->scene->styles->data;

  for (guint i = 0; i < picture->scene->arrows->len; i++)
    {
      if (styles[arrows[i].style].form != SPUR_FORM_LINK ||
          !spur_report_is_in_window (self, arrows[i].from_ns, arrows[i].to_ns))
        continue;
      spur_report_put_unsigned (bytes, arrows[i].style);
      spur_report_put_unsigned (bytes, arrows[i].from_lane);
      spur_report_put_unsigned (bytes, arrows[i].to_lane);
      spur_report_put_signed (bytes, arrows[i].from_ns - picture->zero_ns);
    }
  spur_report_append_column (json, "links", bytes);
}

static void
append_styles (GString *json, SpurSpaceTime *picture)
{
  const SpurStyle *styles = (const SpurStyle *) picture->scene->styles->data;

  g_string_append (json, ",\"styles\":[");
  for (guint i = 0; i < picture->scene->styles->len; i++)
    {
      const SpurStyle *style = &styles[i];

      g_string_append_printf (json, "%s{\"form\":%d,\"glyph\":%d,\"color\":\"#%06x\",",
                              i > 0 ? "," : "", (int) style->form, (int) style->glyph,
                              style->color & 0xffffff);
      g_string_append_printf (json, "\"dark\":\"#%06x\",", spur_color_find_dark (style->color));
      g_string_append_printf (json, "\"opacity\":%s,", SPUR_PAGE_NUMBER ("%.4g", style->opacity));
      g_string_append_printf (json, "\"width\":%s,", SPUR_PAGE_NUMBER ("%.4g", style->width_px));
      g_string_append_printf (json, "\"dash\":%s,", SPUR_PAGE_NUMBER ("%.4g", style->dash_px));
      g_string_append_printf (json, "\"full\":%s,", SPUR_PAGE_NUMBER ("%.17g", style->full));
      g_string_append_printf (json, "\"largest\":%s,\"label\":",
                              SPUR_PAGE_NUMBER ("%.17g", spur_space_time_get_largest (picture, i)));
      spur_report_append_string (json, style->label);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

void
spur_report_append_marks (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  append_marks (json, self, picture);
  append_mark_counts (json, self, picture);
  append_bars (json, self, picture);
  append_values (json, picture);
  append_links (json, self, picture);
}

void
spur_report_append_scene (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  append_states (json, self, picture);
  append_presences (json, self, picture);
  append_moves (json, self, picture);
  append_bands (json, self, picture);
  append_marks (json, self, picture);
  append_bars (json, self, picture);
  append_values (json, picture);
  append_links (json, self, picture);
  append_styles (json, picture);
}
