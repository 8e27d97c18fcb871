/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the layers between a program and its libraries have in common. */
#pragma once

#include <stdio.h>
#include <unistd.h>

#include <spur-record-events.h>
#include "core/record/spur-record.h"

/* As SpurPattern: all wait for all. */
#define SPUR_LAYER_BARRIER 4

/* A function as a state that threads are in, made where it is used first. */
typedef struct
{
  const char *name;
  SpurRecordStateKind kind;
  SpurRecordState state;
} SpurLayerRegion;

#define SPUR_LAYER_REGION(name, KIND)                                                              \
  {                                                                                                \
    name, SPUR_RECORD_##KIND, { SPUR_RECORD_NONE }                                                 \
  }

static inline SpurRecordState
spur_layer_get_state (SpurRecord *record, SpurLayerRegion *region)
{
  SpurRecordState state = { __atomic_load_n (&region->state.id, __ATOMIC_RELAXED) };

  if (state.id == SPUR_RECORD_NONE)
    {
      state = spur_record_state (record, region->name, region->kind);
      __atomic_store_n (&region->state.id, state.id, __ATOMIC_RELAXED);
    }
  return state;
}

/* The calling thread as an object; @what it is where it is not the main one. */
static inline SpurRecordObject
spur_layer_make_self (SpurRecord *record, const char *what)
{
  char name[48];

  if (gettid () == getpid ())
    snprintf (name, sizeof name, "main thread of %d", (int) getpid ());
  else
    snprintf (name, sizeof name, "%s %d of %d", what, (int) gettid (), (int) getpid ());
  return spur_record_new_object (record, SPUR_RECORD_LOAD_OBJECT, name, "thread",
                                 SPUR_RECORD_NO_OBJECT);
}

/* A number that no other process gives either: the @n_made-th one. */
static inline uint64_t
spur_layer_make_number (SpurRecord *record, uint64_t n_made)
{
  uint64_t number = spur_record_get_origin (record) + n_made * 0x9e3779b97f4a7c15u;

  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
  number = (number ^ number >> 27) * 0x94d049bb133111ebu;
  return number ^ number >> 31;
}
