/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which object a name means: items tell objects apart by type and kind, and give prefixes. */
#include "config.h"

#include <string.h>

#include "core/analysis/presence/spur-timeline.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"

#define FORMAT(encoding)                                                                           \
  "<format xmlns='urn:spur:format:1' name='n' version='1'>\n" encoding "</format>\n"

#define TASK "<field name='object' key='task' kind='task'"
#define EXECUTOR "<field name='destination' key='executor' type='SpurTarget' kind='executor'"

/* Tasks on executors, both with numbers, as in the log of a scheduler. */
#define KEY_VALUE(task_more, executor_more, define)                                                \
  FORMAT ("<key-value>" define                                                                     \
          "<event class='LO_Creation_Placement_Event' written='run'><time key='t' unit='s'/>"      \
          "<class key='e'/>" TASK task_more "/>" EXECUTOR executor_more "/></event>"               \
          "<event class='LO_Termination_Event' written='end'><time key='t' unit='s'/>"             \
          "<class key='e'/>" TASK task_more "/></event>"                                           \
          "<event class='LO_State_Change_Event' written='state'><time key='t' unit='s'/>"          \
          "<class key='e'/><field name='object' key='any'/><field name='state' key='state'/>"      \
          "</event></key-value>\n")

#define DEFINE                                                                                     \
  "<define of='fact identifiers clock state class field object group stream'>"                     \
  "<class key='e'/><fields/></define>"

static const char scheduler_log[] = "t=1 e=run task=3 executor=3\n"
                                    "t=2 e=run task=4 executor=3\n"
                                    "t=3 e=run task=5 executor=4\n"
                                    "t=4 e=end task=3\n"
                                    "t=9 e=end task=4\n";

static SpurFormat *
compile_format (const char *definition)
{
  g_autoptr (GError) error = NULL;
  SpurFormat *format = spur_format_new_from_data ("n.xml", definition, -1, &error);

  g_assert_no_error (error);
  return format;
}

static SpurTrace *
read_text (SpurFormat *format, const char *text)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = format_files_read (format, text, strlen (text), &error);

  g_assert_no_error (error);
  return trace;
}

static guint32
find_object (SpurTrace *trace, GType type, const char *kind, const char *name)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 found = SPUR_NONE;

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      const SpurObject *object = spur_definitions_get_object (definitions, i);

      if (object->type != type || strcmp (object->name, name) != 0 ||
          g_strcmp0 (object->kind != NULL ? object->kind : "", kind) != 0)
        continue;
      g_assert_cmpuint (found, ==, SPUR_NONE);
      found = i;
    }
  g_assert_cmpuint (found, !=, SPUR_NONE);
  return found;
}

/* Where tasks 3, 4 and 5 are at 3.5 s and at 5 s. */
static void
assert_places (SpurTrace *trace, const char *task_prefix, const char *executor_prefix)
{
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  guint32 tasks[3];
  guint32 executors[2];
  gint64 begin_ns;
  gint64 end_ns;

  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", task_prefix, i + 3);

      tasks[i] = find_object (trace, SPUR_TYPE_LOAD_OBJECT, "task", name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (executors); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", executor_prefix, i + 3);

      executors[i] = find_object (trace, SPUR_TYPE_TARGET, "executor", name);
    }
  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  g_assert_cmpint (end_ns - begin_ns, ==, 8000000000);
  g_assert_cmpuint (spur_timeline_get_target (timeline, tasks[0], begin_ns + 2500000000), ==,
                    executors[0]);
  g_assert_cmpuint (spur_timeline_get_target (timeline, tasks[1], begin_ns + 2500000000), ==,
                    executors[0]);
  g_assert_cmpuint (spur_timeline_get_target (timeline, tasks[2], begin_ns + 2500000000), ==,
                    executors[1]);
  g_assert_cmpuint (spur_timeline_get_target (timeline, tasks[0], begin_ns + 4000000000), ==,
                    SPUR_NONE);
  g_assert_cmpuint (spur_timeline_get_target (timeline, tasks[1], begin_ns + 4000000000), ==,
                    executors[0]);
}

static void
test_apart (void)
{
  g_autoptr (SpurFormat) format = compile_format (KEY_VALUE ("", "", ""));
  g_autoptr (SpurTrace) trace = read_text (format, scheduler_log);

  g_test_summary ("Task 3 and executor 3 are two objects, and each is the same in all records.");
  assert_places (trace, "", "");
}

static void
test_prefix (void)
{
  g_autoptr (SpurFormat) format =
    compile_format (KEY_VALUE (" prefix='task '", " prefix='executor '", ""));
  g_autoptr (SpurTrace) trace = read_text (format, scheduler_log);
  g_autoptr (SpurTrace) quoted = read_text (format, "t=1 e=run task=3 executor=3\n"
                                                    "t=2 e=end task=\"task 3\"\n");

  g_test_summary ("Numbers get a prefix, and a name that has it gets no second one.");
  assert_places (trace, "task ", "executor ");
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (quoted)), ==, 2);
}

/* Both with the records of definitions and without. */
static void
test_written (void)
{
  static const char *const definitions[] = {
    KEY_VALUE ("", "", ""),
    KEY_VALUE ("", "", DEFINE),
    KEY_VALUE (" prefix='task '", " prefix='executor '", ""),
    KEY_VALUE (" prefix='task '", " prefix='executor '", DEFINE),
  };

  g_test_summary ("What is written is read as the same objects.");
  for (guint i = 0; i < G_N_ELEMENTS (definitions); i++)
    {
      g_autoptr (SpurFormat) format = compile_format (definitions[i]);
      g_autoptr (SpurTrace) trace = read_text (format, scheduler_log);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = format_files_write (format, trace, &error);
      g_autoptr (SpurTrace) back = NULL;

      g_assert_no_error (error);
      g_test_message ("%.*s", (int) g_bytes_get_size (bytes),
                      (const char *) g_bytes_get_data (bytes, NULL));
      back = format_files_read (format, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                &error);
      g_assert_no_error (error);
      assert_places (back, i < 2 ? "" : "task ", i < 2 ? "" : "executor ");
    }
}

static void
test_guessed (void)
{
  g_autoptr (SpurFormat) format = compile_format (KEY_VALUE ("", "", ""));
  g_autoptr (SpurTrace) first = read_text (format, "t=1 e=state any=3 state=new\n"
                                                   "t=2 e=run task=3 executor=3\n"
                                                   "t=3 e=state any=3 state=old\n");
  g_autoptr (SpurTrace) later = read_text (format, "t=1 e=run task=3 executor=3\n"
                                                   "t=2 e=state any=3 state=old\n"
                                                   "t=3 e=run task=3 executor=3\n");

  g_test_summary ("A name that is used without a type means the first object that has it.");
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (first)), ==, 2);
  find_object (first, SPUR_TYPE_LOAD_OBJECT, "task", "3");
  find_object (first, SPUR_TYPE_TARGET, "executor", "3");
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (later)), ==, 2);
}

static void
test_streams (void)
{
  g_autoptr (SpurFormat) format =
    compile_format (FORMAT ("<delimited><event class='LO_Termination_Event'><time key='t'/>"
                            "<stream key='host' type='SpurTarget' kind='host' prefix='host '/>"
                            "<field name='object' key='task' kind='task'/></event></delimited>\n"));
  g_autoptr (SpurTrace) trace = read_text (format, "t,host,task\n1,7,7\n2,8,7\n3,7,8\n");
  guint32 host = find_object (trace, SPUR_TYPE_TARGET, "host", "host 7");

  g_test_summary ("What a stream runs on is no task of the same number.");
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 4);
  g_assert_cmpuint (spur_stream_get_target (spur_trace_get_stream (trace, 0)), ==, host);
  find_object (trace, SPUR_TYPE_TARGET, "host", "host 8");
  find_object (trace, SPUR_TYPE_LOAD_OBJECT, "task", "7");
  find_object (trace, SPUR_TYPE_LOAD_OBJECT, "task", "8");
}

static void
test_other_encodings (void)
{
  g_autoptr (SpurFormat) pattern = compile_format (
    FORMAT ("<pattern><expression><![CDATA[(?<t>\\d+) task (?<task>\\d+) on (?<executor>\\d+)]]>"
            "</expression><event class='LO_Creation_Placement_Event'><time key='t' unit='s'/>" TASK
            " prefix='task '/>" EXECUTOR " prefix='executor '/></event></pattern>\n"));
  g_autoptr (SpurFormat) xml = compile_format (
    FORMAT ("<xml root='log'><event class='LO_Creation_Placement_Event' written='run'>"
            "<time key='t' unit='s'/>" TASK "/>" EXECUTOR "/></event></xml>\n"));
  g_autoptr (SpurTrace) lines = read_text (pattern, "1 task 3 on 3\n2 task 4 on 3\n");
  g_autoptr (SpurTrace) elements = read_text (
    xml, "<log><run t='1' task='3' executor='3'/><run t='2' task='4' executor='3'/></log>");

  g_test_summary ("The same in lines by a regular expression and in XML.");
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (lines)), ==, 3);
  find_object (lines, SPUR_TYPE_LOAD_OBJECT, "task", "task 4");
  find_object (lines, SPUR_TYPE_TARGET, "executor", "executor 3");
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (elements)), ==, 3);
  find_object (elements, SPUR_TYPE_LOAD_OBJECT, "task", "3");
  find_object (elements, SPUR_TYPE_TARGET, "executor", "3");
}

/* A trace or an error, whatever the text. */
static void
read_damaged (SpurFormat *format, const char *text, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = format_files_read (format, text, n_bytes, &error);

  g_assert_true ((trace == NULL) == (error != NULL));
  g_assert_true (trace == NULL || spur_definitions_get_n_objects (
                                    spur_trace_get_definitions (trace)) <= 5 + n_bytes);
}

static void
test_damaged (void)
{
  g_autoptr (SpurFormat) format =
    compile_format (KEY_VALUE (" prefix='task '", " prefix='executor '", DEFINE));
  g_autoptr (SpurTrace) trace = read_text (format, scheduler_log);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write (format, trace, &error);
  gsize n_bytes;
  const char *text = g_bytes_get_data (bytes, &n_bytes);
  g_autofree char *changed = g_memdup2 (text, n_bytes);

  g_test_summary ("Data that ends early, or has another byte, gives a trace or an error.");
  for (gsize i = 0; i < n_bytes; i++)
    {
      read_damaged (format, text, i);
      changed[i] ^= 1;
      read_damaged (format, changed, n_bytes);
      changed[i] ^= 1;
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/object-names/apart", test_apart);
  g_test_add_func ("/format/object-names/prefix", test_prefix);
  g_test_add_func ("/format/object-names/written", test_written);
  g_test_add_func ("/format/object-names/guessed", test_guessed);
  g_test_add_func ("/format/object-names/streams", test_streams);
  g_test_add_func ("/format/object-names/other-encodings", test_other_encodings);
  g_test_add_func ("/format/object-names/damaged", test_damaged);
  return g_test_run ();
}
