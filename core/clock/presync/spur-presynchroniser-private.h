/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-option-internal.h"
#include "core/clock/presync/spur-clock-fit-private.h"

/* Pre-synchronisation: finds how wrong each clock is, before a logical clock repairs what is left
 * (clock-correction.md section 6). */
#define SPUR_TYPE_PRESYNCHRONISER (spur_presynchroniser_get_type ())

G_DECLARE_DERIVABLE_TYPE (
  SpurPresynchroniser, spur_presynchroniser, SPUR, PRESYNCHRONISER, SpurClockCorrector)

/* Which pairs of clocks decide in method "hull". */
typedef enum
{
  SPUR_HULL_PAIRS_ALL,
  SPUR_HULL_PAIRS_TREE,
} SpurHullPairs;

/* What the methods' options say. */
typedef struct
{
  char *domains;
  SpurHullPairs pairs;
  guint n_intervals;
} SpurPresyncOptions;

/* What a method finds the curves of clocks from. */
typedef struct
{
  const SpurPresyncOptions *options;
  SpurTrace *trace;
  const SpurClockSamples *samples;
  const guint *groups; /* of spur_clock_samples_get_groups() */
  const SpurJob *job;
  const SpurClockWork *work;
  gint64 mu_ns;
} SpurPresyncInput;

typedef gboolean (*SpurPresyncFunc) (const SpurPresyncInput *input,
                                     SpurClockFit *fit,
                                     GError **error);

/* @is_near: it looks at clocks without what they are wrong by all the time. @is_measured: it may
 * change what has no violation. @falls_back: measured offsets are used where edges do not tell. */
typedef struct
{
  const char *type_name;
  const char *name;
  SpurPresyncFunc fit;
  gboolean is_near;
  gboolean is_measured;
  gboolean falls_back;
  const SpurOption *options;
  guint n_options;
} SpurPresyncMethod;

/* Has a method find the curves of clocks. */
gboolean spur_presync_find (const SpurPresyncMethod *method,
                            const SpurPresyncInput *input,
                            SpurClockFit *fit,
                            GError **error);

struct _SpurPresynchroniserClass
{
  SpurClockCorrectorClass parent_class;

  const SpurPresyncMethod *method;
};

/* Streams that edges join, maybe by way of others, have the same number above 0. */
guint spur_presynchroniser_get_component (SpurPresynchroniser *self, guint stream);

/* Makes a class that of the method @data, SpurPresyncMethod, with the properties of its options,
 * which are fields of SpurPresyncOptions. */
void spur_presynchroniser_class_set_method (gpointer klass, gpointer data);

/* Method "bounds": constants in the middle of what edges allow. */
gboolean spur_presync_by_bounds (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);

/* Method "minmax": Hofmann's minimum and maximum strategy. */
gboolean
spur_presync_by_extremes (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);

/* Method "model": the smallest model of clocks that foretells edges it was not made from. */
gboolean spur_presync_by_model (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);

/* Method "corridor": clocks that wander. */
gboolean
spur_presync_by_corridor (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);
