/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* No verb replaces a file that is there, unless --force is given. */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

/* Verbs that write; test_help() lists them first. */
#define N_WRITING 11
#define PRECIOUS "int main (void) { return 0; }\n"
#define ARCHIVE "otf2-pmpi-lammps-8/skewed-b/traces.otf2"

/* In command lines {in} is a small trace, {recording} a recording, {archive} an OTF2 archive and
 * {out} the file to write, whose name ends in @suffix. */
typedef struct
{
  const char *name;
  const char *suffix;
  const char *command;
} Writer;

/* Every verb that writes, by each option that names a file. */
static const Writer writers[] = {
  { "convert", ".spur", "convert {in} {out}" },
  { "convert to text", ".spurtext", "convert {in} {out} -f spur-text" },
  { "convert an archive", ".otf2", "convert {archive} {out}" },
  { "correct", ".spur", "correct {in} -o {out}" },
  { "correct into maps", ".spurmap", "correct {in} -o {out}" },
  { "correct an archive", ".otf2", "correct {archive} -o {out}" },
  { "check --report", ".txt", "check {in} --report {out}" },
  { "correct --report text", ".txt", "correct {in} -o {folder}/c.spur --report {out}" },
  { "correct --report json", ".json", "correct {in} -o {folder}/c.spur --report {out}" },
  { "merge", ".spur", "merge {in} {in} -o {out}" },
  { "recover", ".spur", "recover {recording} {out}" },
  { "record", ".spur", "record -o {out} --layer none --no-check -- {recorder}" },
  { "simulate", ".spur", "simulate --iterations 2 -o {out}" },
  { "simulate's truth", ".truth.spur", "simulate --iterations 2 -o {stem}.spur" },
  { "collect", ".spur",
    "collect -l unix:{folder}/s -o {out} --wait 1 & "
    "for i in $(seq 100); do [ -S {folder}/s ] && break; sleep 0.02; done; sleep 0.1; "
    "SPUR_RECORD=unix:{folder}/s {recorder}; wait $!" },
#ifdef SPUR_WITH_VIEWS
  { "correct --report page", ".html", "correct {in} -o {folder}/c.spur --report {out}" },
  { "draw svg", ".svg", "draw {in} -o {out}" },
  { "draw png", ".png", "draw {in} -o {out}" },
  { "report", ".html", "report {in} -o {out}" },
  { "simulate --plot-fast", ".svg", "simulate --iterations 2 --plot-fast {out}" },
  { "simulate --plot-slow", ".png", "simulate --iterations 2 --plot-slow {out}" },
  { "simulate --plot-deviation", ".svg", "simulate --iterations 2 --plot-deviation {out}" },
#endif
};

typedef struct
{
  char *folder;
  char *input;
  char *recording;
  char *archive;
} Fixture;

static char *
make_input (const char *folder)
{
  char *path = g_build_filename (folder, "in.spur", NULL);
  g_auto (Run) run = { 0 };

  /* So that 'check' finds nothing. */
  run_spur (&run, "simulate", "--iterations", "3", "--grid", "2x2", "--clock", "0=constant:1ns",
            "-o", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  return path;
}

static const char *
get_recorder (void)
{
  const char *recorder = g_getenv ("SPUR_TEST_RECORDER");

  g_assert_nonnull (recorder);
  return recorder;
}

static void
record_events (const char *path)
{
  g_autofree char *command = g_strdup_printf ("'%s' '%s'", get_recorder (), path);
  g_auto (Run) run = { 0 };

  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 0);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = make_folder ();
  fixture->input = make_input (fixture->folder);
  fixture->recording = g_build_filename (fixture->folder, "in.spurrec", NULL);
  fixture->archive = spur_test_corpus (ARCHIVE);
  record_events (fixture->recording);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->input);
  g_free (fixture->recording);
  g_free (fixture->archive);
}

/* The command line in a folder of its own, which is made anew. */
static char *
prepare (const Fixture *fixture, const Writer *writer, char **output)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "run", NULL);
  g_autofree char *stem = g_build_filename (folder, "out", NULL);
  GString *text = g_string_new ("\"$SPUR_BINARY\" ");

  remove_tree (folder);
  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  *output = g_strconcat (stem, writer->suffix, NULL);
  g_string_append (text, writer->command);
  g_string_replace (text, "{in}", fixture->input, 0);
  g_string_replace (text, "{recording}", fixture->recording, 0);
  g_string_replace (text, "{archive}", fixture->archive, 0);
  g_string_replace (text, "{recorder}", get_recorder (), 0);
  g_string_replace (text, "{folder}", folder, 0);
  g_string_replace (text, "{stem}", stem, 0);
  g_string_replace (text, "{out}", *output, 0);
  return g_string_free (text, FALSE);
}

static gboolean
has_text (const char *path, const char *text)
{
  g_autofree char *contents = NULL;
  gsize n_bytes = 0;

  g_assert_true (g_file_get_contents (path, &contents, &n_bytes, NULL));
  return n_bytes == strlen (text) && memcmp (contents, text, n_bytes) == 0;
}

static void
expect_written (const Writer *writer, const char *command, const char *output)
{
  g_auto (Run) run = { 0 };

  run_shell (&run, command);
  if (run.status != 0)
    g_error ("%s: exit status %d: %s", writer->name, run.status, run.err);
  g_assert_false (has_text (output, PRECIOUS));
}

static void
expect_refused (const Writer *writer, const char *command, const char *output)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_auto (Run) run = { 0 };
  gsize n_before, n_after;

  g_assert_true (g_file_get_contents (output, &before, &n_before, NULL));
  run_shell (&run, command);
  if (run.status != 2)
    g_error ("%s: exit status %d, not 2: %s", writer->name, run.status, run.err);
  if (strstr (run.err, "--force") == NULL || strstr (run.err, output) == NULL)
    g_error ("%s: names neither file nor --force: %s", writer->name, run.err);
  g_assert_true (g_file_get_contents (output, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
}

static void
test_foreign (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A file that is there stays, and nothing else appears beside it.");
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *output = NULL;
      g_autofree char *command = prepare (fixture, &writers[i], &output);
      g_autofree char *folder = g_path_get_dirname (output);

      g_test_message ("%s", writers[i].name);
      g_assert_true (g_file_set_contents (output, PRECIOUS, -1, NULL));
      expect_refused (&writers[i], command, output);
      g_assert_true (has_text (output, PRECIOUS));
      g_assert_cmpuint (count_files (folder), ==, 1);
    }
}

static void
test_own (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Not even what the same command wrote is replaced without --force.");
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *output = NULL;
      g_autofree char *command = prepare (fixture, &writers[i], &output);

      /* That one names the other file first. */
      if (strstr (writers[i].command, "{stem}") != NULL)
        continue;
      g_test_message ("%s", writers[i].name);
      expect_written (&writers[i], command, output);
      expect_refused (&writers[i], command, output);
    }
}

/* Behind the verb, since what follows "--" is no option of it. */
static char *
add_force (const char *command)
{
  g_auto (GStrv) words = g_strsplit (command, " ", 3);

  return g_strdup_printf ("%s %s --force %s", words[0], words[1], words[2]);
}

static void
test_force (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("With --force every verb that writes replaces what is there.");
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *output = NULL;
      g_autofree char *command = prepare (fixture, &writers[i], &output);
      g_autofree char *forced = add_force (command);

      if (g_str_has_suffix (writers[i].suffix, ".otf2"))
        continue;
      g_test_message ("%s", writers[i].name);
      g_assert_true (g_file_set_contents (output, PRECIOUS, -1, NULL));
      expect_written (&writers[i], forced, output);
      expect_written (&writers[i], forced, output);
    }
}

static void
test_force_archive (Fixture *fixture, gconstpointer data)
{
  const Writer writer = { "archive", ".otf2", "correct {archive} -o {out}" };
  g_autofree char *output = NULL;
  g_autofree char *command = prepare (fixture, &writer, &output);
  g_autofree char *forced = add_force (command);
  g_autofree char *folder = g_path_get_dirname (output);
  g_autofree char *marker = g_build_filename (folder, "out.marker", NULL);
  g_autofree char *own = g_build_filename (folder, "out", "notes.txt", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("With --force an archive takes the place of another, with all of its parts.");
  expect_written (&writer, command, output);
  g_assert_true (g_file_set_contents (marker, "old", -1, NULL));
  expect_written (&writer, forced, output);
  g_assert_false (g_file_test (marker, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_files (folder), ==, 3);

  g_test_message ("what is no part of an archive is not deleted with it");
  g_assert_true (g_file_set_contents (own, PRECIOUS, -1, NULL));
  run_shell (&run, forced);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "notes.txt"));
  g_assert_true (has_text (own, PRECIOUS));
  g_assert_cmpuint (count_files (folder), ==, 3);

  g_test_message ("nor a folder that only has the name of one");
  g_assert_cmpint (g_unlink (output), ==, 0);
  run_shell (&run, forced);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_true (has_text (own, PRECIOUS));
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
}

static void
test_not_files (Fixture *fixture, gconstpointer data)
{
  g_autofree char *empty = g_build_filename (fixture->folder, "empty.spur", NULL);
  g_autofree char *link_path = g_build_filename (fixture->folder, "link.spur", NULL);
  g_autofree char *folder = g_build_filename (fixture->folder, "folder.spur", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("An empty file holds nothing; a link that leads nowhere and a folder do count.");
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  run_spur (&run, "merge", fixture->input, "-o", empty, NULL);
  g_assert_cmpint (run.status, ==, 0);

  g_assert_cmpint (symlink ("nowhere", link_path), ==, 0);
  run_spur (&run, "merge", fixture->input, "-o", link_path, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));

  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  run_spur (&run, "merge", "--force", fixture->input, "-o", folder, NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
}

static void
test_save (Fixture *fixture, gconstpointer data)
{
  g_auto (Run) run = { 0 };

  g_test_summary ("--save and --undo change the trace that they are given, without --force.");
  for (guint i = 0; i < 2; i++)
    {
      run_spur (&run, "correct", "--save", fixture->input, NULL);
      g_assert_cmpint (run.status, ==, 0);
    }
  run_spur (&run, "correct", "--undo", fixture->input, NULL);
  g_assert_cmpint (run.status, ==, 0);
}

static void
test_same_name (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "run", NULL);
  g_autofree char *output = g_build_filename (folder, "same.txt", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Two options that name one file write nothing.");
  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  run_spur (&run, "correct", fixture->input, "-o", output, "--report", output, NULL);
  g_assert_cmpint (run.status, !=, 0);
  g_assert_cmpuint (count_files (folder), ==, 0);
}

static void
test_help (Fixture *fixture, gconstpointer data)
{
  static const char *const verbs[] = { "convert", "correct", "draw",     "report",  "record",
                                       "recover", "collect", "merge",    "monitor", "simulate",
                                       "check",   "info",    "events",   "explain", "stats",
                                       "at",      "plugins", "validate", "waits",   "balance",
                                       "objects" };

  g_test_summary ("--force and --no-sync are options of every verb that writes, and of no other.");
  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_auto (Run) run = { 0 };

      run_spur (&run, verbs[i], "--help", NULL);
      g_assert_cmpint (run.status, ==, 0);
      g_test_message ("%s", verbs[i]);
      g_assert_true ((strstr (run.out, "  --force ") != NULL) == (i < N_WRITING));
      g_assert_true ((strstr (run.out, "  --no-sync ") != NULL) == (i < N_WRITING));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cli/overwrite/foreign", Fixture, NULL, set_up, test_foreign, tear_down);
  g_test_add ("/cli/overwrite/own", Fixture, NULL, set_up, test_own, tear_down);
  g_test_add ("/cli/overwrite/force", Fixture, NULL, set_up, test_force, tear_down);
  g_test_add ("/cli/overwrite/force/archive", Fixture, NULL, set_up, test_force_archive, tear_down);
  g_test_add ("/cli/overwrite/not-files", Fixture, NULL, set_up, test_not_files, tear_down);
  g_test_add ("/cli/overwrite/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/cli/overwrite/same-name", Fixture, NULL, set_up, test_same_name, tear_down);
  g_test_add ("/cli/overwrite/help", Fixture, NULL, set_up, test_help, tear_down);
  return g_test_run ();
}
