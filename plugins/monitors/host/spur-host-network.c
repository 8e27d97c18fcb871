/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Traffic of each interface, from /proc/net/dev: that of the network namespace that the monitor is
 * in. */
#include <stdio.h>

#include "plugins/monitors/host/spur-host-file.h"

#define MAX_INTERFACES 4096
#define BITS_PER_BYTE 8

/* The numbers behind the name. */
enum
{
  RECEIVED,
  RECEIVED_PACKETS,
  RECEIVED_ERRORS,
  RECEIVED_DROPS,
  SENT = 8,
  SENT_PACKETS,
  SENT_ERRORS,
  SENT_DROPS,
  N_NUMBERS = 16
};

static const SpurHostColumn columns[] = {
  { "load", "Mbit/s", "traffic in both directions", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  { "received", "bytes", "what was received", SPUR_HOST_COUNT },
  { "sent", "bytes", "what was sent", SPUR_HOST_COUNT },
  { "received_packets", "packets", "packets that were received", SPUR_HOST_COUNT },
  { "sent_packets", "packets", "packets that were sent", SPUR_HOST_COUNT },
  { "errors", "packets", "packets with errors, in both directions", SPUR_HOST_COUNT },
  { "drops", "packets", "packets that were dropped, in both directions", SPUR_HOST_COUNT },
};

static const SpurHostTable table = SPUR_HOST_TABLE (INTERFACE, "Host_Network_Load_Event", columns);

static uint32_t
add_part (SpurHostContext *context, const char *name)
{
  static const struct
  {
    const char *name;
    const char *unit;
  } offers[] = { { "speed", "Mbit/s" }, { "mtu", "bytes" } };
  SpurHostResource resources[N_ITEMS (offers)];
  unsigned n_resources = 0;

  for (unsigned i = 0; i < N_ITEMS (offers); i++)
    {
      char path[SPUR_HOST_PATH_BYTES];
      int64_t value;

      snprintf (path, sizeof path, "/sys/class/net/%s/%s", name, offers[i].name);
      value = spur_host_read_number (context, path, -1);
      if (value > 0)
        resources[n_resources++] = (SpurHostResource){ offers[i].name, offers[i].unit, value };
    }
  return context->sink->add_part (context->sink, "interface", name, resources, n_resources);
}

/* Bits a second are millionths of Mbit/s. */
static int64_t
find_rate (int64_t n_bytes, int64_t interval_ns)
{
  double rate = interval_ns > 0 ? (double) n_bytes * BITS_PER_BYTE * 1e9 / (double) interval_ns : 0;

  return rate < 1e18 ? (int64_t) rate : 0;
}

static int64_t
add_counts (int64_t a, int64_t b)
{
  return a <= INT64_MAX - b ? a + b : INT64_MAX;
}

static void
fill_row (SpurHostRow *row, const int64_t *numbers, const int64_t *since)
{
  row->values[0] = find_rate (add_counts (since[RECEIVED], since[SENT]), row->values[1]);
  row->values[2] = since[RECEIVED];
  row->values[3] = since[SENT];
  row->values[4] = since[RECEIVED_PACKETS];
  row->values[5] = since[SENT_PACKETS];
  row->values[6] = add_counts (since[RECEIVED_ERRORS], since[SENT_ERRORS]);
  row->values[7] = add_counts (since[RECEIVED_DROPS], since[SENT_DROPS]);
}

static const SpurHostItemClass interface_class = {
  .n_max = MAX_INTERFACES,
  .n_numbers = N_NUMBERS,
  .level = -1,
  .add_part = add_part,
  .fill = fill_row,
  .table = &table,
};

static bool
network_open (void *state, SpurHostContext *context)
{
  ((SpurHostItems *) state)->item_class = &interface_class;
  return true;
}

static void
network_sample (void *state, SpurHostContext *context)
{
  SpurHostItems *self = state;
  SpurHostText text, line;

  if (!spur_host_file_read (&self->file, context, &text))
    return;
  while (spur_host_scan_line (&text, &line))
    {
      SpurHostText name;

      /* The two lines of the head. */
      if (memchr (line.at, '|', (size_t) (line.end - line.at)) != NULL)
        continue;
      name = spur_host_scan_word (&line, ':');
      if (spur_host_scan_prefix (&line, ":"))
        spur_host_items_take (self, context, &name, &line);
      else
        context->n_odd_lines++;
    }
  spur_host_items_end (self);
}

const SpurHostSource spur_host_network = {
  .category = "network",
  .n_tables = 1,
  .tables = &table,
  .files = { { "/proc/net/dev", "the traffic of interfaces" } },
  .n_state_bytes = sizeof (SpurHostItems),
  .open = network_open,
  .sample = network_sample,
  .close = spur_host_items_close,
};
