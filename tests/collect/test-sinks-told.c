/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program whose recording goes nowhere says so, in one line on its standard error, and does not
 * wait at its end for what was never there. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

/* @text: what the line has; NULL: there is none. "@" is a folder of the test. */
typedef struct
{
  const char *name;
  const char *where;
  const char *option;
  const char *value;
  const char *text;
} Case;

static const Case cases[] = {
  { "path", "@/missing/run.spurrec", NULL, NULL, "/missing/run.spurrec: No such file" },
  { "folder", "file:@", NULL, NULL, ": " },
  { "scheme", "ws:somewhere", NULL, NULL, "ws:somewhere: expected file:, memory:, flight:, unix:" },
  { "tls", "tls:somewhere:1", NULL, NULL, "spur record --to" },
  { "no-port", "tcp:somewhere", NULL, NULL, "expected tcp:HOST:PORT" },
  { "no-collector", "tcp:127.0.0.1:1", NULL, NULL, "127.0.0.1:1: Connection refused" },
  { "no-socket", "unix:@/socket", NULL, NULL, "/socket: No such file" },
  { "no-host", "tcp:no-such-host.invalid:1", NULL, NULL, "no-such-host.invalid:1: " },
  { "level", "@/run.spurrec", "SPUR_RECORD_EVENTS", "level:loud", "SPUR_RECORD_EVENTS=level:loud" },
  { "class", "@/run.spurrec", "SPUR_RECORD_EVENTS", "Cuont_Event,Count_Evnet+",
    "the rule 'Cuont_Event' fits no event class" },
  { "category", "@/run.spurrec", "SPUR_RECORD_EVENTS", "@Cutsom",
    "the rule 'Cutsom' fits no event class" },
  { "option", "@/run.spurrec", "SPUR_RECORD_POLICY", "wait", "SPUR_RECORD_POLICY=wait" },
  { "good", "@/run.spurrec", "SPUR_RECORD_EVENTS", "Count_*,-LM_*,@Custom", NULL },
  { "memory", "memory:1M", NULL, NULL, NULL },
};

/* (transfer full): what the program says on its standard error; @took_us: in what time. */
static char *
run_program (const Case *a_case, const char *folder, gint64 *took_us)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_auto (GStrv) parts = g_strsplit (a_case->where, "@", -1);
  g_autofree char *where = g_strjoinv (folder, parts);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *said = NULL;

  g_subprocess_launcher_unsetenv (launcher, "SPUR_RECORD_POLICY");
  if (a_case->option != NULL)
    g_subprocess_launcher_setenv (launcher, a_case->option, a_case->value, TRUE);
  *took_us = g_get_monotonic_time ();
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("COLLECT_PROGRAM"), where, "2",
                                         "1000", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  *took_us = g_get_monotonic_time () - *took_us;
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  return said;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_case (gconstpointer data)
{
  const Case *a_case = data;
  g_autofree char *folder = g_dir_make_tmp ("spur-told-XXXXXX", NULL);
  gint64 took_us;
  g_autofree char *said = run_program (a_case, folder, &took_us);

  g_test_summary ("What cannot be opened is said once; there is no wait for it at the end.");

  g_test_message ("%s", said);
  remove_folder (folder);
  if (a_case->text == NULL)
    {
      g_assert_cmpstr (said, ==, "");
      return;
    }
  g_assert_true (g_str_has_prefix (said, "spur-record: "));
  g_assert_nonnull (strstr (said, a_case->text));
  g_assert_true (strchr (said, '\n') == said + strlen (said) - 1);

  /* It was 5 s that it waited for a collector. */
  g_assert_cmpint (took_us, <, 4500000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/sinks-told/", cases[i].name, NULL);

      g_test_add_data_func (name, &cases[i], test_case);
    }
  return g_test_run ();
}
