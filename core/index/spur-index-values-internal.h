/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index.h"
#include "core/model/events/spur-event-layout.h"

/* What is measured of one object by the events of a class, in one stream. */
typedef struct
{
  guint32 class_index;
  guint32 subject;
} SpurIndexSeries;

/* The values of a series in a block of events. Where @n_values is 0 there are none that are
 * finite, and the numbers behind it mean nothing but @n_others. */
typedef struct
{
  guint32 series;
  /* Values that are finite, and those that are not. */
  guint n_values;
  guint n_others;
  /* Events with the first and the last finite value. */
  guint64 first_event;
  guint64 last_event;
  double least;
  double most;
  double sum;
} SpurIndexValues;

/* Whether the index has the values of a class: those that are measured as reals. */
static inline gboolean
spur_index_has_values_of (const SpurEventLayout *layout)
{
  int field = layout->field_of_use[SPUR_USE_LOAD];

  return layout->effect == SPUR_EFFECT_MEASURE && field >= 0 &&
         layout->fields[field].type == SPUR_FIELD_DOUBLE;
}

SPUR_AVAILABLE_IN_ALL
guint spur_index_get_n_series (SpurIndex *self, guint stream);

SPUR_AVAILABLE_IN_ALL
void spur_index_get_series (SpurIndex *self, guint stream, guint index, SpurIndexSeries *series);

SPUR_AVAILABLE_IN_ALL
guint64 spur_index_get_n_values (SpurIndex *self, guint stream);

SPUR_AVAILABLE_IN_ALL
void spur_index_get_values (SpurIndex *self, guint stream, guint64 index, SpurIndexValues *values);

SPUR_AVAILABLE_IN_ALL
guint64 spur_index_find_values (SpurIndex *self, guint stream, guint64 event);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_index_find_block (SpurIndex *self, guint stream, guint64 event, guint64 *begin, guint64 *end);
