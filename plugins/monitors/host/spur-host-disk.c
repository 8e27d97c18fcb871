/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Disks, from /proc/diskstats. */
#include <stdio.h>

#include "plugins/monitors/host/spur-host-file.h"

#define MAX_DISKS 1024
#define SECTOR_BYTES 512
#define NS_PER_MS 1000000

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
  SpurHostItems items;
  bool has_folder;
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

static const SpurHostTable table = SPUR_HOST_TABLE (DISK, "Host_Disk_Load_Event", columns);

/* Where the disk lies in /sys; there a '/' of a name is a '!'. */
static void
build_path (char path[SPUR_HOST_PATH_BYTES], const char *name, const char *file)
{
  int n = snprintf (path, SPUR_HOST_PATH_BYTES, "/sys/block/%s", name);

  for (int i = (int) strlen ("/sys/block/"); i < n; i++)
    path[i] = path[i] == '/' ? '!' : path[i];
  snprintf (path + n, SPUR_HOST_PATH_BYTES - (size_t) n, "%s", file);
}

static bool
is_part_of_disk (void *state, SpurHostContext *context, const char *name)
{
  char path[SPUR_HOST_PATH_BYTES];

  build_path (path, name, "");
  return ((Disks *) state)->has_folder && !spur_host_exists (context, path);
}

static uint32_t
add_part (SpurHostContext *context, const char *name)
{
  char path[SPUR_HOST_PATH_BYTES];
  SpurHostResource size = { "size", "bytes", 0 };
  int64_t n_sectors;

  build_path (path, name, "/size");
  n_sectors = spur_host_read_number (context, path, -1);
  size.value = n_sectors < INT64_MAX / SECTOR_BYTES ? n_sectors * SECTOR_BYTES : -1;
  return context->sink->add_part (context->sink, "disk", name, &size, size.value >= 0 ? 1 : 0);
}

static int64_t
count_bytes (int64_t n_sectors)
{
  return n_sectors <= INT64_MAX / SECTOR_BYTES ? n_sectors * SECTOR_BYTES : 0;
}

static void
fill_row (SpurHostRow *row, const int64_t *numbers, const int64_t *since)
{
  row->values[0] = spur_host_share (since[BUSY_MS], (row->values[1] + NS_PER_MS / 2) / NS_PER_MS);
  row->values[2] = since[READS];
  row->values[3] = count_bytes (since[SECTORS_READ]);
  row->values[4] = since[READ_MS];
  row->values[5] = since[WRITES];
  row->values[6] = count_bytes (since[SECTORS_WRITTEN]);
  row->values[7] = since[WRITE_MS];
  row->values[8] = numbers[IN_FLIGHT];
}

static const SpurHostItemClass disk_class = {
  .n_max = MAX_DISKS,
  .n_numbers = N_NUMBERS,
  .level = IN_FLIGHT,
  .is_left_out = is_part_of_disk,
  .add_part = add_part,
  .fill = fill_row,
  .table = &table,
};

static bool
disk_open (void *state, SpurHostContext *context)
{
  Disks *self = state;

  self->items.item_class = &disk_class;
  self->has_folder = spur_host_exists (context, "/sys/block");
  if (!self->has_folder)
    spur_host_context_note (context, "%s/sys/block is not there; parts of disks are taken too",
                            context->root);
  return true;
}

static void
disk_sample (void *state, SpurHostContext *context)
{
  SpurHostItems *self = state;
  SpurHostText text, line;

  if (!spur_host_file_read (&self->file, context, &text))
    return;
  while (spur_host_scan_line (&text, &line))
    {
      int64_t device[2];
      SpurHostText name;

      if (spur_host_scan_numbers (&line, device, 2) != 2)
        {
          context->n_odd_lines++;
          continue;
        }
      name = spur_host_scan_word (&line, '\n');
      spur_host_items_take (self, context, &name, &line);
    }
  spur_host_items_end (self);
}

const SpurHostSource spur_host_disk = {
  .category = "disk",
  .n_tables = 1,
  .tables = &table,
  .files = { { "/proc/diskstats", "the load of disks" } },
  .n_state_bytes = sizeof (Disks),
  .open = disk_open,
  .sample = disk_sample,
  .close = spur_host_items_close,
};
