/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugins/monitors/host/spur-host-source.h"

#define FIRST_BUFFER_BYTES (32u << 10)
#define MICRO 1000000

void
spur_host_context_init (SpurHostContext *self, const char *root, SpurHostSink *sink)
{
  *self = (SpurHostContext){ .root = root, .sink = sink };
  self->buffer = malloc (FIRST_BUFFER_BYTES);
  self->n_buffer_bytes = self->buffer != NULL ? FIRST_BUFFER_BYTES : 0;
}

void
spur_host_context_clear (SpurHostContext *self)
{
  free (self->buffer);
  self->buffer = NULL;
  self->n_buffer_bytes = 0;
}

void
spur_host_context_note (SpurHostContext *self, const char *format, ...)
{
  char text[512];
  va_list arguments;

  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  self->sink->note (self->sink, text);
}

/* Room is doubled, so it is full where the number of items is a power of two. */
void *
spur_host_make_room (void *items, unsigned n_items, size_t item_bytes)
{
  if ((n_items & (n_items - 1)) != 0)
    return items;
  return realloc (items, (n_items == 0 ? 1 : (size_t) n_items * 2) * item_bytes);
}

int64_t
spur_host_read_clock_ns (clockid_t clock)
{
  struct timespec now = { 0 };

  clock_gettime (clock, &now);
  return (int64_t) now.tv_sec * SPUR_HOST_NS_PER_S + (int64_t) now.tv_nsec;
}

int64_t
spur_host_now_ns (void)
{
  return spur_host_read_clock_ns (CLOCK_MONOTONIC);
}

int64_t
spur_host_difference (SpurHostContext *context, int64_t now, int64_t before)
{
  if (now >= before)
    return now - before;
  context->n_resets++;
  return 0;
}

int64_t
spur_host_share (int64_t part, int64_t whole)
{
  if (whole <= 0 || part <= 0)
    return 0;
  if (part >= whole)
    return MICRO;
  if (part > INT64_MAX / MICRO)
    return part / (whole / MICRO);
  return part * MICRO / whole;
}
