/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What threads write into, and how it gets from there to the sinks. */
#include "core/record/plain/spur-record-private.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* How long a thread in the middle of an event is waited for when the recording ends. */
#define MAX_WAITS 20000
#define WAIT_NS 50000

/* The writer of threads that have not recorded yet; it fits no recorder. */
SpurRecordWriter spur_record_no_writer_;
__thread SpurRecordWriter *spur_record_writer_ = &spur_record_no_writer_;
__thread Thread spur_rec_thread;

static pthread_key_t thread_key;
static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;
static bool has_thread_key;

static uint64_t *
get_start (Writer *self)
{
  return (uint64_t *) (void *) ((uint8_t *) self + SPUR_SLOT_AT_BLOCK) + 1;
}

/* Packing takes long, so a thread that waits gives up its time. */
static bool
take_turn (Writer *self, bool is_crash)
{
  uint32_t free = 0;

  for (int i = 0; !atomic_compare_exchange_weak_explicit (
         &self->turn, &free, 1, memory_order_acquire, memory_order_relaxed);
       i++)
    {
      if (is_crash && i > 10000)
        return false;
      free = 0;
      sched_yield ();
    }
  return true;
}

static void
end_turn (Writer *self)
{
  atomic_store_explicit (&self->turn, 0, memory_order_release);
}

/* ---- Handing over ---- */

static void
note_refused (Writer *self, uint32_t sink, const PacketHeader *header, uint64_t from, uint64_t to)
{
  Refused *refused = &self->refused[sink];

  if (refused->n_events == 0)
    {
      refused->first = header->first;
      refused->sequence = header->sequence;
      refused->from_ticks = from;
    }
  refused->n_events += header->n_events;
  __atomic_store_n (&refused->n_total, refused->n_total + header->n_events, __ATOMIC_RELAXED);
  refused->to_ticks = to;
}

/* What the sink refused before is said in the stream before anything that is later. */
static int
tell_refused (Writer *self, Sink *sink)
{
  Refused *refused = &self->refused[sink->index];

  while (refused->n_events > 0)
    {
      uint64_t n_now = refused->n_events < UINT32_MAX ? refused->n_events : UINT32_MAX;
      struct
      {
        PacketHeader header;
        uint64_t ticks[2];
      } drops = { { .kind = SPUR_PACKET_DROPS,
                    .n_bytes = sizeof drops.ticks,
                    .writer = self->number,
                    .sequence = refused->sequence,
                    .first = refused->first,
                    .n_events = (uint32_t) n_now,
                    .stream = self->stream },
                  { refused->from_ticks, refused->to_ticks } };

      spur_rec_seal_packet (&drops.header, drops.ticks);
      if (sink->sink_class->write (sink, &drops, sizeof drops) != 0)
        return -1;
      refused->n_events -= n_now;
      refused->first += n_now;
    }
  return 0;
}

static void
send_packet (Writer *self, PacketHeader *header, uint64_t from, uint64_t to)
{
  SpurRecord *record = self->open.record;

  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      Sink *sink = record->sinks[i];

      if (tell_refused (self, sink) == 0 &&
          sink->sink_class->write (sink, header, SPUR_PACKET_HEADER_BYTES + header->n_bytes) == 0)
        continue;
      spur_rec_set_problem (record, sink->name, errno);
      note_refused (self, i, header, from, to);
    }
}

/* What was packed into @out; false where it is not this process's to hand over. No handler may come
 * in between and fork: the child would have its parent's events. */
static bool
send_packed (Writer *self,
             PacketHeader *header,
             const uint64_t *next,
             const uint64_t ticks[2],
             uint32_t process)
{
  SignalMask mask;
  bool is_own;

  spur_rec_block_signals (&mask);
  is_own = self->open.record->preamble.process == process;
  if (is_own)
    {
      header->sequence = self->n_packets++;
      header->first = self->n_packed;
      spur_rec_seal_packet (header, header + 1);
      self->packed += next - self->packed;
      self->n_packed += header->n_events;
      send_packet (self, header, ticks[0], ticks[1]);
    }
  spur_rec_restore_signals (&mask);
  return is_own;
}

static void
send_events (Writer *self, const uint64_t *to)
{
  PacketHeader *header = (PacketHeader *) (void *) self->out;
  uint32_t process = self->open.record->preamble.process;

  for (const uint64_t *at = self->packed; at < to;)
    {
      const uint64_t *next;
      uint64_t ticks[2];
      uint32_t n_events;
      size_t n_bytes = spur_rec_pack (at, to, self->out + SPUR_PACKET_HEADER_BYTES, self->scratch,
                                      &next, &n_events, &ticks[0], &ticks[1]);

      *header = (PacketHeader){ .kind = SPUR_PACKET_EVENTS,
                                .n_bytes = (uint32_t) n_bytes,
                                .writer = self->number,
                                .n_events = n_events,
                                .stream = self->stream };
      if (!send_packed (self, header, next, ticks, process))
        return;
      at = next;
    }
}

/* The block is empty from now on. In this order a crash in between leaves no event twice or with a
 * wrong number: a reader finds none before the number is right. */
void
spur_rec_empty_block (Writer *self)
{
  uint64_t *start = get_start (self);

  __atomic_store_n (&self->open.at, start, __ATOMIC_RELEASE);
  __atomic_store_n (&self->first, start, __ATOMIC_RELEASE);
  __atomic_store_n (&start[-1], self->n_packed, __ATOMIC_RELEASE);
  self->packed = start;
}

static void
hand_over (Writer *self, bool is_owner, bool is_crash)
{
  SpurRecord *record;

  if (!take_turn (self, is_crash))
    return;
  record = self->open.record;
  if (!is_crash && atomic_load_explicit (&record->has_pending, memory_order_relaxed) != 0)
    {
      SignalMask mask;

      spur_rec_lock (&record->mutex, &mask);
      spur_rec_tell_pending (record);
      spur_rec_unlock (&record->mutex, &mask);
    }
  if (atomic_load (&record->is_open) != 0)
    send_events (self, __atomic_load_n (&self->open.at, __ATOMIC_ACQUIRE));
  if (is_owner)
    spur_rec_empty_block (self);
  end_turn (self);
}

/* ---- Making writers ---- */

static void
set_up (Writer *self, SpurRecord *record, uint32_t stream, uint32_t level)
{
  uint64_t *start = get_start (self);

  /* A thread that hands over all blocks may be reading it. */
  take_turn (self, false);
  self->number = atomic_fetch_add (&record->n_writers, 1) + 1;
  self->stream = stream;
  self->level = level;
  self->is_off = 0;
  self->n_packed = self->n_packets = 0;
  self->n_inherited = 0;
  memset (self->refused, 0, sizeof self->refused);
  self->nested = NULL;
  self->next_of_thread = NULL;
  self->limit =
    (uint64_t *) (void *) ((uint8_t *) self + SPUR_SLOT_AT_BLOCK + record->n_block_bytes);
  self->packed = self->first = start;
  start[-1] = 0;
  self->open = (SpurRecordWriter){
    .at = start, .end = self->limit, .record = record, .is_tsc = record->preamble.clock == 2
  };
  self->self = self;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  memcpy (self->slot_magic, SPUR_SLOT_MAGIC, 8);
  end_turn (self);
}

static void
push_writer (SpurRecord *record, Writer *self)
{
  self->next = atomic_load (&record->writers);
  while (!atomic_compare_exchange_weak (&record->writers, &self->next, self))
    continue;
}

/* Under the lock. */
static Writer *
make_writer (SpurRecord *record)
{
  uint8_t *out = spur_rec_map_private (spur_rec_get_private_bytes (record));
  Writer *self = NULL;

  if (out == NULL)
    return NULL;
  if (record->is_shared)
    self = spur_rec_map_slot (record, NULL);
  if (self != NULL)
    self->is_shared = true;
  else
    self = spur_rec_map_private (spur_rec_get_slot_bytes (record));
  if (self == NULL)
    {
      spur_rec_unmap (out, spur_rec_get_private_bytes (record));
      return NULL;
    }
  self->out = out;
  self->scratch = out + OUT_BYTES (record->n_block_bytes);
  self->kept = (uint8_t *) self->scratch + SCRATCH_BYTES (record->n_block_bytes);
  return self;
}

/* A writer for the calling thread, new or left over from another one. */
static Writer *
add_writer (SpurRecord *record, uint32_t stream, uint32_t level)
{
  Writer *self;
  SignalMask mask;
  bool is_new = false;

  spur_rec_lock (&record->mutex, &mask);
  self = record->free_writers;
  if (self != NULL)
    record->free_writers = self->next_free;
  else
    {
      self = make_writer (record);
      is_new = self != NULL;
    }
  if (self != NULL)
    set_up (self, record, stream, level);
  if (is_new)
    push_writer (record, self);
  spur_rec_unlock (&record->mutex, &mask);
  return self;
}

/* ---- Threads ---- */

static void
get_thread_name (char *name, size_t n_bytes)
{
  if (pthread_getname_np (pthread_self (), name, n_bytes) != 0 || name[0] == '\0')
    memcpy (name, "thread", sizeof "thread");
}

/* The stream of the thread itself, which outlives its writers. */
static uint32_t
get_own_stream (SpurRecord *record)
{
  Thread *thread = &spur_rec_thread;
  char name[64];
  uint32_t stream;
  SignalMask mask;

  for (uint32_t i = 0; i < thread->n_streams; i++)
    {
      if (thread->streams[i].record == record)
        return thread->streams[i].stream;
    }
  get_thread_name (name, sizeof name);
  stream = atomic_fetch_add (&record->n_streams, 1);
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_stream (record, stream, name, record->host, (uint64_t) syscall (SYS_gettid));
  spur_rec_unlock (&record->mutex, &mask);
  if (thread->n_streams == sizeof thread->streams / sizeof *thread->streams)
    thread->n_streams--;
  thread->streams[thread->n_streams].record = record;
  thread->streams[thread->n_streams++].stream = stream;
  return stream;
}

/* A writer may be used again by another thread, once it is empty. */
static void
release_writers (Thread *thread)
{
  Writer *next;

  for (Writer *self = thread->writers; self != NULL; self = next)
    {
      SpurRecord *record = self->open.record;
      SignalMask mask;

      next = self->next_of_thread;
      for (Writer *level = self, *inner; level != NULL; level = inner)
        {
          bool is_clean = true;

          inner = level->nested;
          hand_over (level, true, false);
          for (uint32_t i = 0; i < record->n_sinks; i++)
            is_clean = is_clean && level->refused[i].n_total == 0;
          if (atomic_load (&record->is_open) == 0 || !is_clean)
            continue;
          spur_rec_lock (&record->mutex, &mask);
          memset (level->slot_magic, 0, sizeof level->slot_magic);
          spur_rec_count_finished (record, level);
          level->thread = NULL;
          level->next_free = record->free_writers;
          record->free_writers = level;
          spur_rec_unlock (&record->mutex, &mask);
        }
    }
  thread->writers = NULL;
}

/* Other destructors of the thread may record after this one, which is called again then. */
static void
end_thread (void *data)
{
  SignalMask mask;

  spur_rec_block_signals (&mask);
  spur_record_writer_ = &spur_record_no_writer_;
  spur_rec_thread.has_key = false;
  release_writers (&spur_rec_thread);
  spur_rec_free_cache ();
  spur_rec_restore_signals (&mask);
}

static void
make_key (void)
{
  has_thread_key = pthread_key_create (&thread_key, end_thread) == 0;
  spur_rec_register_threads ();
}

/* What this thread has is to be given back when it ends. */
void
spur_rec_watch_thread (void)
{
  Thread *thread = &spur_rec_thread;

  if (!thread->has_key && has_thread_key)
    thread->has_key = pthread_setspecific (thread_key, thread) == 0;
}

void
spur_rec_make_key (void)
{
  pthread_once (&thread_key_once, make_key);
}

/* The library may be unloaded before the threads end. */
__attribute__ ((destructor (101))) static void
forget_key (void)
{
  if (has_thread_key)
    pthread_key_delete (thread_key);
  has_thread_key = false;
}

/* The calling thread's writer into a stream, or with NO_STREAM that which it writes into now. */
static Writer *
find_writer_of_stream (SpurRecord *record, uint32_t stream)
{
  for (Writer *self = spur_rec_thread.writers; self != NULL; self = self->next_of_thread)
    {
      if (self->open.record == record && (stream == NO_STREAM || self->stream == stream))
        return self;
    }
  return NULL;
}

static Writer *
find_writer (SpurRecord *record)
{
  return find_writer_of_stream (record, NO_STREAM);
}

/* No handler may come in between, it would make one as well. */
static Writer *
add_writer_of_thread (SpurRecord *record)
{
  Thread *thread = &spur_rec_thread;
  SignalMask mask;
  Writer *self;

  spur_rec_block_signals (&mask);
  self = find_writer (record);
  if (self == NULL)
    self = add_writer (record, get_own_stream (record), 0);
  if (self != NULL && find_writer (record) == NULL)
    {
      char name[64];

      get_thread_name (name, sizeof name);
      pthread_mutex_lock (&spur_rec_list_mutex);
      spur_rec_switch_writer (self, name);
      pthread_mutex_unlock (&spur_rec_list_mutex);
      self->thread = thread;
      self->next_of_thread = thread->writers;
      thread->writers = self;
      spur_rec_watch_thread ();
    }
  spur_rec_restore_signals (&mask);
  return self;
}

static bool
is_busy (const Writer *self)
{
  return __atomic_load_n (&self->open.is_busy, __ATOMIC_RELAXED) != 0;
}

/* That of the level that this thread has been interrupted to. */
static Writer *
get_level (Writer *self)
{
  while (is_busy (self))
    {
      if (self->nested == NULL && self->level + 1 < MAX_LEVELS)
        {
          Writer *nested = add_writer (self->open.record, self->stream, self->level + 1);

          if (nested != NULL)
            nested->thread = self->thread;
          if (nested != NULL && self->is_off)
            {
              nested->is_off = 1;
              nested->open.end = NULL;
            }
          self->nested = nested;
        }
      if (self->nested == NULL)
        return NULL;
      self = self->nested;
    }
  return self;
}

static void *
drop_event (SpurRecord *record)
{
  atomic_fetch_add (&record->n_homeless, 1);
  return NULL;
}

static bool
make_room (Writer *self)
{
  SpurRecord *record = self->open.record;

  if (self->is_off)
    return false;
  if (atomic_load (&record->is_open) != RECORD_OPEN)
    {
      drop_event (record);
      return false;
    }
  spur_rec_start_helper_unless_handler ();
  hand_over (self, true, false);
  return true;
}

static SpurRecordWriter *
begin_slowly (SpurRecord *record, uint32_t n_words, SpurRecordWriter *full)
{
  Writer *self = (Writer *) full;

  if (self == NULL && atomic_load (&record->is_open) != RECORD_OPEN)
    return drop_event (record);
  if (self == NULL)
    {
      spur_rec_start_helper_unless_handler ();
      self = find_writer (record);
      if (self == NULL)
        self = add_writer_of_thread (record);
      if (self != NULL && !is_busy (self))
        spur_record_writer_ = &self->open;
      if (self != NULL)
        self = get_level (self);
      if (self == NULL)
        return drop_event (record);
      full = &self->open;
      /* Who closes looks for writers after saying so, and may have missed one that is new. */
      __atomic_exchange_n (&full->is_busy, 1, __ATOMIC_SEQ_CST);
      if (atomic_load (&record->is_open) != RECORD_OPEN)
        {
          drop_event (record);
          /* Nor is there room for the next event, which would not come by here. */
          __atomic_store_n (&full->end, NULL, __ATOMIC_SEQ_CST);
          __atomic_store_n (&full->is_busy, 0, __ATOMIC_RELEASE);
          return NULL;
        }
    }
  if ((uintptr_t) (full->at + n_words) >
        (uintptr_t) __atomic_load_n (&full->end, __ATOMIC_RELAXED) &&
      !make_room (self))
    {
      __atomic_store_n (&full->is_busy, 0, __ATOMIC_RELEASE);
      full = NULL;
    }
  return full;
}

/* The program must not notice, not even in a signal handler. */
SpurRecordWriter *
spur_record_begin_slowly_ (SpurRecord *record, uint32_t n_words, SpurRecordWriter *full)
{
  int error = errno;

  full = begin_slowly (record, n_words, full);
  errno = error;
  return full;
}

/* ---- Events of any class ---- */

/* @ticks: NULL for now. */
static void
put_fields (SpurRecord *record,
            SpurRecordClass *event_class,
            const uint64_t *ticks,
            const uint64_t *fields)
{
  uint32_t live = event_class != NULL ? spur_record_test_ (event_class) : 0;
  SpurRecordWriter *writer;

  if (live == 0)
    return;
  writer = spur_record_begin_ (record, event_class->n_fields);
  if (writer == NULL)
    return;
  memcpy (writer->at + SPUR_RECORD_HEAD_WORDS, fields, 8 * (size_t) event_class->n_fields);
  spur_record_commit_ (writer, live, event_class->n_fields,
                       ticks != NULL ? *ticks : spur_record_read_clock_ (writer));
}

void
spur_record_put_at (SpurRecord *record,
                    SpurRecordClass *event_class,
                    uint64_t ticks,
                    const uint64_t *fields)
{
  put_fields (record, event_class, &ticks, fields);
}

void
spur_record_put (SpurRecord *record, SpurRecordClass *event_class, const uint64_t *fields)
{
  put_fields (record, event_class, NULL, fields);
}

/* ---- All writers ---- */

void
spur_rec_flush_all (SpurRecord *record, bool is_crash)
{
  for (Writer *self = atomic_load (&record->writers); self != NULL; self = self->next)
    {
      hand_over (self, false, is_crash);
      if (!take_turn (self, is_crash))
        continue;
      for (uint32_t i = 0; i < record->n_sinks && atomic_load (&record->is_open) != 0; i++)
        tell_refused (self, record->sinks[i]);
      end_turn (self);
    }
}

static void
wait_for (Writer *self)
{
  struct timespec pause = { 0, WAIT_NS };

  for (int i = 0; i < MAX_WAITS; i++)
    {
      if (__atomic_load_n (&self->open.is_busy, __ATOMIC_ACQUIRE) == 0)
        return;
      nanosleep (&pause, NULL);
    }
}

/* No thread gets room for an event any more, and events that have room are committed when this is
 * done. */
void
spur_rec_close_writers (SpurRecord *record)
{
  Writer *own = find_writer (record);

  for (Writer *self = atomic_load (&record->writers); self != NULL; self = self->next)
    __atomic_store_n (&self->open.end, NULL, __ATOMIC_SEQ_CST);
  /* Every thread has now either said that it is busy, or sees that there is no room. */
  spur_rec_meet_threads ();
  for (Writer *self = atomic_load (&record->writers); self != NULL; self = self->next)
    {
      bool is_mine = false;

      for (Writer *level = own; level != NULL; level = level->nested)
        is_mine = is_mine || level == self;
      if (!is_mine)
        wait_for (self);
    }
}

/* ---- What programs ask for ---- */

/* The calling thread's writer, which is made if need be; NULL where the recorder is closed. */
static Writer *
need_writer (SpurRecord *record)
{
  Writer *self = find_writer (record);

  if (self == NULL && atomic_load (&record->is_open) == RECORD_OPEN)
    self = add_writer_of_thread (record);
  return self;
}

SpurRecordStream
spur_record_get_stream (SpurRecord *record)
{
  Writer *self = need_writer (record);

  return (SpurRecordStream){ self != NULL ? self->stream : NO_STREAM };
}

SpurRecordStream
spur_rec_peek_stream (SpurRecord *record)
{
  Writer *self = find_writer (record);

  return (SpurRecordStream){ self != NULL ? self->stream : NO_STREAM };
}

uint64_t
spur_record_get_position (SpurRecord *record)
{
  Writer *self = need_writer (record);

  return self != NULL ? spur_rec_count_events (self) : 0;
}

void
spur_record_name_thread (SpurRecord *record, const char *name, SpurRecordObject target)
{
  Writer *self = need_writer (record);
  SignalMask mask;

  if (self == NULL)
    return;
  spur_rec_start_deferred_helper ();
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_stream (record, get_own_stream (record), name, target,
                        (uint64_t) syscall (SYS_gettid));
  spur_rec_unlock (&record->mutex, &mask);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  spur_rec_switch_writer (self, name);
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

/* Makes it the one that the thread's events go to. */
static void
put_first (Thread *thread, Writer *self)
{
  Writer **place = &thread->writers;

  while (*place != NULL && *place != self)
    place = &(*place)->next_of_thread;
  if (*place != NULL)
    *place = self->next_of_thread;
  self->next_of_thread = thread->writers;
  thread->writers = self;
  self->thread = thread;
  spur_record_writer_ = &spur_record_no_writer_;
}

int
spur_record_use_stream (SpurRecord *record, SpurRecordStream stream)
{
  Writer *self = find_writer (record);
  uint32_t number = stream.id;
  SignalMask mask;

  if (atomic_load (&record->is_open) != RECORD_OPEN || (self != NULL && is_busy (self)))
    return -1;
  if (number == NO_STREAM)
    number = get_own_stream (record);
  if (number >= atomic_load (&record->n_streams))
    return -1;
  spur_rec_block_signals (&mask);
  self = find_writer_of_stream (record, number);
  if (self == NULL)
    self = add_writer (record, number, 0);
  if (self != NULL)
    put_first (&spur_rec_thread, self);
  spur_rec_watch_thread ();
  spur_rec_restore_signals (&mask);
  return self != NULL ? 0 : -1;
}
