/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/spur-codec.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"
#include "tests/test-corpus.h"

/* A log of the lamp controller that tests/format/data/lamp-log.xml describes. */
static const guint8 lamp_log[] = {
  'L',
  'A',
  'M',
  'P',
  0,
  2,
  0x12,
  0x34,
  /* At 1.5 s lamp 258 of stream 3 is on, level 1000, 2.5 mA, values -1 and 300 */
  0,
  22,
  0,
  0,
  0x05,
  0xdc,
  1,
  1,
  2,
  3,
  1,
  0x03,
  0xe8,
  0x40,
  0x20,
  0,
  0,
  2,
  0xff,
  0xff,
  0x01,
  0x2c,
  /* A record of another kind */
  0,
  9,
  0,
  0,
  0x05,
  0xdd,
  99,
  7,
  7,
  /* A note without temperature and values */
  0,
  25,
  0,
  0,
  0x05,
  0xde,
  0x12,
  0,
  7,
  3,
  'A',
  'd',
  'a',
  0,
  0,
  0,
  0,
  0,
  0x7f,
  0,
  'd',
  'i',
  'm',
  0,
  0,
  /* One with both, and two bytes more than the format describes */
  0,
  44,
  0xff,
  0xff,
  0xff,
  0xff,
  0x12,
  0,
  7,
  4,
  'G',
  'r',
  'a',
  'c',
  'e',
  ' ',
  'M',
  '.',
  0x7f,
  0,
  0,
  3,
  0xfe,
  0xff,
  0xff,
  0,
  15,
  '{',
  'h',
  'e',
  'a',
  't',
  '=',
  '2',
  '.',
  '5',
  ',',
  ' ',
  'n',
  '=',
  '7',
  '}',
  1,
  2,
};

static SpurTrace *
read_lamp_log (SpurFormat *format)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = format_files_read (format, lamp_log, sizeof lamp_log, &error);

  g_assert_no_error (error);
  return trace;
}

static void
test_foreign (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "lamp-log");
  g_autoptr (SpurTrace) trace = read_lamp_log (format);
  g_autoptr (SpurEvent) level = NULL;
  g_autoptr (SpurEvent) note = NULL;
  g_autoptr (SpurEvent) late = NULL;

  g_test_summary ("A big-endian log of another program, field by field.");

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 0)), ==, "3");
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 0)), ==, 2);
  level = spur_trace_get_event (trace, 0, 0);
  note = spur_trace_get_event (trace, 0, 1);
  late = spur_trace_get_event (trace, 1, 0);
  g_assert_cmpstr (spur_event_get_layout (level)->name, ==, "Lamp_Level_Event");
  g_assert_true (SPUR_IS_LO_STATE_CHANGE_EVENT (level));
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (level, "object")), ==,
                   "258");
  g_assert_cmpstr (spur_event_get_string (level, "state"), ==, "on");
  g_assert_cmpuint (spur_event_get_uint (level, "level"), ==, 1000);
  g_assert_cmpfloat (spur_event_get_double (level, "current"), ==, 2.5);
  g_assert_cmpstr (spur_event_get_string (note, "author"), ==, "Ada");
  g_assert_cmpstr (spur_event_get_string (note, "note"), ==, "dim");
  g_assert_cmpint (spur_event_get_int (note, "temperature"), ==, 0);
  g_assert_cmpint (spur_event_get_int (late, "temperature"), ==, -2);
  g_assert_cmpstr (spur_event_get_string (late, "author"), ==, "Grace M.");
  g_assert_cmpint (spur_event_get_time_ns (note) - spur_event_get_time_ns (level), ==, 2000000);
  g_assert_cmpint (spur_event_get_time_ns (late) - spur_event_get_time_ns (level), ==,
                   (G_MAXUINT32 - G_GINT64_CONSTANT (1500)) * 1000000);
}

static void
test_write_back (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "lamp-log");
  g_autoptr (SpurTrace) trace = read_lamp_log (format);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) first = format_files_write (format, trace, &error);
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GBytes) second = NULL;
  const guint8 *bytes;

  g_test_summary ("The same description writes; what it wrote it reads, and writes the same.");

  g_assert_no_error (error);
  bytes = g_bytes_get_data (first, NULL);
  /* The first record is as it was; what does not count in the header is 0. */
  g_assert_cmpmem (bytes + 8, 22, lamp_log + 8, 22);
  g_assert_cmpmem (bytes, 6, lamp_log, 6);
  g_assert_cmpuint (bytes[6], ==, 0);
  again = format_files_read (format, bytes, g_bytes_get_size (first), &error);
  g_assert_no_error (error);
  second = format_files_write (format, again, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (first, second));
  g_assert_cmpuint (spur_trace_get_n_events (again), ==, spur_trace_get_n_events (trace));
}

static guint64
get_loss (SpurTrace *trace, const char *what)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      if (g_str_equal (spur_trace_get_loss (trace, i)->what, what))
        return spur_trace_get_loss (trace, i)->count;
    }
  return 0;
}

static void
test_losses (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "lamp-log");
  g_autoptr (SpurTrace) trace = read_lamp_log (format);

  g_test_summary ("What the format does not describe is counted.");

  g_assert_cmpuint (get_loss (trace, "records of other kinds"), ==, 1);
  g_assert_cmpuint (get_loss (trace, "bytes of records beyond what the format describes"), ==, 2);
}

static void
test_truncated (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "lamp-log");
  const gsize whole[] = { 8, 30, 39, 64, sizeof lamp_log };

  g_test_summary ("At each length but those of whole records the data is refused as truncated.");

  for (gsize n = 0, next = 0; n <= sizeof lamp_log; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = format_files_read (format, lamp_log, n, &error);

      if (n == whole[next])
        {
          g_assert_no_error (error);
          next++;
          continue;
        }
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED);
      g_assert_null (trace);
    }
}

static void
test_flips (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "lamp-log");

  g_test_summary ("With any bit changed the data is read or refused with its place.");

  for (gsize i = 0; i < sizeof lamp_log; i++)
    {
      for (guint bit = 0; bit < 8; bit += spur_test_scale (8) < 8 ? 7 : 1)
        {
          g_autofree guint8 *bytes = g_memdup2 (lamp_log, sizeof lamp_log);
          g_autoptr (GError) error = NULL;
          g_autoptr (SpurTrace) trace = NULL;

          bytes[i] ^= (guint8) (1u << bit);
          trace = format_files_read (format, bytes, sizeof lamp_log, &error);
          g_assert_true ((trace == NULL) == (error != NULL));
          if (error != NULL)
            g_assert_nonnull (strstr (error->message, ":0x"));
        }
    }
}

typedef struct
{
  const char *encoding;
  const char *error;
} Bad;

static const Bad bad_definitions[] = {
  { "<binary><event class='Custom_Event'><time as='text'/></event></binary>",
    "a time is a number" },
  { "<binary><event class='Custom_Event'><field name='object' as='float32'/></event></binary>",
    "the field is no number" },
  { "<binary><event class='LM_Target_Load_Event'><field name='load' as='varint'/></event>"
    "</binary>",
    "the field is a double" },
  { "<binary><event class='Channel_Send_Event'><field name='tag' as='interned'/></event>"
    "</binary>",
    "the field is a number" },
  { "<binary><event class='Custom_Event'><field name='object' as='padded'/></event></binary>",
    "needs bytes" },
  { "<binary><event class='Custom_Event'><constant as='bytes' value='4'/></event></binary>",
    "hexadecimal" },
  { "<binary><event class='Custom_Event'><class as='uint8'/></event>"
    "<event class='LO_Event'><class as='uint16'/></event></binary>",
    "same place" },
  { "<binary><event class='Custom_Event'><stream/><class/></event>"
    "<event class='LO_Event'><class/></event></binary>",
    "same place" },
  { "<binary><event class='Custom_Event'/><event class='LO_Event'/></binary>",
    "no <class/> first" },
  { "<binary><define of='*'><class as='uint8'/><fields/></define>"
    "<event class='*'><class as='uint8'/></event></binary>",
    "need <class/> to be a text" },
  { "<binary others='x'><event class='*'><class/></event></binary>", "passed over only where" },
  { "<binary length='uint16' others='x'><event class='*'><class/></event></binary>",
    "cannot be interned" },
  { "<binary><event class='*'><vector-clock/></event></binary>", "for text formats" },
  { "<binary><event class='*'><predecessors as='uint8'/></event></binary>",
    "predecessors are varints" },
  { "<binary><event class='*'><stream as='float64'/></event></binary>",
    "streams and classes are whole numbers or texts" },
  { "<binary><event class='*'><time as='float32'/></event></binary>", "not fit into a float32" },
  { "<binary><event class='*'><time as='uint8' format='iso8601'/></event></binary>",
    "one number, of units, seconds or ticks" },
  { "<binary><event class='*'><time as='bytes'/></event></binary>", "only constants are bytes" },
  { "<binary><event class='Custom_Event'><field name='object' as='text' delta='true'/></event>"
    "</binary>",
    "only whole numbers have deltas" },
  { "<binary><event class='Custom_Event'><field name='object' as='uint8' array='true'/></event>"
    "</binary>",
    "only lists and groups are arrays" },
  { "<binary><event class='Barrier_Exit_Event'><field name='team' as='text' array='true'/>"
    "</event></binary>",
    "the members of a group are numbers" },
  { "<binary><event class='Channel_Send_Event'><field name='tag' as='float64'/></event>"
    "</binary>",
    "the field is a whole number" },
  { "<binary><event class='Custom_Event'><time as='uint8'/></event><event class='LO_Event'>"
    "<class as='uint8'/></event></binary>",
    "same place" },
  { "<binary><define of='state'><fields/></define></binary>", "need <class/>" },
  { "<key-value><event class='LO_State_Change_Event'><field name='state' kind='lazy'/></event>"
    "</key-value>",
    "lazy is no kind of state" },
};

static void
test_definitions (void)
{
  g_test_summary ("What does not go together is refused with its line.");

  for (guint i = 0; i < G_N_ELEMENTS (bad_definitions); i++)
    {
      g_autofree char *text =
        g_strdup_printf ("<format xmlns='urn:spur:format:1' name='bad' version='1'>\n%s</format>",
                         bad_definitions[i].encoding);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurFormat) format = spur_format_new_from_data ("bad.xml", text, -1, &error);

      g_assert_null (format);
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      if (strstr (error->message, bad_definitions[i].error) == NULL ||
          !g_str_has_prefix (error->message, "bad.xml:2: "))
        g_error ("%s\n%s", bad_definitions[i].encoding, error->message);
    }
}

/* A value that does not fit is not cut off. */
static void
test_too_large (void)
{
  static const char definition[] =
    "<format xmlns='urn:spur:format:1' name='narrow' version='1'><binary>"
    "<event class='Channel_Send_Event'><time as='uint32'/><field name='tag' as='uint16'/></event>"
    "</binary></format>";
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormat) format = spur_format_new_from_data ("narrow.xml", definition, -1, &error);
  const SpurClock clock = { "clock", "monotonic", 1000000000, 0, 0 };

  g_test_summary ("A number is written whole or not at all.");

  g_assert_no_error (error);
  for (guint tag = 65535; tag <= 65536; tag++)
    {
      g_autoptr (SpurTrace) trace = spur_trace_new ();
      g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_CHANNEL_SEND_EVENT);
      g_autoptr (GBytes) bytes = NULL;

      spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock);
      spur_event_set_uint (event, "tag", tag);
      spur_trace_append_event (trace, spur_trace_add_stream (trace, "s", 0, SPUR_NONE), event);
      g_assert_true (spur_trace_seal (trace, NULL));
      bytes = format_files_write (format, trace, &error);
      g_assert_true ((bytes != NULL) == (tag == 65535));
    }
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  g_assert_nonnull (strstr (error->message, "tag: 65536 does not fit"));
}

/* ---- Forms of values, each in a small file ---- */

typedef struct
{
  const char *encoding; /* what is in <binary> */
  const char *bytes;    /* in hexadecimal digits */
  const char *told;     /* the last event, where the data is good */
  const char *error;    /* or a part of what is said of it */
} Form;

static GByteArray *
parse_bytes (const char *digits)
{
  GByteArray *bytes = g_byte_array_new ();

  for (; *digits != '\0'; digits += *digits == ' ' ? 1 : 2)
    {
      guint8 byte = (guint8) (g_ascii_xdigit_value (digits[0]) * 16 +
                              g_ascii_xdigit_value (digits[*digits == ' ' ? 0 : 1]));

      if (*digits != ' ')
        g_byte_array_append (bytes, &byte, 1);
    }
  return bytes;
}

static void
check_form (const Form *form)
{
  g_autofree char *definition = g_strdup_printf (
    "<format xmlns='urn:spur:format:1' name='form' version='1'>%s</format>", form->encoding);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormat) format = spur_format_new_from_data ("form.xml", definition, -1, &error);
  g_autoptr (GByteArray) bytes = parse_bytes (form->bytes);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (GBytes) written = NULL;
  g_autofree char *told = NULL;

  g_assert_no_error (error);
  trace = format_files_read (format, bytes->data, bytes->len, &error);
  if (form->error != NULL)
    {
      g_assert_null (trace);
      if (strstr (error->message, form->error) == NULL)
        g_error ("%s\n%s\n", form->encoding, error->message);
      return;
    }
  g_assert_no_error (error);
  event = spur_trace_get_event (trace, 0,
                                spur_stream_get_n_events (spur_trace_get_stream (trace, 0)) - 1);
  told = spur_event_to_string (event);
  g_assert_cmpstr (told, ==, form->told);
  written = format_files_write (format, trace, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), bytes->data,
                   bytes->len);
}

#define LOAD(items)                                                                                \
  "<binary byte-order='big'><event class='LM_Target_Load_Event'>" items "</event></binary>"
#define CUSTOM(items) "<binary><event class='Custom_Event'>" items "</event></binary>"
#define SEND(items) "<binary><event class='Channel_Send_Event'>" items "</event></binary>"

static void
test_forms (void)
{
  static const Form forms[] = {
    { LOAD ("<time as='float64' format='seconds'/><field name='load' as='float64'/>"),
      "3ff8000000000000 4004000000000000",
      "1500000000 LM_Target_Load_Event target=- load=2.5 values=-", NULL },
    { LOAD ("<time as='float64' unit='ms'/>"), "3ff8000000000000",
      "1500000 LM_Target_Load_Event target=- load=0 values=-", NULL },
    { LOAD ("<time as='float64' unit='ms'/>"), "3ff80000000000", NULL, "a number" },
    { LOAD ("<time as='float64' unit='ms'/>"), "7ff0000000000000", NULL, "outside of +-2^62 ns" },
    { LOAD ("<time as='uint64' format='seconds'/>"), "0000000089705f41",
      "2305843009000000000 LM_Target_Load_Event target=- load=0 values=-", NULL },
    { LOAD ("<time as='uint64' format='seconds'/>"), "0000000089705f42", NULL,
      "outside of +-2^61 ns" },
    { LOAD ("<time as='uint64' format='seconds'/>"), "0000000225c17d05", NULL,
      "outside of +-2^63 ns" },
    { CUSTOM ("<stream as='interned' length='uint8'/><time as='uint8'/>"), "00 02 4142 07 01 08",
      "8 Custom_Event object=- values=-", NULL },
    { CUSTOM ("<stream as='interned' length='uint8'/><time as='uint8'/>"), "00 01 41 07 02 08",
      NULL, "text number 2 is not defined, there are 1" },
    { CUSTOM ("<stream as='text' length='uint8'/><time as='uint8' delta='true'/>"),
      "01 41 07 01 41 02 01 42 09", "9 Custom_Event object=- values=-", NULL },
    { CUSTOM ("<time as='uint8'/><field name='values' as='float32' array='true' length='uint8'/>"),
      "05 02 00002040 0000c0bf", "5 Custom_Event object=- values={2.5, -1.5}", NULL },
    { CUSTOM ("<time as='uint8'/><field name='values' as='text' array='true' length='uint8'/>"),
      "05 02 01 61 02 6263", "5 Custom_Event object=- values={a, bc}", NULL },
    { CUSTOM ("<time as='uint8'/><field name='values' as='text' array='true' length='uint8'/>"),
      "05 03 01 61", NULL, "an array has 3 elements, 3 bytes are left" },
    { CUSTOM ("<time as='uint8'/><field name='object' as='terminated'/>"), "05 6162", NULL,
      "the data ends within a text" },
    { CUSTOM ("<time as='uint8'/><field name='object' as='text' length='uint8'/>"), "05 02 6100",
      NULL, "a text has a byte of value 0" },
    { CUSTOM ("<time as='uint8'/><constant as='bytes' value='7f 01'/>"), "05 7f01",
      "5 Custom_Event object=- values=-", NULL },
    { CUSTOM ("<time as='uint8'/><constant as='bytes' value='7f 01'/>"), "05 7f", NULL,
      "a constant" },
    { SEND ("<time as='uint8'/><field name='tag' as='varint'/>"), "05 ac02",
      "5 Channel_Send_Event object=- peer=- tag=300 size=0 communicator=-", NULL },
    { SEND ("<time as='uint8'/><field name='tag' as='varint'/>"), "05 ac", NULL,
      "the data ends within a number" },
    { SEND ("<time as='uint8'/><field name='tag' as='varint'/>"), "05 ffffffffffffffffff7f", NULL,
      "a number has more than 64 bits" },
    { SEND ("<time as='uint8'/><field name='tag' as='varint'/>"), "05 ffffffffffffffffff01", NULL,
      "does not fit" },
    { "<binary><event class='*'><class as='text' length='uint8'/><time as='uint8'/></event>"
      "</binary>",
      "0c 437573746f6d5f4576656e74 05", "5 Custom_Event object=- values=-", NULL },
    { "<binary><event class='*'><class as='uint8'/><time as='uint8'/></event></binary>", "63 05",
      NULL, "event class 99 is not defined" },
    { "<binary length='varint' length-counts-itself='true'><event class='Custom_Event'>"
      "<time as='uint8'/></event></binary>",
      "02 05", "5 Custom_Event object=- values=-", NULL },
  };

  g_test_summary ("Each form of a value is read, and written as it was; what is none is refused.");

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    check_form (&forms[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/binary/foreign", test_foreign);
  g_test_add_func ("/binary/write-back", test_write_back);
  g_test_add_func ("/binary/losses", test_losses);
  g_test_add_func ("/binary/truncated", test_truncated);
  g_test_add_func ("/binary/flips", test_flips);
  g_test_add_func ("/binary/definitions", test_definitions);
  g_test_add_func ("/binary/forms", test_forms);
  g_test_add_func ("/binary/too-large", test_too_large);
  return g_test_run ();
}
