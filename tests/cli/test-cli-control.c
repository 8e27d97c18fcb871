/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Commands for a running program, by `spur record --pid`: neither the command nor the recorder
 * trusts a folder or a socket of another user. */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "tests/record/program-run.h"

/* Users that no computer has; the folder /tmp/spur-record-54331 is the first one's. */
#define USER 54331
#define OTHER 54332
#define USER_FOLDER "/tmp/spur-record-54331"

static char *runtime;
static guint n_repetitions;

static void
become (uid_t user)
{
  if (setgroups (0, NULL) != 0 || setresgid (user, user, user) != 0 ||
      setresuid (user, user, user) != 0)
    _exit (3);
}

/* ---- The program ---- */

/* Records in memory until standard input ends: an event at first, and one for each byte that comes,
 * which is answered by the same byte. */
static int
listen_for_commands (const char *user)
{
  SpurRecord *record;
  char byte;

  if (*user != '\0')
    become ((uid_t) g_ascii_strtoull (user, NULL, 10));
  spur_record_set_option ("control", "1");
  record = spur_record_open ("memory:");
  recording_put (record, 0, 0);
  if (write (STDOUT_FILENO, "r", 1) != 1)
    return 1;
  while (read (STDIN_FILENO, &byte, 1) > 0)
    {
      recording_put (record, 0, 1);
      if (write (STDOUT_FILENO, &byte, 1) != 1)
        return 1;
    }
  spur_record_close (record);
  return 0;
}

typedef struct
{
  GSubprocess *process;
  int number;
} Program;

static void
start_program (Program *self, const char *user)
{
  g_autofree char *path = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;
  char byte;

  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                      G_SUBPROCESS_FLAGS_STDERR_PIPE,
                                    &error, path, "listen", user, NULL);
  g_assert_no_error (error);
  self->number = (int) g_ascii_strtoull (g_subprocess_get_identifier (self->process), NULL, 10);
  g_assert_cmpint (
    g_input_stream_read (g_subprocess_get_stdout_pipe (self->process), &byte, 1, NULL, &error), ==,
    1);
  g_assert_no_error (error);
}

/* (transfer full): what it said on stderr. */
static char *
end_program (Program *self)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_subprocess_communicate_utf8 (self->process, NULL, NULL, NULL, &text, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (self->process));
  g_clear_object (&self->process);
  return text;
}

/* ---- The command ---- */

typedef struct
{
  int status;
  char *out;
  char *err;
} Answer;

static void
clear_answer (Answer *self)
{
  g_clear_pointer (&self->out, g_free);
  g_clear_pointer (&self->err, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, clear_answer)

static void
set_user (gpointer data)
{
  if (*(uid_t *) data != getuid ())
    become (*(uid_t *) data);
}

/* @command: an option of `spur record --pid`, and @value its argument or NULL. */
static void
ask_program_to (Answer *answer, int process, uid_t user, const char *command, const char *value)
{
  g_autofree char *number = g_strdup_printf ("%d", process);
  const char *arguments[] = {
    g_getenv ("SPUR_BINARY"), "record", "--pid", number, command, value, NULL
  };
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;

  if (user != getuid ())
    environment = g_environ_unsetenv (environment, "XDG_RUNTIME_DIR");
  g_spawn_sync (NULL, (char **) arguments, environment, G_SPAWN_DEFAULT, set_user, &user,
                &answer->out, &answer->err, &answer->status, &error);
  g_assert_no_error (error);
}

static void
ask_program (Answer *answer, int process, uid_t user)
{
  ask_program_to (answer, process, user, "--status", NULL);
}

static void
check_obeyed (int process, uid_t user)
{
  g_auto (Answer) answer = { 0 };

  ask_program (&answer, process, user);
  g_assert_cmpstr (answer.err, ==, "");
  g_assert_cmpint (answer.status, ==, 0);
  g_assert_nonnull (strstr (answer.out, "ok events=1 "));
}

static void
check_refused (int process, uid_t user, const char *reason)
{
  g_auto (Answer) answer = { 0 };

  ask_program (&answer, process, user);
  g_assert_cmpint (answer.status, !=, 0);
  g_assert_cmpstr (answer.out, ==, "");
  g_assert_nonnull (strstr (answer.err, reason));
}

/* ---- Sockets that another user put there ---- */

/* Answers as a recorder would; who asks it has been taken in. */
typedef struct
{
  int listener;
  guint n_asked;
} Impostor;

static gpointer
answer_falsely (gpointer data)
{
  Impostor *self = data;
  int fd;

  while ((fd = accept (self->listener, NULL, NULL)) >= 0)
    {
      char text[256];

      if (recv (fd, text, sizeof text, 0) > 0)
        {
          self->n_asked++;
          send (fd, "ok events=1 \n", 13, MSG_NOSIGNAL);
        }
      close (fd);
    }
  return NULL;
}

static void
make_impostor (Impostor *self, const char *folder, int process, uid_t user)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  g_snprintf (address.sun_path, sizeof address.sun_path, "%s/spur-record.%d", folder, process);
  self->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  self->n_asked = 0;
  g_assert_cmpint (bind (self->listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (chown (address.sun_path, user, user), ==, 0);
  g_assert_cmpint (chmod (address.sun_path, 0777), ==, 0);
  /* The kernel says who called listen(). */
  g_assert_cmpint (setresuid ((uid_t) -1, user, 0), ==, 0);
  g_assert_cmpint (listen (self->listener, 4), ==, 0);
  g_assert_cmpint (setresuid ((uid_t) -1, 0, 0), ==, 0);
}

static void
check_impostor (const char *folder, uid_t listener, guint n_expected, const char *reason)
{
  Impostor impostor;
  GThread *thread;
  g_autofree char *path = g_strdup_printf ("%s/spur-record.%d", folder, (int) getpid ());

  make_impostor (&impostor, folder, (int) getpid (), listener);
  thread = g_thread_new ("impostor", answer_falsely, &impostor);
  if (reason == NULL)
    check_obeyed ((int) getpid (), USER);
  else
    check_refused ((int) getpid (), USER, reason);
  shutdown (impostor.listener, SHUT_RDWR);
  g_thread_join (thread);
  close (impostor.listener);
  g_unlink (path);
  g_assert_cmpuint (impostor.n_asked, ==, n_expected);
}

/* Also of a test that ended before. */
static void
remove_user_folder (void)
{
  if (g_file_test (USER_FOLDER, G_FILE_TEST_IS_SYMLINK))
    g_unlink (USER_FOLDER);
  else if (g_file_test (USER_FOLDER, G_FILE_TEST_EXISTS))
    recording_remove_folder (USER_FOLDER);
}

static void
make_user_folder (uid_t owner, mode_t mode)
{
  remove_user_folder ();
  g_assert_cmpint (g_mkdir (USER_FOLDER, 0700), ==, 0);
  g_assert_cmpint (chown (USER_FOLDER, owner, owner), ==, 0);
  g_assert_cmpint (chmod (USER_FOLDER, mode), ==, 0);
}

/* Other users can run the command: the tests are run by root, and folders above let others pass. */
static gboolean
skip_without_other_users (void)
{
  const char *arguments[] = { g_getenv ("SPUR_BINARY"), "--version", NULL };
  uid_t user = USER;

  if (getuid () != 0)
    {
      g_test_skip ("folders and sockets of another user need root");
      return TRUE;
    }
  if (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, set_user, &user,
                    NULL, NULL, NULL, NULL))
    return FALSE;
  g_test_skip ("other users cannot run what is built here");
  return TRUE;
}

/* ---- The tests ---- */

static void
test_runtime (void)
{
  Program program;
  g_autofree char *text = NULL;

  g_test_summary ("A folder of one's own, which others cannot open, is used.");

  g_assert_cmpint (chmod (runtime, 0700), ==, 0);
  start_program (&program, "");
  check_obeyed (program.number, getuid ());
  text = end_program (&program);
  g_assert_cmpstr (text, ==, "");
}

static void
test_open_runtime (void)
{
  g_test_summary ("One that others can write into is not.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      static const mode_t modes[] = { 0777, 01777, 0755, 0770, 0701 };
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      Program program;

      g_assert_cmpint (chmod (runtime, modes[i % G_N_ELEMENTS (modes)]), ==, 0);
      start_program (&program, "");
      path = g_strdup_printf ("%s/spur-record.%d", runtime, program.number);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      text = end_program (&program);
    }
  g_assert_cmpint (chmod (runtime, 0700), ==, 0);
}

/* The recorder's side: the folder of the user was made by another one before. */
static void
check_program_alone (const char *user)
{
  Program program;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  start_program (&program, user);
  path = g_strdup_printf (USER_FOLDER "/spur-record.%d", program.number);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  check_refused (program.number, USER, USER_FOLDER);
  text = end_program (&program);
  g_assert_cmpuint (program_count_lines (text, USER_FOLDER), ==, 1);
}

static void
test_user_folder (void)
{
  static const struct
  {
    uid_t owner;
    mode_t mode;
  } bad[] = { { OTHER, 0777 }, { OTHER, 0700 }, { OTHER, 01777 }, { USER, 0777 }, { USER, 0750 } };
  g_autofree char *user = g_strdup_printf ("%d", USER);

  g_test_summary ("The folder in /tmp has to be the user's, and his alone, on both sides.");

  if (skip_without_other_users ())
    return;
  for (guint i = 0; i < n_repetitions; i++)
    {
      guint which = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (bad));
      Program program;
      g_autofree char *text = NULL;

      make_user_folder (bad[which].owner, bad[which].mode);
      check_program_alone (user);
      check_impostor (USER_FOLDER, OTHER, 0, USER_FOLDER);
      remove_user_folder ();
      g_assert_cmpint (symlink (runtime, USER_FOLDER), ==, 0);
      check_program_alone (user);
      remove_user_folder ();
      start_program (&program, user);
      check_obeyed (program.number, USER);
      text = end_program (&program);
      g_assert_cmpstr (text, ==, "");
      g_assert_cmpint (g_rmdir (USER_FOLDER), ==, 0);
    }
}

static void
test_peer (void)
{
  g_test_summary ("A socket of another user in the right folder is not asked.");

  if (skip_without_other_users ())
    return;
  for (guint i = 0; i < n_repetitions; i++)
    {
      make_user_folder (USER, 0700);
      check_impostor (USER_FOLDER, OTHER, 0, "user 54332");
      /* The same of the user's own is, so the test can fail. */
      check_impostor (USER_FOLDER, USER, 1, NULL);
      g_assert_cmpint (g_rmdir (USER_FOLDER), ==, 0);
    }
}

static void
have_event_recorded (Program *program)
{
  g_autoptr (GError) error = NULL;
  char byte = 'e';

  g_output_stream_write_all (g_subprocess_get_stdin_pipe (program->process), &byte, 1, NULL, NULL,
                             &error);
  g_assert_no_error (error);
  g_input_stream_read (g_subprocess_get_stdout_pipe (program->process), &byte, 1, NULL, &error);
  g_assert_no_error (error);
}

static void
check_command (const Program *program, const char *command, const char *value, const char *expected)
{
  g_auto (Answer) answer = { 0 };

  ask_program_to (&answer, program->number, getuid (), command, value);
  g_assert_cmpstr (answer.err, ==, "");
  g_assert_cmpint (answer.status, ==, 0);
  g_assert_nonnull (strstr (answer.out, expected));
}

static void
check_failed (const Program *program, const char *command, const char *value, const char *expected)
{
  g_auto (Answer) answer = { 0 };

  ask_program_to (&answer, program->number, getuid (), command, value);
  g_assert_cmpint (answer.status, !=, 0);
  g_assert_cmpstr (answer.out, ==, "");
  g_assert_nonnull (strstr (answer.err, expected));
}

static void
test_switch (void)
{
  Program program;
  g_autofree char *text = NULL;

  g_test_summary ("--off and --on switch classes of the running program, --status counts.");

  start_program (&program, "");
  check_command (&program, "--off", "LO_*, -@Target", "ok");
  have_event_recorded (&program);
  check_command (&program, "--status", NULL, "ok events=1 ");
  check_command (&program, "--on", "LO_*", "ok");
  have_event_recorded (&program);
  check_command (&program, "--flush", NULL, "ok");
  check_command (&program, "--status", NULL, "ok events=2 ");
  text = end_program (&program);
}

static void
test_dump (void)
{
  g_autofree char *path = g_build_filename (runtime, "dump.spurrec", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  Program program;
  g_autofree char *text = NULL;

  g_test_summary ("--dump writes what is in memory, over no file that is there.");

  start_program (&program, "");
  check_command (&program, "--dump", path, "ok");
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  g_unlink (path);
  g_assert_true (g_file_set_contents (path, "precious", -1, NULL));
  check_failed (&program, "--dump", path, "dump");
  text = end_program (&program);
}

static void
test_no_recorder (void)
{
  Program program;
  g_autofree char *text = NULL;

  g_test_summary ("A wrong rule is refused, and so is a process that does not listen.");

  start_program (&program, "");
  check_failed (&program, "--on", "source:", "add");
  text = end_program (&program);
  check_failed (&program, "--status", NULL, "does not listen");
}

int
main (int argc, char *argv[])
{
  static const ProgramPart parts[] = { { "listen", listen_for_commands } };
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result = program_run_part (argc, argv, parts, G_N_ELEMENTS (parts));

  if (result >= 0)
    return result;
  runtime = recording_make_folder ();
  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 5;
  g_test_add_func ("/cli/control/runtime", test_runtime);
  g_test_add_func ("/cli/control/switch", test_switch);
  g_test_add_func ("/cli/control/dump", test_dump);
  g_test_add_func ("/cli/control/no-recorder", test_no_recorder);
  g_test_add_func ("/cli/control/open-runtime", test_open_runtime);
  g_test_add_func ("/cli/control/user-folder", test_user_folder);
  g_test_add_func ("/cli/control/peer", test_peer);
  result = g_test_run ();
  if (getuid () == 0)
    remove_user_folder ();
  recording_remove_folder (runtime);
  g_free (runtime);
  return result;
}
