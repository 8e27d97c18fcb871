/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "synthetic-trace.h"
#include "visualizers/spur-view.h"

static char *browser;

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

/* Opens the page in a browser without a window, and gives the document after its script ran. */
static char *
open_page (const char *folder, const char *hash, char **messages)
{
  g_autofree char *profile = g_strdup_printf ("--user-data-dir=%s/profile", folder);
  g_autofree char *address = g_strdup_printf ("file://%s/report.html%s", folder, hash);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  char *document = NULL;

  process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, browser, "--headless",
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage",
    "--no-first-run", profile, "--window-size=1280,900", "--virtual-time-budget=3000",
    "--enable-logging=stderr", "--dump-dom", address, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &document, messages, &error);
  g_assert_no_error (error);
  return document;
}

static Synthetic *
make_corrected (void)
{
  Synthetic *self = synthetic_new (2, 1);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (300);

  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_leave (self, 0, 2000, self->objects[0]);
  synthetic_enter (self, 1, 3000, self->objects[0], self->work);
  synthetic_leave (self, 1, 4000, self->objects[0]);
  synthetic_message (self, 0, 4100, 1, 4200);
  synthetic_message (self, 0, 4300, 1, 4400);
  synthetic_message (self, 0, 4700, 1, 4500);
  synthetic_seal (self);
  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (self->trace, correction);
  return self;
}

static void
test_page (void)
{
  const struct
  {
    const char *hash;
    const char *red;
    const char *seen;
  } cases[] = {
    { "#raw=1", "<b id=\"red\">1</b>", "<span id=\"seen\">3 messages in this window</span>" },
    { "", "<b id=\"red\">0</b>", "<span id=\"seen\">3 messages in this window</span>" },
    /* Times count from the begin of the trace, which is 1000 ns. */
    { "#from=3000&to=3450&raw=1", "<b id=\"red\">0</b>",
      "<span id=\"seen\">2 messages in this window</span>" },
  };
  g_autoptr (Synthetic) synthetic = make_corrected ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-browser-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);

  g_test_summary ("The page works from a disk, under its own policy, and reads its address.");

  g_assert_no_error (error);
  spur_report_save (synthetic->trace, synthetic->edges, path, NULL, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *messages = NULL;
      g_autofree char *document = open_page (folder, cases[i].hash, &messages);

      g_test_message ("%s", messages);
      g_assert_null (strstr (messages, "CONSOLE"));
      g_assert_nonnull (strstr (document, cases[i].red));
      g_assert_nonnull (strstr (document, cases[i].seen));
      /* All of it is drawn. */
      g_assert_nonnull (strstr (document, "id=\"sample\" role=\"status\" hidden="));
    }
  remove_folder (folder);
}

/* ---- What the lanes look like ---- */

/* Says for each row of pixels how much more blue than red it has: nothing where it is grey. */
#define MEASURE                                                                                    \
  "<pre id=\"tint\"></pre><script>"                                                                \
  "const seen = document.getElementById ('picture'), lines = [];"                                  \
  "const pixels = seen.getContext ('2d').getImageData (0, 0, seen.width, seen.height).data;"       \
  "for (let y = 0; y < seen.height; y++) {"                                                        \
  "  let sum = 0;"                                                                                 \
  "  for (let x = 0; x < seen.width; x++) {"                                                       \
  "    const at = 4 * (y * seen.width + x);"                                                       \
  "    sum += Math.abs (pixels[at + 2] - pixels[at]);"                                             \
  "  }"                                                                                            \
  "  lines.push (sum);"                                                                            \
  "}"                                                                                              \
  "document.getElementById ('tint').textContent = 'tint:' + lines.join (',') + ';';"               \
  "</script>"

/* Takes the page's policy away and has it run a script at its end. */
static void
add_script (const char *path, const char *script)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) page = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *last = g_strconcat (script, "</body>", NULL);
  const char *policy, *end;

  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  policy = strstr (text, "<meta http-equiv=\"Content-Security-Policy\"");
  g_assert_nonnull (policy);
  end = strchr (policy, '>');
  page = g_string_new_len (text, policy - text);
  g_string_append (page, end + 1);
  g_string_replace (page, "</body>", last, 0);
  g_assert_true (g_file_set_contents (path, page->str, (gssize) page->len, &error));
}

static char **
measure_rows (const char *folder, const char *hash)
{
  g_autofree char *messages = NULL;
  g_autofree char *document = open_page (folder, hash, &messages);
  g_autofree char *numbers = NULL;
  const char *begin = strstr (document, "tint:");

  g_assert_null (strstr (messages, "CONSOLE"));
  g_assert_nonnull (begin);
  begin += strlen ("tint:");
  numbers = g_strndup (begin, strcspn (begin, ";"));
  return g_strsplit (numbers, ",", -1);
}

/* PE 1 has no work from 3 us on, PE 0 works until 9 us; the trace begins at 1 us. */
static void
test_finding (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 2);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-browser-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_autofree char *messages = NULL;
  g_autofree char *document = NULL;

  g_test_summary ("A finding that is chosen is what the picture shows.");

  g_assert_no_error (error);
  synthetic_enter (synthetic, 0, 1000, synthetic->objects[0], synthetic->work);
  synthetic_leave (synthetic, 0, 9000, synthetic->objects[0]);
  synthetic_enter (synthetic, 1, 1000, synthetic->objects[1], synthetic->work);
  synthetic_leave (synthetic, 1, 3000, synthetic->objects[1]);
  synthetic_seal (synthetic);
  spur_report_save (synthetic->trace, synthetic->edges, path, NULL, &error);
  g_assert_no_error (error);
  add_script (path, "<script>for (const finding of document.querySelectorAll ('.findings li'))"
                    "  if (finding.textContent.includes ('has no work'))"
                    "    finding.querySelector ('button').click ();"
                    /* The page draws at once, not only when the browser has time for a frame. */
                    "window.dispatchEvent (new Event ('afterprint'));</script>");
  document = open_page (folder, "", &messages);
  g_assert_null (strstr (messages, "CONSOLE"));
  g_assert_nonnull (strstr (document, "<span id=\"span\">6.000 \xc2\xb5s</span>"));
  remove_folder (folder);
}

/* How much of a lane is work: in a trace of @n_periods periods that begin with idling. */
static Synthetic *
make_periods (guint n_periods, gint64 idle_ns, gint64 work_ns)
{
  Synthetic *self = synthetic_new (1, 0);

  for (guint i = 0; i < n_periods; i++)
    {
      gint64 begin_ns = i * (idle_ns + work_ns);

      if (idle_ns > 0)
        {
          synthetic_enter (self, 0, begin_ns, self->targets[0], self->idle);
          synthetic_leave (self, 0, begin_ns + idle_ns, self->targets[0]);
        }
      if (work_ns > 0)
        {
          synthetic_enter (self, 0, begin_ns + idle_ns, self->targets[0], self->work);
          synthetic_leave (self, 0, begin_ns + idle_ns + work_ns, self->targets[0]);
        }
    }
  synthetic_seal (self);
  return self;
}

/* The tint of the rows that are bars where there is nothing but work. */
static double
sum_tint (const char *hash, Synthetic *synthetic, char **reference)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-browser-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_auto (GStrv) rows = NULL;
  double most = 0.0, sum = 0.0;

  spur_report_save (synthetic->trace, synthetic->edges, path, NULL, &error);
  g_assert_no_error (error);
  add_script (path, MEASURE);
  rows = measure_rows (folder, hash);
  remove_folder (folder);
  if (reference == NULL)
    reference = rows;
  g_assert_cmpuint (g_strv_length (rows), ==, g_strv_length (reference));
  for (guint i = 0; reference[i] != NULL; i++)
    most = MAX (most, g_ascii_strtod (reference[i], NULL));
  for (guint i = 0; reference[i] != NULL; i++)
    if (g_ascii_strtod (reference[i], NULL) > most / 2)
      sum += g_ascii_strtod (rows[i], NULL);
  return sum;
}

typedef struct
{
  guint n_periods;
  gint64 idle_ns;
  gint64 work_ns;
  const char *hash;
} Lane;

static void
test_lane (gconstpointer data)
{
  const Lane *lane = data;
  double percent = 100.0 * (double) lane->work_ns / (double) (lane->idle_ns + lane->work_ns);
  g_autoptr (Synthetic) work = make_periods (1, 0, 1000000);
  g_autoptr (Synthetic) idle = make_periods (1, 1000000, 0);
  g_autoptr (Synthetic) mixed = make_periods (lane->n_periods, lane->idle_ns, lane->work_ns);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-browser-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_auto (GStrv) reference = NULL;
  double full, grey, found;

  g_test_summary ("A lane that worked looks so, whatever of its states the page holds.");

  spur_report_save (work->trace, work->edges, path, NULL, &error);
  g_assert_no_error (error);
  add_script (path, MEASURE);
  reference = measure_rows (folder, "");
  remove_folder (folder);
  full = sum_tint ("", work, reference);
  grey = sum_tint ("", idle, reference);
  found = 100.0 * (sum_tint (lane->hash, mixed, reference) - grey) / (full - grey);
  g_test_message ("work is %.1f %% of the time and %.1f %% of the lane", percent, found);
  g_assert_cmpfloat (found, >, percent * 0.85);
  g_assert_cmpfloat (found, <, percent * 1.15);
}

/* ---- What is said of samples ---- */

/* 65,000 messages, one each microsecond, of which every tenth is reversed; and a window of them. */
static void
test_sample (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-browser-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_autofree char *messages = NULL;
  g_autofree char *document = NULL;
  const char *text;
  guint n_drawn;

  g_test_summary ("What is a sample says so, with the numbers of the window.");

  for (guint i = 0; i < 65000; i++)
    synthetic_message (synthetic, 0, i * 1000 + 100, 1, i * 1000 + (i % 10 == 0 ? 0 : 200));
  synthetic_seal (synthetic);
  spur_report_save (synthetic->trace, synthetic->edges, path, NULL, &error);
  g_assert_no_error (error);
  document = open_page (folder, "#from=1000000&to=1292999", &messages);
  g_assert_null (strstr (messages, "CONSOLE"));
  g_assert_nonnull (strstr (document, "<span id=\"seen\">293 messages in this window</span>"));
  g_assert_nonnull (strstr (document, "<b id=\"red\">30</b>"));
  g_assert_nonnull (strstr (document, "id=\"sample\" role=\"status\">"));
  text = strstr (document, "<span id=\"sample-text\">");
  g_assert_nonnull (text);
  text += strlen ("<span id=\"sample-text\">");
  g_test_message ("%.120s", text);
  n_drawn = (guint) g_ascii_strtoull (text, NULL, 10);
  g_assert_cmpuint (n_drawn, >, 200);
  g_assert_cmpuint (n_drawn, <, 293);
  g_assert_nonnull (strstr (text, " of 293 messages in this window are drawn one by one."));
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  /* Idling of two pixels beside work of a third of one. */
  static const Lane bars = { 450, 1700, 300, "" };
  /* More states than a page holds, and those that are left out work; also where one looks closely.
   */
  static const Lane left_out = { 170000, 2000, 1000, "" };
  static const Lane left_out_near = { 170000, 2000, 1000, "#from=100000000&to=100300000" };

  g_test_init (&argc, &argv, NULL);
  browser = g_find_program_in_path ("chromium");
  if (browser == NULL)
    browser = g_find_program_in_path ("chromium-browser");
  if (browser == NULL)
    {
      g_print ("1..0 # SKIP there is no Chromium\n");
      return 0;
    }
  g_test_add_func ("/report/browser", test_page);
  g_test_add_func ("/report/finding", test_finding);
  g_test_add_data_func ("/report/lane/bars", &bars, test_lane);
  g_test_add_data_func ("/report/lane/left-out", &left_out, test_lane);
  g_test_add_data_func ("/report/lane/left-out-near", &left_out_near, test_lane);
  g_test_add_func ("/report/sample", test_sample);
  return g_test_run ();
}
