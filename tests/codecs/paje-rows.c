/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tells a trace as pj_dump does, which is another reader of the format. */
#include "tests/codecs/paje-rows.h"

#include <gio/gio.h>
#include <string.h>

#include "core/store/trace/spur-cursor.h"
#include "events/spur-events.h"

typedef struct
{
  guint32 object;
  gint64 begin_ns;
  char *parent;
} Container;

typedef struct
{
  guint64 object;
  guint32 state;
  char *type;
  gint64 begin_ns;
} State;

typedef struct
{
  double value;
  gint64 begin_ns;
  char *type;
  guint32 object;
} Variable;

typedef struct
{
  SpurTrace *trace;
  GPtrArray *rows;
  gint64 end_ns;
  guint stream;
  gint64 time_ns;
  const SpurEventLayout *layout;
  const guint8 *record;

  /* By stream and object, by stream, by object and by number of the message. */
  GHashTable *containers;
  GPtrArray *states;
  GHashTable *variables;
  GHashTable *links;
  GHashTable *ends;
} Rows;

static double
to_seconds (gint64 ns)
{
  return (double) ns / 1e9;
}

/* As pj_dump computes it: the difference of two doubles. */
static double
get_length (gint64 begin_ns, gint64 end_ns)
{
  return to_seconds (end_ns) - to_seconds (begin_ns);
}

static guint64
get_use (const Rows *rows, SpurUse use)
{
  return spur_event_layout_get_use (rows->layout, use, rows->record, SPUR_NONE);
}

static const char *
get_text (const Rows *rows, const char *name)
{
  int field = spur_event_layout_find_field (rows->layout, name);

  g_assert_cmpint (field, >=, 0);
  return spur_definitions_get_string (
    spur_trace_get_definitions (rows->trace),
    (guint32) spur_event_layout_get_uint (rows->layout, (guint) field, rows->record));
}

static const char *
get_name (const Rows *rows, guint64 object)
{
  return object == SPUR_NONE ? "0"
                             : spur_definitions_get_object (
                                 spur_trace_get_definitions (rows->trace), (guint32) object)
                                 ->name;
}

/* A target that stands for a type of states or a variable bears its container's name, too. */
static const char *
get_container_name (const Rows *rows, guint64 object, const char *type)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (rows->trace), (guint32) object);
  g_autofree char *own = NULL;

  if (info->parent == SPUR_NONE)
    return info->name;
  own = g_strconcat (get_name (rows, info->parent), ": ", type, NULL);
  return strcmp (own, info->name) == 0 ? get_name (rows, info->parent) : info->name;
}

static void G_GNUC_PRINTF (2, 3) add_row (Rows *rows, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (rows->rows, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static gint64
make_key (guint high, guint64 low)
{
  return (gint64) ((guint64) high << 32 | low);
}

static void
free_container (gpointer data)
{
  g_free (((Container *) data)->parent);
  g_free (data);
}

static void
begin_container (Rows *rows, guint64 parent)
{
  gint64 key = make_key (rows->stream, get_use (rows, SPUR_USE_SUBJECT));
  Container container = { (guint32) get_use (rows, SPUR_USE_SUBJECT), rows->time_ns,
                          g_strdup (get_name (rows, parent)) };

  g_hash_table_insert (rows->containers, g_memdup2 (&key, sizeof key),
                       g_memdup2 (&container, sizeof container));
}

static void
print_container (Rows *rows, const Container *container, gint64 end_ns)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (rows->trace), container->object);

  add_row (rows, "Container, %s, %s, %g, %g, %g, %s", container->parent, info->kind,
           to_seconds (container->begin_ns), to_seconds (end_ns),
           get_length (container->begin_ns, end_ns), info->name);
}

static void
print_state (Rows *rows, const State *state, guint depth)
{
  add_row (
    rows, "State, %s, %s, %f, %f, %f, %f, %s",
    get_container_name (rows, state->object, state->type), state->type,
    to_seconds (state->begin_ns), to_seconds (rows->time_ns),
    get_length (state->begin_ns, rows->time_ns), (double) depth,
    spur_definitions_get_state (spur_trace_get_definitions (rows->trace), state->state)->name);
}

/* Ends the states of the stream from @depth on. */
static void
end_states (Rows *rows, guint depth)
{
  GArray *states = g_ptr_array_index (rows->states, rows->stream);

  while (states->len > depth)
    {
      State *state = &g_array_index (states, State, states->len - 1);

      print_state (rows, state, states->len - 1);
      g_free (state->type);
      g_array_set_size (states, states->len - 1);
    }
}

static void
end_container (Rows *rows)
{
  guint64 object = get_use (rows, SPUR_USE_SUBJECT);
  gint64 key = make_key (rows->stream, object);
  const Container *container = g_hash_table_lookup (rows->containers, &key);

  g_assert_nonnull (container);
  print_container (rows, container, rows->time_ns);
  g_hash_table_remove (rows->containers, &key);
  if (spur_stream_get_target (spur_trace_get_stream (rows->trace, rows->stream)) != SPUR_NONE)
    end_states (rows, 0);
  g_hash_table_insert (rows->ends, GUINT_TO_POINTER ((guint) object),
                       g_memdup2 (&rows->time_ns, sizeof rows->time_ns));
}

static void
begin_state (Rows *rows)
{
  State state = { get_use (rows, SPUR_USE_SUBJECT), (guint32) get_use (rows, SPUR_USE_STATE),
                  g_strdup (get_text (rows, "type")), rows->time_ns };

  g_array_append_val ((GArray *) g_ptr_array_index (rows->states, rows->stream), state);
}

static void
print_variable (Rows *rows, const Variable *variable, gint64 end_ns)
{
  add_row (rows, "Variable, %s, %s, %f, %f, %f, %f",
           get_container_name (rows, variable->object, variable->type), variable->type,
           to_seconds (variable->begin_ns), to_seconds (end_ns),
           get_length (variable->begin_ns, end_ns), variable->value);
}

static void
free_variable (gpointer data)
{
  g_free (((Variable *) data)->type);
  g_free (data);
}

/* pj_dump reads floats, and adds them as doubles. */
static double
get_value (const Rows *rows, double before)
{
  int change = spur_event_layout_find_field (rows->layout, "change");
  guint64 bits = change >= 0
                   ? spur_event_layout_get_uint (rows->layout, (guint) change, rows->record)
                   : get_use (rows, SPUR_USE_LOAD);
  double number;

  memcpy (&number, &bits, sizeof number);
  return change >= 0 ? before + (double) (float) number : (double) (float) number;
}

static void
change_variable (Rows *rows)
{
  guint object = (guint) get_use (rows, SPUR_USE_SUBJECT);
  Variable *variable = g_hash_table_lookup (rows->variables, GUINT_TO_POINTER (object));

  if (variable == NULL)
    {
      variable = g_new0 (Variable, 1);
      variable->object = object;
      variable->type = g_strdup (get_text (rows, "type"));
      g_hash_table_insert (rows->variables, GUINT_TO_POINTER (object), variable);
    }
  /* What changes again at once has had no other value. */
  else if (variable->begin_ns != rows->time_ns)
    print_variable (rows, variable, rows->time_ns);
  variable->begin_ns = rows->time_ns;
  variable->value = get_value (rows, variable->value);
}

/* A link whose other end was seen before is a row. */
static void
see_link (Rows *rows, const char *start, const char *end)
{
  gint64 key = (gint64) get_use (rows, SPUR_USE_MESSAGE_ID);
  guint64 container = spur_event_layout_get_uint (
    rows->layout, (guint) spur_event_layout_find_field (rows->layout, "container"), rows->record);
  char **parts = g_hash_table_lookup (rows->links, &key);
  gint64 other_ns = parts != NULL ? g_ascii_strtoll (parts[0], NULL, 10) : 0;
  gint64 start_ns = start != NULL ? rows->time_ns : other_ns;
  gint64 end_ns = end != NULL ? rows->time_ns : other_ns;

  if (parts == NULL && (start == NULL || end == NULL))
    {
      parts = g_new0 (char *, 3);
      parts[0] = g_strdup_printf ("%" G_GINT64_FORMAT, rows->time_ns);
      parts[1] = g_strdup (start != NULL ? start : end);
      g_hash_table_insert (rows->links, g_memdup2 (&key, sizeof key), parts);
      return;
    }
  add_row (rows, "Link, %s, %s, %f, %f, %f, %s, %s, %s, %s", get_name (rows, container),
           get_text (rows, "type"), to_seconds (start_ns), to_seconds (end_ns),
           get_length (start_ns, end_ns), get_text (rows, "value"),
           start != NULL ? start : parts[1], end != NULL ? end : parts[1], get_text (rows, "key"));
  g_hash_table_remove (rows->links, &key);
}

static void
see_connection (Rows *rows)
{
  const SpurGroup *members = spur_definitions_get_group (
    spur_trace_get_definitions (rows->trace), (guint32) get_use (rows, SPUR_USE_MEMBERS));

  see_link (rows, get_name (rows, members->members[0]), get_name (rows, members->members[1]));
}

static void
see_migration (Rows *rows, gboolean is_send)
{
  const char *name = get_name (rows, get_use (rows, SPUR_USE_SUBJECT));

  see_link (rows, is_send ? name : NULL, is_send ? NULL : name);
  if (is_send)
    end_container (rows);
  else
    begin_container (rows, get_use (rows, SPUR_USE_DESTINATION));
}

static void
see_event (Rows *rows)
{
  const char *name = rows->layout->name;
  guint64 subject = get_use (rows, SPUR_USE_SUBJECT);

  if (g_str_has_prefix (name, "Target_Addition"))
    begin_container (rows, get_use (rows, SPUR_USE_PARENT));
  else if (g_str_has_prefix (name, "LO_Creation_Placement"))
    begin_container (rows, get_use (rows, SPUR_USE_DESTINATION));
  else if (rows->layout->effect == SPUR_EFFECT_END)
    end_container (rows);
  else if (g_str_has_prefix (name, "Paje_Migration"))
    see_migration (rows, rows->layout->role == SPUR_ROLE_SEND);
  else if (g_str_has_prefix (name, "Paje_Connection"))
    see_connection (rows);
  else if (rows->layout->role == SPUR_ROLE_SEND)
    see_link (rows, get_name (rows, subject), NULL);
  else if (rows->layout->role == SPUR_ROLE_RECEIVE)
    see_link (rows, NULL, get_name (rows, subject));
  else if (rows->layout->effect == SPUR_EFFECT_MEASURE)
    change_variable (rows);
  else if (rows->layout->effect == SPUR_EFFECT_LEAVE)
    {
      GArray *states = g_ptr_array_index (rows->states, rows->stream);

      g_assert_cmpuint (states->len, >, 0);
      g_assert_cmpuint (g_array_index (states, State, states->len - 1).state, ==,
                        get_use (rows, SPUR_USE_STATE));
      end_states (rows, states->len - 1);
    }
  else if (rows->layout->effect == SPUR_EFFECT_ENTER || rows->layout->effect == SPUR_EFFECT_SET)
    {
      if (rows->layout->effect == SPUR_EFFECT_SET)
        end_states (rows, 0);
      if (get_use (rows, SPUR_USE_STATE) != SPUR_NONE)
        begin_state (rows);
    }
  else
    add_row (rows, "Event, %s, %s, %f, %s", get_name (rows, subject), get_text (rows, "type"),
             to_seconds (rows->time_ns), get_text (rows, "value"));
}

/* What nothing ended lasts to the end of the trace, or of its container. */
static void
end_all (Rows *rows)
{
  GHashTableIter iter;
  gpointer value;

  rows->time_ns = rows->end_ns;
  g_hash_table_iter_init (&iter, rows->containers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    print_container (rows, value, rows->end_ns);
  for (rows->stream = 0; rows->stream < rows->states->len; rows->stream++)
    end_states (rows, 0);
  g_hash_table_iter_init (&iter, rows->variables);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Variable *variable = value;
      guint32 container =
        spur_definitions_get_object (spur_trace_get_definitions (rows->trace), variable->object)
          ->parent;
      const gint64 *end_ns = g_hash_table_lookup (rows->ends, GUINT_TO_POINTER (container));

      print_variable (rows, variable, end_ns != NULL ? *end_ns : rows->end_ns);
    }
  add_row (rows, "Container, 0, 0, 0, %g, %g, 0", to_seconds (rows->end_ns),
           to_seconds (rows->end_ns));
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
free_states (gpointer data)
{
  GArray *states = data;

  for (guint i = 0; i < states->len; i++)
    g_free (g_array_index (states, State, i).type);
  g_array_unref (states);
}

static void
walk_events (Rows *rows)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (rows->trace, TRUE);

  while (spur_cursor_next (cursor))
    {
      rows->stream = spur_cursor_get_stream (cursor);
      rows->time_ns = spur_cursor_get_raw_ns (cursor);
      rows->layout = spur_cursor_get_layout (cursor);
      rows->record = spur_cursor_get_record (cursor);
      see_event (rows);
    }
}

GPtrArray *
paje_rows_make (SpurTrace *trace)
{
  Rows rows = { .trace = trace, .rows = g_ptr_array_new_with_free_func (g_free) };
  gint64 begin_ns;

  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &rows.end_ns);
  rows.containers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_container);
  rows.variables = g_hash_table_new_full (NULL, NULL, NULL, free_variable);
  rows.links =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_strfreev);
  rows.ends = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  rows.states = g_ptr_array_new_with_free_func (free_states);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    g_ptr_array_add (rows.states, g_array_new (FALSE, FALSE, sizeof (State)));
  walk_events (&rows);
  end_all (&rows);
  g_ptr_array_sort (rows.rows, compare_rows);
  g_hash_table_unref (rows.containers);
  g_hash_table_unref (rows.variables);
  g_hash_table_unref (rows.links);
  g_hash_table_unref (rows.ends);
  g_ptr_array_unref (rows.states);
  return rows.rows;
}

GPtrArray *
paje_rows_load (const char *path)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) bytes = g_file_read (file, NULL, &error);
  g_autoptr (GDataInputStream) lines = NULL;
  char *line;

  g_assert_no_error (error);
  lines = g_data_input_stream_new (G_INPUT_STREAM (bytes));
  while ((line = g_data_input_stream_read_line (lines, NULL, NULL, &error)) != NULL)
    {
      if (line[0] != '\0')
        g_ptr_array_add (rows, line);
      else
        g_free (line);
    }
  g_assert_no_error (error);
  g_ptr_array_sort (rows, compare_rows);
  return rows;
}
