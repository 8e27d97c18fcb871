/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a reader had to leave out is said by every verb that reads a trace, and is in its JSON. */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

#define GREEDY "projections-charm-lbtest-greedy-4pe"
#define WHAT "bananas that were dropped"
#define LINE "@loss what=\"" WHAT "\" count=1234\n"

/* {in} is the trace, {out} a file without its suffix. */
typedef struct
{
  const char *command;
  /* How often {in} is read, or 0 where the verb's own text says what is missing. */
  guint n_lines;
  gboolean has_json;
  /* Every line of JSON is an event. */
  gboolean is_stream;
} Reader;

static const Reader readers[] = {
  { "info {in}", 0, TRUE, FALSE },
  { "events {in} --limit 2", 1, FALSE, TRUE },
  { "check {in}", 1, TRUE, FALSE },
  { "explain {in} 'process 0:1'", 1, TRUE, FALSE },
  { "stats {in}", 1, TRUE, FALSE },
  { "balance {in}", 1, TRUE, FALSE },
  { "waits {in}", 1, TRUE, FALSE },
  { "at {in} -t 1ms", 1, TRUE, FALSE },
  { "correct {in} -o {out}.spur", 1, TRUE, FALSE },
  { "correct {in} -o {out}.spur --report {out}.json", 1, TRUE, FALSE },
  { "correct {in} --save", 1, TRUE, FALSE },
  { "convert {in} {out}.spur", 1, TRUE, FALSE },
  { "convert {in} - -f spur-text", 1, FALSE, FALSE },
  { "merge {in} -o {out}.spur", 1, TRUE, FALSE },
  { "simulate --score {in} --truth {in}", 2, TRUE, FALSE },
#ifdef SPUR_WITH_VIEWS
  { "draw {in} -o {out}.svg", 1, TRUE, FALSE },
  { "report {in} -o {out}.html", 1, TRUE, FALSE },
#endif
};

typedef struct
{
  char *folder;
  char *clean;
  char *lossy;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *trace = NULL;
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;
  const char *first;
  g_auto (Run) run = { 0 };

  fixture->folder = make_folder ();
  fixture->clean = g_build_filename (fixture->folder, "clean.spurtext", NULL);
  fixture->lossy = g_build_filename (fixture->folder, "lossy.spurtext", NULL);
  trace = g_build_filename (fixture->folder, "in.spur", NULL);
  run_spur (&run, "simulate", "--iterations", "3", "--grid", "2x2", "-o", trace, NULL);
  g_assert_cmpint (run.status, ==, 0);
  run_spur (&run, "convert", trace, fixture->clean, "-f", "spur-text", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (fixture->clean, &text, NULL, NULL));
  first = strstr (text, "@fact");
  g_assert_nonnull (first);
  changed = g_strdup_printf ("%.*s" LINE "%s", (int) (first - text), text, first);
  g_assert_true (g_file_set_contents (fixture->lossy, changed, -1, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->clean);
  g_free (fixture->lossy);
}

/* In a folder in which nothing was written yet. */
static char *
make_command (const Fixture *fixture, const Reader *reader, const char *input, const char *options)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "run", NULL);
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  GString *text = g_string_new ("\"$SPUR_BINARY\" ");

  remove_tree (folder);
  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  g_string_append_printf (text, "%s %s", reader->command, options);
  g_string_replace (text, "{in}", input, 0);
  g_string_replace (text, "{out}", out, 0);
  return g_string_free (text, FALSE);
}

static guint
count_text (const char *text, const char *what)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, what)) != NULL; at += strlen (what))
    n++;
  return n;
}

static gboolean
is_well (const Run *run)
{
  return run->status == 0 || run->status == 4;
}

static void
run_reader (
  const Fixture *fixture, const Reader *reader, const char *input, const char *options, Run *run)
{
  g_autofree char *command = make_command (fixture, reader, input, options);

  run_shell (run, command);
  if (!is_well (run))
    g_error ("%s: exit status %d: %s", command, run->status, run->err);
}

static void
test_line (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("One line on standard error for a trace with losses, with file, count and what.");
  for (gsize i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      const Reader *reader = &readers[i];
      g_auto (Run) run = { 0 };

      g_test_message ("%s", reader->command);
      run_reader (fixture, reader, fixture->lossy, "", &run);
      g_assert_cmpuint (count_text (run.err, WHAT), ==, reader->n_lines);
      g_assert_cmpuint (count_text (run.err, "\n"), ==, reader->n_lines);
      if (reader->n_lines == 0)
        {
          g_assert_nonnull (strstr (run.out, WHAT));
          continue;
        }
      g_assert_nonnull (strstr (run.err, "1,234"));
      g_assert_nonnull (strstr (run.err, fixture->lossy));
    }
}

static void
test_clean (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Nothing is said of a trace without losses.");
  for (gsize i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      g_auto (Run) run = { 0 };

      g_test_message ("%s", readers[i].command);
      run_reader (fixture, &readers[i], fixture->clean, "", &run);
      g_assert_cmpstr (run.err, ==, "");
    }
}

static JsonArray *
parse_losses (JsonParser *parser, const Run *run)
{
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, run->out, -1, &error);
  g_assert_no_error (error);
  return json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                       "losses");
}

static void
test_json (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Every --json has \"losses\", an array of what and count, empty without losses.");
  for (gsize i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_auto (Run) run = { 0 };
      JsonArray *losses;
      JsonObject *loss;

      if (!readers[i].has_json)
        continue;
      g_test_message ("%s", readers[i].command);
      run_reader (fixture, &readers[i], fixture->lossy, "--json", &run);
      losses = parse_losses (parser, &run);
      g_assert_cmpuint (json_array_get_length (losses), ==, 1);
      loss = json_array_get_object_element (losses, 0);
      g_assert_cmpstr (json_object_get_string_member (loss, "what"), ==, WHAT);
      g_assert_cmpint (get_int (loss, "count"), ==, 1234 * MAX (readers[i].n_lines, 1));

      run_reader (fixture, &readers[i], fixture->clean, "--json", &run);
      g_assert_cmpuint (json_array_get_length (parse_losses (parser, &run)), ==, 0);
    }
}

static void
test_json_stream (Fixture *fixture, gconstpointer data)
{
  g_auto (Run) run = { 0 };
  g_auto (GStrv) lines = NULL;
  const Reader *reader = &readers[1];

  g_test_summary (
    "A stream of JSON lines begins with an object of the losses, where there are any.");
  g_assert_true (reader->is_stream);
  for (guint has_losses = 0; has_losses < 2; has_losses++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      Run first = { 0 };

      run_reader (fixture, reader, has_losses ? fixture->lossy : fixture->clean, "--json", &run);
      g_clear_pointer (&lines, g_strfreev);
      lines = g_strsplit (run.out, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, 3 + has_losses);
      first.out = lines[0];
      if (has_losses)
        g_assert_cmpuint (json_array_get_length (parse_losses (parser, &first)), ==, 1);
      else
        g_assert_null (strstr (run.out, "losses"));
    }
}

/* A real one: the end of a log is missing. */
static void
test_cut_off (Fixture *fixture, gconstpointer data)
{
  g_autofree char *source = spur_test_corpus (GREEDY);
  g_autofree char *command =
    g_strdup_printf ("cp -r '%s' '%s/cut' && chmod -R u+w '%s/cut' && cd '%s/cut' && "
                     "for log in *.log.gz; do [ -e \"$log\" ] && gunzip \"$log\"; done; "
                     "log=$(ls *.2.log) && size=$(stat -c %%s \"$log\") && "
                     "truncate -s $((size / 2)) \"$log\"",
                     source, fixture->folder, fixture->folder, fixture->folder);
  g_autofree char *path = g_build_filename (fixture->folder, "cut", "lb_test.prj.sts", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Half of a log that is missing is said by a verb that only asks for times.");
  run_shell (&run, command);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
  run_spur (&run, "check", path, NULL);
  g_assert_true (is_well (&run));
  g_assert_nonnull (strstr (run.err, "cut off"));
  g_assert_cmpuint (count_text (run.err, "\n"), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cli/losses/line", Fixture, NULL, set_up, test_line, tear_down);
  g_test_add ("/cli/losses/clean", Fixture, NULL, set_up, test_clean, tear_down);
  g_test_add ("/cli/losses/json", Fixture, NULL, set_up, test_json, tear_down);
  g_test_add ("/cli/losses/json-stream", Fixture, NULL, set_up, test_json_stream, tear_down);
  g_test_add ("/cli/losses/cut-off", Fixture, NULL, set_up, test_cut_off, tear_down);
  return g_test_run ();
}
