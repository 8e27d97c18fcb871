/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tables of events, and those of definitions beside them. */
#include "config.h"

#include <string.h>

#include "core/format/spur-codec.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"

static const char trace_text[] =
  "@fact key=project value=ours\n"
  "@clock id=0 name=c resolution=1000000000 epoch=0 domain=0 kind=monotonic\n"
  "@class id=0 name=Oven_Event parent=LO_State_Change_Event role=internal match=none effect=set\n"
  "@field class=0 name=object type=object use=subject\n"
  "@field class=0 name=old_state type=state use=old-state\n"
  "@field class=0 name=state type=state use=state\n"
  "@field class=0 name=values type=list use=values\n"
  "@object id=0 type=SpurLoadObject name=oven kind=oven\n"
  "@object id=1 type=SpurLoadObject name=silent kind=oven\n"
  "@stream id=0 name=s clock=0\n"
  "@stream id=1 name=t clock=0\n"
  "0.000000001 s Oven_Event object=oven state=hot\n"
  "0.000000002 t Oven_Event object=oven state=\"very, hot\"%s\n";

static SpurTrace *
read_by (const char *format_name, const char *text, gsize n_bytes)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, format_name);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = format_files_read (format, text, n_bytes, &error);

  g_assert_no_error (error);
  return trace;
}

static SpurTrace *
make_trace (const char *end)
{
  g_autofree char *text = g_strdup_printf (trace_text, end);

  return read_by ("spur-text", text, strlen (text));
}

static char *
write_csv (SpurTrace *trace, gboolean is_definitions)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "csv");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write_part (format, trace, is_definitions, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
test_events (void)
{
  g_autoptr (SpurTrace) trace = make_trace ("");
  g_autofree char *text = write_csv (trace, FALSE);

  g_test_summary ("The table has the events, and columns in which there is something.");
  g_assert_cmpstr (text, ==,
                   "time_ns,stream,class,object,state\n"
                   "1,s,Oven_Event,oven,hot\n"
                   "2,t,Oven_Event,oven,\"very, hot\"\n");
}

static void
test_last_event (void)
{
  g_autoptr (SpurTrace) trace = make_trace (" old_state=cold @after=0:0");
  g_autofree char *text = write_csv (trace, FALSE);

  g_test_summary ("A value in the very last event makes a column, and so does a predecessor.");
  g_assert_cmpstr (text, ==,
                   "time_ns,stream,class,object,old_state,state,@after\n"
                   "1,s,Oven_Event,oven,,hot,\n"
                   "2,t,Oven_Event,oven,cold,\"very, hot\",0:0\n");
}

static void
test_definitions (void)
{
  g_autoptr (SpurTrace) trace = make_trace (" @after=0:0");
  g_autofree char *definitions = write_csv (trace, TRUE);
  g_autofree char *events = write_csv (trace, FALSE);
  g_autofree char *both = g_strconcat (definitions, events, NULL);
  g_autoptr (SpurTrace) whole = read_by ("csv", both, strlen (both));
  g_autoptr (SpurTrace) only = read_by ("csv", definitions, strlen (definitions));
  gsize n_predecessors;

  g_test_summary ("Definitions and events behind each other are the whole trace.");
  g_assert_null (strstr (definitions, "very, hot\"\n2"));
  g_assert_nonnull (strstr (definitions, "silent"));
  g_assert_cmpuint (spur_trace_get_n_events (whole), ==, 2);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (whole)), ==, 2);
  g_assert_cmpstr (spur_trace_get_fact (whole, "project"), ==, "ours");
  g_assert_cmpstr (spur_trace_get_class (whole, 0)->parent_name, ==, "LO_State_Change_Event");
  spur_trace_get_all_predecessors (whole, &n_predecessors);
  g_assert_cmpuint (n_predecessors, ==, 1);
  g_assert_cmpuint (spur_trace_get_n_losses (whole), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_events (only), ==, 0);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (only)), ==, 2);
}

static void
test_events_alone (void)
{
  g_autoptr (SpurTrace) trace = make_trace (" @after=0:0");
  g_autofree char *events = write_csv (trace, FALSE);
  g_autoptr (SpurTrace) back = read_by ("csv", events, strlen (events));
  g_autoptr (SpurEvent) event = spur_trace_get_event (back, 0, 0);
  SpurEntryList *values = spur_event_get_list (event, "values");
  gsize n_predecessors;

  g_test_summary (
    "Events alone are read: unknown columns as values, and what cannot be is counted.");
  g_assert_cmpuint (spur_trace_get_n_events (back), ==, 2);
  g_assert_cmpstr (spur_event_get_layout (event)->name, ==, "Oven_Event");
  g_assert_cmpstr (spur_event_get_layout (event)->parent_name, ==, "Custom_Event");
  g_assert_cmpint (spur_entry_list_find (values, "state"), >=, 0);
  spur_trace_get_all_predecessors (back, &n_predecessors);
  g_assert_cmpuint (n_predecessors, ==, 0);
  g_assert_cmpuint (spur_trace_get_n_losses (back), ==, 1);
  g_assert_true (g_str_has_prefix (spur_trace_get_loss (back, 0)->what, "predecessors"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/csv/events", test_events);
  g_test_add_func ("/format/csv/last-event", test_last_event);
  g_test_add_func ("/format/csv/definitions", test_definitions);
  g_test_add_func ("/format/csv/events-alone", test_events_alone);
  return g_test_run ();
}
