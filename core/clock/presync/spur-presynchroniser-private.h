/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-option-internal.h"
#include "core/clock/presync/spur-clock-fit-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"

/* Pre-synchronisation: finds how wrong each clock is, before a logical clock repairs what is left
 * (clock-correction.md section 6). */
#define SPUR_TYPE_PRESYNCHRONISER (spur_presynchroniser_get_type ())

G_DECLARE_DERIVABLE_TYPE (
  SpurPresynchroniser, spur_presynchroniser, SPUR, PRESYNCHRONISER, SpurClockCorrector)

/* What the methods' options say. */
typedef struct
{
  char *domains;
  SpurPairJoin pairs; /* of method "hull" */
  guint n_intervals;
} SpurPresyncOptions;

/* What a method finds the curves of clocks from. */
typedef struct
{
  const SpurPresyncOptions *options;
  const SpurClockSamples *samples;
  const guint *groups; /* of spur_clock_samples_get_groups() */
  const SpurClockWork *work;
  gint64 mu_ns;
} SpurPresyncInput;

/* Ends early where the job is cancelled. */
typedef void (*SpurPresyncFunc) (const SpurPresyncInput *input, SpurClockFit *fit);

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
void spur_presync_find (const SpurPresyncMethod *method,
                        const SpurPresyncInput *input,
                        SpurClockFit *fit);

struct _SpurPresynchroniserClass
{
  SpurClockCorrectorClass parent_class;

  const SpurPresyncMethod *method;
};

/* Streams that edges or probes join, maybe by way of others, have the same number above 0. */
guint spur_presynchroniser_get_component (SpurPresynchroniser *self, guint stream);

/* Makes a class that of the method @data, SpurPresyncMethod, with the properties of its options,
 * which are fields of SpurPresyncOptions. */
void spur_presynchroniser_class_set_method (gpointer klass, gpointer data);

/* Method "model": the smallest model of clocks that foretells edges it was not made from. */
void spur_presync_by_model (const SpurPresyncInput *input, SpurClockFit *fit);

/* Whether the clocks of @input may as well be those of @joined, of which @domains tells which each
 * is: models of fewer clocks foretell edges as well as those of more. Where clocks may be in
 * different hosts they also are not the same by chance. All ranks call it. */
gboolean spur_presync_is_joined (const SpurPresyncInput *input,
                                 const SpurPresyncInput *joined,
                                 const guint *domains,
                                 gboolean has_hosts);

/* Lines of clocks that edges join in one direction only, where some edges are reversed: the
 * likeliest ones, of which no bound is known. All ranks call it. */
void spur_presync_by_one_way (const SpurPresyncInput *input, SpurClockFit *fit);

/* Method "corridor": clocks that wander. */
void spur_presync_by_corridor (const SpurPresyncInput *input, SpurClockFit *fit);

/* Follows clocks that wander: their curves, and how wrong these may be at any time. The samples of
 * @input are changed: lines are taken off them, which saves a copy. */
void spur_presync_follow (const SpurPresyncInput *input, SpurClockFit *fit);

/* Whether stamps may be wrong that no edge contradicts: those of a stream step back. */
gboolean spur_clock_stands_may_be_alone (SpurTrace *trace);

/* Places events whose stamps contradict their edges, though those of other events of their clock do
 * not: many that have one stamp, as where a clock stands or stamps are written late, and single
 * ones that are out of order. @fit, which gets the places and findings, is that of the samples of
 * @input. Gives (transfer full) the samples but those of such events, NULL where there are none.
 * All ranks call it. */
SpurClockSamples *spur_clock_stands_place (const SpurPresyncInput *input, SpurClockFit *fit);
