/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <libxml/HTMLparser.h>
#include <string.h>

#include "events/spur-events.h"
#include "synthetic-trace.h"
#include "visualizers/page/spur-page-private.h"
#include "visualizers/spur-view.h"

#define HOSTILE "</script><script>alert ('1')</script><b onclick=\"x\">&amp;\\\x01\xff@DATA@"

static char *
make_report (Synthetic *synthetic)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-report-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_autoptr (GDir) dir = NULL;
  char *text = NULL;

  g_assert_no_error (error);
  spur_report_save (synthetic->trace, synthetic->edges, NULL, path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_assert_cmpint (g_remove (path), ==, 0);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
  g_rmdir (folder);
  return text;
}

static Synthetic *
make_small (void)
{
  Synthetic *self = synthetic_new (2, 1);

  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_leave (self, 0, 2000, self->objects[0]);
  synthetic_enter (self, 1, 3000, self->objects[0], self->work);
  synthetic_leave (self, 1, 4000, self->objects[0]);
  synthetic_message (self, 0, 4100, 1, 4200);
  synthetic_message (self, 0, 4700, 1, 4500);
  synthetic_seal (self);
  return self;
}

static void
correct (Synthetic *synthetic)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (1234567);

  spur_correction_append_map (correction, 1, map);
  spur_correction_set_fact (correction, "method", "by <hand>");
  spur_correction_set_fact_int (correction, "hand.mu-ns", 1);
  spur_correction_set_fact_int (correction, "hand.stream.1.width-ns", 7000);
  spur_correction_set_fact (correction, "hand.stream.x", "no number");
  spur_trace_set_correction (synthetic->trace, correction);
}

/* The text between @begin and @end, which must be there just once. */
static char *
cut (const char *text, const char *begin, const char *end)
{
  const char *from = strstr (text, begin);
  const char *to;

  g_assert_nonnull (from);
  from += strlen (begin);
  g_assert_null (strstr (from, begin));
  to = strstr (from, end);
  g_assert_nonnull (to);
  return g_strndup (from, (gsize) (to - from));
}

static char *
hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *base64 = NULL;
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &length);
  base64 = g_base64_encode (digest, length);
  return g_strdup_printf ("'sha256-%s'", base64);
}

/* What may be in no element of the page. */
static void
check_node (xmlNode *node, guint *n_scripts, guint *n_styles)
{
  for (; node != NULL; node = node->next)
    {
      if (node->type != XML_ELEMENT_NODE)
        continue;
      *n_scripts += strcmp ((char *) node->name, "script") == 0;
      *n_styles += strcmp ((char *) node->name, "style") == 0;
      g_assert_cmpstr ((char *) node->name, !=, "link");
      g_assert_cmpstr ((char *) node->name, !=, "iframe");
      for (xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
        {
          g_assert_cmpstr ((char *) attribute->name, !=, "style");
          g_assert_cmpstr ((char *) attribute->name, !=, "src");
          g_assert_cmpstr ((char *) attribute->name, !=, "href");
          g_assert_false (g_str_has_prefix ((char *) attribute->name, "on"));
        }
      check_node (node->children, n_scripts, n_styles);
    }
}

static void
check_page (const char *text)
{
  htmlDocPtr doc = htmlReadMemory (text, (int) strlen (text), "report.html", "UTF-8",
                                   HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
  guint n_scripts = 0, n_styles = 0;

  g_assert_nonnull (doc);
  g_assert_true (g_str_has_prefix (text, "<!DOCTYPE html>"));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  check_node (xmlDocGetRootElement (doc), &n_scripts, &n_styles);
  /* The data and the script. */
  g_assert_cmpuint (n_scripts, ==, 2);
  g_assert_cmpuint (n_styles, ==, 1);
  xmlFreeDoc (doc);
  g_assert_null (strstr (text, "http://"));
  g_assert_null (strstr (text, "https://"));
  g_assert_null (strstr (text, "url("));
  g_assert_null (strstr (text, "@import"));
  g_assert_null (strstr (text, "unsafe-"));
}

static void
test_policy (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autofree char *text = make_report (synthetic);
  g_autofree char *script = cut (text, "<script>", "</script>");
  g_autofree char *style = cut (text, "<style>", "</style>");
  g_autofree char *script_hash = hash (script);
  g_autofree char *style_hash = hash (style);
  g_autofree char *policy =
    g_strdup_printf ("content=\"default-src 'none'; script-src %s; worker-src blob:; style-src %s; "
                     "base-uri 'none'; form-action "
                     "'none'\"",
                     script_hash, style_hash);

  g_test_summary ("The page loads nothing, and its policy names just its own script and style.");

  check_page (text);
  g_assert_nonnull (strstr (text, policy));
  /* The policy stands before all that it is for. */
  g_assert_true (strstr (text, policy) < strstr (text, "<style>"));
}

static void
test_content (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autofree char *foreign = make_report (synthetic);
  g_autofree char *corrected = NULL;

  g_test_summary ("The numbers before and after, the facts of the correction, and the losses.");

  g_assert_null (strstr (foreign, "What the correction did"));
  g_assert_null (strstr (foreign, "name=\"times\""));
  correct (synthetic);
  corrected = make_report (synthetic);
  check_page (corrected);
  g_assert_nonnull (strstr (corrected, "<span class=\"bad\">1</span>"));
  g_assert_nonnull (strstr (corrected, "<span class=\"good\">0</span>"));
  g_assert_nonnull (strstr (corrected, "<span class=\"bad\">200 ns</span>"));
  g_assert_nonnull (strstr (corrected, "What the correction did"));
  g_assert_nonnull (strstr (corrected, "and for every load object on it where the row is unfolded. "
                                       "States are bars, messages are lines from send to receive, "
                                       "moves of load objects lie on top. Where"));
  g_assert_nonnull (strstr (corrected, "name=\"times\""));
  g_assert_nonnull (strstr (corrected, "+1.23457 ms"));
  g_assert_nonnull (strstr (corrected, "<th class=\"number\">hand width</th>"));
  g_assert_nonnull (strstr (corrected, "<td class=\"number\">7 \xc2\xb5s</td>"));
  g_assert_nonnull (strstr (corrected, "by &lt;hand&gt;"));
  g_assert_nonnull (strstr (corrected, "no number"));
  g_assert_nonnull (strstr (corrected, "sends without a receive"));
}

static void
test_waits (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autofree char *text = NULL;

  g_test_summary ("A receive that waits 3 us for its send is in the page, and can be looked at.");

  synthetic_enter (synthetic, 1, 2000, synthetic->targets[1], synthetic->wait);
  synthetic_message (synthetic, 0, 5000, 1, 5500);
  synthetic_leave (synthetic, 1, 6000, synthetic->targets[1]);
  synthetic_seal (synthetic);
  text = make_report (synthetic);
  check_page (text);
  g_assert_nonnull (strstr (text, "<h2 id=\"waits\">Waits</h2>"));
  g_assert_nonnull (strstr (text, "<tr><th>late-sender</th><td class=\"number\">1</td>"));
  g_assert_nonnull (strstr (text, "All streams together wait for 3\xc2\xa0\xc2\xb5s, all of it by "
                                  "late-sender."));
  /* The trace begins with the wait; what is shown is three times as long as the wait. */
  g_assert_nonnull (strstr (text, "data-from=\"-3000\" data-to=\"6000\">0 ns</button>"));
  /* Waiting is neither work nor overhead. */
  g_assert_nonnull (strstr (text, "No target is ever busy."));
}

static void
test_columns (void)
{
  static const struct
  {
    guint digits;
    gint64 times_ns[3];
    const char *const texts[3];
  } columns[] = {
    /* As many decimals as the largest one has digits left, and one more for the least. */
    { 4, { 61330000, 1636000, 27510 }, { "61.330 ms", "1.636 ms", "0.028 ms" } },
    { 4, { 122100000, 400400, 6656000 }, { "122.10 ms", "0.40 ms", "6.66 ms" } },
    /* What would be nothing keeps its unit; what is nothing has none of its own. */
    { 4, { 1381000000, 149, 0 }, { "1.381 s", "149 ns", "0.000 s" } },
    /* Decimals that are zeros in all cells are left out; nanoseconds have none. */
    { 5,
      { 7000000, -2500000, 0 },
      { "7.0 ms",
        "\xe2\x88\x92"
        "2.5 ms",
        "0.0 ms" } },
    { 9, { 999, 1, 50 }, { "999 ns", "1 ns", "50 ns" } },
    { 4, { 999999, 1000, 1000 }, { "1,000 \xc2\xb5s", "1 \xc2\xb5s", "1 \xc2\xb5s" } },
  };

  g_test_summary ("The times of a column have one unit and one number of decimals.");

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GString) html = g_string_new ("<table><tr><th>a</th></tr>");
      g_autoptr (GString) expected = g_string_new ("<table><tr><th>a</th></tr>");

      for (guint k = 0; k < 3; k++)
        {
          /* Beside another column, whose times are apart. */
          g_string_append (html, "<tr><td>1</td>");
          spur_page_append_ns (html, columns[i].times_ns[k], columns[i].digits);
          spur_page_append_ns (html, 5, 4);
          g_string_append (html, "</tr>");
          g_string_append_printf (expected,
                                  "<tr><td>1</td><td class=\"number\">%s</td>"
                                  "<td class=\"number\">5 ns</td></tr>",
                                  columns[i].texts[k]);
        }
      spur_page_align_columns (html);
      g_assert_cmpstr (html->str, ==, expected->str);
    }
}

/* Object 0 has 8 us of work on one target, object 1 has 2 us on the other one. */
static Synthetic *
make_uneven (void)
{
  Synthetic *self = synthetic_new (2, 2);

  spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_LM_COMPONENT,
                               "balancer", "component", SPUR_NONE);
  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_leave (self, 0, 9000, self->objects[0]);
  synthetic_enter (self, 1, 1000, self->objects[1], self->work);
  synthetic_leave (self, 1, 3000, self->objects[1]);
  synthetic_seal (self);
  return self;
}

static void
test_balance (void)
{
  g_autoptr (Synthetic) synthetic = make_uneven ();
  g_autofree char *text = make_report (synthetic);

  g_test_summary ("What is found about balance is in the page, and its span can be looked at.");

  check_page (text);
  g_assert_nonnull (strstr (text, "<h2 id=\"balance\">Balance</h2>"));
  g_assert_nonnull (
    strstr (text, "10\xc2\xa0\xc2\xb5s of objects = 10\xc2\xa0\xc2\xb5s on targets"));
  /* The mean is 5 us; no placement is below the 8 us of object 0. */
  g_assert_nonnull (strstr (
    text, "The run (8\xc2\xa0\xc2\xb5s) cannot be even: object 0 alone has 1.600 times the mean "
          "load. <button type=\"button\" class=\"show\" data-from=\"0\" "
          "data-to=\"8000\">"));
  g_assert_nonnull (
    strstr (text, "In the run (8\xc2\xa0\xc2\xb5s) PE 1 has no work from 2\xc2\xa0\xc2\xb5s on, "
                  "while PE 0 works until 8\xc2\xa0\xc2\xb5s; all targets together idle "
                  "for 6\xc2\xa0\xc2\xb5s at the end of it. <button type=\"button\" "
                  "class=\"show\" data-from=\"2000\" data-to=\"8000\">"));
  g_assert_nonnull (strstr (text, "<td class=\"number\">10 \xc2\xb5s</td>"
                                  "<td class=\"number\">8 \xc2\xb5s</td>"
                                  "<td class=\"number\">0.6000</td>"
                                  "<td class=\"number\">0.6000</td>"));
}

static void
test_edge_kinds (void)
{
  g_autoptr (Synthetic) messages = make_small ();
  g_autoptr (Synthetic) mixed = make_small ();
  const SpurEdge edge = { .from_stream = 0, .from_event = 1, .to_stream = 1, .to_event = 0 };
  g_autofree char *text = NULL, *mixed_text = NULL;

  g_test_summary ("Edges that are no messages are not called so.");

  text = make_report (messages);
  g_assert_nonnull (strstr (text, "<span>message</span>"));
  g_assert_nonnull (strstr (text, " messages</label>"));
  spur_edges_add_of_kind (mixed->edges, &edge, SPUR_EDGE_CREATION);
  mixed_text = make_report (mixed);
  g_assert_nonnull (strstr (mixed_text, "<span>messages and creations</span>"));
  g_assert_nonnull (strstr (mixed_text, " messages and creations</label>"));
  g_assert_nonnull (strstr (mixed_text, "with 3 messages and creations, of which 1 are"));
}

static void
test_objects (void)
{
  g_autoptr (Synthetic) synthetic = make_uneven ();
  g_autofree char *text = make_report (synthetic);

  g_test_summary ("Components of the load management are no load objects.");

  g_assert_nonnull (strstr (text, "4 events in 2 streams on 2 targets with 2 load objects and "
                                  "1 load management component, 0 messages"));
  g_assert_nonnull (strstr (text, "the largest load is 1.600 times the mean."));
}

static void
test_lanes (void)
{
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (synthetic->trace);
  g_autofree char *text = NULL;

  g_test_summary ("The lane of a stream that belongs to no target has no load.");

  g_clear_object (&synthetic->edges);
  synthetic->edges = spur_edges_new (2);
  spur_trace_add_stream (synthetic->trace, "monitor",
                         spur_definitions_add_clock (definitions, &clock), SPUR_NONE);
  synthetic_enter (synthetic, 0, 1000, synthetic->targets[0], synthetic->work);
  synthetic_leave (synthetic, 0, 2000, synthetic->targets[0]);
  synthetic_seal (synthetic);
  text = make_report (synthetic);
  g_assert_nonnull (strstr (text, "\"lanes\":[{\"name\":\"PE 0\",\"object\":0,\"isTarget\":true},"
                                  "{\"name\":\"monitor\"}]"));
  g_assert_nonnull (strstr (text, "in 2 streams on 1 target, "));
  g_assert_nonnull (strstr (text, "Nothing in this trace tells whether the clocks agree."));
  g_assert_nonnull (strstr (text, "<tr><th>PE 0</th><td"));
  g_assert_null (strstr (text, "<tr><th>monitor</th>"));
}

static void
test_losses (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  g_autofree char *text = NULL;

  g_test_summary ("What a reader left out is in the page.");

  spur_trace_add_loss (synthetic->trace, "metric records", 12345);
  synthetic_enter (synthetic, 0, 1, synthetic->targets[0], synthetic->work);
  synthetic_seal (synthetic);
  text = make_report (synthetic);
  g_assert_nonnull (strstr (text, ">A row for every target. States are bars. Where states are "));
  g_assert_nonnull (
    strstr (text, "<li>All events are of one stream, in the order of its clock.</li>"));
  g_assert_nonnull (strstr (text, "left out in reading: metric records</th>"
                                  "<td class=\"number\">12,345</td>"));
}

static void
test_hostile (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  Synthetic synthetic = { .trace = trace };
  g_autoptr (SpurEdges) edges = spur_edges_new (1);
  g_autofree char *text = NULL;
  const SpurClock clock = { HOSTILE, HOSTILE, 1000000000, 0, 0 };
  guint32 target, state;

  g_test_summary ("Names from a trace stay text, whatever they are.");

  synthetic.edges = edges;
  target = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, HOSTILE, HOSTILE, SPUR_NONE);
  spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, HOSTILE, HOSTILE, SPUR_NONE);
  state = spur_definitions_add_state (definitions, HOSTILE, SPUR_STATE_WORK);
  spur_trace_add_stream (trace, HOSTILE, spur_definitions_add_clock (definitions, &clock), target);
  spur_trace_set_fact (trace, HOSTILE, HOSTILE);
  spur_trace_set_fact (trace, "title", HOSTILE);
  spur_trace_add_loss (trace, HOSTILE, 1);
  synthetic_enter (&synthetic, 0, 10, target, state);
  synthetic_leave (&synthetic, 0, 20, target);
  synthetic_enter (&synthetic, 0, 30, target,
                   spur_definitions_add_state (spur_trace_get_definitions (trace), HOSTILE "idle",
                                               SPUR_STATE_IDLE));
  synthetic_leave (&synthetic, 0, 40, target);
  synthetic_seal (&synthetic);
  {
    g_autoptr (SpurCorrection) correction = spur_correction_new (1);

    spur_correction_set_fact (correction, HOSTILE, HOSTILE);
    spur_correction_set_fact (correction, "a" HOSTILE ".stream.0." HOSTILE, HOSTILE);
    spur_trace_set_correction (trace, correction);
  }
  text = make_report (&synthetic);
  check_page (text);
  g_assert_null (strstr (text, "<script>alert"));
  g_assert_null (strstr (text, "<b onclick"));
  g_assert_nonnull (strstr (text, "&lt;script&gt;alert (&#39;1&#39;)&lt;/script&gt;"));
  g_assert_nonnull (strstr (text, "\\u003cscript\\u003ealert ('1')"));
}

static void
test_empty (void)
{
  g_test_summary ("A trace of nothing, of no events, and of one event has a page.");

  for (guint n = 0; n < 3; n++)
    {
      g_autoptr (Synthetic) synthetic = synthetic_new (n > 0, 0);
      g_autofree char *text = NULL;

      if (n == 2)
        synthetic_enter (synthetic, 0, 5, synthetic->targets[0], synthetic->work);
      synthetic_seal (synthetic);
      text = make_report (synthetic);
      check_page (text);
    }
}

static void
test_size (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autofree char *text = NULL;

  g_test_summary ("The page of a long trace holds all of it, in a few bytes for each event.");

  for (guint i = 0; i < 200000; i++)
    {
      synthetic_enter (synthetic, 0, i * 100, synthetic->targets[0], synthetic->work);
      synthetic_leave (synthetic, 0, i * 100 + 50 + (i % 3), synthetic->targets[0]);
    }
  for (guint i = 0; i < 70000; i++)
    synthetic_message (synthetic, 0, 20000000 + i * 100, 1, 20000000 + i * 100 + 5);
  synthetic_seal (synthetic);
  text = make_report (synthetic);
  g_assert_cmpuint (strlen (text), <, 8 * 540000);
  g_assert_null (strstr (text, "A part of the trace"));
}

/* 1.1 million events, one each microsecond. */
static void
test_cut (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  g_autofree char *text = NULL;

  g_test_summary ("A page that cannot hold a trace says first what it holds, and how to see the "
                  "rest.");

  for (guint i = 0; i < 550000; i++)
    {
      synthetic_enter (synthetic, 0, i * 2000, synthetic->targets[0], synthetic->work);
      synthetic_leave (synthetic, 0, i * 2000 + 1000, synthetic->targets[0]);
    }
  synthetic_seal (synthetic);
  text = make_report (synthetic);
  g_assert_nonnull (strstr (text, "1,000,000 of 1,100,000 events, all from 0\xc2\xa0ns to 1"));
  g_assert_nonnull (strstr (text, "spur report TRACE --from 999999999ns -o next.html"));
  g_assert_true (strstr (text, "A part of the trace") < strstr (text, "class=\"headline\""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/policy", test_policy);
  g_test_add_func ("/report/content", test_content);
  g_test_add_func ("/report/losses", test_losses);
  g_test_add_func ("/report/waits", test_waits);
  g_test_add_func ("/report/columns", test_columns);
  g_test_add_func ("/report/balance", test_balance);
  g_test_add_func ("/report/objects", test_objects);
  g_test_add_func ("/report/lanes", test_lanes);
  g_test_add_func ("/report/edge-kinds", test_edge_kinds);
  g_test_add_func ("/report/hostile", test_hostile);
  g_test_add_func ("/report/empty", test_empty);
  g_test_add_func ("/report/size", test_size);
  g_test_add_func ("/report/cut", test_cut);
  return g_test_run ();
}
