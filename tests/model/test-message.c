/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-message.h"
#include "core/store/trace/spur-trace.h"
#include "events/spur-events.h"

#include <string.h>

typedef enum
{
  TASK_KIND_SOLVE,
  TASK_KIND_SPLIT = 7,
} TaskKind;

/* What an application would bring. */
typedef struct
{
  SpurMessage parent_instance;
  gint64 priority;
  guint depth;
  gboolean is_last;
  double cost;
  float share;
  char *label;
  int kind;
  guint8 hops;
  GObject *partner;
} TaskMessage;

typedef SpurMessageClass TaskMessageClass;

static GType task_message_get_type (void);

G_DEFINE_TYPE (TaskMessage, task_message, SPUR_TYPE_MESSAGE)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TaskMessage, g_object_unref)

enum
{
  PROP_PRIORITY = 1,
  PROP_DEPTH,
  PROP_IS_LAST,
  PROP_COST,
  PROP_SHARE,
  PROP_LABEL,
  PROP_KIND,
  PROP_HOPS,
  PROP_PARTNER,
};

static GType
task_kind_get_type (void)
{
  static const GEnumValue values[] = { { TASK_KIND_SOLVE, "SOLVE", "solve" },
                                       { TASK_KIND_SPLIT, "SPLIT", "split" },
                                       { 0, NULL, NULL } };
  static gsize type;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("TaskKind", values));
  return type;
}

static void
task_message_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TaskMessage *self = (TaskMessage *) object;

  if (id == PROP_PRIORITY)
    g_value_set_int64 (value, self->priority);
  else if (id == PROP_DEPTH)
    g_value_set_uint (value, self->depth);
  else if (id == PROP_IS_LAST)
    g_value_set_boolean (value, self->is_last);
  else if (id == PROP_COST)
    g_value_set_double (value, self->cost);
  else if (id == PROP_SHARE)
    g_value_set_float (value, self->share);
  else if (id == PROP_LABEL)
    g_value_set_string (value, self->label);
  else if (id == PROP_KIND)
    g_value_set_enum (value, self->kind);
  else if (id == PROP_HOPS)
    g_value_set_uchar (value, self->hops);
  else if (id == PROP_PARTNER)
    g_value_set_object (value, self->partner);
}

static void
task_message_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TaskMessage *self = (TaskMessage *) object;

  if (id == PROP_PRIORITY)
    self->priority = g_value_get_int64 (value);
  else if (id == PROP_DEPTH)
    self->depth = g_value_get_uint (value);
  else if (id == PROP_IS_LAST)
    self->is_last = g_value_get_boolean (value);
  else if (id == PROP_COST)
    self->cost = g_value_get_double (value);
  else if (id == PROP_SHARE)
    self->share = g_value_get_float (value);
  else if (id == PROP_LABEL)
    {
      g_free (self->label);
      self->label = g_value_dup_string (value);
    }
  else if (id == PROP_KIND)
    self->kind = g_value_get_enum (value);
  else if (id == PROP_HOPS)
    self->hops = g_value_get_uchar (value);
  else if (id == PROP_PARTNER)
    g_set_object (&self->partner, g_value_get_object (value));
}

static void
task_message_finalize (GObject *object)
{
  g_free (((TaskMessage *) object)->label);
  g_clear_object (&((TaskMessage *) object)->partner);
  G_OBJECT_CLASS (task_message_parent_class)->finalize (object);
}

static void
task_message_class_init (TaskMessageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = task_message_get_property;
  object_class->set_property = task_message_set_property;
  object_class->finalize = task_message_finalize;
  g_object_class_install_property (
    object_class, PROP_PRIORITY,
    g_param_spec_int64 ("priority", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags));
  g_object_class_install_property (object_class, PROP_DEPTH,
                                   g_param_spec_uint ("depth", NULL, NULL, 0, 100, 0, flags));
  g_object_class_install_property (object_class, PROP_IS_LAST,
                                   g_param_spec_boolean ("is-last", NULL, NULL, FALSE, flags));
  g_object_class_install_property (
    object_class, PROP_COST,
    g_param_spec_double ("cost", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags));
  g_object_class_install_property (
    object_class, PROP_SHARE,
    g_param_spec_float ("share", NULL, NULL, -G_MAXFLOAT, G_MAXFLOAT, 0, flags));
  g_object_class_install_property (object_class, PROP_LABEL,
                                   g_param_spec_string ("label", NULL, NULL, NULL, flags));
  g_object_class_install_property (
    object_class, PROP_KIND,
    g_param_spec_enum ("kind", NULL, NULL, task_kind_get_type (), TASK_KIND_SOLVE, flags));
  g_object_class_install_property (object_class, PROP_HOPS,
                                   g_param_spec_uchar ("hops", NULL, NULL, 0, 255, 0, flags));
  g_object_class_install_property (
    object_class, PROP_PARTNER, g_param_spec_object ("partner", NULL, NULL, G_TYPE_OBJECT, flags));
  spur_message_class_set_unit (klass, "cost", "s");
}

static void
task_message_init (TaskMessage *self)
{
}

static void
assert_entry (SpurEntryList *list, const char *name, const char *unit, SpurFieldType type)
{
  int index = spur_entry_list_find (list, name);
  const SpurEntry *entry;

  g_assert_cmpint (index, >=, 0);
  entry = spur_entry_list_get_entry (list, (guint) index);
  g_assert_cmpstr (entry->unit, ==, unit);
  g_assert_cmpint (entry->type, ==, type);
}

/* The content that a message has in an event. */
static SpurEntryList *
get_content (SpurMessage *message)
{
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_MESSAGE_SEND_EVENT);
  SpurEntryList *content;

  spur_event_set_message (event, message);
  content = spur_event_get_list (event, "content");
  return content != NULL ? g_object_ref (content) : NULL;
}

static SpurMessage *
new_message (guint tag, guint64 size_bytes, SpurEntryList *content)
{
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_MESSAGE_SEND_EVENT);

  spur_event_set_uint (event, "tag", tag);
  spur_event_set_uint (event, "size", size_bytes);
  spur_event_set_list (event, "content", content);
  return spur_event_get_message (event);
}

static void
assert_message (
  SpurMessage *message, guint tag, guint64 size, const char *unit, const char *class_name)
{
  g_autofree char *found_unit = NULL;
  g_autofree char *found_class = NULL;
  guint64 found_size;
  guint found_tag;

  g_object_get (message, "tag", &found_tag, "size", &found_size, "unit", &found_unit, "class-name",
                &found_class, NULL);
  g_assert_cmpuint (found_tag, ==, tag);
  g_assert_cmpuint (found_size, ==, size);
  g_assert_cmpstr (found_unit, ==, unit);
  g_assert_cmpstr (found_class, ==, class_name);
}

static void
test_plain (void)
{
  g_autoptr (SpurMessage) message =
    g_object_new (SPUR_TYPE_MESSAGE, "tag", G_MAXUINT32, "size", G_MAXUINT64, NULL);
  g_autoptr (SpurMessage) again = new_message (5, 6, NULL);

  g_test_summary ("A message of a type and a size alone needs no content.");

  g_assert_null (get_content (message));
  assert_message (message, G_MAXUINT32, G_MAXUINT64, "bytes", "SpurMessage");
  assert_message (again, 5, 6, "bytes", "SpurMessage");
}

static TaskMessage *
new_task (GRand *rand)
{
  TaskMessage *task = g_object_new (
    task_message_get_type (), "tag", g_rand_int (rand), "size", (guint64) g_rand_int (rand),
    "priority", (gint64) ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)), "depth",
    (guint) g_rand_int_range (rand, 0, 101), "is-last", g_rand_boolean (rand), "cost",
    g_rand_double_range (rand, -1e300, 1e300), "share", g_rand_double_range (rand, -1, 1), "kind",
    g_rand_boolean (rand) ? TASK_KIND_SOLVE : TASK_KIND_SPLIT, "hops",
    (guint) g_rand_int_range (rand, 0, 256), NULL);

  if (g_rand_boolean (rand))
    g_object_set (task, "label", g_rand_boolean (rand) ? "" : "Zerlegung \xc3\xbc\n", NULL);
  return task;
}

static void
assert_same_task (TaskMessage *a, TaskMessage *b)
{
  g_assert_cmpint (a->priority, ==, b->priority);
  g_assert_cmpuint (a->depth, ==, b->depth);
  g_assert_cmpint (a->is_last, ==, b->is_last);
  g_assert_true (a->cost == b->cost);
  g_assert_true (a->share == b->share);
  g_assert_cmpstr (a->label, ==, b->label);
  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpuint (a->hops, ==, b->hops);
}

static void
test_subclass (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  g_test_summary ("Properties of a subclass are typed entries, and come back.");

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (TaskMessage) task = new_task (rand);
      g_autoptr (SpurMessage) again = NULL;
      g_autoptr (SpurEntryList) list = NULL;
      g_autoptr (GObject) partner = g_object_new (G_TYPE_OBJECT, NULL);

      g_object_set (task, "partner", partner, NULL);
      list = get_content (SPUR_MESSAGE (task));
      g_assert_cmpstr (spur_entry_list_get_entry (list, 0)->text, ==, "TaskMessage");
      assert_entry (list, "priority", NULL, SPUR_FIELD_INT64);
      assert_entry (list, "depth", NULL, SPUR_FIELD_UINT64);
      assert_entry (list, "is-last", NULL, SPUR_FIELD_UINT64);
      assert_entry (list, "cost", "s", SPUR_FIELD_DOUBLE);
      assert_entry (list, "kind", NULL, SPUR_FIELD_INT64);
      g_assert_cmpint (spur_entry_list_find (list, "partner"), <, 0);
      g_assert_cmpint (spur_entry_list_find (list, "tag"), <, 0);
      again = new_message (1, 2, list);
      g_assert_true (G_OBJECT_TYPE (again) == task_message_get_type ());
      assert_same_task (task, (TaskMessage *) again);
    }
}

static void
assert_same_list (SpurEntryList *a, SpurEntryList *b)
{
  g_autofree char *x = spur_entry_list_to_string (a);
  g_autofree char *y = spur_entry_list_to_string (b);

  g_assert_cmpstr (x, ==, y);
}

static void
test_unknown (void)
{
  g_autoptr (SpurEntryList) list = spur_entry_list_new (SPUR_TYPE_ENTRY_LIST);
  g_autoptr (SpurEntryList) again = NULL;
  g_autoptr (SpurMessage) message = NULL;

  g_test_summary ("A message of an unknown class keeps its class and entries and hands them on.");

  spur_entry_list_add_string (list, "class", NULL, "NoSuchMessage");
  spur_entry_list_add_uint (list, "size", "elements", 12);
  spur_entry_list_add_double (list, "virtual-time", "s", 0.5);
  spur_entry_list_add_uint (list, "size", "elements", 13);
  message = new_message (3, 0, list);
  g_assert_true (G_OBJECT_TYPE (message) == SPUR_TYPE_MESSAGE);
  assert_message (message, 3, 12, "elements", "NoSuchMessage");
  again = get_content (message);
  assert_same_list (list, again);
}

static void
test_not_a_message (void)
{
  const char *names[] = { "GObject", "SpurEvent", "gint", "", "SpurMessage" };

  g_test_summary ("A class that is no message is a name, and nothing is made of it.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SpurEntryList) list = spur_entry_list_new (SPUR_TYPE_ENTRY_LIST);
      g_autoptr (SpurEntryList) again = NULL;
      g_autoptr (SpurMessage) message = NULL;

      spur_entry_list_add_string (list, "class", NULL, names[i]);
      spur_entry_list_add_uint (list, "tag", NULL, 9);
      message = new_message (3, 4, list);
      g_assert_true (G_OBJECT_TYPE (message) == SPUR_TYPE_MESSAGE);
      assert_message (message, 3, 4, "bytes", names[i]);
      again = get_content (message);
      assert_same_list (list, again);
    }
}

/* Values of the wrong type, out of range, twice, in another unit: they stay, as they are. */
static void
test_wrong_values (void)
{
  g_autoptr (SpurEntryList) list = spur_entry_list_new (SPUR_TYPE_ENTRY_LIST);
  g_autoptr (SpurEntryList) again = NULL;
  g_autoptr (SpurMessage) message = NULL;
  TaskMessage *task;

  g_test_summary ("What a property cannot be is kept beside it.");

  spur_entry_list_add_string (list, "class", NULL, "TaskMessage");
  spur_entry_list_add_uint (list, "depth", NULL, 101);
  spur_entry_list_add_uint (list, "hops", NULL, 256);
  spur_entry_list_add_uint (list, "is-last", NULL, 2);
  spur_entry_list_add_int (list, "kind", NULL, 3);
  spur_entry_list_add_double (list, "cost", "ms", 4.0);
  spur_entry_list_add_double (list, "share", NULL, 0.1);
  spur_entry_list_add_uint (list, "priority", NULL, 5);
  spur_entry_list_add_string (list, "label", NULL, "first");
  spur_entry_list_add_string (list, "label", NULL, "second");
  spur_entry_list_add_string (list, "partner", NULL, "x");
  message = new_message (3, 4, list);
  g_assert_true (G_OBJECT_TYPE (message) == task_message_get_type ());
  task = (TaskMessage *) message;
  g_assert_cmpuint (task->depth, ==, 0);
  g_assert_cmpuint (task->hops, ==, 0);
  g_assert_false (task->is_last);
  g_assert_cmpint (task->kind, ==, TASK_KIND_SOLVE);
  g_assert_true (task->cost == 0);
  g_assert_cmpint (task->priority, ==, 0);
  g_assert_cmpstr (task->label, ==, "first");
  again = get_content (message);
  for (guint i = 0; i < spur_entry_list_get_n_entries (list); i++)
    {
      const SpurEntry *entry = spur_entry_list_get_entry (list, i);
      gboolean is_there = FALSE;

      for (guint k = 0; k < spur_entry_list_get_n_entries (again); k++)
        {
          const SpurEntry *other = spur_entry_list_get_entry (again, k);

          is_there |= g_str_equal (entry->name, other->name) && entry->type == other->type &&
                      entry->bits == other->bits && g_strcmp0 (entry->text, other->text) == 0 &&
                      g_strcmp0 (entry->unit, other->unit) == 0;
        }
      g_assert_true (is_there);
    }
}

static SpurTrace *
new_trace (SpurStream **stream)
{
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  SpurTrace *trace = spur_trace_new ();

  *stream = spur_trace_add_stream (
    trace, "stream", spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
    SPUR_NONE);
  return trace;
}

static void
assert_same_size (SpurMessage *a, SpurMessage *b)
{
  guint64 sizes[2];
  guint tags[2];

  g_object_get (a, "tag", &tags[0], "size", &sizes[0], NULL);
  g_object_get (b, "tag", &tags[1], "size", &sizes[1], NULL);
  g_assert_cmpuint (tags[0], ==, tags[1]);
  g_assert_cmpuint (sizes[0], ==, sizes[1]);
}

static void
test_events (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (TaskMessage) task = new_task (rand);
  const GType types[] = { SPUR_TYPE_LO_MESSAGE_SEND_EVENT, SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                          SPUR_TYPE_CHANNEL_SEND_EVENT };
  SpurStream *stream;
  g_autoptr (SpurTrace) trace = new_trace (&stream);

  g_test_summary ("A message goes into a trace with its event and comes out again.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (SpurEvent) event = spur_event_new (types[i]);

      spur_event_set_message (event, SPUR_MESSAGE (task));
      spur_trace_append_event (trace, stream, event);
    }
  g_assert_true (spur_trace_seal (trace, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, i);
      g_autoptr (SpurMessage) message = spur_event_get_message (event);

      assert_same_size (message, SPUR_MESSAGE (task));
      g_assert_cmpint (G_OBJECT_TYPE (message) == task_message_get_type (), ==,
                       types[i] != SPUR_TYPE_CHANNEL_SEND_EVENT);
      if (types[i] != SPUR_TYPE_CHANNEL_SEND_EVENT)
        assert_same_task (task, (TaskMessage *) message);
    }
}

static void
test_size (void)
{
  const struct
  {
    guint64 amount;
    const char *unit;
    guint64 n_bytes;
  } cases[] = {
    { 0, "bytes", 0 },
    { G_MAXUINT64, "bytes", G_MAXUINT64 },
    { 3, "kB", 3000 },
    { 3, "KiB", 3072 },
    { 1, "TB", G_GUINT64_CONSTANT (1000000000000) },
    { (G_GUINT64_CONSTANT (1) << 24) - 1, "TiB", ((G_GUINT64_CONSTANT (1) << 24) - 1) << 40 },
    { G_GUINT64_CONSTANT (1) << 24, "TiB", 0 },
    { 1, "elements", 0 },
    { 1, "", 0 },
  };

  g_test_summary ("Sizes know the units of bytes, and where they do not fit.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SpurMessage) message =
        g_object_new (SPUR_TYPE_MESSAGE, "size", cases[i].amount, "unit", cases[i].unit, NULL);
      g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_LO_MESSAGE_SEND_EVENT);

      spur_event_set_message (event, message);
      g_assert_cmpuint (spur_event_get_uint (event, "size"), ==, cases[i].n_bytes);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message/plain", test_plain);
  g_test_add_func ("/message/subclass", test_subclass);
  g_test_add_func ("/message/unknown", test_unknown);
  g_test_add_func ("/message/not-a-message", test_not_a_message);
  g_test_add_func ("/message/wrong-values", test_wrong_values);
  g_test_add_func ("/message/events", test_events);
  g_test_add_func ("/message/size", test_size);
  return g_test_run ();
}
