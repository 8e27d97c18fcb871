/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Main memory and swap, from /proc/meminfo and /proc/vmstat. */
#include <stdlib.h>
#include <unistd.h>

#include "plugins/monitors/host/spur-host-file.h"

/* So that sums of them stay far below 2^63 bytes. */
#define MAX_KIB (INT64_C (1) << 50)

/* Of /proc/meminfo, in bytes. */
enum
{
  TOTAL,
  FREE,
  AVAILABLE,
  BUFFERS,
  CACHED,
  DIRTY,
  SWAP_TOTAL,
  SWAP_FREE,
  N_SIZES
};

static const char *const size_names[N_SIZES] = {
  "MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "Dirty", "SwapTotal", "SwapFree",
};

/* Of /proc/vmstat. */
enum
{
  SWAPPED_IN,
  SWAPPED_OUT,
  MAJOR_FAULTS,
  KILLED,
  N_COUNTS
};

static const char *const count_names[N_COUNTS] = { "pswpin", "pswpout", "pgmajfault", "oom_kill" };

typedef struct
{
  SpurHostFile sizes;
  SpurHostFile counts;
  int64_t page_bytes;
  uint32_t memory;
  uint32_t swap;

  bool is_known;
  bool has_counts;
  bool is_noted;
  int64_t time_ns;
  int64_t before[N_COUNTS];
} Memory;

static const SpurHostColumn memory_columns[] = {
  { "load", NULL, "share of the memory that programs could not get", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  { "total", "bytes", "memory that there is", SPUR_HOST_LEVEL },
  { "available", "bytes", "memory that programs could get without swapping", SPUR_HOST_LEVEL },
  { "free", "bytes", "memory that nothing uses", SPUR_HOST_LEVEL },
  { "cache", "bytes", "memory that holds parts of files", SPUR_HOST_LEVEL },
  { "dirty", "bytes", "memory that waits to be written to disks", SPUR_HOST_LEVEL },
  { "major_faults", "faults", "pages that had to be read from a disk", SPUR_HOST_COUNT },
  { "killed", "processes", "processes that ended for want of memory", SPUR_HOST_COUNT },
};

static const SpurHostColumn swap_columns[] = {
  { "load", NULL, "share of the swap space that is used", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  { "total", "bytes", "swap space that there is", SPUR_HOST_LEVEL },
  { "used", "bytes", "swap space that is used", SPUR_HOST_LEVEL },
  { "in", "bytes", "what was read from the swap space", SPUR_HOST_COUNT },
  { "out", "bytes", "what was written to the swap space", SPUR_HOST_COUNT },
};

static const SpurHostTable tables[] = {
  SPUR_HOST_TABLE (MEMORY, "Host_Memory_Load_Event", memory_columns),
  SPUR_HOST_TABLE (SWAP, "Host_Swap_Load_Event", swap_columns),
};

static bool
memory_open (void *state, SpurHostContext *context)
{
  long n_bytes = sysconf (_SC_PAGESIZE);

  ((Memory *) state)->page_bytes = n_bytes > 0 ? n_bytes : 4096;
  return true;
}

/* Says which of @names the line begins with, or -1. */
static int
find_name (const SpurHostText *word, const char *const *names, int n_names)
{
  for (int i = 0; i < n_names; i++)
    {
      if (spur_host_text_is (word, names[i]))
        return i;
    }
  return -1;
}

static void
scan_sizes (SpurHostContext *context, SpurHostText *text, int64_t sizes[N_SIZES])
{
  SpurHostText line, word;

  for (unsigned i = 0; i < N_SIZES; i++)
    sizes[i] = -1;
  while (spur_host_scan_line (text, &line))
    {
      int which;
      int64_t value;

      word = spur_host_scan_word (&line, ':');
      which = find_name (&word, size_names, N_SIZES);
      if (which < 0)
        continue;
      if (!spur_host_scan_prefix (&line, ":") || !spur_host_scan_number (&line, &value) ||
          value > MAX_KIB)
        context->n_odd_lines++;
      else
        sizes[which] = value * 1024;
    }
}

static bool
scan_counts (Memory *self, SpurHostContext *context, int64_t counts[N_COUNTS])
{
  SpurHostText text, line, word;

  if (self->counts.path[0] == '\0' || !spur_host_file_read (&self->counts, context, &text))
    return false;
  while (spur_host_scan_line (&text, &line))
    {
      int which;

      /* Of some 180 lines four are wanted, whose names begin so. */
      if (line.at == line.end || (*line.at != 'p' && *line.at != 'o'))
        continue;
      word = spur_host_scan_word (&line, ' ');
      which = find_name (&word, count_names, N_COUNTS);
      if (which >= 0 && !spur_host_scan_number (&line, &counts[which]))
        context->n_odd_lines++;
    }
  return true;
}

static int64_t
or_zero (int64_t value)
{
  return value > 0 ? value : 0;
}

static int64_t
find_available (Memory *self, SpurHostContext *context, const int64_t sizes[N_SIZES])
{
  if (sizes[AVAILABLE] >= 0)
    return sizes[AVAILABLE];
  if (!self->is_noted)
    spur_host_context_note (context, "%s has no MemAvailable; free memory and caches are taken",
                            self->sizes.path);
  self->is_noted = true;
  return or_zero (sizes[FREE]) + or_zero (sizes[BUFFERS]) + or_zero (sizes[CACHED]);
}

static void
put_memory (Memory *self,
            SpurHostContext *context,
            const int64_t sizes[N_SIZES],
            const int64_t counts[N_COUNTS],
            int64_t time_ns)
{
  int64_t available = find_available (self, context, sizes);
  const SpurHostRow row = {
    .table = &tables[0],
    .part = self->memory,
    .time_ns = time_ns,
    .values = { spur_host_share (sizes[TOTAL] - available, sizes[TOTAL]), time_ns - self->time_ns,
                sizes[TOTAL], available, or_zero (sizes[FREE]),
                or_zero (sizes[BUFFERS]) + or_zero (sizes[CACHED]), or_zero (sizes[DIRTY]),
                counts[MAJOR_FAULTS], counts[KILLED] }
  };

  context->sink->put (context->sink, &row);
}

static int64_t
count_bytes (const Memory *self, int64_t n_pages)
{
  return n_pages <= INT64_MAX / self->page_bytes ? n_pages * self->page_bytes : 0;
}

static void
put_swap (Memory *self,
          SpurHostContext *context,
          const int64_t sizes[N_SIZES],
          const int64_t counts[N_COUNTS],
          int64_t time_ns)
{
  int64_t used = or_zero (sizes[SWAP_TOTAL] - or_zero (sizes[SWAP_FREE]));
  const SpurHostRow row = { .table = &tables[1],
                            .part = self->swap,
                            .time_ns = time_ns,
                            .values = { spur_host_share (used, sizes[SWAP_TOTAL]),
                                        time_ns - self->time_ns, sizes[SWAP_TOTAL], used,
                                        count_bytes (self, counts[SWAPPED_IN]),
                                        count_bytes (self, counts[SWAPPED_OUT]) } };

  context->sink->put (context->sink, &row);
}

static void
add_parts (Memory *self, SpurHostContext *context, const int64_t sizes[N_SIZES])
{
  if (self->memory == SPUR_HOST_WHOLE)
    {
      const SpurHostResource memory = { "memory", "bytes", sizes[TOTAL] };

      self->memory = context->sink->add_part (context->sink, "memory", "memory", &memory, 1);
    }
  if (self->swap == SPUR_HOST_WHOLE && sizes[SWAP_TOTAL] > 0)
    {
      const SpurHostResource space = { "space", "bytes", sizes[SWAP_TOTAL] };

      self->swap = context->sink->add_part (context->sink, "memory", "swap", &space, 1);
    }
}

static void
memory_sample (void *state, SpurHostContext *context)
{
  Memory *self = state;
  SpurHostText text;
  int64_t sizes[N_SIZES];
  int64_t counts[N_COUNTS] = { 0 };
  int64_t since[N_COUNTS] = { 0 };
  int64_t time_ns;
  bool has_counts;

  if (!spur_host_file_read (&self->sizes, context, &text))
    return;
  time_ns = context->time_ns;
  scan_sizes (context, &text, sizes);
  if (sizes[TOTAL] <= 0)
    {
      context->n_odd_lines++;
      return;
    }
  has_counts = scan_counts (self, context, counts);
  for (unsigned i = 0; has_counts && self->has_counts && i < N_COUNTS; i++)
    since[i] = spur_host_difference (context, counts[i], self->before[i]);
  add_parts (self, context, sizes);
  if (self->is_known)
    put_memory (self, context, sizes, since, time_ns);
  if (self->is_known && sizes[SWAP_TOTAL] > 0)
    put_swap (self, context, sizes, since, time_ns);
  if (has_counts)
    memcpy (self->before, counts, sizeof counts);
  self->has_counts |= has_counts;
  self->time_ns = time_ns;
  self->is_known = true;
}

const SpurHostSource spur_host_memory = {
  .category = "memory",
  .n_tables = N_ITEMS (tables),
  .tables = tables,
  .files = { { "/proc/meminfo", "the load of the memory" },
             { "/proc/vmstat", "faults and swapping" } },
  .n_state_bytes = sizeof (Memory),
  .open = memory_open,
  .sample = memory_sample,
};
