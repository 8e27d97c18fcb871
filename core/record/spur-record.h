/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

/* Records events of a program, at little more than the price of reading the clock.
 *
 * This is the header of libspur-record-1.a: C11 (or C++11), libc and threads, nothing else. The
 * typed calls, one for every event class, are in headers of their own that are made from the
 * classes: spur-record-events.h for those of Spur; `spur-record-header FILE.xml` makes others.
 *
 *     SpurRecord *record = spur_record_open ("file:run.spurrec");
 *     SpurRecordObject task = spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, "task 7",
 * "task", SPUR_RECORD_NO_OBJECT); SpurRecordState running = spur_record_state (record, "running",
 * SPUR_RECORD_WORK);
 *
 *     spur_record_lo_state_change (record, task, SPUR_RECORD_NO_STATE, running,
 *                                  SPUR_RECORD_NO_LIST);
 *     spur_record_close (record);
 *
 * Any thread may record at any time. Each has a stream of its own, and writes into a block of its
 * own: an event takes no lock and no memory. When a block is full, the thread packs it and hands it
 * to the sinks. What is recorded in a signal handler, even in the middle of another event, is in
 * the stream as well.
 *
 * doc/recording.md describes the bytes that come out; doc/recording-tutorial.md is where to begin.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SPUR_RECORD_BEGIN_                                                                         \
  extern "C"                                                                                       \
  {
#define SPUR_RECORD_END_ }
#else
#define SPUR_RECORD_BEGIN_
#define SPUR_RECORD_END_
#endif

SPUR_RECORD_BEGIN_

/* A recorder: one for each program, or one for each of several recordings at the same time. */
typedef struct SpurRecord SpurRecord;

/* An event class as the generated headers have it. */
typedef struct SpurRecordClass SpurRecordClass;

/* What a thread writes into; private. */
typedef struct SpurRecordWriter SpurRecordWriter;

/* What events refer to, by its number within the recorder. Each kind has a type of its own, so that
 * the compiler refuses one in place of another. */
typedef struct
{
  uint32_t id;
} SpurRecordString;

typedef struct
{
  uint32_t id;
} SpurRecordState;

typedef struct
{
  uint32_t id;
} SpurRecordObject;

typedef struct
{
  uint32_t id;
} SpurRecordGroup;

typedef struct
{
  uint32_t id;
} SpurRecordList;

typedef struct
{
  uint32_t id;
} SpurRecordStream;

/* The number of no string, state, object, group, list or stream. */
#define SPUR_RECORD_NONE UINT32_MAX

#ifdef __cplusplus
#define SPUR_RECORD_VALUE_(type, value) (type{ value })
#else
#define SPUR_RECORD_VALUE_(type, value) ((type){ value })
#endif

#define SPUR_RECORD_NO_STRING SPUR_RECORD_VALUE_ (SpurRecordString, SPUR_RECORD_NONE)
#define SPUR_RECORD_NO_STATE SPUR_RECORD_VALUE_ (SpurRecordState, SPUR_RECORD_NONE)
#define SPUR_RECORD_NO_OBJECT SPUR_RECORD_VALUE_ (SpurRecordObject, SPUR_RECORD_NONE)
#define SPUR_RECORD_NO_GROUP SPUR_RECORD_VALUE_ (SpurRecordGroup, SPUR_RECORD_NONE)
#define SPUR_RECORD_NO_LIST SPUR_RECORD_VALUE_ (SpurRecordList, SPUR_RECORD_NONE)
#define SPUR_RECORD_NO_STREAM SPUR_RECORD_VALUE_ (SpurRecordStream, SPUR_RECORD_NONE)

/* A class of active objects: its name and behind it, with spaces between, those of its ancestors,
 * the nearest first, without the class of all active objects. By them a reader that does not know
 * the class tells targets from load objects. spur-record-events.h has SPUR_RECORD_LOAD_OBJECT,
 * SPUR_RECORD_TARGET and the others of Spur; one of your own is
 *
 *     static const SpurRecordObjectType my_host = { "MyHost SpurTarget" };
 */
typedef struct
{
  const char *names;
} SpurRecordObjectType;

/* The same of a class of lists, as SPUR_RECORD_STATE_LIST and SPUR_RECORD_RESOURCE_LIST. */
typedef struct
{
  const char *names;
} SpurRecordListType;

/* What time in a state is spent on, as SpurStateKind. */
typedef enum
{
  SPUR_RECORD_WORK,
  SPUR_RECORD_COMMUNICATION,
  SPUR_RECORD_OVERHEAD,
  SPUR_RECORD_IDLE,
} SpurRecordStateKind;

/* A value with a name in a list. */
typedef enum
{
  SPUR_RECORD_UINT64,
  SPUR_RECORD_INT64,
  SPUR_RECORD_DOUBLE,
  SPUR_RECORD_TEXT,
} SpurRecordEntryType;

typedef struct
{
  const char *name;
  /* May be NULL. */
  const char *unit;
  SpurRecordEntryType type;
  union
  {
    uint64_t uint64;
    int64_t int64;
    double real;
    const char *text;
  } value;
} SpurRecordEntry;

/* ---- The recording ---------------------------------------------------------------------------
 *
 * @where names the sinks, with ";" between several:
 *
 *   file:NAME          a file; %p is the process, %h the host, %t the time in s, %% is %. Without
 *                      %p the files of forked children are called NAME with their process before
 *                      the last dot. Nothing is written over: where a recording has the name, of
 *                      this process or of another run, the file is called NAME with 2, 3 and so on
 *                      before the last dot. What is no recording, a link or a device is refused.
 *                      Just NAME means the same, where it has no colon
 *   unix:PATH          a collector at a Unix socket
 *   tcp:HOST:PORT      a collector at a TCP port
 *   memory:BYTES       the last BYTES (K, M, G may follow), for spur_record_dump(); without a
 *                      number everything, as long as there is memory. BYTES/10s: of these only
 *                      what was recorded in the last 10 s before it is written
 *   flight:BYTES,NAME  the same, written to the file NAME on demand: by
 *                      spur_record_dump(), by SIGUSR2, or when the program crashes. Each time over
 *                      what it wrote before; else as for a file
 *
 * NULL is for the environment's SPUR_RECORD, and nothing is recorded where that is not set, or
 * where the program has other rights than its user (set-user-id): the environment is not read then,
 * and there is no control socket.
 *
 * The program may close all descriptors: a file is opened again by its name, a connection made
 * anew. It may also fork in a signal handler: the handlers of pthread_atfork() take no memory.
 *
 * Returns the recorder, always: where a sink cannot be opened its problem is kept, see
 * spur_record_get_problem(), and what is recorded is dropped. A line on the standard error says so,
 * and so does one for a collector that cannot be reached at first; a recorder that never reached
 * one does not wait for it when it is closed, but with the policy "block". */
SpurRecord *spur_record_open (const char *where);

/* The program's own recorder, opened with NULL by the first call. It is closed when the program
 * ends. All layers in one program that record by themselves (MPI, threads) use this one. */
SpurRecord *spur_record_get (void);

/* Hands over everything, writes the counts, and ends the recording. Threads may go on recording:
 * that is dropped and not counted. The recorder itself stays where it is, so that they can. */
void spur_record_close (SpurRecord *record);

/* Hands to the sinks what all threads have recorded by now. 0, or -1 where a sink refused some. */
int spur_record_flush (SpurRecord *record);

/* Writes what memory and flight sinks have to a file, which appears complete or not at all; NULL:
 * to the one that the sink names. 0, or -1 with errno: EEXIST where @path is a file that this
 * recorder has not written. */
int spur_record_dump (SpurRecord *record, const char *path);

/* Of what went wrong first, in English, as in "run.spurrec: No space left on device";
 * or NULL. It lives until the next call for the same recorder. */
const char *spur_record_get_problem (SpurRecord *record);

/* How things stand. A thread that is just recording may be one event ahead of @n_events. */
typedef struct
{
  /* Handed over by the program, dropped ones included. */
  uint64_t n_events;
  uint64_t n_dropped;
  /* Of all sinks together, and written into the first one. */
  uint64_t n_bytes;
  /* Threads and other streams that recorded so far. */
  uint64_t n_streams;
} SpurRecordCounts;

void spur_record_get_counts (SpurRecord *record, SpurRecordCounts *counts);

/* What is to be so for recorders that are opened later; the environment's SPUR_RECORD_NAME in
 * capitals says the same, and wins. 0, or -1 where there is no such option or value.
 *
 *   clock      tsc, monotonic, or auto (tsc where the kernel trusts it)
 *   block      bytes of a thread's block: 4K to 1M, 64K
 *   shared     1: blocks lie in a file NAME.blocks beside the file sink as long as it records, so
 *              that after SIGKILL every event that was recorded is found; 0: in memory only. Where
 *              there is no room on the disk, they are in memory, and only where 1 was set a line
 * says so policy     what a network sink does when the other side is slow or away and the spool is
 * full: block, or drop (and count) spool      bytes of the file in which a network sink keeps what
 * it could not send: 64M token      what a collector wants to be told before it takes anything, at
 * most 32 bytes crash      1: hand everything over when the program crashes, too; 0 flush
 * milliseconds after which a block is handed over even though it is not full; 0: never events which
 * events are recorded, see spur_record_switch() watch      a file with the same, read again when it
 * changes control    1: listen at a socket, for `spur record --pid`; 0
 */
int spur_record_set_option (const char *name, const char *value);

/* Switches event classes and sources on and off, for the whole program. @rules are read from left
 * to right, with commas between; the last that fits says what is so:
 *
 *   LM_*           classes whose name fits, and those derived from one whose name fits
 *   LO_Event       a class and all that are derived from it
 *   @LM            the classes of a category: that of a class is the first word of the name of its
 *                  family, as LO, Target, LM, Custom
 *   source:rank*   streams whose name fits
 *   level:Warning  of log calls those of this level and graver ones; with "-" of this level and
 *                  less grave ones. Levels are, from the gravest on, Error, Critical, Warning,
 *                  Message, Info and Debug; NetLogger's others count as the nearest of these
 *
 * A "-" before it switches off. A rule also holds for classes and streams that come later. What is
 * switched off is neither recorded nor counted. 0, or -1 where a rule is none. */
int spur_record_switch (const char *rules);

/* ---- What events speak of -------------------------------------------------------------------
 *
 * The same call gives the same number again. Not for signal handlers. A number belongs to its
 * recorder. Where the recorder is closed or memory is short it is SPUR_RECORD_NONE. */

SpurRecordString spur_record_string (SpurRecord *record, const char *text);

SpurRecordState spur_record_state (SpurRecord *record, const char *name, SpurRecordStateKind kind);

/* The active object of this name: @type is its class, @kind what it is in the program's words,
 * @parent what it is part of. Objects of equal type, kind, name and parents are one object in all
 * processes. */
SpurRecordObject spur_record_object (SpurRecord *record,
                                     SpurRecordObjectType type,
                                     const char *name,
                                     const char *kind,
                                     SpurRecordObject parent);

/* A new object, different from all others whatever their names are. */
SpurRecordObject spur_record_new_object (SpurRecord *record,
                                         SpurRecordObjectType type,
                                         const char *name,
                                         const char *kind,
                                         SpurRecordObject parent);

/* Its identifier, which is unique everywhere, to be sent to another process with the object itself;
 * there the second call gives the object of this identifier. */
void spur_record_get_identifier (SpurRecord *record,
                                 SpurRecordObject object,
                                 uint64_t *origin,
                                 uint64_t *number);
SpurRecordObject spur_record_known_object (SpurRecord *record,
                                           SpurRecordObjectType type,
                                           const char *name,
                                           const char *kind,
                                           SpurRecordObject parent,
                                           uint64_t origin,
                                           uint64_t number);

/* A communicator, a team, neighbours: the members in their order. Groups of equal name and members
 * are one. */
SpurRecordGroup spur_record_group (SpurRecord *record,
                                   const char *name,
                                   const SpurRecordObject *members,
                                   uint32_t n_members);

SpurRecordList spur_record_list (SpurRecord *record,
                                 SpurRecordListType type,
                                 const SpurRecordEntry *entries,
                                 uint32_t n_entries);

/* What an object offers or needs, an entry of lists. */
void spur_record_set_attributes (SpurRecord *record, SpurRecordObject object, SpurRecordList list);

/* Something about the recording as a whole; a second one with the same key replaces the first. */
void spur_record_fact (SpurRecord *record, const char *key, const char *value);

/* A number for a message that is about to be sent, which no other message has, of this process or
 * another; never 0. It goes into the event of the send and into the message itself, and from there
 * into the event of the receive: so they are known to belong together, whatever the message
 * overtakes. Where a message cannot carry it both events have 0, and messages of the same
 * communicator, sender, receiver and tag count as received in the order in which they were sent.
 *
 *     message->number = spur_record_next_number (record);
 *     spur_record_lo_message_send (record, self, peer, tag, size, content, message->number);
 *
 * Takes no lock, and may be called in a signal handler. */
uint64_t spur_record_next_number (SpurRecord *record);

/* ---- Streams --------------------------------------------------------------------------------- */

/* What the calling thread's stream is called, and the target that it runs on (or none); without
 * this its name is the thread's, and its target the host. */
void spur_record_name_thread (SpurRecord *record, const char *name, SpurRecordObject target);

/* A stream for a source that is no thread, as a simulated process or a device. */
SpurRecordStream
spur_record_add_stream (SpurRecord *record, const char *name, SpurRecordObject target);

/* Into which stream the calling thread records from now on: one of the above, or none for its own.
 * One thread at a time may record into a stream. Not free: it hands over the thread's block. Gives
 * back 0, or -1 where there is no such stream. */
int spur_record_use_stream (SpurRecord *record, SpurRecordStream stream);

/* The calling thread's stream. */
SpurRecordStream spur_record_get_stream (SpurRecord *record);

/* How many events are in the stream that the calling thread records into: the position of the next
 * one. */
uint64_t spur_record_get_position (SpurRecord *record);

/* ---- Time ------------------------------------------------------------------------------------ */

/* The clock, in its ticks: those of the time-stamp counter, or ns of CLOCK_MONOTONIC. */
uint64_t spur_record_get_ticks (SpurRecord *record);

/* What the recorder knew of it when it was opened, to some 10^-5: for waiting and measuring, not
 * for comparing recordings, which are calibrated over their whole length when they are read. */
int64_t spur_record_ticks_to_ns (SpurRecord *record, uint64_t ticks);

/* Reads the clock and the system's clocks together, so that the reader can tell one from another.
 * Done when a recording begins and ends; to be called in between where a recording is long. */
void spur_record_calibrate (SpurRecord *record);

/* The recording's number, unique everywhere, by which others speak of its clock. */
uint64_t spur_record_get_origin (SpurRecord *record);

/* What was measured of this clock against that of another recording, say of rank 0: when this one
 * said @ticks the other said @reference_ticks, with a standard deviation in ns, 0 where unknown. */
void spur_record_add_clock_offset (SpurRecord *record,
                                   uint64_t ticks,
                                   uint64_t reference_origin,
                                   uint64_t reference_ticks,
                                   double deviation_ns);

/* The least time a message takes between two ranks or other objects, as it was measured. */
void spur_record_add_minimum_delay (SpurRecord *record,
                                    SpurRecordObject from,
                                    SpurRecordObject to,
                                    uint64_t n_bytes,
                                    uint64_t delay_ns);

/* ---- Events of any class -----------------------------------------------------------------------
 *
 * The generated calls are made of what follows. For classes that are only known while the program
 * runs, declare one, and put events of it: */

/* @xml: <event-class> elements as in doc/recording.md, ancestors first, the class itself last, with
 * all of its fields, inherited ones included. It is copied. Gives the class; or NULL where memory
 * is short, or where @xml is no such elements, does not end with the class @name, or describes
 * another number of fields than @n_fields, which a line on the standard error says. Events of class
 * NULL are dropped and not counted. */
SpurRecordClass *spur_record_declare (const char *name, const char *xml, uint32_t n_fields);

/* @fields: a word for each field: numbers as they are (signed ones extended), bits of doubles,
 * entries as spur_record_entry() makes them. */
void spur_record_put (SpurRecord *record, SpurRecordClass *event_class, const uint64_t *fields);

/* The same at another time than now, as ticks of the recorder's clock. */
void spur_record_put_at (SpurRecord *record,
                         SpurRecordClass *event_class,
                         uint64_t ticks,
                         const uint64_t *fields);

/* ---- NetLogger's three calls -------------------------------------------------------------------
 *
 * For programs that log an event as a name and fields by a format, without classes or objects. Not
 * fast: every call makes a list. */

typedef struct SpurLog SpurLog;

/* @where: "ulm:FILE" for lines of ULM text, or sinks as for spur_record_open(), where an event is a
 * Custom_Event of the object @program; NULL for spur_record_get(). NULL with errno where it cannot
 * be opened, which a line on the standard error says. NetLogger's other methods are refused: there
 * is no "ulm:tcp:HOST:PORT", which is "tcp:HOST:PORT" here, and no "syslog". A file of such a name
 * is "ulm:./syslog". */
SpurLog *spur_log_open (const char *program, const char *where);

/* @level: as in "Info", NULL for "Usage"; @event: its name, which does not begin with "@"; @format:
 * "KEY=%d OTHER=%s STATE=begin" with commas, semicolons or spaces between, at most 64 fields of
 * keys below 64 bytes; NULL for none. Conversions are d i u x X o c s f F e E g G, with h, l or z
 * before those of integers; widths change nothing, a precision only how much of a text is taken.
 * Numbers are kept as numbers, whole. Keys that ULM has itself, as HOST or NL.SEC, are no fields.
 *
 * From the first thing in a format on that is none of this, the fields are left out. 0; or -1 where
 * that was so, where a text of 1 MiB did not fit into a recording, or where something could not be
 * written. Without a good name nothing is written, else the event is there in any case. */
int spur_log_write (SpurLog *log, const char *level, const char *event, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));

void spur_log_close (SpurLog *log);

/* ---- For the generated calls; nothing below is to be used by hand ------------------------------
 */

#define SPUR_RECORD_HEAD_WORDS 2
#define SPUR_RECORD_MAX_FIELDS 100
#define SPUR_RECORD_UNKNOWN UINT32_MAX

struct SpurRecordClass
{
  /* The switch, and the class's number in one: 0 is off, SPUR_RECORD_UNKNOWN before the first
   * event of the class. */
  uint32_t live;
  uint32_t n_fields;
  const char *name;
  /* Names of its ancestors with spaces between, the nearest first. */
  const char *ancestors;
  const char *category;
  const char *xml;
  SpurRecordClass *next;
  uint32_t number;
  uint32_t is_linked;
};

/* The first words of a writer. @at and @end change while others look at them. */
struct SpurRecordWriter
{
  uint64_t *at;
  uint64_t *end;
  SpurRecord *record;
  uint64_t n_events;
  uint32_t is_busy;
  uint32_t is_tsc;
};

extern __thread SpurRecordWriter *spur_record_writer_
  __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

uint32_t spur_record_learn_ (SpurRecordClass *event_class);
uint64_t spur_record_read_monotonic_ (void);
SpurRecordWriter *
spur_record_begin_slowly_ (SpurRecord *record, uint32_t n_words, SpurRecordWriter *full);

#define SPUR_RECORD_INLINE_ static inline __attribute__ ((always_inline, unused))
/* The same class in several files of a program is one. */
#define SPUR_RECORD_CLASS_ __attribute__ ((weak, visibility ("hidden")))
#define SPUR_RECORD_SELDOM_(condition) __builtin_expect (!!(condition), 0)

/* A reference as a word, by its number: none is -1, near to all small numbers. */
SPUR_RECORD_INLINE_ uint64_t
spur_record_entry (uint32_t id)
{
  return (uint64_t) (int64_t) (int32_t) id;
}

SPUR_RECORD_INLINE_ uint64_t
spur_record_real (double value)
{
  uint64_t bits;

  __builtin_memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* The class's number, or 0 where it is switched off. */
SPUR_RECORD_INLINE_ uint32_t
spur_record_test_ (SpurRecordClass *event_class)
{
  uint32_t live = __atomic_load_n (&event_class->live, __ATOMIC_RELAXED);

  /* Expected to be off: recording reads the clock, next to which a jump costs nothing. */
  if (__builtin_expect (live == 0, 1))
    return 0;
  if (SPUR_RECORD_SELDOM_ (live == SPUR_RECORD_UNKNOWN))
    return spur_record_learn_ (event_class);
  return live;
}

SPUR_RECORD_INLINE_ uint64_t
spur_record_read_clock_ (const SpurRecordWriter *writer)
{
#if defined(__x86_64__) || defined(__i386__)
  if (__builtin_expect (writer->is_tsc != 0, 1))
    return __builtin_ia32_rdtsc ();
#endif
  return spur_record_read_monotonic_ ();
}

/* The writer that takes an event of @n_fields, busy until it is committed; or NULL, and it is
 * counted as dropped. A handler that interrupts this thread finds it busy, and gets another writer.
 */
SPUR_RECORD_INLINE_ SpurRecordWriter *
spur_record_begin_ (SpurRecord *record, uint32_t n_fields)
{
  SpurRecordWriter *writer = spur_record_writer_;
  uint32_t n_words = n_fields + SPUR_RECORD_HEAD_WORDS;

  if (SPUR_RECORD_SELDOM_ (writer->record != record ||
                           __atomic_load_n (&writer->is_busy, __ATOMIC_RELAXED) != 0))
    return spur_record_begin_slowly_ (record, n_words, NULL);
  __atomic_store_n (&writer->is_busy, 1, __ATOMIC_RELAXED);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  if (SPUR_RECORD_SELDOM_ ((uintptr_t) (writer->at + n_words) >
                           (uintptr_t) __atomic_load_n (&writer->end, __ATOMIC_RELAXED)))
    return spur_record_begin_slowly_ (record, n_words, writer);
  return writer;
}

/* From here on the event is there, whatever happens to the program. */
SPUR_RECORD_INLINE_ void
spur_record_commit_ (SpurRecordWriter *writer, uint32_t live, uint32_t n_fields, uint64_t ticks)
{
  uint64_t *at = writer->at;
  uint32_t n_words = n_fields + SPUR_RECORD_HEAD_WORDS;

  at[0] = (uint64_t) n_words << 32 | live;
  at[1] = ticks;
  __atomic_store_n (&writer->n_events, writer->n_events + 1, __ATOMIC_RELAXED);
  __atomic_store_n (&writer->at, at + n_words, __ATOMIC_RELEASE);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  __atomic_store_n (&writer->is_busy, 0, __ATOMIC_RELEASE);
}

SPUR_RECORD_END_
