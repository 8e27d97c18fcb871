/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Formats of regular expressions: which rule reads a record. */
#include "config.h"

#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/spur-codec.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"
#include "tests/test-corpus.h"

#define PATTERN(expression, rules)                                                                 \
  "<format xmlns='urn:spur:format:1' name='p' version='1'><pattern>\n"                             \
  "<expression><![CDATA[" expression "]]></expression>\n" rules "</pattern></format>\n"

#define TWO_KEYS                                                                                   \
  PATTERN ("(?<t>\\d+) (?:born=(?<born>\\w+)|dead=(?<dead>\\w+)|(?<state>\\w+))",                  \
           "<event class='LO_Creation_Event' written='%s'><time key='t'/><class key='born'/>"      \
           "</event>\n"                                                                            \
           "<event class='LO_Termination_Event' written='%s'><time key='t'/><class key='dead'/>"   \
           "</event>\n"                                                                            \
           "<event class='LO_State_Change_Event'><time key='t'/><field name='state'/></event>\n")

static SpurFormat *
compile (const char *definition, GError **error)
{
  return spur_format_new_from_data ("p.xml", definition, -1, error);
}

static SpurTrace *
read_by (const char *definition, const char *text, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (SpurFormat) format = compile (definition, &problem);

  g_assert_no_error (problem);
  return format_files_read (format, text, strlen (text), error);
}

static void
assert_classes (const char *definition, const char *text, const char *const *names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = read_by (definition, text, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, g_strv_length ((char **) names));
  for (guint64 i = 0; names[i] != NULL; i++)
    {
      g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, i);

      g_assert_cmpstr (spur_event_get_layout (event)->name, ==, names[i]);
    }
}

static void
test_class_keys (void)
{
  static const char *const names[] = { "LO_Creation_Event", "LO_Termination_Event",
                                       "LO_State_Change_Event", "LO_Creation_Event", NULL };
  g_autofree char *definition = g_strdup_printf (TWO_KEYS, "task", "job");
  g_autofree char *alike = g_strdup_printf (TWO_KEYS, "task", "task");
  g_autofree char *crossed =
    g_strdup_printf (TWO_KEYS, "LO_Termination_Event", "LO_Creation_Event");

  g_test_summary ("Each rule has a class key of its own, and a rule without one takes the others.");
  assert_classes (definition, "1 born=task\n2 dead=job\n3 idle\n4 born=task\n", names);
  assert_classes (alike, "1 born=task\n2 dead=task\n3 idle\n4 born=task\n", names);
  assert_classes (
    crossed,
    "1 born=LO_Termination_Event\n2 dead=LO_Creation_Event\n3 idle\n4 born=LO_Termination_Event\n",
    names);
}

static void
test_class_of_other_key (void)
{
  g_autofree char *definition = g_strdup_printf (TWO_KEYS, "task", "job");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = read_by (definition, "1 born=task\n2 born=job\n", &error);

  g_test_summary ("A class under another rule's key is an error, and no class that is near.");
  g_assert_null (trace);
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  g_assert_nonnull (strstr (error->message, ":2: "));
  g_assert_nonnull (strstr (error->message, "“job”"));
  g_assert_nonnull (strstr (error->message, "born"));
}

static void
test_class_default (void)
{
  static const char definition[] =
    PATTERN ("(?<t>\\d+)(?: (?<what>\\S+))?",
             "<event class='LO_Creation_Event' written='new'><time key='t'/><class key='what'/>"
             "</event>\n"
             "<event class='LO_Termination_Event' written='end'><time key='t'/>"
             "<class key='what' default='end'/></event>\n");
  static const char without[] =
    PATTERN ("(?<t>\\d+)(?: (?<what>\\S+))?",
             "<event class='LO_Creation_Event' written='new'><time key='t'/><class key='what'/>"
             "</event>\n"
             "<event class='LO_Termination_Event' written='end'><time key='t'/>"
             "<class key='what'/></event>\n");
  static const char *const names[] = { "LO_Creation_Event", "LO_Termination_Event",
                                       "LO_Termination_Event", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("A record without a class has the default's, or is an error.");
  assert_classes (definition, "1 new\n2\n3 end\n", names);
  trace = read_by (without, "1 new\n2\n", &error);
  g_assert_null (trace);
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  g_assert_nonnull (strstr (error->message, ":2: the record does not say its event class"));
}

static void
test_subclasses (void)
{
  static const char definition[] =
    PATTERN ("(?<t>\\d+) (?:a=(?<a>\\S+)|b=(?<b>\\S+))",
             "<event class='LO_Event'><time key='t'/><class key='a'/></event>\n"
             "<event class='*'><time key='t'/><class key='b'/></event>\n");
  static const char *const names[] = { "LO_Creation_Event", "Target_Addition_Event", NULL };

  g_test_summary ("Subclasses are read by the key of the rule that is theirs.");
  assert_classes (definition, "1 a=LO_Creation_Event\n2 b=Target_Addition_Event\n", names);
}

static void
test_missing_key (void)
{
  static const char *const items[] = { "time", "stream", "class", "predecessors", "vector-clock" };

  g_test_summary ("An item without a key is said with what a key is.");
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autofree char *definition = g_strdup_printf (
        PATTERN ("(?<t>\\d+)", "<event class='LO_Event'>\n<%s/></event>\n"), items[i]);
      g_autofree char *place = g_strdup_printf ("p.xml:4: <%s> has no key", items[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurFormat) format = compile (definition, &error);

      g_assert_null (format);
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      g_assert_true (g_str_has_prefix (error->message, place));
      g_assert_nonnull (strstr (error->message, "key=\""));
    }
}

static void
test_missing_group (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurFormat) format = compile (
    PATTERN ("(?<t>\\d+) (?<who>\\w+)", "<event class='LO_Event'>\n<time key='when'/></event>\n"),
    &error);

  g_test_summary ("A key that no group has is said with the groups that there are.");
  g_assert_null (format);
  g_assert_nonnull (strstr (error->message, "p.xml:4: the expression has no group named when"));
  g_assert_nonnull (strstr (error->message, "t, who"));
}

typedef struct
{
  const char *file;
  guint n_events;
  guint n_lost_lines;
} Log;

static const Log logs[] = {
  { "vclock-shiviz/voldemort.log", 864, 0 },
  { "vclock-shiviz-more/voldemort.log", 864, 0 },
  /* Its line 1001 is followed by another event, not by its clock. */
  { "vclock-shiviz-more/voldemort-simple-threadnames.log", 863, 1 },
};

static void
test_voldemort (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "shiviz-voldemort");

  g_test_summary ("All events of Voldemort's logs are read, also those behind a dot of the tests.");
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      if (!spur_test_has_corpus (logs[i].file))
        {
          g_test_skip ("a log of Voldemort is not there");
          return;
        }
      path = spur_test_corpus (logs[i].file);
      trace = spur_format_read (format, path, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, logs[i].n_events);
      g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, logs[i].n_lost_lines > 0);
      if (logs[i].n_lost_lines > 0)
        g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, logs[i].n_lost_lines);
    }
}

static void
test_dots (void)
{
  static const char text[] = "..[2013-05-24 23:28:01,874 a.B] INFO one\nm {\"m\":1}\n"
                             ".[2013-05-24 23:28:01,875 a.B] INFO two\nm {\"m\":2}\n"
                             "!.[2013-05-24 23:28:01,876 a.B] INFO three\nm {\"m\":3}\n";
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "shiviz-voldemort");
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = format_files_read (format, text, strlen (text), &error);

  g_test_summary ("Dots before an event are skipped; another line is counted, not an event.");
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
  g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/pattern/class-keys", test_class_keys);
  g_test_add_func ("/format/pattern/class-of-other-key", test_class_of_other_key);
  g_test_add_func ("/format/pattern/class-default", test_class_default);
  g_test_add_func ("/format/pattern/subclasses", test_subclasses);
  g_test_add_func ("/format/pattern/missing-key", test_missing_key);
  g_test_add_func ("/format/pattern/missing-group", test_missing_group);
  g_test_add_func ("/format/pattern/voldemort", test_voldemort);
  g_test_add_func ("/format/pattern/dots", test_dots);
  return g_test_run ();
}
