/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* TCP as a whole, above all what is sent again, from /proc/net/snmp and /proc/net/netstat. These
 * have a line of names and a line of numbers for every protocol. While nothing happens there is one
 * row that says so. */
#include <stdlib.h>

#include "plugins/monitors/host/spur-host-file.h"

#define MICRO 1000000
#define MAX_NAMES 512

enum
{
  RETRANSMITTED,
  SENT,
  RECEIVED,
  ESTABLISHED,
  RESETS,
  IN_ERRORS,
  N_PLAIN,
  TIMEOUTS = N_PLAIN,
  LISTEN_DROPS,
  N_NUMBERS
};

static const char *const names[N_NUMBERS] = {
  "RetransSegs", "OutSegs", "InSegs",      "CurrEstab",
  "OutRsts",     "InErrs",  "TCPTimeouts", "ListenDrops",
};

/* Which number of the line is which of ours, as long as the line of names stays as long. */
typedef struct
{
  const char *prefix;
  unsigned first;
  unsigned n;
  size_t n_head_bytes;
  int place[N_NUMBERS];
} Columns;

typedef struct
{
  SpurHostFile plain;
  SpurHostFile extended;
  Columns plain_columns;
  Columns extended_columns;
  uint32_t part;
  bool is_known;
  bool is_extended;
  bool is_idle;
  int64_t time_ns;
  int64_t numbers[N_NUMBERS];
} Tcp;

static const SpurHostColumn columns[] = {
  { "load", "segments", "segments that were sent again", SPUR_HOST_MICRO },
  { "interval", "ns", "time since the sample before", SPUR_HOST_COUNT },
  { "sent", "segments", "segments that were sent", SPUR_HOST_COUNT },
  { "received", "segments", "segments that were received", SPUR_HOST_COUNT },
  { "established", "connections", "connections that there are", SPUR_HOST_LEVEL },
  { "resets", "segments", "resets that were sent", SPUR_HOST_COUNT },
  { "errors", "segments", "bad segments that were received", SPUR_HOST_COUNT },
  { "timeouts", "timeouts", "times that an answer did not come in time", SPUR_HOST_COUNT },
  { "refused", "connections", "connections for which a listener had no room", SPUR_HOST_COUNT },
};

static const SpurHostTable table = SPUR_HOST_TABLE (TCP, "Host_TCP_Load_Event", columns);

static bool
tcp_open (void *state, SpurHostContext *context)
{
  Tcp *self = state;

  self->plain_columns = (Columns){ .prefix = "Tcp:", .first = 0, .n = N_PLAIN };
  self->extended_columns =
    (Columns){ .prefix = "TcpExt:", .first = N_PLAIN, .n = N_NUMBERS - N_PLAIN };
  return true;
}

static void
find_places (Columns *self, SpurHostText line)
{
  size_t n_bytes = (size_t) (line.end - line.at);

  if (n_bytes == self->n_head_bytes)
    return;
  self->n_head_bytes = n_bytes;
  for (unsigned i = 0; i < self->n; i++)
    self->place[i] = -1;
  for (int place = 0; place < MAX_NAMES; place++)
    {
      SpurHostText word = spur_host_scan_word (&line, '\n');

      if (word.at == word.end)
        return;
      for (unsigned i = 0; i < self->n; i++)
        {
          if (spur_host_text_is (&word, names[self->first + i]))
            self->place[i] = place;
        }
    }
}

/* Values may be negative, as MaxConn is. */
static bool
take_values (const Columns *self, SpurHostText *line, int64_t *numbers)
{
  bool any = false;

  for (int place = 0; place < MAX_NAMES; place++)
    {
      SpurHostText word = spur_host_scan_word (line, '\n');
      int64_t value;

      if (word.at == word.end)
        break;
      for (unsigned i = 0; i < self->n; i++)
        {
          SpurHostText number = word;

          if (self->place[i] == place && spur_host_scan_number (&number, &value))
            {
              numbers[self->first + i] = value;
              any = true;
            }
        }
    }
  return any;
}

static bool
take_file (Columns *self, SpurHostFile *file, SpurHostContext *context, int64_t *numbers)
{
  SpurHostText text, line;
  bool has_head = false;

  if (file->path[0] == '\0' || !spur_host_file_read (file, context, &text))
    return false;
  while (spur_host_scan_line (&text, &line))
    {
      if (!spur_host_scan_prefix (&line, self->prefix))
        continue;
      if (has_head)
        return take_values (self, &line, numbers);
      find_places (self, line);
      has_head = true;
    }
  context->n_odd_lines++;
  return false;
}

static void
put_tcp (Tcp *self, SpurHostContext *context, const int64_t numbers[N_NUMBERS], int64_t time_ns)
{
  int64_t since[N_NUMBERS];
  bool is_idle = numbers[ESTABLISHED] == self->numbers[ESTABLISHED];

  for (unsigned i = 0; i < N_NUMBERS; i++)
    {
      since[i] =
        i == ESTABLISHED ? 0 : spur_host_difference (context, numbers[i], self->numbers[i]);
      is_idle = is_idle && since[i] == 0;
    }
  if (is_idle && (self->is_idle || self->part == SPUR_HOST_WHOLE))
    return;
  self->is_idle = is_idle;
  if (self->part == SPUR_HOST_WHOLE)
    self->part = context->sink->add_part (context->sink, "protocol", "TCP", NULL, 0);
  context->sink->put (
    context->sink,
    &(SpurHostRow){
      .table = &table,
      .part = self->part,
      .time_ns = time_ns,
      .values = { since[RETRANSMITTED] <= INT64_MAX / MICRO ? since[RETRANSMITTED] * MICRO : 0,
                  time_ns - self->time_ns, since[SENT], since[RECEIVED], numbers[ESTABLISHED],
                  since[RESETS], since[IN_ERRORS], since[TIMEOUTS], since[LISTEN_DROPS] } });
}

static void
tcp_sample (void *state, SpurHostContext *context)
{
  Tcp *self = state;
  int64_t numbers[N_NUMBERS];
  int64_t time_ns;

  memcpy (numbers, self->numbers, sizeof numbers);
  if (!take_file (&self->plain_columns, &self->plain, context, numbers))
    return;
  time_ns = context->time_ns;
  if (take_file (&self->extended_columns, &self->extended, context, numbers) && !self->is_extended)
    {
      memcpy (self->numbers + N_PLAIN, numbers + N_PLAIN,
              sizeof numbers - N_PLAIN * sizeof *numbers);
      self->is_extended = true;
    }
  if (self->is_known)
    put_tcp (self, context, numbers, time_ns);
  memcpy (self->numbers, numbers, sizeof numbers);
  self->time_ns = time_ns;
  self->is_known = true;
}

const SpurHostSource spur_host_tcp = {
  .category = "tcp",
  .n_tables = 1,
  .tables = &table,
  .files = { { "/proc/net/snmp", "TCP's retransmissions" },
             { "/proc/net/netstat", "TCP's timeouts" } },
  .n_state_bytes = sizeof (Tcp),
  .open = tcp_open,
  .sample = tcp_sample,
};
