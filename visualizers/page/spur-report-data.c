/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the script of the page draws: names as JSON, events and pictures as columns. */
#include <string.h>

#include "core/base/spur-escape-internal.h"
#include "core/store/trace/spur-store-internal.h"
#include "visualizers/lifeline/spur-lifelines-internal.h"
#include "visualizers/page/spur-page-private.h"

/* Load has fewer bins where there are many lanes; four thousand are more than a screen has pixels.
 */
#define MAX_LOAD_BINS 4096
#define MIN_LOAD_BINS 16
#define MAX_LOAD_CELLS 400000

/* Loads are told in 1/1000. */
#define LOAD_SCALE 1000.0f

/* Nothing in it can end the script element that it stands in. */
void
spur_report_append_string (GString *json, const char *text)
{
  spur_json_append_string (json, text != NULL ? text : "", "<>&");
}

guint
spur_report_count_bins (guint n_lanes)
{
  return CLAMP (MAX_LOAD_CELLS / MAX (n_lanes, 1), MIN_LOAD_BINS, MAX_LOAD_BINS);
}

/* The share of each bin in which a target has work or overhead. */
static void
put_load (GByteArray *bytes, SpurSpaceTime *picture, guint32 target, guint n_bins)
{
  gint64 length_ns = picture->to_ns - picture->from_ns;

  for (guint bin = 0; bin < n_bins; bin++)
    {
      gint64 begin_ns = picture->from_ns + (gint64) ((double) length_ns * bin / n_bins);
      gint64 end_ns = picture->from_ns + (gint64) ((double) length_ns * (bin + 1) / n_bins);
      SpurTargetLoad load = { 0 };
      double share;

      if (target != SPUR_NONE)
        spur_load_get (spur_history_get_target_loads (picture->history), target, begin_ns, end_ns,
                       &load);
      share = (double) (load.work_ns + load.overhead_ns) / (double) MAX (end_ns - begin_ns, 1);
      spur_report_put_unsigned (bytes, (guint64) (CLAMP (share, 0.0, 1.0) * LOAD_SCALE + 0.5));
    }
}

/* That of the whole trace, by which rows are put in order; a page asks for the rest. */
static void
put_indexed_load (GByteArray *bytes, SpurReport *self, SpurReportSide *side, guint lane)
{
  const SpurIndexWindow window = { .from_ns = side->picture->from_ns,
                                   .to_ns = side->picture->to_ns,
                                   .n_columns = 1,
                                   .raw = side == &self->raw };
  float load = 0.0f;

  if (side->picture->lanes->all[lane].target != SPUR_NONE)
    spur_report_get_loads (self, side, lane, &window, &load);
  spur_report_put_unsigned (bytes, (guint64) (load * LOAD_SCALE + 0.5f));
}

static void
append_load (GString *json, SpurReport *self, SpurReportSide *side, guint most_bins)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  SpurSpaceTime *picture = side->picture;
  guint n_lanes = picture->lanes->n_lanes;
  guint n_bins = self->index != NULL ? 1 : MIN (spur_report_count_bins (n_lanes), most_bins);

  spur_report_put_unsigned (bytes, n_lanes);
  spur_report_put_unsigned (bytes, n_bins);
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      if (self->index != NULL)
        put_indexed_load (bytes, self, side, lane);
      else
        put_load (bytes, picture, picture->lanes->all[lane].target, n_bins);
    }
  spur_report_append_column (json, "load", bytes);
}

void
spur_report_append_side (GString *json, SpurReport *self, SpurReportSide *side, guint most_bins)
{
  SpurSpaceTime *picture = side->picture;

  g_string_append_printf (json, "{\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT,
                          picture->from_ns - picture->zero_ns, picture->to_ns - picture->zero_ns);
  spur_report_append_scene (json, self, picture);
  spur_report_append_situations (json, self, picture);
  append_load (json, self, side, most_bins);
  if (self->only == NULL && self->index == NULL && !self->is_live &&
      self->n_events_kept < self->n_events)
    spur_report_append_overview (json, picture);
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
append_lanes (GString *json, const SpurLanes *lanes)
{
  g_string_append (json, "\"lanes\":[");
  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      spur_report_append_string (json, lanes->all[i].name);
      if (lanes->all[i].target != SPUR_NONE)
        g_string_append_printf (json, ",\"object\":%u", lanes->all[i].target);
      g_string_append (json, lanes->all[i].target != SPUR_NONE ? ",\"isTarget\":true}" : "}");
    }
  g_string_append (json, "],\"streams\":[");
}

/* What the places of the stream's events are in the whole recording. */
static void
append_past (GString *json, SpurReport *self, guint stream)
{
  const guint64 *kept;
  guint n_kept;
  guint64 n_gone = spur_recording_tail_get_past (self->tail, stream, &kept, &n_kept);

  g_string_append_printf (json, ",\"id\":%u,\"gone\":%" G_GUINT64_FORMAT ",\"kept\":[",
                          spur_recording_tail_get_number (self->tail, stream), n_gone);
  for (guint i = 0; i < n_kept; i++)
    g_string_append_printf (json, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "", kept[i]);
  g_string_append_c (json, ']');
}

static void
append_streams (GString *json, SpurReport *self)
{
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, i);

      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      spur_report_append_string (json, spur_stream_get_name (stream));
      g_string_append_printf (json, ",\"lane\":%u,\"total\":%" G_GUINT64_FORMAT,
                              self->raw.picture->lanes->lane_of_stream[i],
                              spur_stream_get_n_events (stream));
      if (self->tail != NULL)
        append_past (json, self, i);
      if (spur_stream_get_n_events (stream) > 0)
        g_string_append_printf (json, ",\"first\":%" G_GINT64_FORMAT,
                                spur_stream_get_raw_ns (stream, 0) - self->raw.picture->zero_ns);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "],\"swatches\":[");
}

static void
append_swatches (GString *json, const SpurPalette *palette)
{
  for (guint i = 0; i < palette->n_swatches; i++)
    {
      const SpurSwatch *swatch = &palette->all[i];

      g_string_append_printf (json, "%s{\"kind\":%d,\"light\":\"#%06x\",\"dark\":\"#%06x\",",
                              i > 0 ? "," : "", (int) swatch->kind, swatch->color,
                              swatch->dark_color);
      g_string_append (json, "\"label\":");
      spur_report_append_string (json, swatch->label);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static void
append_states (GString *json, SpurDefinitions *definitions, const SpurPalette *palette)
{
  guint n_states = spur_definitions_get_n_states (definitions);

  g_string_append (json, ",\"swatchOfState\":[");
  for (guint i = 0; i < n_states; i++)
    g_string_append_printf (json, "%s%u", i > 0 ? "," : "", spur_palette_find (palette, i));
  g_string_append (json, "],\"stateKinds\":[");
  for (guint i = 0; i < n_states; i++)
    g_string_append_printf (json, "%s%d", i > 0 ? "," : "",
                            (int) spur_definitions_get_state (definitions, i)->kind);
  g_string_append_c (json, ']');
}

/* A table of names, for fields that refer to it. */
static void
append_names (
  GString *json, SpurDefinitions *definitions, const char *key, SpurFieldType type, guint n_entries)
{
  g_string_append_printf (json, ",\"%s\":[", key);
  for (guint i = 0; i < n_entries; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      spur_report_append_string (json, spur_definitions_get_entry_name (definitions, type, i));
    }
  g_string_append_c (json, ']');
}

static void
append_entry (GString *text, const SpurEntry *entry)
{
  if (entry->name[0] != '\0')
    g_string_append_printf (text, "%s=", entry->name);
  if (entry->type == SPUR_FIELD_STRING)
    g_string_append (text, entry->text);
  else if (entry->type == SPUR_FIELD_DOUBLE)
    {
      double value;

      memcpy (&value, &entry->bits, sizeof value);
      g_string_append (text, SPUR_PAGE_NUMBER ("%.17g", value));
    }
  else if (entry->type == SPUR_FIELD_INT64)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) entry->bits);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, entry->bits);
  if (entry->unit != NULL)
    g_string_append_printf (text, " %s", entry->unit);
}

static void
append_lists (GString *json, SpurDefinitions *definitions)
{
  g_string_append (json, ",\"lists\":[");
  for (guint i = 0; i < spur_definitions_get_n_lists (definitions); i++)
    {
      const SpurList *list = spur_definitions_get_list (definitions, i);
      g_autoptr (GString) text = g_string_new ("{");

      for (guint k = 0; k < list->n_entries; k++)
        {
          g_string_append (text, k > 0 ? ", " : "");
          append_entry (text, &list->entries[k]);
        }
      g_string_append_c (text, '}');
      g_string_append (json, i > 0 ? "," : "");
      spur_report_append_string (json, text->str);
    }
  g_string_append_c (json, ']');
}

static const SpurEventLayout *
find_class (SpurTrace *trace, const char *name)
{
  for (guint i = 0; name != NULL && i < spur_trace_get_n_classes (trace); i++)
    if (g_str_equal (spur_trace_get_class (trace, i)->name, name))
      return spur_trace_get_class (trace, i);
  return NULL;
}

/* What a class derives from: as far as the trace knows that, and then as this program does. */
static void
append_parents (GString *json, SpurTrace *trace, const SpurEventLayout *layout)
{
  const char *between = "";

  g_string_append (json, ",\"parents\":[");
  for (const SpurEventLayout *at = layout; at != NULL; at = find_class (trace, at->parent_name))
    {
      layout = at;
      if (at->parent_name == NULL)
        continue;
      g_string_append (json, between);
      spur_report_append_string (json, at->parent_name);
      between = ",";
    }
  for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    {
      g_string_append (json, between);
      spur_report_append_string (json, spur_event_type_get_layout (type)->name);
      between = ",";
    }
  g_string_append_c (json, ']');
}

/* How a project shows the numbers of a field. */
static void
append_shown_unit (GString *json, const SpurEventLayout *layout, guint field)
{
  const SpurShownUnit *shown =
    spur_registry_find_unit (spur_registry_get_default (), layout, field);

  if (shown == NULL)
    return;
  g_string_append (json, ",\"shown\":{\"unit\":");
  spur_report_append_string (json, shown->name);
  g_string_append_printf (
    json, ",\"numerator\":%" G_GINT64_FORMAT ",\"denominator\":%" G_GINT64_FORMAT "}",
    (gint64) shown->numerator, (gint64) shown->denominator);
}

static void
append_class (GString *json, SpurTrace *trace, const SpurEventLayout *layout, guint style)
{
  g_string_append (json, "{\"name\":");
  spur_report_append_string (json, layout->name);
  g_string_append_printf (json, ",\"style\":%u,\"fields\":[", style);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];

      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      spur_report_append_string (json, field->name);
      g_string_append_printf (json, ",\"type\":%d,\"use\":%d,\"unit\":", (int) field->type,
                              (int) field->use);
      spur_report_append_string (json, field->unit);
      append_shown_unit (json, layout, i);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
  append_parents (json, trace, layout);
  g_string_append_c (json, '}');
}

static void
append_classes (GString *json, SpurReport *self)
{
  g_string_append (json, ",\"classes\":[");
  for (guint i = 0; i < spur_trace_get_n_classes (self->trace); i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_class (json, self->trace, spur_trace_get_class (self->trace, i),
                    self->raw.picture->style_of_class[i]);
    }
  g_string_append_printf (json, "],\"uses\":{\"tag\":%d,\"size\":%d,\"root\":%d,\"subject\":%d}",
                          SPUR_USE_TAG, SPUR_USE_SIZE, SPUR_USE_ROOT, SPUR_USE_SUBJECT);
}

/* When the trace begins by the wall clock, where that is known; as text, since it has more digits
 * than a number of the script. */
static void
append_begin (GString *json, SpurReport *self)
{
  gint64 begin_ns;

  if (spur_view_find_unix_ns (self->trace, self->raw.picture->zero_ns, &begin_ns))
    g_string_append_printf (json, ",\"begin\":\"%" G_GINT64_FORMAT "\"", begin_ns);
}

/* How many events of each class there are, where the page does not have them. */
static void
append_class_counts (GString *json, SpurReport *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autofree guint64 *counts = g_new0 (guint64, (gsize) n_classes + 1);

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    spur_stream_count_classes (spur_trace_get_stream (self->trace, i), counts);
  g_string_append (json, ",\"classCounts\":[");
  for (guint i = 0; i < n_classes; i++)
    g_string_append_printf (json, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "", counts[i]);
  g_string_append_c (json, ']');
}

/* On light and on dark paper, the colours of the groups of lifelines and of those in none. */
static void
append_lifeline_colors (GString *json)
{
  g_string_append (json, ",\"lifelineColors\":[");
  for (guint i = 0; i <= SPUR_LIFELINES_MAX_GROUPS; i++)
    {
      guint32 color = spur_lifelines_get_color (i);

      g_string_append_printf (json, "%s[\"#%06x\",\"#%06x\"]", i > 0 ? "," : "", color,
                              spur_color_find_dark (color));
    }
  g_string_append_c (json, ']');
}

static void
append_tables (GString *json, SpurReport *self)
{
  g_autofree char *edge_kinds = spur_report_list_edge_kinds (self);
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  SpurSpaceTime *picture = self->raw.picture;

  append_lanes (json, picture->lanes);
  append_streams (json, self);
  append_swatches (json, picture->palette);
  append_states (json, definitions, picture->palette);
  append_names (json, definitions, "states", SPUR_FIELD_STATE,
                spur_definitions_get_n_states (definitions));
  append_names (json, definitions, "objects", SPUR_FIELD_OBJECT,
                spur_definitions_get_n_objects (definitions));
  append_names (json, definitions, "strings", SPUR_FIELD_STRING,
                spur_definitions_get_n_strings (definitions));
  append_names (json, definitions, "groups", SPUR_FIELD_GROUP,
                spur_definitions_get_n_groups (definitions));
  append_lists (json, definitions);
  append_classes (json, self);
  spur_report_append_system (json, self);
  append_lifeline_colors (json);
  g_string_append (json, ",\"edgeKinds\":");
  spur_report_append_string (json, edge_kinds);
  g_string_append (json, ",\"input\":");
  spur_report_append_string (json, self->input != NULL ? self->input : "TRACE");
  g_string_append_printf (
    json, ",\"from\":%" G_GINT64_FORMAT ",\"to\":%" G_GINT64_FORMAT ",\"isPart\":%s",
    self->from_ns - picture->zero_ns, self->to_ns - picture->zero_ns,
    self->n_events_kept < self->n_events ? "true" : "false");
  g_string_append_printf (json, ",\"partEvents\":%u",
                          self->index != NULL ? SPUR_REPORT_PART_EVENTS : 0);
  g_string_append_printf (json, ",\"isLive\":%s", self->is_live ? "true" : "false");
  append_begin (json, self);
  if (self->index == NULL)
    return;
  append_class_counts (json, self);
  g_string_append_printf (json, ",\"hasMarks\":%s",
                          spur_space_time_has_marks (self->raw.picture) ? "true" : "false");
}

void
spur_report_append_data (GString *json, SpurReport *self, const SpurJob *job)
{
  g_string_append_c (json, '{');
  append_tables (json, self);
  g_string_append (json, ",\"columns\":{");
  spur_report_append_events (json, self);
  spur_report_append_edges (json, self);
  g_string_append (json, "},\"times\":{\"raw\":");
  spur_report_append_side (json, self, &self->raw, MAX_LOAD_BINS);
  if (self->has_corrected)
    {
      g_string_append (json, ",\"corrected\":");
      spur_report_append_side (json, self, &self->corrected, MAX_LOAD_BINS);
    }
  g_string_append_c (json, '}');
  /* A page that is served has its events by parts. */
  if (self->has_corrected && self->index == NULL)
    spur_report_append_steps (json, self, job);
  g_string_append_c (json, '}');
}
