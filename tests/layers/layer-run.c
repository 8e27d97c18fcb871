/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/layers/layer-run.h"

#include <string.h>

#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-chunk-walk.h"

static char *folder;

/* What programs say that are not recorded. */
static GHashTable *known;

void
layer_run_init (void)
{
  folder = make_folder ();
  known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_setenv ("FOLDER", folder, TRUE);
}

void
layer_run_clear (void)
{
  g_hash_table_unref (known);
  remove_folder (folder);
}

char *
layer_run_shell (const char *format, ...)
{
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };
  va_list arguments;

  va_start (arguments, format);
  command = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  run_shell (&run, command);
  if (run.status != 0)
    g_error ("%s\nended with status %d:\n%s%s", command, run.status, run.out, run.err);
  return g_steal_pointer (&run.out);
}

void
layer_run_record (const char *name, const char *options, const char *command)
{
  const char *alone;
  g_autofree char *recorded =
    layer_run_shell ("cd \"$FOLDER\" && \"$SPUR_BINARY\" record %s --force -o %s.spur -- %s",
                     options, name, command);
  char *end = strstr (recorded, "wrote ");

  if (!g_hash_table_contains (known, command))
    g_hash_table_insert (known, g_strdup (command), layer_run_shell ("%s", command));
  alone = g_hash_table_lookup (known, command);

  g_test_message ("%s", recorded);
  g_assert_nonnull (end);
  *end = '\0';
  g_assert_cmpstr (recorded, ==, alone);
}

void
layer_run_check (const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.spur", folder, name);
  g_autoptr (JsonObject) check = run_json (0, "check", path, NULL);

  g_assert_cmpint (get_int (check, "reversed"), ==, 0);
  g_assert_cmpint (get_int (check, "collective_reversed"), ==, 0);
  g_assert_cmpint (get_int (check, "order_inversions"), ==, 0);
  g_assert_cmpint (get_int (check, "unmatched_sends"), ==, 0);
  g_assert_cmpint (get_int (check, "unmatched_receives"), ==, 0);
  g_assert_cmpint (get_int (check, "incomplete_collectives"), ==, 0);
}

SpurTrace *
layer_run_open (const char *path)
{
  g_autofree char *whole = g_build_filename (folder, path, NULL);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_registry_open_trace (spur_registry_get_default (), whole, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static guint64
get (const SpurEventLayout *layout, const char *name, const guint8 *record)
{
  int field = spur_event_layout_find_field (layout, name);

  g_assert_cmpint (field, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) field, record);
}

static const char *
get_name (SpurTrace *trace, guint64 object)
{
  return spur_active_object_get_name (spur_trace_get_object (trace, (guint32) object));
}

/* By its members: names are a tracer's own. */
static char *
describe_group (SpurTrace *trace, guint64 number)
{
  const SpurGroup *group =
    spur_definitions_get_group (spur_trace_get_definitions (trace), (guint32) number);
  GString *text = g_string_new ("in");

  for (guint i = 0; i < group->n_members; i++)
    g_string_append_printf (text, " %s", get_name (trace, group->members[i]));
  return g_string_free (text, FALSE);
}

static char *
describe_message (SpurTrace *trace, const SpurEventLayout *layout, const guint8 *record)
{
  gboolean is_send = g_str_equal (layout->name, "Channel_Send_Event");
  g_autofree char *group = describe_group (trace, get (layout, "communicator", record));
  const char *self = get_name (trace, get (layout, "object", record));
  const char *peer = get_name (trace, get (layout, "peer", record));

  return g_strdup_printf ("%s: %s > %s, tag %u, %s, %u bytes", is_send ? "send" : "receive",
                          is_send ? self : peer, is_send ? peer : self,
                          (guint) get (layout, "tag", record), group,
                          (guint) get (layout, "size", record));
}

static char *
describe_collective (SpurTrace *trace, const SpurEventLayout *layout, const guint8 *record)
{
  g_autofree char *group = describe_group (trace, get (layout, "communicator", record));
  const char *self = get_name (trace, get (layout, "object", record));
  const char *operation = spur_definitions_get_string (spur_trace_get_definitions (trace),
                                                       (guint32) get (layout, "operation", record));

  return g_strdup_printf ("%s: %s, pattern %u, root %d, sends %u, receives %u, %s", self, operation,
                          (guint) get (layout, "pattern", record),
                          (int) get (layout, "root", record), (guint) get (layout, "sent", record),
                          (guint) get (layout, "received", record), group);
}

static void
add (GHashTable *tally, char *what)
{
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (tally, what));

  g_hash_table_insert (tally, what, GUINT_TO_POINTER (count + 1));
}

/* Something to be done with each event of a trace. */
typedef void (*TakeEvent) (SpurTrace *trace,
                           const SpurEventLayout *layout,
                           const guint8 *record,
                           gpointer data);

static void
each_event (SpurTrace *trace, TakeEvent take, gpointer data)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      g_autoptr (SpurChunkWalk) walk =
        spur_chunk_walk_new (spur_trace_get_stream (trace, i), SPUR_CHUNK_ALL);
      const SpurChunk *chunk;

      while ((chunk = spur_chunk_walk_next (walk)) != NULL)
        {
          const guint8 *record = chunk->records;

          for (guint32 k = 0; k < chunk->n_events; k++)
            {
              const SpurEventLayout *layout = spur_trace_get_class (trace, chunk->classes[k]);

              take (trace, layout, record, data);
              record += layout->n_bytes;
            }
        }
    }
}

static gboolean
is_blocking (const SpurEventLayout *layout)
{
  return g_str_equal (layout->name, "Collective_End_Event") ||
         g_str_equal (layout->name, "Collective_Exchange_Event");
}

static void
tally_event (SpurTrace *trace, const SpurEventLayout *layout, const guint8 *record, gpointer tally)
{
  if (g_str_has_prefix (layout->name, "Channel_"))
    add (tally, describe_message (trace, layout, record));
  else if (is_blocking (layout))
    add (tally, describe_collective (trace, layout, record));
}

GHashTable *
layer_run_tally (SpurTrace *trace)
{
  GHashTable *tally = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  each_event (trace, tally_event, tally);
  return tally;
}

typedef struct
{
  GHashTable *operations;
  const char *first_member;
} OperationSums;

static void
sum_operation (SpurTrace *trace, const SpurEventLayout *layout, const guint8 *record, gpointer data)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  OperationSums *self = data;
  const SpurGroup *group;
  const char *name;
  LayerRunOperation *operation;

  if (!is_blocking (layout) && !g_str_equal (layout->name, "Collective_Completion_Event"))
    return;
  group = spur_definitions_get_group (definitions, (guint32) get (layout, "communicator", record));
  if (!g_str_equal (get_name (trace, group->members[0]), self->first_member))
    return;
  name = spur_definitions_get_string (definitions, (guint32) get (layout, "operation", record));
  operation = g_hash_table_lookup (self->operations, name);
  if (operation == NULL)
    {
      operation = g_new0 (LayerRunOperation, 1);
      operation->pattern = (guint) get (layout, "pattern", record);
      operation->root = (guint32) get (layout, "root", record);
      g_hash_table_insert (self->operations, g_strdup (name), operation);
    }
  g_assert_cmpuint (operation->pattern, ==, get (layout, "pattern", record));
  g_assert_cmpuint (operation->root, ==, get (layout, "root", record));
  operation->n_blocking += is_blocking (layout);
  operation->n_completed += !is_blocking (layout);
  operation->sent += get (layout, "sent", record);
  operation->received += get (layout, "received", record);
  if (g_str_equal (layout->name, "Collective_Exchange_Event") &&
      get (layout, "senders", record) != SPUR_NONE)
    operation->n_senders +=
      spur_definitions_get_group (definitions, (guint32) get (layout, "senders", record))
        ->n_members;
}

GHashTable *
layer_run_sum_operations (SpurTrace *trace, const char *first_member)
{
  OperationSums sums = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                         first_member };

  each_event (trace, sum_operation, &sums);
  return sums.operations;
}

typedef struct
{
  const char *class_name;
  const char *field;
  guint64 sum;
} FieldSum;

static void
sum_field (SpurTrace *trace, const SpurEventLayout *layout, const guint8 *record, gpointer data)
{
  FieldSum *self = data;

  if (g_str_equal (layout->name, self->class_name))
    self->sum += get (layout, self->field, record);
}

guint64
layer_run_sum (SpurTrace *trace, const char *class_name, const char *field)
{
  FieldSum sum = { class_name, field, 0 };

  each_event (trace, sum_field, &sum);
  return sum.sum;
}

void
layer_run_assert_same (GHashTable *got, GHashTable *expected)
{
  GHashTableIter iter;
  gpointer what, count;

  g_assert_cmpuint (g_hash_table_size (expected), >, 0);
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &what, &count))
    {
      if (g_hash_table_lookup (got, what) != count)
        g_error ("%s: %u, not %u", (char *) what,
                 GPOINTER_TO_UINT (g_hash_table_lookup (got, what)), GPOINTER_TO_UINT (count));
    }
  g_hash_table_iter_init (&iter, got);
  while (g_hash_table_iter_next (&iter, &what, &count))
    {
      if (!g_hash_table_contains (expected, what))
        g_error ("%s: %u, not 0", (char *) what, GPOINTER_TO_UINT (count));
    }
}

guint64
layer_run_count_class (SpurTrace *trace, const char *class_name)
{
  guint64 count = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      g_autoptr (SpurChunkWalk) walk =
        spur_chunk_walk_new (spur_trace_get_stream (trace, i), SPUR_CHUNK_CLASSES);
      const SpurChunk *chunk;

      while ((chunk = spur_chunk_walk_next (walk)) != NULL)
        {
          for (guint32 k = 0; k < chunk->n_events; k++)
            count +=
              g_str_equal (spur_trace_get_class (trace, chunk->classes[k])->name, class_name);
        }
    }
  return count;
}

guint64
layer_run_count (const char *name, const char *class_name)
{
  g_autofree char *path = g_strconcat (name, ".spur", NULL);
  g_autoptr (SpurTrace) trace = layer_run_open (path);

  return layer_run_count_class (trace, class_name);
}
