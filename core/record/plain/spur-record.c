/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Recorders: opened, closed, taken along into the child of a fork. */
#include "core/record/plain/spur-record-private.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* The parent goes on in shared memory before the child can look, which shall find it as it was. */
static void
spur_rec_writers_before_fork (SpurRecord *record)
{
  for (Writer *self = atomic_load (&record->writers); self != NULL; self = self->next)
    {
      if (!self->is_shared || self->thread != &spur_rec_thread)
        continue;
      memcpy (self->kept, self, spur_rec_get_slot_bytes (record));
    }
}

/* Under the lock: gives a writer memory of its own instead of what it shares with the parent. */
static void
part_from_parent (SpurRecord *record, Writer *self)
{
  const void *kept = self->kept;
  size_t n_bytes = spur_rec_get_slot_bytes (record);
  bool is_shared = record->is_shared && spur_rec_map_slot (record, self) != NULL;

  if (!is_shared &&
      spur_rec_map (self, n_bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == NULL)
    abort ();
  memcpy (self, kept, n_bytes);
  self->is_shared = is_shared;
}

static void
forget_writer (SpurRecord *record, Writer *self)
{
  if (!self->is_shared)
    {
      /* Its thread may have been in the middle of an event. */
      spur_rec_empty_block (self);
      __atomic_store_n (&self->open.is_busy, 0, __ATOMIC_RELAXED);
      memset (self->slot_magic, 0, sizeof self->slot_magic);
      self->next_free = record->free_writers;
      record->free_writers = self;
      return;
    }
  /* This thread was just handing over what is in it, and is not back from there. */
  if (atomic_load (&self->turn) != 0)
    return;
  spur_rec_unmap (self->out, spur_rec_get_private_bytes (record));
  spur_rec_unmap (self, spur_rec_get_slot_bytes (record));
}

/* In the child of a fork there is only this thread, perhaps in the middle of an event. What was
 * recorded before is the parent's. */
static void
spur_rec_writers_in_child (SpurRecord *record)
{
  Writer *next, *kept = NULL;

  record->free_writers = NULL;
  for (Writer *self = atomic_load (&record->writers); self != NULL; self = next)
    {
      bool is_mine = self->thread == &spur_rec_thread;

      next = self->next;
      if (!is_mine && self->is_shared)
        {
          forget_writer (record, self);
          continue;
        }
      if (self->is_shared)
        part_from_parent (record, self);
      atomic_store (&self->turn, 0);
      self->n_packed = self->n_packets = 0;
      /* Counted on: an event that the fork interrupted may be about to store the next number. */
      self->n_inherited = self->open.n_events;
      memset (self->refused, 0, sizeof self->refused);
      if (is_mine)
        {
          self->packed = self->first = self->open.at;
          self->first[-1] = 0;
        }
      else
        forget_writer (record, self);
      self->next = kept;
      kept = self;
    }
  atomic_store (&record->writers, kept);
}

static pthread_once_t fork_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t own_mutex = PTHREAD_MUTEX_INITIALIZER;
static SpurRecord *_Atomic own_record;
/* Where there is no memory for another one. */
static SpurRecord no_record = { .mutex = PTHREAD_MUTEX_INITIALIZER };

/* What is wrong with a place that is none of the scheme is said where errno is not enough. */
typedef struct
{
  const char *name;
  const SinkClass *sink_class;
  const char *expected;
} Scheme;

static const Scheme schemes[] = {
  { "file", &spur_rec_sink_file_class, NULL },
  { "memory", &spur_rec_sink_memory_class, NULL },
  { "flight", &spur_rec_sink_memory_class, NULL },
  { "unix", &spur_rec_sink_network_class, "expected unix:PATH" },
  { "tcp", &spur_rec_sink_network_class, "expected tcp:HOST:PORT" },
};

/* ---- The preamble ---- */

static uint64_t
make_origin (void)
{
  uint64_t origin = 0;
  struct timespec now;

  while (origin == 0)
    {
      if (getrandom (&origin, sizeof origin, GRND_NONBLOCK) == (ssize_t) sizeof origin)
        continue;
      clock_gettime (CLOCK_REALTIME, &now);
      origin =
        ((uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec) * 0x9E3779B185EBCA87u ^
        (uint64_t) getpid () << 40;
    }
  return origin;
}

/* The 22nd word; the second one, in brackets, may hold anything. */
static uint64_t
get_process_start (void)
{
  char text[1024];
  char *at;

  spur_rec_read_file ("/proc/self/stat", text, sizeof text);
  at = strrchr (text, ')');
  for (int i = 2; at != NULL && i < 22; i++)
    {
      at = strchr (at, ' ');
      at = at != NULL ? at + 1 : NULL;
    }
  return at != NULL ? strtoull (at, NULL, 10) : 0;
}

static void
get_boot (uint8_t boot[16])
{
  char text[64];
  unsigned n_digits = 0;

  memset (boot, 0, 16);
  spur_rec_read_file ("/proc/sys/kernel/random/boot_id", text, sizeof text);
  for (const char *at = text; *at != '\0' && n_digits < 32; at++)
    {
      const char *digits = "0123456789abcdef";
      const char *digit = strchr (digits, *at);

      if (digit == NULL)
        continue;
      boot[n_digits / 2] = (uint8_t) (boot[n_digits / 2] << 4 | (digit - digits));
      n_digits++;
    }
}

void
spur_rec_seal_preamble (SpurRecordingPreamble *self)
{
  memcpy (self->magic, SPUR_RECORDING_MAGIC, sizeof self->magic);
  self->major = SPUR_RECORDING_MAJOR;
  self->byte_order = SPUR_RECORDING_BYTE_ORDER;
  self->hash = spur_hash_bytes (self, offsetof (SpurRecordingPreamble, hash));
}

/* When the clock is chosen. */
static void
make_preamble (SpurRecordingPreamble *self)
{
  self->process = (uint32_t) getpid ();
  self->origin = make_origin ();
  self->process_start = get_process_start ();
  get_boot (self->boot);
  spur_rec_seal_preamble (self);
}

/* ---- What programs say of the recording ---- */

SpurRecordStream
spur_record_add_stream (SpurRecord *record, const char *name, SpurRecordObject target)
{
  uint32_t stream;
  SignalMask mask;

  if (atomic_load (&record->is_open) == 0)
    return SPUR_RECORD_NO_STREAM;
  spur_rec_start_deferred_helper ();
  stream = atomic_fetch_add (&record->n_streams, 1);
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_stream (record, stream, name, target, 0);
  spur_rec_unlock (&record->mutex, &mask);
  return (SpurRecordStream){ stream };
}

void
spur_record_fact (SpurRecord *record, const char *key, const char *value)
{
  SignalMask mask;

  if (atomic_load (&record->is_open) == 0)
    return;
  spur_rec_start_deferred_helper ();
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_fact (record, key, value);
  spur_rec_unlock (&record->mutex, &mask);
}

static void
tell_process (SpurRecord *record)
{
  char text[4096];
  ssize_t n_bytes;

  snprintf (text, sizeof text, "%ld", (long) getpid ());
  spur_rec_tell_fact (record, "process", text);
  snprintf (text, sizeof text, "%ld", (long) getppid ());
  spur_rec_tell_fact (record, "process.parent", text);
  n_bytes = spur_rec_read_file ("/proc/self/cmdline", text, sizeof text);
  for (ssize_t i = 0; i + 1 < n_bytes; i++)
    text[i] = text[i] == '\0' ? ' ' : text[i];
  spur_rec_tell_fact (record, "command", text);
}

/* ---- Fork ---- */

/* A fork may be made by a handler that interrupted malloc(), so nothing here takes memory or makes
 * a thread. No lock is ever held by the thread that was interrupted: they keep handlers out. */
static SignalMask fork_mask;

static void
before_fork (void)
{
  SignalMask mask;

  spur_rec_lock (&own_mutex, &mask);
  fork_mask = mask;
  pthread_mutex_lock (&spur_rec_list_mutex);
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      pthread_mutex_lock (&record->mutex);
      if (record->is_shared)
        spur_rec_writers_before_fork (record);
    }
}

static void
after_fork_in_parent (void)
{
  SignalMask mask = fork_mask;

  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    pthread_mutex_unlock (&record->mutex);
  pthread_mutex_unlock (&spur_rec_list_mutex);
  spur_rec_unlock (&own_mutex, &mask);
}

static void
restart_in_child (SpurRecord *record)
{
  make_preamble (&record->preamble);
  record->problem_error = 0;
  record->has_said = false;
  record->n_finished = 0;
  atomic_store (&record->n_homeless, 0);
  /* First: without the helping thread sinks do not look for hosts. */
  spur_rec_helper_in_child (record);
  /* The parent goes on with its own. */
  spur_rec_leave_blocks (record);
  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      Sink *sink = record->sinks[i];

      sink->n_log_bytes = 0;
      if (sink->sink_class->restart (sink) != 0)
        spur_rec_note_problem (record, sink->name, errno, NULL);
    }
  spur_rec_share_blocks (record);
  spur_rec_writers_in_child (record);
  tell_process (record);
  spur_rec_tell_clock (record);
  /* Those of the parent's rows that it has not told yet. */
  spur_rec_tell_pending (record);
}

static void
after_fork_in_child (void)
{
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      if (atomic_load (&record->is_open) != 0)
        restart_in_child (record);
    }
  after_fork_in_parent ();
}

static void
watch_forks (void)
{
  pthread_atfork (before_fork, after_fork_in_parent, after_fork_in_child);
}

/* ---- Open and close ---- */

static const Scheme *
find_scheme (const char *where, const char **rest)
{
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    {
      size_t n_bytes = strlen (schemes[i].name);

      if (strncmp (where, schemes[i].name, n_bytes) != 0 || where[n_bytes] != ':')
        continue;
      *rest = where + n_bytes + 1;
      return &schemes[i];
    }
  *rest = where;
  return strchr (where, ':') == NULL ? &schemes[0] : NULL;
}

/* Why there is no such sink, where errno does not say it. */
static const char *
describe_where (const Scheme *scheme, const char *where)
{
  if (strncmp (where, "tls:", 4) == 0)
    return "this recorder speaks no TLS; `spur record --to tls:HOST:PORT` does it for a program";
  if (scheme == NULL)
    return "expected file:, memory:, flight:, unix: or tcp:";
  return scheme->expected != NULL ? scheme->expected : strerror (EINVAL);
}

/* Each that cannot be opened is told. */
static void
note_unopened (SpurRecord *record, const Scheme *scheme, const char *where)
{
  int error = errno;

  if (scheme != NULL && record->n_sinks == MAX_SINKS)
    spur_rec_note_problem (record, where, EINVAL, "there are too many sinks");
  else if (error == EINVAL)
    spur_rec_note_problem (record, where, EINVAL, describe_where (scheme, where));
  else
    spur_rec_note_problem (record, where, error, NULL);
  record->has_said = false;
}

static void
open_sink (SpurRecord *record, const char *where)
{
  const char *rest;
  const Scheme *scheme = find_scheme (where, &rest);
  Sink *sink = NULL;

  errno = EINVAL;
  if (scheme != NULL && record->n_sinks < MAX_SINKS)
    sink = scheme->sink_class->open (record, scheme->name, rest);
  if (sink == NULL)
    {
      note_unopened (record, scheme, where);
      return;
    }
  sink->sink_class = scheme->sink_class;
  sink->index = record->n_sinks;
  record->sinks[record->n_sinks++] = sink;
}

static void
open_sinks (SpurRecord *record, const char *where)
{
  char *copy = strdup (where);
  char *rest = NULL;

  for (char *one = copy != NULL ? strtok_r (copy, ";", &rest) : NULL; one != NULL;
       one = strtok_r (NULL, ";", &rest))
    open_sink (record, one);
  free (copy);
  if (record->n_sinks == 0 && record->problem_error == 0)
    spur_rec_note_problem (record, where, EINVAL, "names no sink");
}

/* Under the list's lock. */
static void
begin_recording (SpurRecord *record)
{
  SignalMask mask;
  char host[HOST_NAME_MAX + 1];

  spur_rec_get_host (host, sizeof host);
  atomic_store (&record->is_open, RECORD_OPEN);
  spur_rec_lock (&record->mutex, &mask);
  tell_process (record);
  spur_rec_tell_fact (record, "host", host);
  spur_rec_tell_clock (record);
  spur_rec_unlock (&record->mutex, &mask);
  record->host = spur_record_object (record, (SpurRecordObjectType){ "SpurTarget" }, host, "host",
                                     SPUR_RECORD_NO_OBJECT);
  spur_rec_tell_classes (record);
}

/* @clock: NULL for what the options say. @is_quiet: sinks that cannot be opened are told by who
 * asks for them. */
static SpurRecord *
open_record (const char *where, const char *clock, bool is_quiet)
{
  SpurRecord *record;
  SignalMask mask;

  spur_rec_read_environment ();
  where = where != NULL ? where : secure_getenv ("SPUR_RECORD");
  record = calloc (1, sizeof *record);
  if (record == NULL)
    return &no_record;
  pthread_mutex_init (&record->mutex, NULL);
  /* Whole pages. */
  record->n_block_bytes = (size_t) spur_rec_get_options ()->n_block_bytes & ~(size_t) 4095;
  record->can_share = spur_rec_get_options ()->is_shared;
  record->has_to_share = spur_rec_get_options ()->has_to_share;
  spur_rec_make_key ();
  pthread_once (&fork_once, watch_forks);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  record->next = spur_rec_list;
  spur_rec_list = record;
  if (where != NULL && *where != '\0')
    {
      spur_rec_choose_clock (record, clock != NULL ? clock : spur_rec_get_options ()->clock);
      make_preamble (&record->preamble);
      record->is_quiet = is_quiet;
      open_sinks (record, where);
      record->is_quiet = false;
      if (record->n_sinks > 0)
        {
          spur_rec_share_blocks (record);
          begin_recording (record);
        }
    }
  spur_rec_switch_all ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  if (atomic_load (&record->is_open) != 0)
    spur_rec_start_helper (record);
  return record;
}

SpurRecord *
spur_record_open (const char *where)
{
  spur_rec_note_signals ();
  return open_record (where, NULL, false);
}

SpurRecord *
spur_rec_open_monotonic (const char *where)
{
  spur_rec_note_signals ();
  return open_record (where, "monotonic", true);
}

SpurRecord *
spur_record_get (void)
{
  SpurRecord *record = atomic_load (&own_record);
  SignalMask mask;

  if (record != NULL)
    return record;
  spur_rec_note_signals ();
  spur_rec_lock (&own_mutex, &mask);
  record = atomic_load (&own_record);
  if (record == NULL)
    {
      record = open_record (NULL, NULL, false);
      atomic_store (&own_record, record);
    }
  spur_rec_unlock (&own_mutex, &mask);
  return record;
}

int
spur_record_flush (SpurRecord *record)
{
  SignalMask mask;
  bool has_problem;

  if (atomic_load (&record->is_open) == 0)
    return -1;
  spur_rec_start_helper_unless_handler ();
  spur_rec_flush_all (record, false);
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_pending (record);
  has_problem = record->problem_error != 0;
  spur_rec_unlock (&record->mutex, &mask);
  return has_problem ? -1 : 0;
}

int
spur_record_dump (SpurRecord *record, const char *path)
{
  int result = -1;

  if (spur_record_flush (record) != 0 && atomic_load (&record->is_open) == 0)
    return spur_rec_fail (EBADF);
  errno = ENOTSUP;
  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      Sink *sink = record->sinks[i];

      if (sink->sink_class->dump != NULL)
        result = sink->sink_class->dump (sink, path);
    }
  return result;
}

/* Under the list's lock: it is closed here only. */
static void
finish_recording (SpurRecord *record)
{
  SignalMask mask;

  atomic_store (&record->is_open, RECORD_CLOSING);
  spur_rec_close_writers (record);
  spur_rec_tell_idle_rule ();
  spur_rec_flush_all (record, false);
  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      if (record->sinks[i]->sink_class->probe != NULL)
        record->sinks[i]->sink_class->probe (record->sinks[i]);
    }
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_pending (record);
  spur_rec_tell_clock (record);
  atomic_store (&record->is_open, RECORD_CLOSED);
  spur_rec_tell_status (record, true);
  for (uint32_t i = 0; i < record->n_sinks; i++)
    record->sinks[i]->sink_class->close (record->sinks[i]);
  spur_rec_close_blocks (record);
  spur_rec_buffer_free (&record->log);
  spur_rec_buffer_free (&record->pending);
  spur_rec_unlock (&record->mutex, &mask);
}

void
spur_record_close (SpurRecord *record)
{
  SignalMask mask;

  if (atomic_load (&record->is_open) == 0)
    return;
  spur_rec_stop_helper (record);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  if (atomic_load (&record->is_open) != 0)
    finish_recording (record);
  spur_rec_switch_all ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

/* After the program's own functions for its end, which may record. What is open in a child that was
 * not made by fork() is still its parent's, who goes on with it. */
__attribute__ ((destructor (102))) static void
close_all (void)
{
  uint32_t process = (uint32_t) getpid ();

  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      if (record->preamble.process == process)
        spur_record_close (record);
    }
}
