/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a program records with the plain C recorder is what the trace says, and damage is counted.
 */
#include "tests/record/recording-run.h"

#include <string.h>

#include "core/causality/spur-edges.h"
#include "core/model/objects/spur-active-object.h"
#include "core/record/reading/spur-recording-private.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

static char *folder;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static guint64
get_bits (SpurTrace *trace, guint stream, guint64 event, const char *field)
{
  const SpurEventLayout *layout;
  const guint8 *bytes =
    spur_stream_get_record (spur_trace_get_stream (trace, stream), event, &layout);
  int index = spur_event_layout_find_field (layout, field);

  g_assert_cmpint (index, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) index, bytes);
}

static void
record_definitions (SpurRecord *record)
{
  const SpurRecordEntry entries[] = {
    { "memory", "bytes", SPUR_RECORD_UINT64, { .uint64 = 1u << 20 } },
    { "drift", NULL, SPUR_RECORD_INT64, { .int64 = -7 } },
    { "load", "1", SPUR_RECORD_DOUBLE, { .real = 0.25 } },
    { "name", NULL, SPUR_RECORD_TEXT, { .text = "x<y" } },
  };
  SpurRecordObject host =
    spur_record_object (record, SPUR_RECORD_TARGET, "node 1", "host", SPUR_RECORD_NO_OBJECT);
  SpurRecordObject core = spur_record_object (record, SPUR_RECORD_TARGET, "core 0", "core", host);
  SpurRecordObject task = spur_record_new_object (record, SPUR_RECORD_LOAD_OBJECT, "task", "agent",
                                                  SPUR_RECORD_NO_OBJECT);
  SpurRecordObject twin = spur_record_new_object (record, SPUR_RECORD_LOAD_OBJECT, "task", "agent",
                                                  SPUR_RECORD_NO_OBJECT);
  SpurRecordState idle = spur_record_state (record, "idle", SPUR_RECORD_IDLE);
  SpurRecordList list =
    spur_record_list (record, SPUR_RECORD_STATE_LIST, entries, G_N_ELEMENTS (entries));
  const SpurRecordObject members[] = { twin, task };
  SpurRecordGroup group = spur_record_group (record, "pair", members, 2);

  g_assert_cmpuint (task.id, !=, twin.id);
  g_assert_cmpuint (spur_record_object (record, SPUR_RECORD_TARGET, "core 0", "core", host).id, ==,
                    core.id);
  g_assert_cmpuint (spur_record_group (record, "pair", members, 2).id, ==, group.id);
  spur_record_name_thread (record, "main loop", core);
  spur_record_lo_creation (record, task, spur_record_string (record, "agent"), twin);
  spur_record_lo_state_change (record, task, SPUR_RECORD_NO_STATE, idle, list);
  spur_record_lm_target_load (record, core, -1.5, SPUR_RECORD_NO_LIST);
  spur_record_channel_send (record, task, twin, 99, UINT64_MAX, group);
  spur_record_collective_end (record, task, group, 4, 3, 1, 2,
                              spur_record_string (record, "Bcast"));
}

static void
check_definitions (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurStream *stream = spur_trace_get_stream (trace, 0);
  const SpurObject *target, *parent;
  const SpurList *list;
  const SpurGroup *group;
  guint64 bits;
  double load;

  g_assert_cmpstr (spur_stream_get_name (stream), ==, "main loop");
  target = spur_definitions_get_object (definitions, spur_stream_get_target (stream));
  parent = spur_definitions_get_object (definitions, target->parent);
  g_assert_cmpstr (target->name, ==, "core 0");
  g_assert_cmpstr (parent->name, ==, "node 1");
  g_assert_true (target->type == SPUR_TYPE_TARGET);
  g_assert_cmpstr (
    spur_definitions_get_string (definitions, (guint32) get_bits (trace, 0, 0, "type")), ==,
    "agent");
  g_assert_cmpuint (get_bits (trace, 0, 0, "creator"), !=, get_bits (trace, 0, 0, "object"));
  g_assert_cmpuint (get_bits (trace, 0, 1, "old_state"), ==, SPUR_NONE);
  g_assert_cmpint (
    spur_definitions_get_state (definitions, (guint32) get_bits (trace, 0, 1, "state"))->kind, ==,
    SPUR_STATE_IDLE);
  list = spur_definitions_get_list (definitions, (guint32) get_bits (trace, 0, 1, "values"));
  g_assert_cmpuint (list->n_entries, ==, 4);
  g_assert_cmpstr (list->entries[0].unit, ==, "bytes");
  g_assert_null (list->entries[1].unit);
  g_assert_cmpint ((gint64) list->entries[1].bits, ==, -7);
  g_assert_cmpstr (list->entries[3].text, ==, "x<y");
  bits = get_bits (trace, 0, 2, "load");
  memcpy (&load, &bits, sizeof load);
  g_assert_cmpfloat (load, ==, -1.5);
  g_assert_cmpuint (get_bits (trace, 0, 3, "size"), ==, G_MAXUINT64);
  group =
    spur_definitions_get_group (definitions, (guint32) get_bits (trace, 0, 3, "communicator"));
  g_assert_cmpuint (group->n_members, ==, 2);
  g_assert_cmpuint (group->members[1], ==, get_bits (trace, 0, 3, "object"));
  g_assert_cmpuint (get_bits (trace, 0, 4, "pattern"), ==, 4);
}

static void
test_definitions (void)
{
  g_autofree char *path = make_path ("definitions.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;
  SpurRecordingCounts counts;

  g_test_summary ("Fields of all types, and what they speak of, come back as they were given.");

  g_assert_null (spur_record_get_problem (record));
  record_definitions (record);
  spur_record_fact (record, "application", "first");
  spur_record_fact (record, "application", "second");
  spur_record_close (record);
  trace = recording_open (path, &counts);
  g_assert_cmpuint (counts.n_events, ==, 5);
  g_assert_true (counts.is_closed);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  check_definitions (trace);
  g_assert_cmpstr (spur_trace_get_fact (trace, "application"), ==, "second");
}

/* Random events of random classes, against what was given. */
static void
test_random (void)
{
  const guint n_rounds = MAX (3, g_test_slow () ? 100 : 6);
  g_autofree guint64 *values = g_new (guint64, 100000 * 2);

  g_test_summary ("Numbers of every width, and classes in every order, are packed without loss.");

  for (guint round = 0; round < n_rounds; round++)
    {
      g_autofree char *path = make_path ("random.spurrec");
      SpurRecord *record = spur_record_open (path);
      g_autoptr (SpurTrace) trace = NULL;
      guint n_events = (guint) g_test_rand_int_range (1, 20000);
      gboolean is_mixed = g_test_rand_bit ();
      guint n_bits = (guint) g_test_rand_int_range (1, 65);

      g_unlink (path);
      record = (spur_record_close (record), spur_record_open (path));
      for (guint i = 0; i < n_events; i++)
        {
          guint64 value = (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();

          values[2 * i] = value >> (64 - n_bits);
          values[2 * i + 1] = is_mixed ? (guint64) g_test_rand_int_range (0, 3) : 0;
          if (values[2 * i + 1] == 0)
            spur_record_lo_migration_send (record, (SpurRecordObject){ i % 7 },
                                           SPUR_RECORD_NO_OBJECT, (SpurRecordObject){ i },
                                           values[2 * i]);
          else if (values[2 * i + 1] == 1)
            spur_record_thread_end (record, SPUR_RECORD_NO_OBJECT, values[2 * i]);
          else
            spur_record_lo_termination (record, (SpurRecordObject){ i % 3 });
        }
      spur_record_close (record);
      trace = recording_open (path, NULL);
      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, n_events);
      for (guint i = 0; i < n_events; i++)
        {
          static const char *const names[] = { "LO_Migration_Send_Event", "Thread_End_Event",
                                               "LO_Termination_Event" };
          const SpurEventLayout *layout;

          spur_stream_get_record (spur_trace_get_stream (trace, 0), i, &layout);
          g_assert_cmpstr (layout->name, ==, names[values[2 * i + 1]]);
          if (values[2 * i + 1] < 2)
            g_assert_cmpuint (get_bits (trace, 0, i, values[2 * i + 1] == 0 ? "migration" : "join"),
                              ==, values[2 * i]);
        }
      g_unlink (path);
    }
}

static goffset
get_file_bytes (const char *path)
{
  GStatBuf facts;

  g_assert_cmpint (g_stat (path, &facts), ==, 0);
  return facts.st_size;
}

static void
test_converted (void)
{
  const guint n_events = 100000, n_objects = 100;
  g_autofree char *path = make_path ("converted.spurrec");
  g_autofree char *container = make_path ("converted.spur");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL, saved = NULL;
  SpurRecordObject objects[100];

  g_test_summary (
    "Packets of one thread are chunks of the trace, and are copied into a container.");

  for (guint i = 0; i < n_objects; i++)
    objects[i] =
      spur_record_new_object (record, SPUR_RECORD_LOAD_OBJECT, "task", "", SPUR_RECORD_NO_OBJECT);
  for (guint i = 0; i < n_events; i++)
    {
      spur_record_lo_migration (record, objects[i % n_objects], SPUR_RECORD_NO_OBJECT,
                                objects[i % 7]);
      if (i % 3 == 0)
        spur_record_thread_end (record, SPUR_RECORD_NO_OBJECT, i);
    }
  spur_record_close (record);
  trace = recording_open (path, NULL);
  spur_container_save (trace, container, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_file_bytes (container), <=, get_file_bytes (path));
  saved = spur_container_open (container, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (saved), ==, n_events + (n_events + 2) / 3);
  for (guint i = 0, event = 0; i < n_events; i++, event++)
    {
      g_assert_cmpuint (get_bits (saved, 0, event, "object"), ==, objects[i % n_objects].id);
      g_assert_cmpuint (get_bits (saved, 0, event, "source"), ==, SPUR_NONE);
      g_assert_cmpuint (get_bits (trace, 0, event, "destination"), ==, objects[i % 7].id);
      if (i % 3 == 0)
        g_assert_cmpuint (get_bits (saved, 0, ++event, "join"), ==, i);
      g_assert_cmpint (spur_stream_get_ticks (spur_trace_get_stream (saved, 0), event), ==,
                       spur_stream_get_ticks (spur_trace_get_stream (trace, 0), event));
    }
  g_unlink (path);
  g_unlink (container);
}

static void
test_own_class (void)
{
  static const char xml[] =
    "<event-class name=\"LO_Event\" extends=\"Event\"><field name=\"object\" type=\"object\" "
    "use=\"subject\"/></event-class><event-class name=\"LO_Migration_Event\" extends=\"LO_Event\" "
    "effect=\"place\"><field name=\"object\" type=\"object\" use=\"subject\"/><field "
    "name=\"source\" type=\"object\" use=\"source\"/><field name=\"destination\" type=\"object\" "
    "use=\"destination\"/></event-class><event-class name=\"My_Move\" "
    "extends=\"LO_Migration_Event\" effect=\"place\"><field name=\"object\" type=\"object\" "
    "use=\"subject\"/><field name=\"source\" type=\"object\" use=\"source\"/><field "
    "name=\"destination\" type=\"object\" use=\"destination\"/><field name=\"delta\" "
    "type=\"int64\" unit=\"ns\"/></event-class>";
  g_autofree char *path = make_path ("own.spurrec");
  SpurRecord *record = spur_record_open (path);
  SpurRecordClass *own = spur_record_declare ("My_Move", xml, 4);
  const uint64_t fields[] = { UINT64_MAX, UINT64_MAX, UINT64_MAX, (uint64_t) -5 };
  uint64_t ticks = spur_record_get_ticks (record);
  g_autoptr (SpurTrace) trace = NULL;
  const SpurEventLayout *layout;

  g_test_summary ("A class that no program knows is taken for its nearest known ancestor.");

  g_assert_true (own == spur_record_declare ("My_Move", xml, 4));
  spur_record_put_at (record, own, ticks, fields);
  spur_record_put (record, own, fields);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);
  g_assert_cmpint ((gint64) get_bits (trace, 0, 1, "delta"), ==, -5);
  spur_stream_get_record (spur_trace_get_stream (trace, 0), 0, &layout);
  g_assert_cmpstr (layout->name, ==, "My_Move");
  g_assert_true (layout->type == SPUR_TYPE_LO_MIGRATION_EVENT);
}

#define OWN_FIELD_ONLY                                                                             \
  "<event-class name=\"My_Move\" extends=\"LO_Migration_Event\"><field name=\"delta\" "            \
  "type=\"int64\" unit=\"ns\"/></event-class>"

static void
test_bad_declaration (void)
{
  static const struct
  {
    const char *xml;
    guint n_fields;
  } bad[] = {
    { OWN_FIELD_ONLY, 4 },
    { OWN_FIELD_ONLY, 0 },
    { OWN_FIELD_ONLY "<event-class name='Other' extends='Event'/>", 0 },
    { "<event-class name='My_Move' extends='LO_Event'><field name='x' type='int64'/>", 1 },
    { "<event-class name='My_Move' extends='LO_Event'><field name='x' type='int64'", 1 },
    { "<field name='x' type='int64'/>", 1 },
    { "", 0 },
    { OWN_FIELD_ONLY, SPUR_RECORD_MAX_FIELDS + 1 },
  };
  const uint64_t fields[4] = { 0 };
  g_autofree char *path = make_path ("bad-declaration.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("A class that no reader could read is refused when it is declared.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_null (spur_record_declare ("My_Move", bad[i].xml, bad[i].n_fields));
      spur_record_put (record, NULL, fields);
      spur_record_put_at (record, NULL, 1, fields);
    }
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
}

static guint64
count_loss (SpurTrace *trace, const char *what)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      if (g_str_equal (spur_trace_get_loss (trace, i)->what, what))
        return spur_trace_get_loss (trace, i)->count;
    }
  return 0;
}

#define BAD_MOVE                                                                                   \
  "<event-class name=\"Bad_Move\" extends=\"LO_Migration_Event\"><field name=\"delta\" "           \
  "type=\"int64\"/></event-class>"

static void
test_bad_class (void)
{
  static SpurRecordClass bad = {
    SPUR_RECORD_UNKNOWN, 4, "Bad_Move", "LO_Migration_Event", "LO", BAD_MOVE, NULL, 0, 0
  };
  const uint64_t fields[4] = { 0 };
  g_autofree char *path = make_path ("bad-class.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("A class that cannot be read costs its own events, which are counted, and no "
                  "others.");

  spur_record_put (record, &bad, fields);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  spur_record_put (record, &bad, fields);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  g_assert_cmpuint (count_loss (trace, "event classes whose definition cannot be read"), ==, 1);
  g_assert_cmpuint (count_loss (trace, "events of classes that are not defined"), ==, 2);
}

static void
test_object_types (void)
{
  static const struct
  {
    SpurRecordObjectType type;
    gboolean is_target;
  } types[] = {
    { { "TestHost SpurTarget" }, TRUE },
    { { "TestCore TestHost SpurTarget" }, TRUE },
    { { "MyTargetPicker SpurLoadObject" }, FALSE },
    { { "SpurTarget" }, TRUE },
    /* As older recorders wrote them. */
    { { "MyTargetPicker" }, FALSE },
  };
  g_autofree char *path = make_path ("object-types.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Without the classes of objects, their ancestors say what is a target.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    spur_record_lo_termination (record, spur_record_new_object (record, types[i].type, "one",
                                                                "thing", SPUR_RECORD_NO_OBJECT));
  spur_record_close (record);
  trace = recording_open (path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      guint32 object = (guint32) get_bits (trace, 0, i, "object");

      g_assert_true (
        spur_definitions_get_object (spur_trace_get_definitions (trace), object)->type ==
        (types[i].is_target ? SPUR_TYPE_TARGET : SPUR_TYPE_LOAD_OBJECT));
    }
}

static void
test_switches (void)
{
  g_autofree char *path = make_path ("switches.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Classes, their heirs, categories and sources are switched while it records.");

  spur_record_name_thread (record, "source one", SPUR_RECORD_NO_OBJECT);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  g_assert_cmpint (spur_record_switch ("-LO_Event+"), ==, 0);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  spur_record_target_removal (record, SPUR_RECORD_NO_OBJECT);
  g_assert_cmpint (spur_record_switch ("-@LO, LO_Term*, -@Target"), ==, 0);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  spur_record_lo_creation (record, SPUR_RECORD_NO_OBJECT, SPUR_RECORD_NO_STRING,
                           SPUR_RECORD_NO_OBJECT);
  spur_record_target_removal (record, SPUR_RECORD_NO_OBJECT);
  g_assert_cmpint (spur_record_switch ("-source:source*"), ==, 0);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  /* By the name of an ancestor, without a "+". */
  g_assert_cmpint (spur_record_switch ("-LO_Event"), ==, 0);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  g_assert_cmpint (spur_record_switch ("-Event"), ==, 0);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  g_assert_cmpint (spur_record_switch ("-, x"), !=, 0);
  g_assert_cmpint (spur_record_switch ("Target_Removal_Event"), ==, 0);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  spur_record_target_removal (record, SPUR_RECORD_NO_OBJECT);
  g_assert_cmpint (spur_record_switch (""), ==, 0);
  spur_record_close (record);
  spur_record_lo_termination (record, SPUR_RECORD_NO_OBJECT);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 4);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
}

/* The number of events of a recording of which only @n_bytes are there, which must open. */
static guint64
open_cut (const guint8 *bytes, gsize n_bytes, gboolean must_open)
{
  g_autoptr (GBytes) cut = g_bytes_new (bytes, n_bytes);
  g_autoptr (GError) error = NULL;
  SpurRecordingCounts counts = { 0 };
  g_autoptr (SpurTrace) trace = spur_recording_open_bytes ("cut", cut, &counts, NULL, &error);

  if (must_open)
    g_assert_no_error (error);
  g_assert_true ((trace == NULL) == (error != NULL));
  return counts.n_events;
}

static void
make_sample (const char *path, guint n_threads_events)
{
  SpurRecord *record = spur_record_open (path);

  record_definitions (record);
  for (guint i = 0; i < n_threads_events; i++)
    {
      recording_put (record, 0, i);
      if (i % 50 == 0)
        spur_record_flush (record);
    }
  spur_record_close (record);
}

static void
test_truncated (void)
{
  g_autofree char *path = make_path ("truncated.spurrec");
  g_autofree guint8 *bytes = NULL;
  gsize n_bytes;
  guint64 n_before = 0;

  g_test_summary ("Cut off anywhere, a recording opens with what is whole of it.");

  make_sample (path, 100);
  g_assert_true (g_file_get_contents (path, (char **) &bytes, &n_bytes, NULL));
  for (gsize n = 0; n <= n_bytes; n++)
    {
      guint64 n_events;

      /* The place for the counts is there in any case. */
      if (n > 104 && n < 4090)
        continue;
      n_events = open_cut (bytes, n, n >= 96);
      g_assert_cmpuint (n_events, >=, n_before);
      n_before = n_events;
    }
  g_assert_cmpuint (n_before, ==, 105);
}

static void
test_flipped (void)
{
  g_autofree char *path = make_path ("flipped.spurrec");
  g_autofree guint8 *bytes = NULL;
  gsize n_bytes;

  g_test_summary ("With bits that were flipped it opens, or says what is wrong.");

  make_sample (path, 200);
  g_assert_true (g_file_get_contents (path, (char **) &bytes, &n_bytes, NULL));
  for (guint i = 0; i < spur_test_scale (10000); i++)
    {
      gsize at = (gsize) g_test_rand_int_range (0, (gint32) n_bytes);
      guint8 before = bytes[at];
      guint64 n_events;

      bytes[at] ^= (guint8) (1 << g_test_rand_int_range (0, 8));
      n_events = open_cut (bytes, n_bytes, at >= 96);
      g_assert_cmpuint (n_events, <=, 205);
      bytes[at] = before;
    }
}

static void
test_memory (void)
{
  g_autofree char *path = make_path ("dumped.spurrec");
  SpurRecord *record = spur_record_open ("memory:");
  g_autoptr (SpurTrace) first = NULL;
  g_autoptr (SpurTrace) second = NULL;
  guint64 n_of[1] = { 0 };

  g_test_summary ("What is in memory can be read while it is recorded.");

  for (guint i = 0; i < 50000; i++)
    recording_put (record, 0, i);
  g_assert_cmpint (spur_record_dump (record, path), ==, 0);
  first = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (first), ==, 50000);
  for (guint i = 50000; i < 90000; i++)
    recording_put (record, 0, i);
  g_assert_cmpint (spur_record_dump (record, path), ==, 0);
  spur_record_close (record);
  second = recording_open (path, NULL);
  recording_check (second, n_of, 1);
  g_assert_cmpuint (n_of[0], ==, 90000);
}

static void
test_ring (void)
{
  g_autofree char *path = make_path ("flight.spurrec");
  g_autofree char *where = g_strconcat ("flight:64K,", path, NULL);
  SpurRecord *record = spur_record_open (where);
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_events, last;
  SpurRecordingCounts counts;

  g_test_summary ("A flight recorder keeps the last events, and says how many came before.");

  for (guint i = 0; i < 300000; i++)
    spur_record_thread_end (record, SPUR_RECORD_NO_OBJECT, (uint64_t) i * i * 0x9E3779B97F4A7C15u);
  g_assert_cmpint (spur_record_dump (record, NULL), ==, 0);
  spur_record_close (record);
  trace = recording_open (path, &counts);
  n_events = spur_trace_get_n_events (trace);
  last = G_GUINT64_CONSTANT (299999);
  g_assert_cmpuint (n_events, >, 2000);
  g_assert_cmpuint (n_events, <, 20000);
  g_assert_cmpuint (counts.n_lost + n_events, ==, 300000);
  for (guint64 k = n_events; k-- > 0; last--)
    g_assert_cmpuint (get_bits (trace, 0, k, "join"), ==,
                      last * last * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15));
}

static void
test_streams (void)
{
  g_autofree char *path = make_path ("streams.spurrec");
  SpurRecord *record = spur_record_open (path);
  SpurRecordStream a = spur_record_add_stream (record, "device a", SPUR_RECORD_NO_OBJECT);
  SpurRecordStream b = spur_record_add_stream (record, "device b", SPUR_RECORD_NO_OBJECT);
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[3] = { 0 };

  g_test_summary ("A thread can record for others than itself.");

  for (guint i = 0; i < 1000; i++)
    {
      g_assert_cmpint (spur_record_use_stream (record, a), ==, 0);
      recording_put (record, 0, 2 * i);
      recording_put (record, 0, 2 * i + 1);
      g_assert_cmpuint (spur_record_get_position (record), ==, 2 * i + 2);
      g_assert_cmpint (spur_record_use_stream (record, b), ==, 0);
      g_assert_cmpuint (spur_record_get_stream (record).id, ==, b.id);
      recording_put (record, 1, i);
      g_assert_cmpint (spur_record_use_stream (record, SPUR_RECORD_NO_STREAM), ==, 0);
      recording_put (record, 2, i);
    }
  g_assert_cmpint (spur_record_use_stream (record, (SpurRecordStream){ 1000 }), ==, -1);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 3);
  recording_check (trace, n_of, 3);
  g_assert_cmpuint (n_of[0] + n_of[1] + n_of[2], ==, 4000);
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, a.id)), ==, "device a");
}

/* Three messages of one object to another, of which the last comes first. */
static void
record_overtaking (SpurRecord *record, gboolean has_numbers)
{
  SpurRecordObject one =
    spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, "one", NULL, SPUR_RECORD_NO_OBJECT);
  SpurRecordObject other =
    spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, "other", NULL, SPUR_RECORD_NO_OBJECT);
  SpurRecordStream there = spur_record_add_stream (record, "other", SPUR_RECORD_NO_OBJECT);
  uint64_t numbers[3] = { 0 };

  for (guint i = 0; i < 3; i++)
    {
      numbers[i] = has_numbers ? spur_record_next_number (record) : 0;
      spur_record_lo_message_send (record, one, other, 7, 8, SPUR_RECORD_NO_LIST, numbers[i]);
    }
  spur_record_use_stream (record, there);
  for (guint i = 0; i < 3; i++)
    spur_record_lo_message_receive (record, other, one, 7, 8, SPUR_RECORD_NO_LIST, numbers[2 - i]);
}

static void
test_numbers (void)
{
  g_test_summary (
    "The recorder numbers messages, and by that each receive has its send, also after "
    "the recording went through a container.");

  for (guint64 has_numbers = 0; has_numbers <= 1; has_numbers++)
    {
      g_autofree char *path = make_path (has_numbers ? "numbers.spurrec" : "no-numbers.spurrec");
      g_autofree char *container = make_path ("numbers.spur");
      SpurRecord *record = spur_record_open (path);
      g_autoptr (SpurTrace) trace = NULL;
      g_autoptr (SpurTrace) again = NULL;
      g_autoptr (GError) error = NULL;

      record_overtaking (record, has_numbers != 0);
      spur_record_close (record);
      trace = recording_open (path, NULL);
      spur_container_save (trace, container, NULL, &error);
      g_assert_no_error (error);
      again = spur_container_open (container, NULL, &error);
      g_assert_no_error (error);
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (SpurEdges) edges =
            spur_edges_new_for_trace (k == 0 ? trace : again, NULL, NULL);
          gsize n_edges;
          const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

          g_assert_cmpuint (n_edges, ==, 3);
          for (guint i = 0; i < 3; i++)
            {
              g_assert_cmpuint (all[i].to_event, ==, i);
              g_assert_cmpuint (all[i].from_event, ==, has_numbers != 0 ? 2 - i : i);
            }
        }
    }
}

static void
test_problems (void)
{
  static const char *const wrong[] = {
    "file:/nowhere/at/all", "gopher:x",      "memory:7",        "tcp:",
    "flight:64K",           "flight:64K/,x", "flight:64K/0s,x", "memory:64K/9"
  };

  g_test_summary ("Sinks that cannot be are said, and recording into them is harmless.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      SpurRecord *record = spur_record_open (wrong[i]);

      g_assert_nonnull (spur_record_get_problem (record));
      recording_put (record, 0, 0);
      g_assert_cmpuint (spur_record_string (record, "x").id, ==, SPUR_RECORD_NONE);
      g_assert_cmpint (spur_record_flush (record), ==, -1);
      spur_record_close (record);
    }
  g_assert_cmpint (spur_record_set_option ("clock", "sundial"), ==, -1);
  g_assert_cmpint (spur_record_set_option ("block", "1"), ==, -1);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = recording_make_folder ();
  g_test_add_func ("/record/recording/definitions", test_definitions);
  g_test_add_func ("/record/recording/random", test_random);
  g_test_add_func ("/record/recording/own-class", test_own_class);
  g_test_add_func ("/record/recording/bad-declaration", test_bad_declaration);
  g_test_add_func ("/record/recording/object-types", test_object_types);
  g_test_add_func ("/record/recording/switches", test_switches);
  g_test_add_func ("/record/recording/truncated", test_truncated);
  g_test_add_func ("/record/recording/converted", test_converted);
  g_test_add_func ("/record/recording/flipped", test_flipped);
  g_test_add_func ("/record/recording/memory", test_memory);
  g_test_add_func ("/record/recording/ring", test_ring);
  g_test_add_func ("/record/recording/streams", test_streams);
  g_test_add_func ("/record/recording/numbers", test_numbers);
  g_test_add_func ("/record/recording/problems", test_problems);
  /* Recorders opened later are told of the class, too. */
  g_test_add_func ("/record/recording/bad-class", test_bad_class);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
