/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* A thread that does what threads that record cannot do: it looks after connections, hands
 * over blocks that do not fill, reads switches again, and answers at the control socket. It is only
 * there where one of these is asked for. After a crash there is a handler. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
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

/* Under the list's mutex, but for the two sockets that wake the helper, which handlers write to. */
static pthread_t helper;
static bool has_helper;
static Descriptor wake_reader, wake_writer;
static Descriptor control;
static char control_path[108];
static struct timespec watched;
static _Atomic uint32_t wants_dump;
static _Atomic uint32_t has_to_end;

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static struct sigaction before_crash[sizeof crash_signals / sizeof *crash_signals];
static bool has_handlers;
static bool has_dump_handler;

/* ---- Switches in a file ---- */

static void
watch_file (const char *path)
{
  struct stat facts;
  char *text;

  if (stat (path, &facts) != 0 ||
      (facts.st_mtim.tv_sec == watched.tv_sec && facts.st_mtim.tv_nsec == watched.tv_nsec))
    return;
  watched = facts.st_mtim;
  text = malloc (MAX_COMMAND_BYTES);
  if (text != NULL && spur_rec_read_file (path, text, MAX_COMMAND_BYTES) >= 0 &&
      spur_record_switch (text) != 0)
    spur_rec_say_problem (path, "holds no rules, and changes nothing");
  free (text);
}

/* ---- The control socket ---- */

/* A user who can write into a folder may put a socket there. */
static bool
is_private_folder (const char *folder)
{
  struct stat facts;

  return lstat (folder, &facts) == 0 && S_ISDIR (facts.st_mode) && facts.st_uid == geteuid () &&
         (facts.st_mode & 077) == 0;
}

/* In the folder of the environment, or else in one of the user's own. */
static bool
make_control_path (void)
{
  const char *folder = secure_getenv ("XDG_RUNTIME_DIR");
  char own[64];

  if (folder == NULL || *folder != '/' || strlen (folder) > 60 || !is_private_folder (folder))
    {
      snprintf (own, sizeof own, "/tmp/spur-record-%u", (unsigned) geteuid ());
      folder = own;
      if (mkdir (own, 0700) != 0 && errno != EEXIST)
        return false;
      if (!is_private_folder (own))
        {
          spur_rec_say ("%s is not a folder that only user %u may use: there is no control socket",
                        own, (unsigned) geteuid ());
          return false;
        }
    }
  snprintf (control_path, sizeof control_path, "%s/spur-record.%d", folder, (int) getpid ());
  return true;
}

/* A program with more rights than its user does not obey him. */
static void
open_control (void)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int number;

  if (getauxval (AT_SECURE) != 0 || !make_control_path ())
    return;
  strcpy (address.sun_path, control_path);
  if (!spur_rec_take_descriptor (&control,
                                 socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)))
    return;
  number = spur_rec_get_number (&control);
  unlink (control_path);
  /* The socket's own mode is that of its name; the program's umask would be that of all threads. */
  fchmod (number, 0600);
  if (bind (number, (struct sockaddr *) &address, sizeof address) != 0 || listen (number, 4) != 0)
    spur_rec_close_descriptor (&control);
}

static void
close_control (bool is_mine)
{
  if (is_mine && atomic_load (&control.number) > 0)
    unlink (control_path);
  spur_rec_close_descriptor (&control);
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
obey_command (char *command, char *answer, size_t n_max)
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

/* Commands of one connection, until it is closed or says nothing for a while. */
static void
answer_commands (const Descriptor *connection, char *command)
{
  size_t n_bytes = 0;
  char answer[256];

  while (n_bytes + 1 < MAX_COMMAND_BYTES)
    {
      ssize_t n_now = recv (spur_rec_get_number (connection), command + n_bytes,
                            MAX_COMMAND_BYTES - 1 - n_bytes, 0);
      char *end;

      if (n_now <= 0)
        return;
      n_bytes += (size_t) n_now;
      command[n_bytes] = '\0';
      end = strchr (command, '\n');
      if (end == NULL)
        continue;
      *end = '\0';
      obey_command (command, answer, sizeof answer);
      if (send (spur_rec_get_number (connection), answer, strlen (answer), MSG_NOSIGNAL) < 0)
        return;
      n_bytes = 0;
    }
}

static void
serve_connection (void)
{
  struct timeval patience = { ANSWER_MS / 1000, 0 };
  Descriptor connection = { 0 };
  char *command;
  int number = spur_rec_get_number (&control);

  if (number < 0 ||
      !spur_rec_take_descriptor (&connection, accept4 (number, NULL, NULL, SOCK_CLOEXEC)))
    return;
  number = spur_rec_get_number (&connection);
  command = is_allowed (number) ? malloc (MAX_COMMAND_BYTES) : NULL;
  setsockopt (number, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt (number, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (command != NULL)
    answer_commands (&connection, command);
  free (command);
  spur_rec_close_descriptor (&connection);
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

static void
close_wake (void)
{
  spur_rec_close_descriptor (&wake_reader);
  spur_rec_close_descriptor (&wake_writer);
}

static bool
open_wake (void)
{
  int fds[2];

  close_wake ();
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) != 0)
    return false;
  if (spur_rec_take_descriptor (&wake_reader, fds[0]) &&
      spur_rec_take_descriptor (&wake_writer, fds[1]))
    return true;
  spur_rec_close_descriptor (&wake_reader);
  return false;
}

/* What the program closed. When the last number of one socket is closed, a poll of the other one
 * ends, and the helper comes here. */
static void
open_lost (void)
{
  if (spur_rec_get_number (&wake_reader) < 0 || spur_rec_get_number (&wake_writer) < 0)
    open_wake ();
  if (atomic_load (&control.number) > 0 && spur_rec_get_number (&control) < 0)
    {
      spur_rec_close_descriptor (&control);
      open_control ();
    }
}

/* Adds the sockets at which the answer to a probe is awaited, so that it is read as soon as it is
 * there. Gives how many there are. */
static nfds_t
add_awaited (struct pollfd *ready, nfds_t n, nfds_t n_max)
{
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      for (uint32_t i = 0; i < record->n_sinks && atomic_load (&record->is_open) != 0; i++)
        {
          const SinkClass *sink_class = record->sinks[i]->sink_class;
          int fd =
            sink_class->get_awaited != NULL ? sink_class->get_awaited (record->sinks[i]) : -1;

          if (fd >= 0 && n < n_max)
            ready[n++] = (struct pollfd){ .fd = fd, .events = POLLIN };
        }
    }
  return n;
}

/* Until there is something to do. */
static void
wait_for_work (void)
{
  struct pollfd ready[2 + MAX_SINKS] = {
    { .fd = spur_rec_get_number (&wake_reader), .events = POLLIN },
    { .fd = spur_rec_get_number (&control), .events = POLLIN }
  };
  nfds_t n_ready = add_awaited (ready, 2, sizeof ready / sizeof *ready);
  int pause_ms = get_pause_ms ();
  char bytes[64];

  /* Without the sockets nothing wakes it up. */
  if (ready[0].fd < 0 && pause_ms > WATCH_MS)
    pause_ms = WATCH_MS;
  if (poll (ready, n_ready, pause_ms) <= 0)
    return;
  if (ready[0].revents != 0 && read (spur_rec_get_number (&wake_reader), bytes, sizeof bytes) < 0)
    return;
  if (ready[1].revents != 0)
    serve_connection ();
}

static void *
run_helper (void *data)
{
  const Options *options = spur_rec_get_options ();
  uint64_t flushed_ns = spur_record_read_monotonic_ ();

  (void) data;
  pthread_setname_np (pthread_self (), "spur-record");
  for (;;)
    {
      uint64_t now_ns;

      /* In this order: the thread that ends it looks for the socket after saying so. */
      open_lost ();
      if (atomic_load (&has_to_end) != 0)
        return NULL;
      wait_for_work ();
      if (atomic_exchange (&wants_dump, 0) != 0)
        dump_all_records (NULL);
      if (options->watch != NULL)
        watch_file (options->watch);
      now_ns = spur_record_read_monotonic_ ();
      if (options->flush_ms > 0 && now_ns - flushed_ns >= options->flush_ms * 1000000)
        {
          mark_all_records ();
          flushed_ns = now_ns;
        }
      tend_all ();
    }
}

static void
wake_helper (void)
{
  int number = spur_rec_get_number (&wake_writer);

  /* The helper may be closing both sockets at this moment: not a pipe, which would raise SIGPIPE.
   */
  if (number >= 0)
    send (number, "", 1, MSG_NOSIGNAL);
}

static bool
is_needed (const SpurRecord *record)
{
  const Options *options = spur_rec_get_options ();

  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      if (record->sinks[i]->sink_class->tend != NULL || record->sinks[i]->is_flight)
        return true;
    }
  return options->flush_ms > 0 || options->watch != NULL || options->has_control;
}

/* No signal of the program is to end up here. */
static void
start_thread (void)
{
  SignalMask before;
  pthread_attr_t attributes;

  if (has_helper || !open_wake ())
    return;
  atomic_store (&has_to_end, 0);
  if (spur_rec_get_options ()->has_control)
    open_control ();
  spur_rec_block_signals (&before);
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 256 * 1024);
  has_helper = pthread_create (&helper, &attributes, run_helper, NULL) == 0;
  pthread_attr_destroy (&attributes);
  spur_rec_restore_signals (&before);
}

/* ---- Signals ---- */

static void
on_dump_signal (int number)
{
  int error = errno;

  (void) number;
  atomic_store (&wants_dump, 1);
  wake_helper ();
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
              if (record->sinks[i]->is_flight)
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
    is_flight = is_flight || record->sinks[i]->is_flight;
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
  if (is_needed (record))
    start_thread ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  wake_helper ();
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
  /* What it would have done the end does by itself. */
  if (is_last)
    spur_rec_defer_helper (NULL);
  if (!has_helper || !is_last)
    {
      spur_rec_unlock (&spur_rec_list_mutex, &mask);
      spur_rec_start_deferred_helper ();
      return;
    }
  has_helper = false;
  thread = helper;
  atomic_store (&has_to_end, 1);
  wake_helper ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  pthread_join (thread, NULL);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  close_wake ();
  close_control (true);
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

/* ---- In the child of a fork ---- */

void
spur_rec_helper_in_child (SpurRecord *record)
{
  if (has_helper)
    {
      has_helper = false;
      close_wake ();
      close_control (false);
    }
  if (!is_needed (record))
    return;
  spur_rec_defer_helper (start_thread);
  /* The next event comes by where the thread is made. */
  spur_record_writer_ = &spur_record_no_writer_;
}
