/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collects the events and values of a lifeline picture in one walk through the trace. Where there
 * are too many, first those go that no pixel shows. Where objects are too many for that, some are
 * left out, each with all of its events, by the bits of a hash: what is left is a fair sample, and
 * the same one each time. */
#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/plugin/spur-project.h"
#include "core/store/trace/spur-cursor.h"
#include "visualizers/canvas/spur-view-error.h"
#include "visualizers/lifeline/spur-lifelines-internal.h"

/* An event in this many asks whether the job is cancelled. */
#define EVENTS_PER_CHECK 65536
/* One object in a million; with less there is nothing to see. */
#define MAX_SHIFT 20

/* Keys of different kinds are apart by what they begin with. */
#define KEY_OF_MESSAGE G_GUINT64_CONSTANT (0x6d00000000000000)
#define KEY_OF_STREAM G_GUINT64_CONSTANT (0x7300000000000000)
#define KEY_OF_EVENT G_GUINT64_CONSTANT (0x6500000000000000)

/* The walk. */
typedef struct
{
  SpurLifelines *picture;
  gsize max_events;
  GPtrArray *identity; /* of SpurFieldReader; empty for the object of an event */
  SpurFieldReader *group;
  GHashTable *group_ids; /* text to the group's index and 1 */
  guint32 n_seen;
} Walk;

static void
clear_load_line (gpointer data)
{
  SpurLoadLine *self = data;

  for (guint i = 0; self->readers != NULL && i < self->formula->names->len; i++)
    g_clear_pointer (&self->readers[i], spur_field_reader_free);
  g_free (self->readers);
  g_free (self->unit);
  spur_formula_free (self->formula);
}

void
spur_lifelines_free (SpurLifelines *self)
{
  g_clear_pointer (&self->rows, spur_lifeline_rows_free);
  g_clear_pointer (&self->order, g_array_unref);
  g_array_unref (self->points);
  g_array_unref (self->lines);
  g_array_unref (self->load_lines);
  g_array_unref (self->values);
  g_ptr_array_unref (self->groups);
  g_object_unref (self->registry);
  g_object_unref (self->trace);
  g_free (self);
}

static void
clear_walk (Walk *self)
{
  g_clear_pointer (&self->identity, g_ptr_array_unref);
  g_clear_pointer (&self->group, spur_field_reader_free);
  g_clear_pointer (&self->group_ids, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, clear_walk)

/* The unit of a formula that is one field, as a project shows it, else as the class has it. */
static void
find_unit (SpurLifelines *self, SpurLoadLine *line)
{
  const SpurFieldReader *reader = line->readers[0];

  line->factor = 1.0;
  if (!spur_formula_is_field (line->formula))
    return;
  for (guint i = 0; line->unit == NULL && i < spur_trace_get_n_classes (self->trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);
      const SpurShownUnit *shown;

      if (reader->field_of_class[i] < 0)
        continue;
      shown = spur_registry_find_unit (self->registry, layout, (guint) reader->field_of_class[i]);
      if (shown != NULL)
        line->factor = (double) shown->numerator / (double) shown->denominator;
      line->unit =
        g_strdup (shown != NULL ? shown->name : layout->fields[reader->field_of_class[i]].unit);
    }
}

static gboolean
add_load_lines (SpurLifelines *self, const char *list, GError **error)
{
  g_autoptr (GPtrArray) formulas = spur_formula_parse_list (list, error);

  if (formulas == NULL)
    return spur_error_prefix (error, "load-line: ");
  while (formulas->len > 0)
    {
      SpurLoadLine line = { .formula = g_ptr_array_steal_index (formulas, 0),
                            .least = INFINITY,
                            .most = -INFINITY };
      GPtrArray *names = line.formula->names;

      line.readers = g_new0 (SpurFieldReader *, names->len + 1);
      g_array_append_val (self->load_lines, line);
      for (guint i = 0; i < names->len; i++)
        {
          line.readers[i] = spur_field_reader_new (self->trace, names->pdata[i], error);
          if (line.readers[i] == NULL)
            return spur_error_prefix (error, "load-line: ");
        }
      if (names->len > 0)
        find_unit (self,
                   &g_array_index (self->load_lines, SpurLoadLine, self->load_lines->len - 1));
    }
  return TRUE;
}

static gboolean
add_identity (Walk *self, const char *list, GError **error)
{
  g_auto (GStrv) names = g_strsplit (list != NULL ? list : "", ",", -1);

  self->identity = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_field_reader_free);
  for (guint i = 0; names[i] != NULL; i++)
    {
      SpurFieldReader *reader =
        spur_field_reader_new (self->picture->trace, g_strstrip (names[i]), error);

      if (reader == NULL)
        return spur_error_prefix (error, "identity: ");
      g_ptr_array_add (self->identity, reader);
    }
  return TRUE;
}

static gboolean
set_up_walk (Walk *self, const SpurLifelinesOptions *options, GError **error)
{
  self->max_events = options->max_events;
  self->group_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!add_identity (self, options->identity, error))
    return FALSE;
  if (options->group != NULL)
    self->group = spur_field_reader_new (self->picture->trace, options->group, error);
  if (options->group != NULL && self->group == NULL)
    return spur_error_prefix (error, "group: ");
  return options->load_line == NULL || add_load_lines (self->picture, options->load_line, error);
}

/* All fields of the identity; FALSE where the event has not all of them. */
static gboolean
read_identity (const Walk *self, SpurCursor *cursor, guint64 *key)
{
  guint64 mixed = 0;

  for (guint i = 0; i < self->identity->len; i++)
    {
      SpurFieldValue value;

      if (!spur_field_reader_read (g_ptr_array_index (self->identity, i),
                                   spur_cursor_get_class_index (cursor),
                                   spur_cursor_get_record (cursor), &value))
        return FALSE;
      mixed = spur_hash_mix (mixed + i) ^ spur_field_value_hash (&value, self->picture->trace);
    }
  *key = mixed;
  return TRUE;
}

/* The load object that the event is about, else its message. Targets go nowhere. */
static gboolean
find_object (SpurCursor *cursor, SpurTrace *trace, gboolean may_be_target, guint64 *key)
{
  const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
  const guint8 *record = spur_cursor_get_record (cursor);
  guint32 index = (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);
  const SpurObject *object =
    spur_definitions_get_object (spur_trace_get_definitions (trace), index);

  if (object != NULL && (may_be_target || !g_type_is_a (object->type, SPUR_TYPE_TARGET)))
    *key = spur_hash_mix ((guint64) index + 1);
  else if (layout->field_of_use[SPUR_USE_MESSAGE_ID] >= 0)
    *key = spur_hash_mix (
      KEY_OF_MESSAGE ^ spur_hash_mix (spur_event_layout_get_use (layout, SPUR_USE_TAG, record, 0)) ^
      spur_event_layout_get_use (layout, SPUR_USE_MESSAGE_ID, record, 0));
  else
    return FALSE;
  return TRUE;
}

/* Groups are counted in the order in which they occur. */
static guint16
find_group (Walk *self, SpurCursor *cursor)
{
  SpurLifelines *picture = self->picture;
  SpurFieldValue value = { .type = SPUR_FIELD_OBJECT };
  g_autofree char *text = NULL;
  guint known;

  value.bits = spur_stream_get_target (
    spur_trace_get_stream (picture->trace, spur_cursor_get_stream (cursor)));
  if (self->group != NULL
        ? !spur_field_reader_read (self->group, spur_cursor_get_class_index (cursor),
                                   spur_cursor_get_record (cursor), &value)
        : value.bits == SPUR_NONE)
    return SPUR_LIFELINES_NO_GROUP;
  text = spur_field_value_to_text (&value, picture->trace);
  known = text != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->group_ids, text)) : 0;
  if (known > 0)
    return (guint16) (known - 1);
  if (text == NULL || picture->groups->len == SPUR_LIFELINES_MAX_GROUPS)
    {
      picture->has_more_groups = TRUE;
      return SPUR_LIFELINES_NO_GROUP;
    }
  g_ptr_array_add (picture->groups, g_strdup (text));
  g_hash_table_insert (self->group_ids, g_steal_pointer (&text),
                       GUINT_TO_POINTER (picture->groups->len));
  return (guint16) (picture->groups->len - 1);
}

static gboolean
is_sampled (const SpurLifelines *self, guint64 key)
{
  return (key & (((guint64) 1 << self->shift) - 1)) == 0;
}

static void
add_point (Walk *self, SpurCursor *cursor, guint64 key, guint32 row, guint16 group)
{
  SpurLifelines *picture = self->picture;
  const SpurLifelinePoint point = { key, spur_cursor_get_time_ns (cursor), row, self->n_seen, group,
                                    1 };

  if (is_sampled (picture, key))
    g_array_append_val (picture->points, point);
}

static void
add_value (Walk *self, SpurCursor *cursor, guint index, guint64 key, guint16 group)
{
  SpurLifelines *picture = self->picture;
  SpurLoadLine *line = &g_array_index (picture->load_lines, SpurLoadLine, index);
  double *values = g_newa (double, line->formula->names->len + 1);
  SpurLoadPoint point = {
    key, spur_cursor_get_time_ns (cursor), 0.0, self->n_seen, (guint16) index, group
  };

  for (guint i = 0; i < line->formula->names->len; i++)
    {
      SpurFieldValue value;

      if (!spur_field_reader_read (line->readers[i], spur_cursor_get_class_index (cursor),
                                   spur_cursor_get_record (cursor), &value))
        return;
      values[i] = spur_field_value_to_double (&value);
    }
  point.value = spur_formula_evaluate (line->formula, values) * line->factor;
  if (isfinite (point.value) && is_sampled (picture, key))
    g_array_append_val (picture->values, point);
}

static gboolean
refuse_size (const Walk *self, GError **error)
{
  return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION,
                         "found more than %" G_GSIZE_FORMAT
                         " events of few objects, expected less of each; draw a "
                         "shorter span, fewer rows, or by another identity",
                         self->max_events);
}

/* Leaves out what no pixel shows, and then half of the objects, until there is room again. */
static gboolean
make_room (Walk *self, GError **error)
{
  SpurLifelines *picture = self->picture;

  if (picture->n_columns > 0)
    spur_lifelines_aggregate (picture);
  while ((gsize) picture->points->len + picture->values->len > self->max_events / 2)
    {
      SpurLifelinePoint *points = (SpurLifelinePoint *) picture->points->data;
      SpurLoadPoint *values = (SpurLoadPoint *) picture->values->data;
      guint n_points = 0, n_values = 0;

      if (++picture->shift > MAX_SHIFT)
        return refuse_size (self, error);
      for (guint i = 0; i < picture->points->len; i++)
        if (is_sampled (picture, points[i].key))
          points[n_points++] = points[i];
      for (guint i = 0; i < picture->values->len; i++)
        if (is_sampled (picture, values[i].key))
          values[n_values++] = values[i];
      g_array_set_size (picture->points, n_points);
      g_array_set_size (picture->values, n_values);
    }
  return TRUE;
}

/* An event that is drawn by itself is no part of a line. */
static void
take_row (Walk *self, SpurCursor *cursor, gboolean is_on_line, guint64 key, guint16 group)
{
  SpurLifelineRows *rows = self->picture->rows;
  guint32 row = spur_lifeline_rows_find (rows, spur_cursor_get_class_index (cursor),
                                         spur_cursor_get_record (cursor));
  SpurLifelineRow *info;

  if (row == SPUR_NONE)
    return;
  info = &g_array_index (rows->all, SpurLifelineRow, row);
  if (!is_on_line && !info->is_point)
    return;
  info->n_events++;
  if (info->is_point)
    key = spur_hash_mix (KEY_OF_EVENT ^ self->n_seen);
  add_point (self, cursor, key, row, group);
}

static gboolean
take_event (Walk *self, SpurCursor *cursor, GError **error)
{
  SpurLifelines *picture = self->picture;
  guint64 key = 0;
  gboolean has_key = self->identity->len > 0 ? read_identity (self, cursor, &key)
                                             : find_object (cursor, picture->trace, FALSE, &key);
  guint16 group = find_group (self, cursor);

  self->n_seen++;
  take_row (self, cursor, has_key, key, group);
  if (!has_key && picture->load_lines->len > 0 && !find_object (cursor, picture->trace, TRUE, &key))
    key = spur_hash_mix (KEY_OF_STREAM ^ spur_cursor_get_stream (cursor));
  for (guint i = 0; i < picture->load_lines->len; i++)
    add_value (self, cursor, i, key, group);
  if ((gsize) picture->points->len + picture->values->len < self->max_events)
    return TRUE;
  return make_room (self, error);
}

static gboolean
walk_trace (Walk *self, const SpurJob *job, GError **error)
{
  SpurLifelines *picture = self->picture;
  g_autoptr (SpurCursor) cursor = spur_cursor_new (picture->trace, picture->raw);

  for (guint64 i = 0; spur_cursor_next (cursor); i++)
    {
      gint64 time_ns = spur_cursor_get_time_ns (cursor);

      if (i % EVENTS_PER_CHECK == 0)
        {
          spur_job_report (job, "reading", i, spur_trace_get_n_events (picture->trace));
          if (spur_job_is_cancelled (job, error))
            return FALSE;
        }
      if (time_ns >= picture->from_ns && time_ns <= picture->to_ns &&
          !take_event (self, cursor, error))
        return FALSE;
    }
  return TRUE;
}

SpurLifelines *
spur_lifelines_new (const SpurLifelinesOptions *options, const SpurJob *job, GError **error)
{
  g_autoptr (SpurLifelines) self = g_new0 (SpurLifelines, 1);
  g_auto (Walk) walk = { .picture = self };
  gint64 unused_ns;

  self->trace = g_object_ref (options->trace);
  self->registry = g_object_ref (options->registry);
  self->raw = options->raw || spur_trace_get_correction (options->trace) == NULL;
  self->from_ns = options->from_ns;
  self->to_ns = options->to_ns;
  self->n_columns = options->n_columns;
  spur_trace_get_span_ns (self->trace, FALSE, &self->zero_ns, &unused_ns);
  self->points = g_array_new (FALSE, FALSE, sizeof (SpurLifelinePoint));
  self->lines = g_array_new (FALSE, FALSE, sizeof (SpurLifeline));
  self->load_lines = g_array_new (FALSE, FALSE, sizeof (SpurLoadLine));
  g_array_set_clear_func (self->load_lines, clear_load_line);
  self->values = g_array_new (FALSE, FALSE, sizeof (SpurLoadPoint));
  self->groups = g_ptr_array_new_with_free_func (g_free);
  self->rows = spur_lifeline_rows_new (self->trace, options->rows, options->points);
  if (!set_up_walk (&walk, options, error) || !walk_trace (&walk, job, error) ||
      !spur_lifeline_rows_check (self->rows, error))
    return NULL;
  if (self->shift > 0 && self->points->len == 0 && self->values->len == 0)
    return refuse_size (&walk, error), NULL;
  spur_lifelines_join (self);
  return g_steal_pointer (&self);
}
