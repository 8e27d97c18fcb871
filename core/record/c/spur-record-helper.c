/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* A thread that does what cannot be done by those who record: it looks after connections, hands
 * over blocks that do not fill, reads switches again, and answers at the control socket. It is only
 * there where one of these is asked for. After a crash there is a handler. */
#include "core/record/c/spur-record-private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define TEND_MS 20
#define WATCH_MS 250
#define IDLE_MS 60000
#define MAX_COMMAND_BYTES 65536
#define ANSWER_MS 2000

/* Under the list's mutex, but for the pipe, which handlers write to. */
static pthread_t helper;
static bool has_helper;
static _Atomic int wake_pipe[2] = { -1, -1 };
static int control_socket = -1;
static char control_path[108];
static struct timespec watched;
static _Atomic uint32_t wants_dump;
static _Atomic uint32_t has_to_end;

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static struct sigaction before_crash[sizeof crash_signals / sizeof *crash_signals];
static bool has_handlers;
static bool has_dump_handler;

/* ---- Switches in a file ---- */

static char *
read_text (const char *path)
{
  char *text = calloc (1, MAX_COMMAND_BYTES);
  int file = text != NULL ? open (path, O_RDONLY | O_CLOEXEC) : -1;
  ssize_t n_bytes = file >= 0 ? read (file, text, MAX_COMMAND_BYTES - 1) : -1;

  if (file >= 0)
    close (file);
  if (n_bytes >= 0)
    return text;
  free (text);
  return NULL;
}

static void
watch_file (const char *path)
{
  struct stat facts;
  char *text;

  if (stat (path, &facts) != 0 ||
      (facts.st_mtim.tv_sec == watched.tv_sec && facts.st_mtim.tv_nsec == watched.tv_nsec))
    return;
  watched = facts.st_mtim;
  text = read_text (path);
  if (text != NULL && spur_record_switch (text) != 0)
    spur_rec_say (path, "holds no rules, and changes nothing");
  free (text);
}

/* ---- The control socket ---- */

static void
make_control_path (void)
{
  const char *folder = getenv ("XDG_RUNTIME_DIR");
  char own[64];

  if (folder == NULL || strlen (folder) > 60)
    {
      snprintf (own, sizeof own, "/tmp/spur-record-%u", (unsigned) getuid ());
      folder = own;
      mkdir (own, 0700);
    }
  snprintf (control_path, sizeof control_path, "%s/spur-record.%d", folder, (int) getpid ());
}

static void
open_control (void)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  mode_t before;

  make_control_path ();
  strcpy (address.sun_path, control_path);
  control_socket = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (control_socket < 0)
    return;
  unlink (control_path);
  before = umask (0177);
  if (bind (control_socket, (struct sockaddr *) &address, sizeof address) != 0 ||
      listen (control_socket, 4) != 0)
    {
      close (control_socket);
      control_socket = -1;
    }
  umask (before);
}

static void
close_control (bool is_mine)
{
  if (control_socket < 0)
    return;
  close (control_socket);
  if (is_mine)
    unlink (control_path);
  control_socket = -1;
}

static int
flush_all_records (void)
{
  int result = 0;

  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      if (atomic_load (&record->is_open) == RECORD_OPEN && spur_record_flush (record) != 0)
        result = -1;
    }
  return result;
}

static void
mark_all_records (void)
{
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      if (atomic_load (&record->is_open) == RECORD_OPEN)
        spur_rec_flush_and_mark (record);
    }
}

static int
dump_all_records (const char *path)
{
  int result = 0;

  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      for (uint32_t i = 0; i < record->n_sinks; i++)
        {
          if (atomic_load (&record->is_open) != RECORD_OPEN ||
              record->sinks[i]->sink_class->dump == NULL)
            continue;
          if (spur_record_dump (record, path) != 0)
            result = -1;
          break;
        }
    }
  return result;
}

static void
put_counts (char *answer, size_t n_max)
{
  SpurRecordCounts sum = { 0 };

  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      SpurRecordCounts counts;

      spur_record_get_counts (record, &counts);
      sum.n_events += counts.n_events;
      sum.n_dropped += counts.n_dropped;
      sum.n_bytes += counts.n_bytes;
      sum.n_streams += counts.n_streams;
    }
  snprintf (answer, n_max, "ok events=%llu dropped=%llu bytes=%llu streams=%llu\n",
            (unsigned long long) sum.n_events, (unsigned long long) sum.n_dropped,
            (unsigned long long) sum.n_bytes, (unsigned long long) sum.n_streams);
}

/* One command in a line: switch RULES, add RULES, flush, dump [FILE], status. */
static void
obey (char *command, char *answer, size_t n_max)
{
  char *argument = command + strcspn (command, " ");
  int result = -1;

  if (*argument != '\0')
    *argument++ = '\0';
  errno = EINVAL;
  if (strcmp (command, "switch") == 0)
    result = spur_record_switch (argument);
  else if (strcmp (command, "add") == 0)
    result = spur_rec_add_rules (argument);
  else if (strcmp (command, "flush") == 0)
    result = flush_all_records ();
  else if (strcmp (command, "dump") == 0)
    result = dump_all_records (*argument != '\0' ? argument : NULL);
  else if (strcmp (command, "status") == 0)
    {
      put_counts (answer, n_max);
      return;
    }
  if (result == 0)
    snprintf (answer, n_max, "ok\n");
  else
    snprintf (answer, n_max, "error %s\n", strerror (errno));
}

static bool
is_allowed (int fd)
{
  struct ucred who;
  socklen_t n_bytes = sizeof who;

  return getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &who, &n_bytes) == 0 &&
         (who.uid == geteuid () || who.uid == 0);
}

static void
serve (void)
{
  int fd = accept4 (control_socket, NULL, NULL, SOCK_CLOEXEC);
  struct timeval patience = { ANSWER_MS / 1000, 0 };
  char *command, answer[256];
  size_t n_bytes = 0;

  if (fd < 0)
    return;
  command = is_allowed (fd) ? malloc (MAX_COMMAND_BYTES) : NULL;
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  while (command != NULL && n_bytes + 1 < MAX_COMMAND_BYTES)
    {
      ssize_t n_now = recv (fd, command + n_bytes, MAX_COMMAND_BYTES - 1 - n_bytes, 0);
      char *end;

      if (n_now <= 0)
        break;
      n_bytes += (size_t) n_now;
      command[n_bytes] = '\0';
      end = strchr (command, '\n');
      if (end == NULL)
        continue;
      *end = '\0';
      obey (command, answer, sizeof answer);
      if (send (fd, answer, strlen (answer), MSG_NOSIGNAL) < 0)
        break;
      n_bytes = 0;
    }
  free (command);
  close (fd);
}

/* ---- The thread ---- */

static int
get_pause_ms (void)
{
  const Options *options = spur_rec_get_options ();
  int pause_ms = IDLE_MS;

  if (options->flush_ms > 0 && (int) options->flush_ms < pause_ms)
    pause_ms = (int) options->flush_ms;
  if (options->watch != NULL && pause_ms > WATCH_MS)
    pause_ms = WATCH_MS;
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      for (uint32_t i = 0; i < record->n_sinks; i++)
        {
          if (record->sinks[i]->sink_class->tend != NULL && pause_ms > TEND_MS)
            pause_ms = TEND_MS;
        }
    }
  return pause_ms;
}

static void
tend_all (void)
{
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      for (uint32_t i = 0; i < record->n_sinks && atomic_load (&record->is_open) != 0; i++)
        {
          if (record->sinks[i]->sink_class->tend != NULL)
            record->sinks[i]->sink_class->tend (record->sinks[i]);
        }
    }
}

static void *
help (void *data)
{
  uint64_t flushed_ns = spur_record_read_monotonic_ ();

  (void) data;
  pthread_setname_np (pthread_self (), "spur-record");
  while (atomic_load (&has_to_end) == 0)
    {
      const Options *options = spur_rec_get_options ();
      struct pollfd ready[2] = { { .fd = wake_pipe[0], .events = POLLIN },
                                 { .fd = control_socket, .events = POLLIN } };
      char bytes[64];
      uint64_t now_ns;

      if (poll (ready, 2, get_pause_ms ()) > 0 && ready[0].revents != 0 &&
          read (wake_pipe[0], bytes, sizeof bytes) < 0 && errno != EAGAIN)
        break;
      if (ready[1].revents != 0)
        serve ();
      if (atomic_exchange (&wants_dump, 0) != 0)
        dump_all_records (NULL);
      if (options->watch != NULL)
        watch_file (options->watch);
      now_ns = spur_record_read_monotonic_ ();
      if (options->flush_ms > 0 && now_ns - flushed_ns >= (uint64_t) options->flush_ms * 1000000)
        {
          mark_all_records ();
          flushed_ns = now_ns;
        }
      tend_all ();
    }
  return NULL;
}

void
spur_rec_wake_helper (void)
{
  int fd = wake_pipe[1];

  if (fd >= 0 && write (fd, "", 1) < 0)
    return;
}

static bool
is_needed (const SpurRecord *record)
{
  const Options *options = spur_rec_get_options ();

  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      const SinkClass *sink_class = record->sinks[i]->sink_class;

      if (sink_class->tend != NULL || sink_class->dump_after_crash != NULL)
        return true;
    }
  return options->flush_ms > 0 || options->watch != NULL || options->has_control;
}

/* No signal of the program is to end up here. */
static void
start_thread (void)
{
  sigset_t all;
  SignalMask before;
  pthread_attr_t attributes;
  int fds[2];

  if (pipe2 (fds, O_CLOEXEC | O_NONBLOCK) != 0)
    return;
  wake_pipe[0] = fds[0];
  wake_pipe[1] = fds[1];
  atomic_store (&has_to_end, 0);
  if (spur_rec_get_options ()->has_control)
    open_control ();
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 256 * 1024);
  has_helper = pthread_create (&helper, &attributes, help, NULL) == 0;
  pthread_attr_destroy (&attributes);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

static void
close_pipe (void)
{
  for (int i = 0; i < 2; i++)
    {
      if (wake_pipe[i] >= 0)
        close (wake_pipe[i]);
      wake_pipe[i] = -1;
    }
}

/* ---- Signals ---- */

static void
on_dump_signal (int number)
{
  int error = errno;

  (void) number;
  atomic_store (&wants_dump, 1);
  spur_rec_wake_helper ();
  errno = error;
}

static void
on_crash (int number)
{
  static _Atomic uint32_t is_crashing;
  size_t which = 0;

  if (atomic_exchange (&is_crashing, 1) == 0)
    {
      for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
        {
          if (atomic_load (&record->is_open) != RECORD_OPEN)
            continue;
          spur_rec_flush_all (record, true);
          for (uint32_t i = 0; i < record->n_sinks; i++)
            {
              if (record->sinks[i]->sink_class->dump_after_crash != NULL)
                record->sinks[i]->sink_class->dump_after_crash (record->sinks[i]);
            }
        }
    }
  while (which + 1 < sizeof crash_signals / sizeof *crash_signals && crash_signals[which] != number)
    which++;
  sigaction (number, &before_crash[which], NULL);
  raise (number);
}

static void
catch_crashes (void)
{
  struct sigaction action = { .sa_handler = on_crash, .sa_flags = SA_NODEFER };

  if (has_handlers)
    return;
  has_handlers = true;
  for (size_t i = 0; i < sizeof crash_signals / sizeof *crash_signals; i++)
    sigaction (crash_signals[i], &action, &before_crash[i]);
}

/* Only where the program has no use for the signal itself. */
static void
catch_dump_signal (void)
{
  struct sigaction action = { .sa_handler = on_dump_signal, .sa_flags = SA_RESTART }, now;

  if (has_dump_handler || sigaction (SIGUSR2, NULL, &now) != 0 || now.sa_handler != SIG_DFL)
    return;
  has_dump_handler = sigaction (SIGUSR2, &action, NULL) == 0;
}

static void
catch_signals (const SpurRecord *record)
{
  bool is_flight = false;

  for (uint32_t i = 0; i < record->n_sinks; i++)
    is_flight = is_flight || record->sinks[i]->sink_class->dump_after_crash != NULL;
  if (is_flight)
    catch_dump_signal ();
  if (is_flight || spur_rec_get_options ()->on_crash)
    catch_crashes ();
}

void
spur_rec_start_helper (SpurRecord *record)
{
  const Options *options = spur_rec_get_options ();
  SignalMask mask;

  if (options->watch != NULL)
    watch_file (options->watch);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  catch_signals (record);
  if (!has_helper && is_needed (record))
    start_thread ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  spur_rec_wake_helper ();
}

/* Before @record is closed: the last one takes the helper with it. */
void
spur_rec_stop_helper (SpurRecord *record)
{
  SignalMask mask;
  pthread_t thread;
  bool is_last = true;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  for (const SpurRecord *other = spur_rec_list; other != NULL; other = other->next)
    is_last = is_last && (other == record || atomic_load (&other->is_open) != RECORD_OPEN);
  if (!has_helper || !is_last)
    {
      spur_rec_unlock (&spur_rec_list_mutex, &mask);
      return;
    }
  has_helper = false;
  thread = helper;
  atomic_store (&has_to_end, 1);
  spur_rec_wake_helper ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  pthread_join (thread, NULL);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  close_pipe ();
  close_control (true);
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

/* The thread is not in the child, and what it has is the parent's. */
void
spur_rec_helper_in_child (SpurRecord *record)
{
  if (has_helper)
    {
      has_helper = false;
      close_pipe ();
      close_control (false);
    }
  if (!has_helper && is_needed (record))
    start_thread ();
}
