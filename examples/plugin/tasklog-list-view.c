/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tasklog-list-view.h"

#include "tasklog-begin-event.h"

/* Lists the tasks that began in the span, each with a bar as long as it is urgent:
 * spur draw --view task-list --set least-priority=5. */
struct _TasklogListView
{
  SpurView parent_instance;

  guint least_priority;
  GPtrArray *names;
  GArray *priorities;
  /* More than the picture has room for. */
  guint n_more;
};

G_DEFINE_FINAL_TYPE (TasklogListView, tasklog_list_view, SPUR_TYPE_VIEW)

#define PROPERTY_LEAST_PRIORITY 1
#define MAX_TASKS 500
#define ROW_PX 20.0
#define MARGIN_PX 24.0
#define TITLE_PX 52.0
#define NAME_PX 160.0

static void
tasklog_list_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_uint (value, TASKLOG_LIST_VIEW (object)->least_priority);
}

static void
tasklog_list_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TASKLOG_LIST_VIEW (object)->least_priority = g_value_get_uint (value);
}

static void
tasklog_list_view_finalize (GObject *object)
{
  TasklogListView *self = TASKLOG_LIST_VIEW (object);

  g_ptr_array_unref (self->names);
  g_array_unref (self->priorities);
  G_OBJECT_CLASS (tasklog_list_view_parent_class)->finalize (object);
}

/* Events of classes that derive from that of the plugin are begins of tasks, too. */
static void
add_event (TasklogListView *self, SpurTrace *trace, SpurCursor *cursor)
{
  const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
  const guint8 *record = spur_cursor_get_record (cursor);
  guint priority;
  guint32 task;

  if (!g_type_is_a (layout->type, TASKLOG_TYPE_BEGIN_EVENT))
    return;
  priority = (guint) spur_event_layout_get_uint (
    layout, (guint) spur_event_layout_find_field (layout, "priority"), record);
  if (priority < self->least_priority)
    return;
  if (self->names->len == MAX_TASKS)
    {
      self->n_more++;
      return;
    }
  task = (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);
  g_ptr_array_add (self->names, g_strdup (spur_definitions_get_entry_name (
                                  spur_trace_get_definitions (trace), SPUR_FIELD_OBJECT, task)));
  g_array_append_val (self->priorities, priority);
}

static gboolean
tasklog_list_view_prepare (SpurView *view, const SpurJob *job, GError **error)
{
  TasklogListView *self = TASKLOG_LIST_VIEW (view);
  SpurTrace *trace = spur_view_get_trace (view);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, spur_view_get_raw (view));
  gint64 from_ns, to_ns;

  spur_view_get_span_ns (view, &from_ns, &to_ns);
  g_ptr_array_set_size (self->names, 0);
  g_array_set_size (self->priorities, 0);
  self->n_more = 0;
  while (spur_cursor_next (cursor))
    {
      gint64 time_ns = spur_cursor_get_time_ns (cursor);

      if (time_ns >= from_ns && time_ns <= to_ns)
        add_event (self, trace, cursor);
    }
  return TRUE;
}

static double
tasklog_list_view_get_height (SpurView *view, double width_px)
{
  return TITLE_PX + ROW_PX * TASKLOG_LIST_VIEW (view)->names->len + MARGIN_PX;
}

static void
tasklog_list_view_draw (SpurView *view, cairo_t *context, double width_px, double height_px)
{
  TasklogListView *self = TASKLOG_LIST_VIEW (view);
  double longest_px = width_px - 2.0 * MARGIN_PX - NAME_PX;

  cairo_set_source_rgb (context, 0.11, 0.14, 0.19);
  cairo_select_font_face (context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (context, 18.0);
  cairo_move_to (context, MARGIN_PX, 34.0);
  cairo_show_text (context, spur_view_get_title (view));
  cairo_select_font_face (context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (context, 12.0);
  for (guint i = 0; i < self->names->len; i++)
    {
      double y = TITLE_PX + i * ROW_PX;

      cairo_set_source_rgb (context, 0.11, 0.14, 0.19);
      cairo_move_to (context, MARGIN_PX, y + 14.0);
      cairo_show_text (context, g_ptr_array_index (self->names, i));
      cairo_set_source_rgb (context, 0.71, 0.33, 0.11);
      cairo_rectangle (context, MARGIN_PX + NAME_PX, y + 3.0,
                       longest_px * g_array_index (self->priorities, guint, i) / G_MAXUINT8,
                       ROW_PX - 6.0);
      cairo_fill (context);
    }
}

static char *
tasklog_list_view_dup_note (SpurView *view)
{
  TasklogListView *self = TASKLOG_LIST_VIEW (view);

  return g_strdup_printf ("Tasks of priority %u and more: %u are drawn, %u are left out.",
                          self->least_priority, self->names->len, self->n_more);
}

static void
tasklog_list_view_class_init (TasklogListViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  SpurViewClass *view_class = SPUR_VIEW_CLASS (klass);

  object_class->get_property = tasklog_list_view_get_property;
  object_class->set_property = tasklog_list_view_set_property;
  object_class->finalize = tasklog_list_view_finalize;
  view_class->prepare = tasklog_list_view_prepare;
  view_class->get_height = tasklog_list_view_get_height;
  view_class->draw = tasklog_list_view_draw;
  view_class->dup_note = tasklog_list_view_dup_note;
  g_object_class_install_property (object_class, PROPERTY_LEAST_PRIORITY,
                                   g_param_spec_uint ("least-priority", NULL, NULL, 0, G_MAXUINT8,
                                                      0,
                                                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
tasklog_list_view_init (TasklogListView *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->priorities = g_array_new (FALSE, FALSE, sizeof (guint));
}
