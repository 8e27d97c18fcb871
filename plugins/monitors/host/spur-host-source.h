/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* What is known of a host, source by source: /proc/stat is one, the clock another. A source is
 * opened once and sampled ever after; it keeps its files open, and allocates only where something
 * new shows up, as a core that is switched on. It needs nothing but libc. */

#define N_ITEMS(items) (sizeof (items) / sizeof *(items))

#define SPUR_HOST_NS_PER_S INT64_C (1000000000)
#define SPUR_HOST_MAX_COLUMNS 16
#define SPUR_HOST_MAX_TEXTS 4
#define SPUR_HOST_TEXT_BYTES 64

/* The part of a host that is the host itself. */
#define SPUR_HOST_WHOLE 0

typedef enum
{
  /* As it is now. */
  SPUR_HOST_LEVEL,
  /* How much came since the sample before. */
  SPUR_HOST_COUNT,
  /* A number with a fraction, in millionths. */
  SPUR_HOST_MICRO,
  /* Which of the row's texts. */
  SPUR_HOST_TEXT,
} SpurHostKind;

typedef struct
{
  const char *name;
  const char *unit;
  const char *description;
  SpurHostKind kind;
} SpurHostColumn;

/* The event classes that rows become. */
typedef enum
{
  SPUR_HOST_PROCESSOR,
  SPUR_HOST_CORE,
  SPUR_HOST_RUN_QUEUE,
  SPUR_HOST_MEMORY,
  SPUR_HOST_SWAP,
  SPUR_HOST_DISK,
  SPUR_HOST_INTERFACE,
  SPUR_HOST_TCP,
  SPUR_HOST_LINK,
  SPUR_HOST_LOGIN,
  SPUR_HOST_LOGOUT,
  SPUR_HOST_CLOCK,
} SpurHostTableId;

#define SPUR_HOST_N_TABLES (SPUR_HOST_CLOCK + 1)

/* What rows of one kind look like. Where the rows are loads, the first column is the load. */
typedef struct
{
  SpurHostTableId id;
  const char *class_name;
  unsigned n_columns;
  const SpurHostColumn *columns;
} SpurHostTable;

#define SPUR_HOST_TABLE(ID, name, columns)                                                         \
  {                                                                                                \
    SPUR_HOST_##ID, name, N_ITEMS (columns), columns                                               \
  }

typedef struct
{
  const SpurHostTable *table;
  uint32_t part;
  int64_t time_ns;
  int64_t values[SPUR_HOST_MAX_COLUMNS];
  const char *texts[SPUR_HOST_MAX_TEXTS];
} SpurHostRow;

typedef struct
{
  const char *name;
  const char *unit;
  int64_t value;
} SpurHostResource;

/* Where samples go. */
typedef struct _SpurHostSink SpurHostSink;
struct _SpurHostSink
{
  /* Something of the host that rows will be about; gives its number. */
  uint32_t (*add_part) (SpurHostSink *self,
                        const char *kind,
                        const char *name,
                        const SpurHostResource *resources,
                        unsigned n_resources);
  void (*put) (SpurHostSink *self, const SpurHostRow *row);
  /* What cannot be had, once. */
  void (*note) (SpurHostSink *self, const char *text);
};

/* What sources share. @root is put before every path, "" for this host. */
typedef struct
{
  const char *root;
  SpurHostSink *sink;
  char *buffer;
  size_t n_buffer_bytes;
  /* When the last file was read, by CLOCK_MONOTONIC. */
  int64_t time_ns;
  /* The monitor is about to stop. */
  bool is_last;
  uint64_t n_failed_reads;
  uint64_t n_odd_lines;
  uint64_t n_resets;
  uint64_t n_left_out;
} SpurHostContext;

#define SPUR_HOST_MAX_FILES 2

typedef struct
{
  const char *category;
  unsigned n_tables;
  const SpurHostTable *tables;
  /* Files that it reads, and what is missing without one: without the first there is nothing. The
   * state begins with as many of type SpurHostFile. */
  struct
  {
    const char *path;
    const char *why;
  } files[SPUR_HOST_MAX_FILES];
  size_t n_state_bytes;
  /* False where the host has nothing of it. What is not there is not called. */
  bool (*open) (void *state, SpurHostContext *context);
  void (*sample) (void *state, SpurHostContext *context);
  void (*close) (void *state);
} SpurHostSource;

extern const SpurHostSource spur_host_cpu;
extern const SpurHostSource spur_host_memory;
extern const SpurHostSource spur_host_disk;
extern const SpurHostSource spur_host_network;
extern const SpurHostSource spur_host_links;
extern const SpurHostSource spur_host_tcp;
extern const SpurHostSource spur_host_logins;
extern const SpurHostSource spur_host_clock;

/* The state of a source, or NULL. */
void *spur_host_source_open (const SpurHostSource *self, SpurHostContext *context);

void spur_host_source_close (const SpurHostSource *self, void *state);

void spur_host_context_init (SpurHostContext *self, const char *root, SpurHostSink *sink);

void spur_host_context_clear (SpurHostContext *self);

void spur_host_context_note (SpurHostContext *self, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

int64_t spur_host_read_clock_ns (clockid_t clock);

int64_t spur_host_now_ns (void);

/* Makes room for one more of items that grew by this. %NULL where there is no memory; the items
 * stay. */
void *spur_host_make_room (void *items, unsigned n_items, size_t item_bytes);

/* How much a counter rose; one that fell began anew. */
int64_t spur_host_difference (SpurHostContext *context, int64_t now, int64_t before);

/* @part of @whole in millionths, from 0 to 1. */
int64_t spur_host_share (int64_t part, int64_t whole);
