/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

#include "core/base/spur-hash-private.h"
#include "core/record/spur-record-wire-internal.h"
#include "core/record/spur-record.h"

typedef struct
{
  uint32_t magic;
  uint16_t kind;
  uint16_t flags;
  uint32_t n_bytes;
  uint32_t writer;
  uint64_t sequence;
  uint64_t first;
  uint32_t n_events;
  uint32_t stream;
  uint64_t body_hash;
  uint64_t header_hash;
} PacketHeader;

_Static_assert(sizeof (PacketHeader) == SPUR_PACKET_HEADER_BYTES, "as doc/recording.md says");
_Static_assert(SPUR_RECORD_HEAD_WORDS == SPUR_PACKET_HEAD_WORDS, "as blocks are packed");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are written as they are");

#define MAX_SINKS 4
#define MAX_LEVELS 8
#define MAX_CLASSES 4095
#define NO_STREAM UINT32_MAX

typedef struct Writer Writer;
typedef struct Sink Sink;
typedef struct Thread Thread;

/* Bytes that grow. Once memory was short it stays failed, and keeps what it had. */
typedef struct
{
  uint8_t *bytes;
  size_t n_bytes;
  size_t n_allocated;
  bool has_failed;
  /* The bytes are the caller's as long as they are enough. */
  bool is_borrowed;
} Buffer;

/* Memory, to be read and written: see mmap() for the arguments; NULL with errno */
void *spur_rec_map (void *address, size_t n_bytes, int flags, int file, off_t offset);
void *spur_rec_map_private (size_t n_bytes);
void *spur_rec_remap (void *bytes, size_t n_before, size_t n_bytes);
void spur_rec_unmap (void *bytes, size_t n_bytes);
void *spur_rec_keep (SpurRecord *record, size_t n_bytes);

void *spur_rec_buffer_add (Buffer *self, size_t n_bytes);
void spur_rec_buffer_put (Buffer *self, const void *bytes, size_t n_bytes);
void spur_rec_buffer_put_u32 (Buffer *self, uint32_t value);
void spur_rec_buffer_put_u64 (Buffer *self, uint64_t value);
void spur_rec_buffer_put_text (Buffer *self, const char *text);
void spur_rec_buffer_free (Buffer *self);

/* A descriptor, and which file it was when the recorder got it: the program may have closed it
 * since, and have the number for a file of its own. All 0 for none. */
typedef struct
{
  _Atomic int number;
  _Atomic uint64_t device;
  _Atomic uint64_t inode;
  _Atomic uint64_t birth_ns;
} Descriptor;

/* Takes @number over, to a place where new files of the program seldom come; false with errno, also
 * where @number is -1. */
bool spur_rec_take_descriptor (Descriptor *self, int number);
/* The number to use at once; -1 with EBADF where the program closed it. */
int spur_rec_get_number (const Descriptor *self);
void spur_rec_close_descriptor (Descriptor *self);
/* Whether @path names the file that it is, or was. */
bool spur_rec_is_descriptor_of (const Descriptor *self, const char *path);
/* Opens the file again that the program closed, with @flags of open(): its number, or -1 with errno
 * where @path is another one by now. */
int spur_rec_open_again (Descriptor *self, const char *path, int flags);
/* The same for a file that begins with a preamble, that of a recorder of its own. */
int spur_rec_open_recording_again (Descriptor *self,
                                   const char *path,
                                   const SpurRecordingPreamble *preamble);
int spur_rec_write_all (const Descriptor *self, const void *bytes, size_t n_bytes);
/* All of it to an open file, at @offset where that is not negative. 0, or -1 with errno. */
int spur_rec_write_to (int file, const void *bytes, size_t n_bytes, off_t offset);
/* Whether a file of that many bytes is beyond its limit, where a signal would end the program. */
bool spur_rec_is_beyond_limit (uint64_t n_bytes);
/* What a file begins with, with a NUL behind it: the bytes, or -1. */
ssize_t spur_rec_read_file (const char *path, char *text, size_t n_max);

/* How functions fail: -1 with errno. */
static inline int
spur_rec_fail (int error)
{
  errno = error;
  return -1;
}

/* A line on stderr, where that is still the one that the program was started with. By anyone,
 * handlers too. */
void spur_rec_say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* A name with %p, %h and %t in it, unless it is literal, and the folder from which it counts, with
 * a slash at the end. */
typedef struct
{
  char pattern[PATH_MAX];
  char folder[PATH_MAX];
  bool is_literal;
} NamePattern;

/* Runs whose recordings are kept side by side, before that is said to be enough. */
#define MAX_NAMES 1000

typedef enum
{
  NAME_FREE,
  /* A file of the user's without anything in it. */
  NAME_EMPTY,
  NAME_RECORDING,
  /* A file that is no recording, a link, a device: not to be touched. */
  NAME_OTHER,
} NameKind;

/* The host's name. */
void spur_rec_get_host (char *name, size_t n_bytes);

/* False with errno. */
bool spur_rec_set_pattern (NamePattern *self, const char *pattern);
/* The path of the name, from @which 2 on with the number in it: "run.2.spurrec". Without %p in it a
 * child has its process there, too. 0, or -1 with errno. */
int
spur_rec_make_name (const NamePattern *self, bool is_child, uint32_t which, char path[PATH_MAX]);
/* What is there under the name; its first bytes, where it is a recording. */
NameKind spur_rec_look_at_name (const char *path, SpurRecordingPreamble *preamble);

/* Events of one writer that a sink has refused and not told yet. */
typedef struct
{
  uint64_t first;
  uint64_t n_events;
  uint64_t sequence;
  uint64_t from_ticks;
  uint64_t to_ticks;
  /* All that were ever refused, told ones included. */
  uint64_t n_total;
} Refused;

/* What a thread writes into. The first part is read from the file of blocks after a crash. */
struct Writer
{
  SpurRecordWriter open;
  char slot_magic[8];
  Writer *self;
  uint32_t number;
  uint32_t stream;
  uint64_t *first;

  /* Who packs holds @turn. Events before @packed are handed over, and @n_packed many. */
  _Atomic uint32_t turn;
  _Atomic uint32_t is_off;
  uint64_t *packed;
  uint64_t n_packed;
  uint64_t n_packets;
  Refused refused[MAX_SINKS];
  /* Of open.n_events those of the parent, in the child of a fork. */
  uint64_t n_inherited;

  uint64_t *limit;
  uint8_t *out;
  void *scratch;
  /* Of a shared one: what the child of a fork goes on with, as it was then. */
  void *kept;
  size_t n_mapped;
  bool is_shared;
  uint32_t level;
  Writer *nested;
  char stream_name[64];
  Thread *thread;
  Writer *next_of_thread;
  Writer *next;
  Writer *next_free;
};

_Static_assert(offsetof (Writer, open.at) == SPUR_SLOT_AT_END, "as doc/recording.md says");
_Static_assert(offsetof (Writer, slot_magic) == SPUR_SLOT_AT_MAGIC, "as doc/recording.md says");
_Static_assert(offsetof (Writer, self) == SPUR_SLOT_AT_ADDRESS, "as doc/recording.md says");
_Static_assert(offsetof (Writer, number) == SPUR_SLOT_AT_WRITER, "as doc/recording.md says");
_Static_assert(offsetof (Writer, first) == SPUR_SLOT_AT_FIRST, "as doc/recording.md says");

/* Where packets go. A sink is called by any thread at any time, so it locks where it must. */
typedef struct
{
  /* Makes the sink of what follows the scheme; NULL with errno. */
  Sink *(*open) (SpurRecord *record, const char *scheme, const char *where);
  /* One whole packet, 0, or -1 with errno where it could not be taken. */
  int (*write) (Sink *self, const void *packet, size_t n_bytes);
  /* The same for the counts, which replace those before; may be NULL. */
  int (*write_status) (Sink *self, const void *packet, size_t n_bytes);
  /* May be NULL. */
  int (*dump) (Sink *self, const char *path);
  /* In a handler after a crash, of a flight recorder. */
  int (*dump_after_crash) (Sink *self);
  /* Now and then, by the helping thread; may be NULL. */
  void (*tend) (Sink *self);
  /* The descriptor at which the answer to a probe is awaited; -1 for none. May be NULL. */
  int (*get_awaited) (const Sink *self);
  /* When a recording ends: all its events are handed over, but not that it ends. May be NULL. */
  void (*probe) (Sink *self);
  /* In the child of a fork: forgets what belongs to the parent, and begins anew. The fork may have
   * been in a handler that interrupted malloc(), so it takes no memory but by spur_rec_map(). */
  int (*restart) (Sink *self);
  void (*close) (Sink *self);
  /* What comes is put into order at once, so marks are of use. */
  bool has_marks;
} SinkClass;

struct Sink
{
  const SinkClass *sink_class;
  SpurRecord *record;
  const char *name;
  _Atomic uint64_t n_bytes;
  /* How much of the recorder's log it has taken. */
  size_t n_log_bytes;
  uint32_t index;
  bool is_flight;
};

extern const SinkClass spur_rec_sink_file_class;
extern const SinkClass spur_rec_sink_memory_class;
extern const SinkClass spur_rec_sink_network_class;

/* Of a sink for a file: its whole path. */
const char *spur_rec_get_file_path (const Sink *sink);

typedef struct Entry Entry;

enum
{
  RECORD_CLOSED,
  RECORD_OPEN,
  /* Takes no more events, but hands over those that it has. */
  RECORD_CLOSING,
};

struct SpurRecord
{
  _Atomic uint32_t is_open;
  pthread_mutex_t mutex;

  SpurRecordingPreamble preamble;

  Writer *_Atomic writers;
  Writer *free_writers;
  _Atomic uint32_t n_writers;
  _Atomic uint32_t n_streams;
  _Atomic uint64_t n_objects;
  /* Of messages. */
  _Atomic uint32_t n_numbers;
  /* Events for which there was no writer. */
  _Atomic uint64_t n_homeless;

  /* Packets with all that is no event, for sinks that are opened later; rows that are not in one
   * yet. */
  Buffer log;
  Buffer pending;
  uint32_t n_pending_rows;
  _Atomic uint32_t has_pending;
  uint64_t n_packets;
  uint64_t n_marks;
  Entry **entries;
  uint8_t *room;
  size_t n_room_bytes;
  uint32_t n_entries;
  uint32_t n_entry_places;
  uint32_t n_of_table[SPUR_RECORDING_N_TABLES];
  uint32_t n_classes_told;
  SpurRecordObject host;
  /* Of writers that were used again: how many events they had. */
  uint64_t n_finished;

  Sink *sinks[MAX_SINKS];
  uint32_t n_sinks;
  /* The first problem: where, its errno, 0 for none, and a text where errno does not say it. */
  char problem[304];
  char problem_text[208];
  int problem_error;
  /* Whether a line on the standard error has told of one; and while sinks are opened, whether who
   * opens them gets an error instead. */
  bool has_said;
  bool is_quiet;
  char told_problem[520];

  size_t n_block_bytes;
  /* As the options said when it was opened. */
  bool can_share;
  bool has_to_share;
  bool is_shared;
  Descriptor blocks;
  char blocks_path[PATH_MAX + sizeof SPUR_BLOCKS_SUFFIX];
  /* The first page of that file. */
  uint8_t *blocks_head;
  uint32_t n_slots;

  SpurRecord *next;
};

/* Threads */
struct Thread
{
  Writer *writers;
  /* Streams of the thread, also after its writers are gone. */
  struct
  {
    SpurRecord *record;
    uint32_t stream;
  } streams[4];
  uint32_t n_streams;
  bool has_key;
};

extern __thread Thread spur_rec_thread;
extern SpurRecordWriter spur_record_no_writer_;

/* Options, as numbers and texts. */
typedef struct
{
  const char *clock;
  uint64_t n_block_bytes;
  bool is_shared;
  /* It was set by the program or the user, who are told where it cannot be done. */
  bool has_to_share;
  bool has_to_block;
  uint64_t n_spool_bytes;
  bool on_crash;
  uint64_t flush_ms;
  /* Between bursts of probes of a collector's clock; 0: none are sent. */
  uint64_t probe_ms;
  char *watch;
  char *token;
  bool has_control;
} Options;

const Options *spur_rec_get_options (void);
void spur_rec_read_environment (void);
bool spur_rec_parse_bytes (const char *text, uint64_t *n_bytes, const char **end);

/* Locks with all signals kept out, so that no handler ever finds its own thread holding it. */
typedef sigset_t SignalMask;

void spur_rec_block_signals (SignalMask *before);

void spur_rec_restore_signals (const SignalMask *before);

void spur_rec_lock (pthread_mutex_t *mutex, SignalMask *before);
void spur_rec_unlock (pthread_mutex_t *mutex, const SignalMask *before);

/* All recorders that are open, under their own mutex. */
extern pthread_mutex_t spur_rec_list_mutex;
extern SpurRecord *spur_rec_list;

/* Keeps the first, and tells the user of it; _note where the lock is held already. @text: NULL for
 * what @error says. */
void spur_rec_set_problem (SpurRecord *record, const char *place, int error);
void spur_rec_note_problem (SpurRecord *record, const char *place, int error, const char *text);

/* One line on the standard error. */
void spur_rec_say_problem (const char *place, const char *text);

/* Rules of the user, of which one that fits nothing is told at the end; and that end. */
void spur_rec_expect_classes (void);
void spur_rec_tell_idle_rule (void);

/* Packets: @packet has room for the header before the body. */
void spur_rec_seal_packet (PacketHeader *header, const void *body);
/* Of the recorder itself, under its lock. */
void spur_rec_tell_pending (SpurRecord *record);
void spur_rec_tell_class (SpurRecord *record, const SpurRecordClass *event_class);
void spur_rec_tell_fact (SpurRecord *record, const char *key, const char *value);

/* What a probe has measured: CLOCK_MONOTONIC of the computer with this boot at these ticks, and how
 * far that may be off. */
typedef struct
{
  uint64_t ticks;
  uint8_t boot[16];
  uint64_t monotonic_ns;
  uint64_t half_width_ns;
} ProbeRow;

_Static_assert(sizeof (ProbeRow) == SPUR_PROBES_ROW_BYTES, "no gaps");

/* Not under the lock. */
void spur_rec_tell_probe (SpurRecord *record, const ProbeRow *row);

void spur_rec_tell_status (SpurRecord *record, bool is_closed);
/* Sets what is the same in all recordings, and the checksum. */
void spur_rec_seal_preamble (SpurRecordingPreamble *self);

/* Clock */
/* All clocks at one instant, as nearly as it gets; how long that took. */
typedef struct
{
  uint64_t ticks;
  int64_t monotonic_ns;
  int64_t raw_ns;
  int64_t real_ns;
  uint64_t width_ticks;
} ClockReading;

/* @kind: SpurRecordingClock */
ClockReading spur_rec_read_clocks (uint32_t kind);

/* @wanted: as the option "clock" */
void spur_rec_choose_clock (SpurRecord *record, const char *wanted);
void spur_rec_tell_clock (SpurRecord *record);

/* Writers */
void spur_rec_flush_all (SpurRecord *record, bool is_crash);
void spur_rec_close_writers (SpurRecord *record);
void spur_rec_empty_block (Writer *self);
void spur_rec_make_key (void);
void spur_rec_watch_thread (void);
/* Under the lock: a writer is free to be another one; its counts are kept. */
uint64_t spur_rec_count_events (const Writer *writer);
void spur_rec_count_finished (SpurRecord *record, Writer *writer);
void spur_rec_share_blocks (SpurRecord *record);
/* Under the lock. A slot of the file of blocks, at @address where that is not NULL; NULL where the
 * disk has no room for it. */
void *spur_rec_map_slot (SpurRecord *record, void *address);
/* Under the lock: rows that are pending lie in the file of blocks, or are told. */
void spur_rec_share_rows (SpurRecord *record);
/* Without removing the file, and with. */
void spur_rec_leave_blocks (SpurRecord *record);
void spur_rec_close_blocks (SpurRecord *record);
void spur_rec_tell_stream (SpurRecord *record,
                           uint32_t stream,
                           const char *name,
                           SpurRecordObject target,
                           uint64_t kernel_thread);

/* Before the first call of the next one. */
void spur_rec_register_threads (void);

/* Every thread has seen what was written before, or has written where it is seen from here. */
void spur_rec_meet_threads (void);
/* Hands over all that there is, and says how far the streams are where a sink wants to know. */
void spur_rec_flush_and_mark (SpurRecord *record);

/* Packing */
#define SCRATCH_BYTES(n_block_bytes) (2 * (n_block_bytes) + 65536)
#define OUT_BYTES(n_block_bytes) ((n_block_bytes) + 32768)

/* A slot of the file of blocks: the writer and its block. */
static inline size_t
spur_rec_get_slot_bytes (const SpurRecord *record)
{
  return SPUR_SLOT_AT_BLOCK + record->n_block_bytes;
}

/* What each writer has besides: room for a packet, for packing, and for a copy of its slot. */
static inline size_t
spur_rec_get_private_bytes (const SpurRecord *record)
{
  return OUT_BYTES (record->n_block_bytes) + SCRATCH_BYTES (record->n_block_bytes) +
         spur_rec_get_slot_bytes (record);
}

/* Packs as many events from @from on as one packet takes, behind the header in @out; their number
 * and where the next begins. Returns the body's bytes. */
size_t spur_rec_pack (const uint64_t *from,
                      const uint64_t *to,
                      uint8_t *body,
                      void *scratch,
                      const uint64_t **next,
                      uint32_t *n_events,
                      uint64_t *from_ticks,
                      uint64_t *to_ticks);

/* Classes */
void spur_rec_switch_all (void);
void spur_rec_tell_classes (SpurRecord *record);
/* Behind those that there are. */
int spur_rec_add_rules (const char *text);
/* Whether log calls of a level are recorded, by its name. */
bool spur_rec_is_level_on (const char *name);
/* By the rules for sources. */
void spur_rec_switch_writer (Writer *writer, const char *name);

/* Definitions */
/* Of a thread that ends. */
void spur_rec_free_cache (void);

/* The helping thread */
void spur_rec_start_helper (SpurRecord *record);
void spur_rec_stop_helper (SpurRecord *record);
/* The thread is not in the child. A new one is not made here, since that takes memory, but at the
 * next call that is not made by a handler. */
void spur_rec_helper_in_child (SpurRecord *record);
/* @start makes it then, under the list's mutex; NULL: it is not needed any more. */
void spur_rec_defer_helper (void (*start) (void));
/* Until then. */
bool spur_rec_is_helper_deferred (void);
/* By calls that no handler makes; and by those that a handler may make, where this is none. */
void spur_rec_start_deferred_helper (void);
void spur_rec_start_helper_unless_handler (void);
/* Which signals are blocked where no handler runs: by those who open a recorder. */
void spur_rec_note_signals (void);

/* For the recorder of objects, whose events have their times already, in ns of CLOCK_MONOTONIC. */

/* The same as spur_record_open() with this clock, whatever the options say. */
SpurRecord *spur_rec_open_monotonic (const char *where);

/* The stream that the calling thread records into, none where it has none yet. */
SpurRecordStream spur_rec_peek_stream (SpurRecord *record);
