/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <libxml/parser.h>
#include <string.h>

#include "core/format/spur-codec.h"
#include "core/format/xml/spur-xml-scanner-private.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"
#include "tests/test-corpus.h"

/* A log of the batch queue that tests/format/data/queue-log.xml describes. */
static const char queue_log[] =
  "<?xml version=\"1.0\"?>\n"
  "<queue version=\"3\">\n"
  "  <head><made by=\"qd\"/></head>\n"
  "  <hosts>\n"
  "    <host name=\"alpha\">\n"
  "      <entry kind=\"state\" when=\"2026-03-01T12:00:00.250Z\" job=\"j&#49;\" to=\"running\"\n"
  "             priority=\"-7\">\n"
  "        <message lang=\"de\">Los &amp; <![CDATA[<weiter>]]></message>\n"
  "        <memory>16</memory>\n"
  "      </entry>\n"
  "      <noise/>\n"
  "      <entry kind=\"end\" when=\"2026-03-01T12:00:01Z\">j1</entry>\n"
  "    </host>\n"
  "    <host name=\"beta\">\n"
  "      <entry kind=\"state\" when=\"2026-03-01T12:00:00Z\" job=\"j2\" to=\"queued\" "
  "share=\"0.25\">"
  "<memory>1</memory></entry>\n"
  "    </host>\n"
  "  </hosts>\n"
  "</queue>\n";

static void
test_foreign (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "queue-log");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = format_files_read (format, queue_log, strlen (queue_log), &error);
  g_autoptr (SpurEvent) state = NULL;
  g_autoptr (SpurEvent) end = NULL;
  g_autoptr (SpurEvent) queued = NULL;

  g_test_summary ("A log of another program: attributes, texts, children, what is around.");

  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  state = spur_trace_get_event (trace, 0, 0);
  end = spur_trace_get_event (trace, 0, 1);
  queued = spur_trace_get_event (trace, 1, 0);
  g_assert_cmpstr (spur_event_get_layout (state)->name, ==, "Job_Event");
  g_assert_cmpstr (spur_event_get_string (state, "message"), ==, "Los & <weiter>");
  g_assert_cmpstr (spur_event_get_string (state, "language"), ==, "de");
  g_assert_cmpstr (spur_event_get_string (state, "host"), ==, "alpha");
  g_assert_cmpstr (spur_event_get_string (state, "state"), ==, "running");
  g_assert_cmpuint (spur_event_get_uint (state, "memory"), ==, 16384);
  g_assert_cmpint (spur_event_get_int (state, "priority"), ==, -7);
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (end, "object")), ==, "j1");
  g_assert_true (SPUR_IS_LO_TERMINATION_EVENT (end));
  g_assert_null (spur_event_get_string (queued, "message"));
  g_assert_cmpfloat (spur_event_get_double (queued, "share"), ==, 0.25);
  g_assert_cmpint (spur_event_get_time_ns (end) - spur_event_get_time_ns (state), ==, 750000000);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
  g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, 2);
}

/* As the format of tests/format/data/job-log.xml writes it. */
static const char job_log[] =
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  "<jobs>\n"
  "<job kind=\"state\" when=\"2026-03-01T12:00:00.250000000Z\" host=\"alpha\" job=\"j&lt;1\" "
  "to=\"running\" percent=\"25.5\" rank=\"a &lt; b\"><message lang=\"de\">Los &amp; "
  "weiter</message><memory>16</memory></job>\n"
  "<job kind=\"state\" when=\"2026-03-01T12:00:00.500000000Z\" host=\"beta\" job=\"j2\" "
  "to=\"queued\" percent=\"0\" rank=\"7\"><memory>0</memory></job>\n"
  "<job kind=\"end\" when=\"2026-03-01T12:00:01.000000000Z\" host=\"alpha\">j&lt;1</job>\n"
  "</jobs>\n";

static void
test_written (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "job-log");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = format_files_read (format, job_log, strlen (job_log), &error);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  g_test_summary ("Children, texts, scales and names of numbers are written as they are read.");

  g_assert_no_error (error);
  bytes = format_files_write (format, trace, &error);
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (text, ==, job_log);
}

static void
assert_not_written (const char *name, SpurTrace *trace, const char *why)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write (format, trace, &error);

  g_assert_null (bytes);
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  if (strstr (error->message, why) == NULL)
    g_error ("%s", error->message);
}

/* The only event of a job log, with one field changed. */
static SpurTrace *
make_job (const char *field, guint64 bits)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "job-log");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) read = format_files_read (format, job_log, strlen (job_log), &error);
  const SpurEventLayout *layout;
  const guint8 *record;
  SpurTrace *trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autofree guint8 *copy = NULL;

  g_assert_no_error (error);
  record = spur_stream_get_record (spur_trace_get_stream (read, 1), 0, &layout);
  copy = g_memdup2 (record, layout->n_bytes);
  spur_event_layout_set_uint (layout, (guint) spur_event_layout_find_field (layout, field), copy,
                              bits);
  spur_event_layout_set_uint (layout, (guint) spur_event_layout_find_field (layout, "state"), copy,
                              SPUR_NONE);
  spur_definitions_add_clock (definitions,
                              spur_definitions_get_clock (spur_trace_get_definitions (read), 0));
  for (guint32 i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (read)); i++)
    spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "j", "job", SPUR_NONE);
  spur_definitions_add_string (definitions, "bell \x07");
  spur_trace_add_stream (trace, "alpha", 0, SPUR_NONE);
  spur_stream_append (spur_trace_get_stream (trace, 0), 0, spur_trace_add_class (trace, layout),
                      copy);
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
test_not_written (void)
{
  g_autoptr (SpurFormat) queue = format_files_open (FORMAT_FILES_DATA, "queue-log");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = format_files_read (queue, queue_log, strlen (queue_log), &error);
  g_autoptr (SpurTrace) odd_memory = make_job ("memory", 1025);
  g_autoptr (SpurTrace) odd_text = make_job ("message", 0);

  g_test_summary ("What the format has no way to say is refused.");

  g_assert_no_error (error);
  assert_not_written ("queue-log", trace, "can only be read");
  assert_not_written ("job-log", odd_memory, "memory: 1025 is no whole number in the unit");
  assert_not_written ("job-log", odd_text, "has a character that XML does not have");
}

static void
test_truncated (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "queue-log");
  gsize n_bytes = strlen (queue_log) - 1;

  g_test_summary ("At each length the data is refused as truncated, with its line.");

  for (gsize n = 0; n < n_bytes; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = format_files_read (format, queue_log, n, &error);

      g_assert_null (trace);
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED);
    }
}

static void
test_flips (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "queue-log");
  gsize n_bytes = strlen (queue_log);
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary ("With bytes changed the data is read or refused.");
  g_test_message ("seed %u", seed);

  for (guint i = 0; i < spur_test_scale (4000); i++)
    {
      g_autofree char *text = g_memdup2 (queue_log, n_bytes);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      for (guint k = 0; k <= i % 4; k++)
        text[g_rand_int_range (rand, 0, (gint32) n_bytes)] = (char) g_rand_int_range (rand, 0, 256);
      trace = format_files_read (format, text, n_bytes, &error);
      g_assert_true ((trace == NULL) == (error != NULL));
    }
}

typedef struct
{
  const char *data;
  const char *error;
} Bad;

static void
test_wrong_data (void)
{
  static const Bad cases[] = {
    { "<log/>", ":1: the outermost element is <log>, it must be <queue>" },
    { "<queue>\n<entry when='2026-03-01T12:00:00Z'/></queue>", ":2: <entry> has no kind" },
    { "<queue>\n<entry kind='x' when='2026-03-01T12:00:00Z'/></queue>", ":2: event class “x”" },
    { "<queue>\n<entry kind='end'>j</entry></queue>", ":2: <entry> has no when" },
    { "<queue>\n<entry kind='end' when='today'>j</entry></queue>", ":2: the time when is" },
    { "<queue>\n<entry kind='end' when='2026-03-01T12:00:00Z'>j</entry></queue>",
      ":2: <entry> has no name" },
    { "<queue><host name='a'>\n<entry kind='state' when='2026-03-01T12:00:00Z' to='b' to='c'/>"
      "</host></queue>",
      ":2: <entry> has two to" },
    { "<queue><host name='a'>\n<entry kind='state' when='2026-03-01T12:00:00Z' priority='1.5'>"
      "<memory>1</memory></entry></host></queue>",
      ":2: priority is “1.5”" },
    { "<queue><host name='a'>\n<entry kind='state' when='2026-03-01T12:00:00Z'>"
      "<memory>99999999999999999999</memory></entry></host></queue>",
      ":2: memory/." },
  };
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "queue-log");

  g_test_summary ("Wrong data is refused with line, what was found and what is wanted.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace =
        format_files_read (format, cases[i].data, strlen (cases[i].data), &error);

      g_assert_null (trace);
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      if (strstr (error->message, cases[i].error) == NULL)
        g_error ("%s\n%s", cases[i].data, error->message);
    }
}

static void
test_encoding (void)
{
  static const char data[] =
    "<?xml version='1.0' encoding='ISO-8859-1'?>\n<queue>\n<host name='a'>\n"
    "<entry kind='end' when='2026-03-01T12:00:01Z'>J\xfcrgen</entry>\n"
    "%s</host></queue>";
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "queue-log");
  g_autofree char *good = g_strdup_printf (data, "");
  g_autofree char *bad = g_strdup_printf (data, "<entry/>");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = format_files_read (format, good, strlen (good), &error);
  g_autoptr (SpurEvent) event = NULL;

  g_test_summary ("A log in another encoding; errors have its lines.");

  g_assert_no_error (error);
  event = spur_trace_get_event (trace, 0, 0);
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (event, "object")), ==,
                   "J\xc3\xbcrgen");
  g_assert_null (format_files_read (format, bad, strlen (bad), &error));
  g_assert_nonnull (strstr (error->message, ":5: <entry> has no kind"));
}

static void
test_names (void)
{
  static const char *const names[] = {
    "LO_Creation_Event", "object",     "old state", "xml", "Xmlns", "_x41_", "",     "1st", "a:b",
    "\xc3\xbc",          "\xff<&\"'>", "-",         "x_",  "_",     "_x4",   "time",
  };
  static const char *const taken[] = { "time", NULL };

  g_test_summary ("Any name is a name in XML, and comes back.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = spur_xml_make_name (names[i], taken);
      g_autofree char *back = spur_xml_read_name (name, strlen (name));
      g_autofree char *text = g_strdup_printf ("<%s/>", name);
      xmlDoc *doc = xmlReadMemory (text, (int) strlen (text), NULL, NULL, XML_PARSE_NONET);

      g_assert_cmpstr (back, ==, names[i]);
      g_assert_nonnull (doc);
      xmlFreeDoc (doc);
      g_assert_false (g_str_has_prefix (name, "xml"));
    }
}

/* A class and fields whose names XML does not have, and names that the format itself uses. */
static SpurTrace *
make_odd_trace (void)
{
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new (
    "object", spur_event_type_get_layout (SPUR_TYPE_CUSTOM_EVENT), SPUR_TYPE_CUSTOM_EVENT);
  SpurTrace *trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurClock clock = { "clock\n", "monotonic", 1000, 17, 3 };
  guint8 record[64];
  guint index;

  spur_event_layout_add_field (layout, "time", SPUR_FIELD_UINT64, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (layout, "a <b>", SPUR_FIELD_DOUBLE, SPUR_USE_NONE, "\x01\xff");
  spur_event_layout_add_field (layout, "xmlns", SPUR_FIELD_STRING, SPUR_USE_NONE, NULL);
  index = spur_trace_add_class (trace, layout);
  spur_definitions_add_clock (definitions, &clock);
  spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "same", NULL, SPUR_NONE);
  spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "same", "\\x41", 0);
  spur_definitions_add_string (definitions, "\r\n\t\"&<\\ \xc3\xa4\xef\xbf\xbf");
  spur_trace_add_stream (trace, "same", 0, 1);
  spur_trace_add_stream (trace, "same", 0, SPUR_NONE);
  for (guint i = 0; i < 4; i++)
    {
      double real = i * 0.1;
      guint64 bits;

      memcpy (&bits, &real, sizeof bits);
      spur_event_layout_set_uint (layout, 0, record, i % 2 == 0 ? 1 : SPUR_NONE);
      spur_event_layout_set_uint (layout, 1, record, SPUR_NONE);
      spur_event_layout_set_uint (layout, 2, record, G_MAXUINT64 - i);
      spur_event_layout_set_uint (layout, 3, record, bits);
      spur_event_layout_set_uint (layout, 4, record, i == 3 ? SPUR_NONE : 0);
      spur_stream_append (spur_trace_get_stream (trace, i % 2), 100 - i, index, record);
    }
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
assert_same_events (SpurTrace *a, SpurTrace *b)
{
  g_assert_cmpuint (spur_trace_get_n_streams (a), ==, spur_trace_get_n_streams (b));
  for (guint s = 0; s < spur_trace_get_n_streams (a); s++)
    {
      SpurStream *x = spur_trace_get_stream (a, s);
      SpurStream *y = spur_trace_get_stream (b, s);

      g_assert_cmpuint (spur_stream_get_n_events (x), ==, spur_stream_get_n_events (y));
      for (guint64 i = 0; i < spur_stream_get_n_events (x); i++)
        {
          const SpurEventLayout *of_x, *of_y;
          const guint8 *in_x = spur_stream_get_record (x, i, &of_x);
          const guint8 *in_y = spur_stream_get_record (y, i, &of_y);

          g_assert_true (spur_event_layout_equal (of_x, of_y));
          g_assert_cmpmem (in_x, of_x->n_bytes, in_y, of_y->n_bytes);
          g_assert_cmpint (spur_stream_get_ticks (x, i), ==, spur_stream_get_ticks (y, i));
        }
    }
}

static void
check_odd (const char *name)
{
  SpurDefinitions *definitions_back;
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, name);
  g_autoptr (SpurTrace) trace = make_odd_trace ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write (format, trace, &error);
  g_autoptr (SpurTrace) back = NULL;
  const char *data;
  gsize n_bytes;

  g_assert_no_error (error);
  data = g_bytes_get_data (bytes, &n_bytes);
  back = format_files_read (format, data, n_bytes, &error);
  definitions_back = spur_trace_get_definitions (back);
  g_assert_no_error (error);
  assert_same_events (trace, back);
  g_assert_cmpstr (spur_definitions_get_string (definitions_back, 0), ==,
                   spur_definitions_get_string (spur_trace_get_definitions (trace), 0));
  g_assert_cmpstr (spur_definitions_get_object (definitions_back, 1)->kind, ==, "\\x41");
  g_assert_cmpuint (spur_definitions_get_object (definitions_back, 1)->parent, ==, 0);
  g_assert_cmpstr (spur_definitions_get_clock (definitions_back, 0)->name, ==, "clock\n");
  g_assert_cmpuint (spur_definitions_get_clock (definitions_back, 0)->epoch_ticks, ==, 17);
  g_assert_cmpstr (spur_trace_get_class (back, 0)->fields[3].description, ==, "\x01\xff");
}

static void
test_odd_names (void)
{
  g_test_summary ("Names that the format uses itself, or that XML cannot have, lose nothing.");

  check_odd ("spur-xml");
  check_odd ("spur-binary");
}

static void
test_is_xml (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "spur-xml");
  g_autoptr (SpurTrace) trace = make_odd_trace ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write (format, trace, &error);
  xmlDoc *doc;

  g_test_summary ("What is written is well-formed for other programs, too.");

  g_assert_no_error (error);
  doc = xmlReadMemory (g_bytes_get_data (bytes, NULL), (int) g_bytes_get_size (bytes), NULL, NULL,
                       XML_PARSE_NONET);
  g_assert_nonnull (doc);
  g_assert_cmpstr ((const char *) xmlDocGetRootElement (doc)->ns->href, ==, "urn:spur:trace:1");
  xmlFreeDoc (doc);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xml/foreign", test_foreign);
  g_test_add_func ("/xml/written", test_written);
  g_test_add_func ("/xml/not-written", test_not_written);
  g_test_add_func ("/xml/truncated", test_truncated);
  g_test_add_func ("/xml/flips", test_flips);
  g_test_add_func ("/xml/wrong-data", test_wrong_data);
  g_test_add_func ("/xml/encoding", test_encoding);
  g_test_add_func ("/xml/names", test_names);
  g_test_add_func ("/xml/odd-names", test_odd_names);
  g_test_add_func ("/xml/is-xml", test_is_xml);
  return g_test_run ();
}
