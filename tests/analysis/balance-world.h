/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

#define S G_GINT64_CONSTANT (1000000000)
#define assert_near(value, wanted) g_assert_cmpfloat_with_epsilon (value, wanted, 1e-9)

/* Two targets, 0 and 1, with a stream each, and load objects from 2 on. */
#define FIRST_OBJECT 2
#define N_OBJECTS 4

typedef struct
{
  SpurTrace *trace;
  guint32 work;
  guint32 idle;
  guint enter;
  guint leave;
  guint set;
  guint place;
  guint phase;
  guint barrier;
} BalanceWorld;

void balance_world_open (BalanceWorld *self, guint n_streams, guint n_objects);

/* A fixture of GLib's tests; @data is the number of streams. */
void balance_world_set_up (BalanceWorld *self, gconstpointer data);
void balance_world_tear_down (BalanceWorld *self, gconstpointer data);

/* Appends an event with these fields by name, up to a NULL. */
void balance_world_append (
  BalanceWorld *self, guint stream, gint64 time_s, guint class_index, const char *field, ...);

void balance_world_run_object (
  BalanceWorld *self, guint stream, guint object, gint64 begin_s, gint64 end_s);

void balance_world_begin_phase (BalanceWorld *self, guint stream, gint64 time_s, guint number);

/* Seals the trace; @options may be NULL. */
SpurBalance *balance_world_balance (BalanceWorld *self, const SpurBalanceOptions *options);

void balance_world_assert_loads (SpurBalance *result, guint phase, double first, double second);

#define ADD_BALANCE_TEST(path, n_streams, function)                                                \
  g_test_add (path, BalanceWorld, GUINT_TO_POINTER (n_streams), balance_world_set_up, function,    \
              balance_world_tear_down)
