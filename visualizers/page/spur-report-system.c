/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the page shows of the system at a time: where each active object is and in which state, as
 * `spur at` says it, from each change to the next one. */
#include "visualizers/page/spur-page-private.h"
#include "visualizers/system/spur-system-internal.h"

/* What an active object is in the picture of the system. */
typedef enum
{
  KIND_NOTHING,
  KIND_LOAD_OBJECT,
  KIND_TARGET, /* on which nothing ever is */
  KIND_TARGET_WITH_BOX,
} SystemKind;

/* What of a situation is drawn, as bits. */
#define EXISTS 1
#define IS_TOLD 2

typedef struct
{
  guint flags;
  guint32 place;
  guint32 state;
} Shown;

/* An object whose situations are written. */
typedef struct
{
  SpurTimeline *timeline;
  guint32 object;
  SpurResidence *residences;
  guint n_residences;
  guint next;
} Following;

static SystemKind
find_kind (SpurDefinitions *definitions, guint32 object, const guint8 *has_box)
{
  GType type = spur_definitions_get_object (definitions, object)->type;

  if (g_type_is_a (type, SPUR_TYPE_TARGET))
    return has_box[object] ? KIND_TARGET_WITH_BOX : KIND_TARGET;
  return g_type_is_a (type, SPUR_TYPE_LOAD_OBJECT) ? KIND_LOAD_OBJECT : KIND_NOTHING;
}

void
spur_report_append_system (GString *json, SpurReport *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree guint8 *has_box = spur_system_find_targets (self->trace, self->raw.picture->timeline);

  g_string_append (json, ",\"system\":{\"kinds\":[");
  for (guint32 i = 0; i < n_objects; i++)
    g_string_append_printf (json, "%s%d", i > 0 ? "," : "",
                            (int) find_kind (definitions, i, has_box));
  g_string_append (json, "],\"parents\":[");
  for (guint32 i = 0; i < n_objects; i++)
    {
      guint32 parent = spur_definitions_get_object (definitions, i)->parent;

      g_string_append_printf (json, "%s%d", i > 0 ? "," : "",
                              parent < n_objects ? (int) parent : -1);
    }
  g_string_append (json, "]}");
}

static Shown
get_shown (const Following *self, gint64 time_ns)
{
  SpurSituation situation;
  SpurChange change;
  Shown shown;

  spur_timeline_get_situation (self->timeline, self->object, time_ns, &situation);
  shown = (Shown){ situation.exists ? EXISTS : 0, situation.place, situation.state };
  if (spur_timeline_get_previous_change (self->timeline, self->object, time_ns + 1, &change))
    shown.flags |= IS_TOLD;
  return shown;
}

/* The next time at which anything of the object may change: by an event of its own, or as what it
 * is in begins or ends. */
static gboolean
find_next (Following *self, gint64 *time_ns)
{
  gint64 next_ns = G_MAXINT64;
  SpurChange change;

  if (spur_timeline_get_next_change (self->timeline, self->object, *time_ns, &change))
    next_ns = change.time_ns;
  while (self->next < 2 * self->n_residences)
    {
      const SpurResidence *residence = &self->residences[self->next / 2];
      gint64 edge_ns = self->next % 2 == 0 ? residence->begin_ns : residence->end_ns;

      if (edge_ns > *time_ns)
        {
          next_ns = MIN (next_ns, edge_ns);
          break;
        }
      self->next++;
    }
  *time_ns = next_ns;
  return next_ns != G_MAXINT64;
}

static guint
put_situations (Following *self, GByteArray *rows, gint64 from_ns, gint64 to_ns)
{
  Shown last = { 0, 0, 0 };
  gint64 at_ns = from_ns, time_ns = from_ns;
  guint n_rows = 0;

  do
    {
      Shown shown = get_shown (self, time_ns);

      if (n_rows > 0 && shown.flags == last.flags && shown.place == last.place &&
          shown.state == last.state)
        continue;
      spur_report_put_unsigned (rows, (guint64) (time_ns - at_ns));
      spur_report_put_unsigned (rows, shown.flags);
      spur_report_put_entry (rows, shown.place);
      spur_report_put_entry (rows, shown.state);
      at_ns = time_ns;
      last = shown;
      n_rows++;
    }
  while (find_next (self, &time_ns) && time_ns <= to_ns);
  return n_rows;
}

/* How many rows there are; then for every load object and target how many, and these. The first one
 * of an object is of the window's begin. */
void
spur_report_append_situations (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) rows = g_byte_array_new ();
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autofree guint8 *has_box = spur_system_find_targets (self->trace, picture->timeline);
  guint64 n_all = 0;

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      Following following = { .timeline = picture->timeline, .object = i };
      guint n_rows;

      if (find_kind (definitions, i, has_box) == KIND_NOTHING)
        continue;
      following.residences =
        spur_timeline_get_residences (picture->timeline, i, &following.n_residences);
      g_byte_array_set_size (rows, 0);
      n_rows = put_situations (&following, rows, self->from_ns, self->to_ns);
      n_all += n_rows;
      spur_report_put_unsigned (bytes, n_rows);
      g_byte_array_append (bytes, rows->data, rows->len);
      g_free (following.residences);
    }
  spur_report_put_unsigned (all, n_all);
  g_byte_array_append (all, bytes->data, bytes->len);
  spur_report_append_column (json, "situations", all);
}
