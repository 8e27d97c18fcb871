/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Traffic of each interface, from /proc/net/dev: that of the network namespace that the monitor is
 * in. An interface that was never used gives no rows, and one that stays idle gives one row that
 * says so, and the next one when there is traffic again. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "plugins/monitors/host/spur-host-scan.h"

#define MAX_INTERFACES 4096
#define BITS_PER_BYTE 8
#define N_ITEMS(items) (sizeof (items) / sizeof *(items))

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

typedef struct
{
  char name[SPUR_HOST_TEXT_BYTES];
  uint32_t part;
  bool is_known;
  bool is_seen;
  bool is_idle;
  int64_t time_ns;
  int64_t numbers[N_NUMBERS];
} Interface;

typedef struct
{
  SpurHostFile file;
  Interface *interfaces;
  unsigned n_interfaces;
} Network;

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

static const SpurHostTable table = { SPUR_HOST_INTERFACE, "Host_Network_Load_Event",
                                     N_ITEMS (columns), columns };
static const SpurHostTable *const tables[] = { &table };

static void
network_close (void *state)
{
  Network *self = state;

  spur_host_file_close (&self->file);
  free (self->interfaces);
  free (self);
}

static void *
network_open (SpurHostContext *context)
{
  Network *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  if (!spur_host_file_open (&self->file, context, "/proc/net/dev", "the traffic of interfaces"))
    {
      network_close (self);
      return NULL;
    }
  return self;
}

static Interface *
find_interface (Network *self, const char *name, unsigned guess)
{
  Interface *interfaces;
  Interface *interface;

  if (guess < self->n_interfaces && strcmp (self->interfaces[guess].name, name) == 0)
    return &self->interfaces[guess];
  for (unsigned i = 0; i < self->n_interfaces; i++)
    {
      if (strcmp (self->interfaces[i].name, name) == 0)
        return &self->interfaces[i];
    }
  if (self->n_interfaces == MAX_INTERFACES)
    return NULL;
  interfaces = realloc (self->interfaces, (self->n_interfaces + 1) * sizeof *interfaces);
  if (interfaces == NULL)
    return NULL;
  self->interfaces = interfaces;
  interface = &interfaces[self->n_interfaces++];
  memset (interface, 0, sizeof *interface);
  memcpy (interface->name, name, strlen (name) + 1);
  return interface;
}

static void
add_part (Interface *interface, SpurHostContext *context)
{
  char path[SPUR_HOST_PATH_BYTES];
  SpurHostResource resources[2];
  unsigned n_resources = 0;
  int64_t value;

  snprintf (path, sizeof path, "/sys/class/net/%s/speed", interface->name);
  value = spur_host_read_number (context, path, -1);
  if (value > 0)
    resources[n_resources++] = (SpurHostResource){ "speed", "Mbit/s", value };
  snprintf (path, sizeof path, "/sys/class/net/%s/mtu", interface->name);
  value = spur_host_read_number (context, path, -1);
  if (value > 0)
    resources[n_resources++] = (SpurHostResource){ "mtu", "bytes", value };
  interface->part =
    context->sink->add_part (context->sink, "interface", interface->name, resources, n_resources);
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
put_interface (Interface *interface, SpurHostContext *context, const int64_t numbers[N_NUMBERS])
{
  SpurHostRow row = { .table = &table, .time_ns = context->time_ns };
  int64_t since[N_NUMBERS];
  bool is_idle = true;

  for (unsigned i = 0; i < N_NUMBERS; i++)
    {
      since[i] = spur_host_difference (context, numbers[i], interface->numbers[i]);
      is_idle = is_idle && since[i] == 0;
    }
  if (is_idle && (interface->is_idle || interface->part == SPUR_HOST_WHOLE))
    return;
  interface->is_idle = is_idle;
  if (interface->part == SPUR_HOST_WHOLE)
    add_part (interface, context);
  row.part = interface->part;
  row.values[1] = context->time_ns - interface->time_ns;
  row.values[0] = find_rate (add_counts (since[RECEIVED], since[SENT]), row.values[1]);
  row.values[2] = since[RECEIVED];
  row.values[3] = since[SENT];
  row.values[4] = since[RECEIVED_PACKETS];
  row.values[5] = since[SENT_PACKETS];
  row.values[6] = add_counts (since[RECEIVED_ERRORS], since[SENT_ERRORS]);
  row.values[7] = add_counts (since[RECEIVED_DROPS], since[SENT_DROPS]);
  context->sink->put (context->sink, &row);
}

static unsigned
take_line (Network *self, SpurHostContext *context, SpurHostText *line, unsigned guess)
{
  char name[SPUR_HOST_TEXT_BYTES];
  int64_t numbers[N_NUMBERS];
  SpurHostText word = spur_host_scan_word (line, ':');
  Interface *interface;

  if (!spur_host_scan_prefix (line, ":") || !spur_host_text_copy (&word, name) ||
      spur_host_scan_numbers (line, numbers, N_NUMBERS) != N_NUMBERS)
    {
      context->n_odd_lines++;
      return guess;
    }
  interface = find_interface (self, name, guess);
  if (interface == NULL)
    {
      context->n_left_out++;
      return guess;
    }
  guess = (unsigned) (interface - self->interfaces);
  if (interface->is_seen)
    return guess;
  if (interface->is_known)
    put_interface (interface, context, numbers);
  memcpy (interface->numbers, numbers, sizeof numbers);
  interface->time_ns = context->time_ns;
  interface->is_known = interface->is_seen = true;
  return guess;
}

static void
network_sample (void *state, SpurHostContext *context)
{
  Network *self = state;
  SpurHostText text, line;
  unsigned guess = 0;

  if (!spur_host_file_read (&self->file, context, &text))
    return;
  while (spur_host_scan_line (&text, &line))
    {
      /* The two lines of the head. */
      if (memchr (line.at, '|', (size_t) (line.end - line.at)) == NULL)
        guess = take_line (self, context, &line, guess) + 1;
    }
  for (unsigned i = 0; i < self->n_interfaces; i++)
    {
      self->interfaces[i].is_known = self->interfaces[i].is_seen;
      self->interfaces[i].is_seen = false;
    }
}

const SpurHostSource spur_host_network = {
  .category = "network",
  .summary = "traffic of each interface, and whether it is up",
  .n_tables = N_ITEMS (tables),
  .tables = tables,
  .open = network_open,
  .sample = network_sample,
  .close = network_close,
};
