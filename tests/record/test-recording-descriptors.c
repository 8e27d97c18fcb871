/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Programs that close every descriptor, as daemons do, and get the numbers again for files, sockets
 * and pipes of their own: the recorder neither writes into these nor reads or closes them. */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "tests/record/program-run.h"

#define PRECIOUS "int main (void) { return 0; }\n"
#define MAX_NUMBERS 1024
#define N_EVENTS 20000

static char *folder;
static guint n_repetitions;

/* Of the program: what has to hold, and the line where it does not. */
#define NEED(condition)                                                                            \
  do                                                                                               \
    {                                                                                              \
      if (!(condition))                                                                            \
        {                                                                                          \
          g_printerr ("line %d: not %s\n", __LINE__, #condition);                                  \
          _exit (1);                                                                               \
        }                                                                                          \
    }                                                                                              \
  while (0)

/* ---- The program's own ---- */

typedef enum
{
  OWN_FILE,
  OWN_SOCKET,
  OWN_PIPE,
  OWN_LISTENER,
  N_OWN,
} OwnKind;

/* What gets the recorder's numbers. The other ends are above all numbers that are taken over. */
typedef struct
{
  int fds[N_OWN];
  int others[N_OWN];
  int numbers[MAX_NUMBERS];
  OwnKind kinds[MAX_NUMBERS];
  guint n_numbers;
} Own;

static guint
list_numbers (int *numbers)
{
  guint n_numbers = 0;

  for (int i = 3; i < MAX_NUMBERS; i++)
    {
      if (fcntl (i, F_GETFD) >= 0)
        numbers[n_numbers++] = i;
    }
  return n_numbers;
}

static int
move_up (int fd)
{
  int moved = fcntl (fd, F_DUPFD, MAX_NUMBERS);

  NEED (moved >= 0);
  close (fd);
  return moved;
}

static void
make_listener (Own *self, const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  NEED (bind (fd, (struct sockaddr *) &address, sizeof address) == 0 && listen (fd, 4) == 0);
  self->fds[OWN_LISTENER] = move_up (fd);
  fd = socket (AF_UNIX, SOCK_STREAM, 0);
  NEED (connect (fd, (struct sockaddr *) &address, sizeof address) == 0);
  self->others[OWN_LISTENER] = move_up (fd);
}

static void
make_own (Own *self, const char *base)
{
  g_autofree char *path = g_strconcat (base, ".c", NULL);
  g_autofree char *listener = g_strconcat (base, ".sock", NULL);
  int pair[2];

  self->fds[OWN_FILE] = move_up (open (path, O_RDWR | O_CREAT, 0600));
  NEED (write (self->fds[OWN_FILE], PRECIOUS, strlen (PRECIOUS)) == (ssize_t) strlen (PRECIOUS));
  NEED (socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
  self->fds[OWN_SOCKET] = move_up (pair[0]);
  self->others[OWN_SOCKET] = move_up (pair[1]);
  NEED (send (self->others[OWN_SOCKET], "mine", 4, 0) == 4);
  NEED (pipe2 (pair, O_NONBLOCK) == 0);
  self->fds[OWN_PIPE] = move_up (pair[0]);
  self->others[OWN_PIPE] = move_up (pair[1]);
  NEED (write (self->others[OWN_PIPE], "mine", 4) == 4);
  make_listener (self, listener);
}

/* All that is open, in one of the ways that programs have. */
static void
close_all (guint way)
{
  if (way % 3 == 0)
    {
      for (int fd = 3; fd < MAX_NUMBERS; fd++)
        close (fd);
    }
  else if (way % 3 == 1)
    NEED (close_range (3, MAX_NUMBERS - 1, 0) == 0);
  else
    {
      for (int fd = MAX_NUMBERS - 1; fd >= 3; fd--)
        close (fd);
    }
}

/* The numbers that the recorder has are the program's from now on. */
static void
take_over (Own *self, guint way)
{
  self->n_numbers = list_numbers (self->numbers);
  close_all (way);
  for (guint i = 0; i < self->n_numbers; i++)
    {
      self->kinds[i] = (OwnKind) ((way + i) % N_OWN);
      NEED (dup2 (self->fds[self->kinds[i]], self->numbers[i]) == self->numbers[i]);
    }
}

static gboolean
is_same_file (int a, int b)
{
  struct stat first, second;

  return fstat (a, &first) == 0 && fstat (b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* Nothing of it was touched. */
static void
check_own (const Own *self)
{
  char text[256];

  for (guint i = 0; i < self->n_numbers; i++)
    NEED (is_same_file (self->numbers[i], self->fds[self->kinds[i]]));
  NEED (pread (self->fds[OWN_FILE], text, sizeof text, 0) == (ssize_t) strlen (PRECIOUS));
  NEED (memcmp (text, PRECIOUS, strlen (PRECIOUS)) == 0);
  NEED (recv (self->others[OWN_SOCKET], text, sizeof text, 0) < 0 && errno == EAGAIN);
  NEED (recv (self->fds[OWN_SOCKET], text, sizeof text, 0) == 4);
  NEED (read (self->fds[OWN_PIPE], text, sizeof text) == 4);
  NEED (accept (self->fds[OWN_LISTENER], NULL, NULL) >= 0);
}

/* ---- The program ---- */

/* @argument: way:sinks:base */
static void
split (const char *argument, guint *way, char **base, char **where)
{
  g_auto (GStrv) parts = g_strsplit (argument, "|", 3);

  *way = (guint) g_ascii_strtoull (parts[0], NULL, 10);
  *base = g_strdup (parts[1]);
  *where = g_strdup (parts[2]);
}

/* Room for the sockets and the program's own above all that is taken over. */
static void
prepare (void)
{
  g_unsetenv ("XDG_RUNTIME_DIR");
  spur_record_set_option ("flush", "5");
  spur_record_set_option ("control", "1");
}

static int
close_and_record (const char *argument)
{
  g_autofree char *base = NULL;
  g_autofree char *where = NULL;
  Own own = { 0 };
  SpurRecord *record;
  SpurRecordCounts counts;
  guint way;

  split (argument, &way, &base, &where);
  prepare ();
  make_own (&own, base);
  record = spur_record_open (where);
  NEED (spur_record_get_problem (record) == NULL);
  for (guint i = 0; i < 100; i++)
    recording_put (record, 0, i);
  take_over (&own, way);
  for (guint i = 100; i < N_EVENTS; i++)
    recording_put (record, 0, i);
  /* A block of a thread that is new needs room in the file of blocks, and the helper has its turn.
   */
  recording_work_together (record, 1, 0);
  g_usleep (20000);
  spur_record_flush (record);
  spur_record_close (record);
  check_own (&own);
  spur_record_get_counts (record, &counts);
  NEED (counts.n_events == N_EVENTS);
  return counts.n_dropped > 0 ? 3 : 0;
}

static int
close_and_log (const char *argument)
{
  g_autofree char *base = NULL;
  g_autofree char *where = NULL;
  Own own = { 0 };
  SpurLog *log;
  guint way;

  split (argument, &way, &base, &where);
  make_own (&own, base);
  log = spur_log_open ("daemon", where);
  NEED (log != NULL && spur_log_write (log, "Usage", "BEFORE", "N=%d", 1) == 0);
  take_over (&own, way);
  NEED (spur_log_write (log, "Usage", "AFTER", "N=%d", 2) == 0);
  spur_log_close (log);
  check_own (&own);
  return 0;
}

/* stderr is closed as well, and a file of the program's own gets its number. */
static int
close_stderr (const char *argument)
{
  g_autofree char *base = NULL;
  g_autofree char *where = NULL;
  Own own = { 0 };
  SpurRecord *record;
  guint way;

  split (argument, &way, &base, &where);
  make_own (&own, base);
  record = spur_record_open (where);
  take_over (&own, way);
  unlink (where);
  if (dup2 (own.fds[OWN_FILE], STDERR_FILENO) != STDERR_FILENO)
    return 1;
  for (guint i = 0; i < N_EVENTS; i++)
    recording_put (record, 0, i);
  spur_record_close (record);
  if (spur_record_get_problem (record) == NULL)
    return 2;
  check_own (&own);
  return 0;
}

/* The recording cannot be opened again. */
static int
close_and_lose (const char *argument)
{
  g_autofree char *base = NULL;
  g_autofree char *where = NULL;
  g_autofree char *blocks = NULL;
  Own own = { 0 };
  SpurRecord *record;
  SpurRecordCounts counts;
  guint way;

  split (argument, &way, &base, &where);
  make_own (&own, base);
  record = spur_record_open (where);
  recording_put (record, 0, 0);
  take_over (&own, way);
  NEED (unlink (where) == 0);
  blocks = g_strconcat (where, ".blocks", NULL);
  NEED (unlink (blocks) == 0);
  program_make_file (where, PRECIOUS);
  program_make_file (blocks, PRECIOUS);
  for (guint i = 1; i < N_EVENTS; i++)
    recording_put (record, 0, i);
  recording_work_together (record, 2, 10);
  spur_record_close (record);
  check_own (&own);
  spur_record_get_counts (record, &counts);
  NEED (counts.n_events == N_EVENTS + 20 && counts.n_dropped == N_EVENTS + 20);
  NEED (spur_record_get_problem (record) != NULL);
  return 0;
}

/* ---- The tests ---- */

static char *
make_argument (guint way, const char *where)
{
  return g_strdup_printf ("%u|%s/own|%s", way, folder, where);
}

static void
clean_up (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_dir_close (dir);
}

static void
check_all_events (const char *path)
{
  SpurRecordingCounts counts;
  g_autoptr (SpurTrace) trace = recording_open (path, &counts);
  guint64 n_of[1] = { 0 };

  recording_check (trace, n_of, 1);
  g_assert_cmpuint (n_of[0], ==, N_EVENTS);
  g_assert_true (counts.is_closed);
  g_assert_true (recording_is_whole (trace));
}

static void
test_file (void)
{
  g_autofree char *path = g_build_filename (folder, "run.spurrec", NULL);
  g_autofree char *blocks = g_strconcat (path, ".blocks", NULL);

  g_test_summary ("The file is opened again by its name, and has every event.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *argument = make_argument ((guint) g_test_rand_int_range (0, 60), path);
      g_autofree char *text = NULL;
      int status;

      text = program_run ("record", argument, &status);
      g_assert_cmpstr (text, ==, "");
      g_assert_cmpint (status, ==, 0);
      check_all_events (path);
      g_assert_false (g_file_test (blocks, G_FILE_TEST_EXISTS));
      clean_up ();
    }
}

static void
test_lost_file (void)
{
  g_autofree char *path = g_build_filename (folder, "lost.spurrec", NULL);
  g_autofree char *blocks = g_strconcat (path, ".blocks", NULL);

  g_test_summary ("Where another file has its name by then, events are dropped and counted, and it "
                  "is said once.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *argument = make_argument ((guint) g_test_rand_int_range (0, 60), path);
      g_autofree char *text = NULL;
      int status;

      text = program_run ("lose", argument, &status);
      g_assert_cmpint (status, ==, 0);
      g_assert_cmpuint (program_count_lines (text, "lost.spurrec"), ==, 1);
      g_assert_cmpuint (program_count_lines (text, "spur-record: "), ==, 1);
      program_check_text (path, PRECIOUS);
      program_check_text (blocks, PRECIOUS);
      clean_up ();
    }
}

static void
test_stderr (void)
{
  g_autofree char *path = g_build_filename (folder, "silent.spurrec", NULL);

  g_test_summary ("Nothing is said on stderr where that is another file by then.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *argument = make_argument (i, path);
      g_autofree char *text = NULL;
      int status;

      text = program_run ("stderr", argument, &status);
      g_assert_cmpint (status, ==, 0);
      clean_up ();
    }
}

static void
test_log (void)
{
  g_autofree char *path = g_build_filename (folder, "log.ulm", NULL);
  g_autofree char *where = g_strconcat ("ulm:", path, NULL);

  g_test_summary ("A log of lines goes on in its file.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *argument = make_argument ((guint) g_test_rand_int_range (0, 60), where);
      g_autofree char *text = NULL;
      g_autofree char *lines = NULL;
      int status;

      text = program_run ("log", argument, &status);
      g_assert_cmpint (status, ==, 0);
      g_assert_true (g_file_get_contents (path, &lines, NULL, NULL));
      g_assert_cmpuint (program_count_lines (lines, "NL.EVNT=BEFORE"), ==, 1);
      g_assert_cmpuint (program_count_lines (lines, "NL.EVNT=AFTER"), ==, 1);
      clean_up ();
    }
}

/* ---- A collector ---- */

typedef struct
{
  int listener;
  guint n_hellos;
  gboolean has_end;
} Collector;

static gboolean
take_all (int fd, gpointer bytes, gsize n_bytes)
{
  gsize n_taken = 0;

  while (n_taken < n_bytes)
    {
      ssize_t n_now = recv (fd, (char *) bytes + n_taken, n_bytes - n_taken, 0);

      if (n_now <= 0)
        return FALSE;
      n_taken += (gsize) n_now;
    }
  return TRUE;
}

/* What came of this connection is acknowledged, so that the program's end need not wait. */
static void
take_connection (Collector *self, int fd)
{
  guint8 head[64 + 96];
  guint8 bytes[65536];
  guint64 kept[2] = { 2 | (guint64) 8 << 32, 96 };
  ssize_t n_now;

  if (!take_all (fd, head, sizeof head))
    return;
  self->n_hellos +=
    memcmp (head, "\211SNET\r\n\n", 8) == 0 && memcmp (head + 64, "\211SREC", 5) == 0;
  while ((n_now = recv (fd, bytes, sizeof bytes, 0)) > 0)
    {
      kept[1] += (guint64) n_now;
      if (send (fd, kept, sizeof kept, MSG_NOSIGNAL) < 0)
        return;
    }
}

static gpointer
collect (gpointer data)
{
  Collector *self = data;
  int fd;

  while ((fd = accept (self->listener, NULL, NULL)) >= 0)
    {
      take_connection (self, fd);
      close (fd);
    }
  return NULL;
}

static void
test_socket (void)
{
  g_autofree char *path = g_build_filename (folder, "collector", NULL);
  g_autofree char *where = g_strconcat ("unix:", path, NULL);

  g_test_summary ("A connection is made anew; the helping thread's sockets, too.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *argument = make_argument ((guint) g_test_rand_int_range (0, 60), where);
      struct sockaddr_un address = { .sun_family = AF_UNIX };
      Collector collector = { .listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) };
      g_autofree char *text = NULL;
      GThread *thread;
      int status;

      g_strlcpy (address.sun_path, path, sizeof address.sun_path);
      g_assert_cmpint (bind (collector.listener, (struct sockaddr *) &address, sizeof address), ==,
                       0);
      g_assert_cmpint (listen (collector.listener, 4), ==, 0);
      thread = g_thread_new ("collector", collect, &collector);
      text = program_run ("record", argument, &status);
      g_assert_cmpstr (text, ==, "");
      g_assert_cmpint (status, ==, 0);
      shutdown (collector.listener, SHUT_RDWR);
      g_thread_join (thread);
      close (collector.listener);
      g_assert_cmpuint (collector.n_hellos, ==, 2);
      clean_up ();
    }
}

int
main (int argc, char *argv[])
{
  static const ProgramPart parts[] = {
    { "record", close_and_record },
    { "log", close_and_log },
    { "lose", close_and_lose },
    { "stderr", close_stderr },
  };
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result = program_run_part (argc, argv, parts, G_N_ELEMENTS (parts));

  if (result >= 0)
    return result;
  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 4;
  folder = recording_make_folder ();
  g_test_add_func ("/record/descriptors/file", test_file);
  g_test_add_func ("/record/descriptors/lost-file", test_lost_file);
  g_test_add_func ("/record/descriptors/stderr", test_stderr);
  g_test_add_func ("/record/descriptors/log", test_log);
  g_test_add_func ("/record/descriptors/socket", test_socket);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
