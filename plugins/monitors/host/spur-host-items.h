/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/monitors/host/spur-host-scan.h"

/* Things of one kind, as disks, that a file of the kernel has a line of counters each of. One that
 * was never used gives no rows, and one that stays idle gives one row that says so, and the next
 * one when it works again. */

#define SPUR_HOST_MAX_NUMBERS 16

typedef struct
{
  char name[SPUR_HOST_TEXT_BYTES];
  uint32_t part;
  bool is_left_out;
  bool is_known;
  bool is_seen;
  bool is_idle;
  int64_t time_ns;
  int64_t numbers[SPUR_HOST_MAX_NUMBERS];
} SpurHostItem;

typedef struct
{
  unsigned n_max;
  unsigned n_numbers;
  /* The number that is a level and no counter; -1 where there is none. */
  int level;
  /* Says whether an item that is new is left out; may be NULL. */
  bool (*is_left_out) (void *state, SpurHostContext *context, const char *name);
  /* Gives the number of the item among the host's parts. */
  uint32_t (*add_part) (SpurHostContext *context, const char *name);
  /* Fills the columns but the first two; @since: how much the counters rose. */
  void (*fill) (SpurHostRow *row, const int64_t *numbers, const int64_t *since);
  const SpurHostTable *table;
} SpurHostItemClass;

typedef struct
{
  SpurHostFile file;
  const SpurHostItemClass *item_class;
  SpurHostItem *items;
  unsigned n_items;
  unsigned guess;
} SpurHostItems;

/* The state of a source begins with the items. */
void spur_host_items_close (void *state);

/* Takes what a line says of an item. */
void spur_host_items_take (SpurHostItems *self,
                           SpurHostContext *context,
                           const SpurHostText *name,
                           SpurHostText *numbers);

/* All lines were taken: one that has none starts anew when one of its name comes. */
void spur_host_items_end (SpurHostItems *self);
