/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program that forks in a signal handler, which may have interrupted malloc(): the recorder takes
 * no memory and makes no thread meanwhile. The program's malloc() ends it where it is called then.
 */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/record/program-run.h"

#define N_EVENTS 5000
#define STATUS_ALLOCATED 77

static char *folder;
static guint n_repetitions;

/* ---- Memory that must not be asked for ---- */

/* Of the thread that forks: the helping thread may do as it likes. */
static __thread volatile sig_atomic_t is_forking;

static void
refuse_memory (void)
{
  if (is_forking)
    _exit (STATUS_ALLOCATED);
}

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__

extern int __sanitizer_install_malloc_and_free_hooks (void (*) (const volatile void *, size_t),
                                                      void (*) (const volatile void *));

static void
on_malloc (const volatile void *bytes, size_t n_bytes)
{
  refuse_memory ();
}

static void
on_free (const volatile void *bytes)
{
  refuse_memory ();
}

__attribute__ ((constructor)) static void
watch_memory (void)
{
  __sanitizer_install_malloc_and_free_hooks (on_malloc, on_free);
}

#else

extern void *__libc_malloc (size_t n_bytes);
extern void *__libc_calloc (size_t n, size_t n_bytes);
extern void *__libc_realloc (void *bytes, size_t n_bytes);
extern void *__libc_memalign (size_t alignment, size_t n_bytes);
extern void *memalign (size_t alignment, size_t n_bytes);
extern void __libc_free (void *bytes);

void *
malloc (size_t n_bytes)
{
  refuse_memory ();
  return __libc_malloc (n_bytes);
}

void *
calloc (size_t n, size_t n_bytes)
{
  refuse_memory ();
  return __libc_calloc (n, n_bytes);
}

void *
realloc (void *bytes, size_t n_bytes)
{
  refuse_memory ();
  return __libc_realloc (bytes, n_bytes);
}

void *
memalign (size_t alignment, size_t n_bytes)
{
  refuse_memory ();
  return __libc_memalign (alignment, n_bytes);
}

void *
aligned_alloc (size_t alignment, size_t n_bytes)
{
  refuse_memory ();
  return __libc_memalign (alignment, n_bytes);
}

void
free (void *bytes)
{
  refuse_memory ();
  __libc_free (bytes);
}

#endif

/* ---- The program ---- */

static volatile pid_t forked;
static SpurRecord *record;

/* What it records afterwards, still in the handler, takes none either. */
static void
fork_now (int number)
{
  int error = errno;

  is_forking = 1;
  forked = fork ();
  if (forked >= 0)
    recording_put (record, 1, 0);
  is_forking = 0;
  errno = error;
}

static gboolean
has_helper (void)
{
  GDir *dir = g_dir_open ("/proc/self/task", 0, NULL);
  const char *name;
  gboolean has_it = FALSE;

  while (dir != NULL && !has_it && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/comm", name);
      g_autofree char *text = NULL;

      has_it = g_file_get_contents (path, &text, NULL, NULL) && g_str_equal (text, "spur-record\n");
    }
  g_clear_pointer (&dir, g_dir_close);
  return has_it;
}

/* In both: the helping thread is there again once events are recorded outside of the handler. */
static int
go_on (void)
{
  for (guint i = 0; i < N_EVENTS; i++)
    recording_put (record, 0, i);
  for (guint i = 0; i < 1000 && !has_helper (); i++)
    g_usleep (10000);
  if (!has_helper ())
    return 3;
  spur_record_close (record);
  return spur_record_get_problem (record) != NULL ? 4 : 0;
}

static int
fork_in_handler (const char *where)
{
  struct sigaction action = { .sa_handler = fork_now };
  int status = 0;

  g_unsetenv ("XDG_RUNTIME_DIR");
  spur_record_set_option ("flush", "50");
  spur_record_set_option ("control", "1");
  sigaction (SIGALRM, &action, NULL);
  record = spur_record_open (where);
  spur_record_string (record, "a row that is not told yet");
  for (guint i = 0; i < 10; i++)
    recording_put (record, 2, i);
  raise (SIGALRM);
  if (forked == 0)
    exit (go_on ());
  if (forked < 0 || go_on () != 0)
    return 1;
  if (waitpid (forked, &status, 0) != forked || !WIFEXITED (status))
    return 2;
  return WEXITSTATUS (status);
}

/* ---- The tests ---- */

static void
check_fork (const char *where)
{
  int status;
  g_autofree char *text = program_run ("fork", where, &status);

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  g_assert_cmpstr (text, ==, "");
}

/* Of each recording: how many events of the handler, and of those behind it. */
static void
check_recordings (guint n_expected)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_recordings = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      guint64 n_of[3] = { 0 };
      g_autoptr (SpurTrace) trace = recording_open (path, NULL);

      recording_check (trace, n_of, 3);
      g_assert_cmpuint (n_of[0], ==, N_EVENTS);
      g_assert_cmpuint (n_of[1], ==, 1);
      g_assert_true (n_of[2] == 0 || n_of[2] == 10);
      g_assert_true (recording_is_whole (trace));
      g_unlink (path);
      n_recordings++;
    }
  g_dir_close (dir);
  g_assert_cmpuint (n_recordings, ==, n_expected);
}

/* The handler may interrupt an allocation, and so may that of the helping thread be under way. */
static gboolean
is_skipped (void)
{
#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("AddressSanitizer's own malloc() stays locked in the child of a fork");
  return TRUE;
#else
  return FALSE;
#endif
}

static void
test_file (void)
{
  g_autofree char *path = g_build_filename (folder, "run.spurrec", NULL);

  g_test_summary ("With a file, shared blocks, a helping thread and a control socket.");

  if (is_skipped ())
    return;

  for (guint i = 0; i < n_repetitions; i++)
    {
      check_fork (path);
      check_recordings (2);
    }
}

static void
test_memory (void)
{
  g_autofree char *path = g_build_filename (folder, "last.spurrec", NULL);
  g_autofree char *where = g_strconcat ("flight:64K,", path, ";memory:", NULL);

  g_test_summary ("With rings in memory.");

  if (is_skipped ())
    return;

  for (guint i = 0; i < n_repetitions; i++)
    check_fork (where);
}

/* ---- A collector that takes all, and acknowledges it ---- */

static gpointer
take_connection (gpointer data)
{
  int fd = GPOINTER_TO_INT (data);
  guint64 kept[2] = { 2 | (guint64) 8 << 32, 0 };
  guint64 n_bytes = 0;
  guint8 bytes[65536];
  ssize_t n_now;

  while ((n_now = recv (fd, bytes, sizeof bytes, 0)) > 0)
    {
      n_bytes += (guint64) n_now;
      kept[1] = n_bytes > 64 ? n_bytes - 64 : 0;
      if (send (fd, kept, sizeof kept, MSG_NOSIGNAL) < 0)
        break;
    }
  close (fd);
  return NULL;
}

static gpointer
collect (gpointer data)
{
  int listener = GPOINTER_TO_INT (data), fd;

  while ((fd = accept (listener, NULL, NULL)) >= 0)
    g_thread_unref (g_thread_new ("connection", take_connection, GINT_TO_POINTER (fd)));
  return NULL;
}

static void
test_socket (void)
{
  g_autofree char *path = g_build_filename (folder, "collector", NULL);
  g_autofree char *where = g_strconcat ("unix:", path, NULL);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  GThread *thread;

  g_test_summary ("With a collector, to which the child connects by itself.");

  if (is_skipped ())
    {
      close (listener);
      return;
    }
  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (listener, 16), ==, 0);
  thread = g_thread_new ("collector", collect, GINT_TO_POINTER (listener));
  for (guint i = 0; i < n_repetitions; i++)
    check_fork (where);
  shutdown (listener, SHUT_RDWR);
  g_thread_join (thread);
  close (listener);
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  static const ProgramPart parts[] = { { "fork", fork_in_handler } };
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result = program_run_part (argc, argv, parts, G_N_ELEMENTS (parts));

  if (result >= 0)
    return result;
  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 4;
  folder = recording_make_folder ();
  g_test_add_func ("/record/fork/file", test_file);
  g_test_add_func ("/record/fork/memory", test_memory);
  g_test_add_func ("/record/fork/socket", test_socket);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
