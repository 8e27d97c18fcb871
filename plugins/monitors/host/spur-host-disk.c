/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Disks, from /proc/diskstats. A disk that was never used gives no rows, and one that stays idle
 * gives one row that says so, and the next one when it works again. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "plugins/monitors/host/spur-host-scan.h"

#define MAX_DISKS 1024
#define SECTOR_BYTES 512
#define NS_PER_MS 1000000
#define N_ITEMS(items) (sizeof (items) / sizeof *(items))

/* The numbers behind the name. */
enum
{
  READS,
  READS_MERGED,
  SECTORS_READ,
  READ_MS,
  WRITES,
  WRITES_MERGED,
  SECTORS_WRITTEN,
  WRITE_MS,
  IN_FLIGHT,
  BUSY_MS,
  N_NUMBERS
};

typedef struct
{
  char name[SPUR_HOST_TEXT_BYTES];
  uint32_t part;
  bool is_whole;
  bool is_known;
  bool is_seen;
  bool is_idle;
  int64_t time_ns;
  int64_t numbers[N_NUMBERS];
} Disk;

typedef struct
{
  SpurHostFile file;
  bool has_folder;
  Disk *disks;
  unsigned n_disks;
} Disks;

static const SpurHostColumn columns[] = {
  { "load", NULL, "share of the time in which the disk worked", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  { "reads", "operations", "reads that ended", SPUR_HOST_COUNT },
  { "read", "bytes", "what was read", SPUR_HOST_COUNT },
  { "read_time", "ms", "how long the reads took, added up", SPUR_HOST_COUNT },
  { "writes", "operations", "writes that ended", SPUR_HOST_COUNT },
  { "written", "bytes", "what was written", SPUR_HOST_COUNT },
  { "write_time", "ms", "how long the writes took, added up", SPUR_HOST_COUNT },
  { "in_flight", "operations", "operations that are under way", SPUR_HOST_LEVEL },
};

static const SpurHostTable table = { SPUR_HOST_DISK, "Host_Disk_Load_Event", N_ITEMS (columns),
                                     columns };
static const SpurHostTable *const tables[] = { &table };

static void
disk_close (void *state)
{
  Disks *self = state;

  spur_host_file_close (&self->file);
  free (self->disks);
  free (self);
}

static void *
disk_open (SpurHostContext *context)
{
  Disks *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  if (!spur_host_file_open (&self->file, context, "/proc/diskstats", "the load of disks"))
    {
      disk_close (self);
      return NULL;
    }
  self->has_folder = spur_host_exists (context, "/sys/block");
  if (!self->has_folder)
    spur_host_context_note (context, "%s/sys/block is not there; parts of disks are taken too",
                            context->root);
  return self;
}

/* Where the disk lies in /sys; there a '/' of a name is a '!'. */
static void
build_path (char path[SPUR_HOST_PATH_BYTES], const char *name, const char *file)
{
  int n = snprintf (path, SPUR_HOST_PATH_BYTES, "/sys/block/%s", name);

  for (int i = (int) strlen ("/sys/block/"); i < n; i++)
    path[i] = path[i] == '/' ? '!' : path[i];
  snprintf (path + n, SPUR_HOST_PATH_BYTES - (size_t) n, "%s", file);
}

/* Disks mostly come in the order of the sample before. */
static Disk *
find_disk (Disks *self, SpurHostContext *context, const char *name, unsigned guess)
{
  char path[SPUR_HOST_PATH_BYTES];
  Disk *disks;
  Disk *disk;

  if (guess < self->n_disks && strcmp (self->disks[guess].name, name) == 0)
    return &self->disks[guess];
  for (unsigned i = 0; i < self->n_disks; i++)
    {
      if (strcmp (self->disks[i].name, name) == 0)
        return &self->disks[i];
    }
  if (self->n_disks == MAX_DISKS)
    return NULL;
  disks = realloc (self->disks, (self->n_disks + 1) * sizeof *disks);
  if (disks == NULL)
    return NULL;
  self->disks = disks;
  disk = &disks[self->n_disks++];
  memset (disk, 0, sizeof *disk);
  memcpy (disk->name, name, strlen (name) + 1);
  build_path (path, name, "");
  disk->is_whole = !self->has_folder || spur_host_exists (context, path);
  return disk;
}

static void
add_part (Disk *disk, SpurHostContext *context)
{
  char path[SPUR_HOST_PATH_BYTES];
  SpurHostResource size = { "size", "bytes", 0 };
  int64_t n_sectors;

  build_path (path, disk->name, "/size");
  n_sectors = spur_host_read_number (context, path, -1);
  size.value = n_sectors < INT64_MAX / SECTOR_BYTES ? n_sectors * SECTOR_BYTES : -1;
  disk->part =
    context->sink->add_part (context->sink, "disk", disk->name, &size, size.value >= 0 ? 1 : 0);
}

static int64_t
count_bytes (int64_t n_sectors)
{
  return n_sectors <= INT64_MAX / SECTOR_BYTES ? n_sectors * SECTOR_BYTES : 0;
}

static void
put_disk (Disk *disk, SpurHostContext *context, const int64_t numbers[N_NUMBERS])
{
  SpurHostRow row = { .table = &table, .time_ns = context->time_ns };
  int64_t since[N_NUMBERS];
  int64_t interval_ns = context->time_ns - disk->time_ns;
  bool is_idle = numbers[IN_FLIGHT] == 0;

  for (unsigned i = 0; i < N_NUMBERS; i++)
    {
      since[i] = i == IN_FLIGHT ? 0 : spur_host_difference (context, numbers[i], disk->numbers[i]);
      is_idle = is_idle && since[i] == 0;
    }
  if (is_idle && (disk->is_idle || disk->part == SPUR_HOST_WHOLE))
    return;
  disk->is_idle = is_idle;
  if (disk->part == SPUR_HOST_WHOLE)
    add_part (disk, context);
  row.part = disk->part;
  row.values[0] = spur_host_share (since[BUSY_MS], (interval_ns + NS_PER_MS / 2) / NS_PER_MS);
  row.values[1] = interval_ns;
  row.values[2] = since[READS];
  row.values[3] = count_bytes (since[SECTORS_READ]);
  row.values[4] = since[READ_MS];
  row.values[5] = since[WRITES];
  row.values[6] = count_bytes (since[SECTORS_WRITTEN]);
  row.values[7] = since[WRITE_MS];
  row.values[8] = numbers[IN_FLIGHT];
  context->sink->put (context->sink, &row);
}

/* Gives the disk's place, or that of @guess where the line tells of none. */
static unsigned
take_line (Disks *self, SpurHostContext *context, SpurHostText *line, unsigned guess)
{
  char name[SPUR_HOST_TEXT_BYTES];
  int64_t device[2];
  int64_t numbers[N_NUMBERS];
  SpurHostText word;
  Disk *disk;

  if (spur_host_scan_numbers (line, device, 2) != 2)
    {
      context->n_odd_lines++;
      return guess;
    }
  word = spur_host_scan_word (line, '\n');
  if (!spur_host_text_copy (&word, name) ||
      spur_host_scan_numbers (line, numbers, N_NUMBERS) != N_NUMBERS)
    {
      context->n_odd_lines++;
      return guess;
    }
  disk = find_disk (self, context, name, guess);
  if (disk == NULL)
    {
      context->n_left_out++;
      return guess;
    }
  guess = (unsigned) (disk - self->disks);
  if (!disk->is_whole || disk->is_seen)
    return guess;
  if (disk->is_known)
    put_disk (disk, context, numbers);
  memcpy (disk->numbers, numbers, sizeof numbers);
  disk->time_ns = context->time_ns;
  disk->is_known = disk->is_seen = true;
  return guess;
}

static void
disk_sample (void *state, SpurHostContext *context)
{
  Disks *self = state;
  SpurHostText text, line;
  unsigned guess = 0;

  if (!spur_host_file_read (&self->file, context, &text))
    return;
  while (spur_host_scan_line (&text, &line))
    guess = take_line (self, context, &line, guess) + 1;
  /* A disk that went away starts anew when one of its name comes. */
  for (unsigned i = 0; i < self->n_disks; i++)
    {
      self->disks[i].is_known = self->disks[i].is_seen;
      self->disks[i].is_seen = false;
    }
}

const SpurHostSource spur_host_disk = {
  .category = "disk",
  .summary = "what each disk reads and writes",
  .n_tables = N_ITEMS (tables),
  .tables = tables,
  .open = disk_open,
  .sample = disk_sample,
  .close = disk_close,
};
