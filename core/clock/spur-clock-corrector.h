/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

/**
 * SPUR_CLOCK_ERROR:
 *
 * Errors of clock correction.
 *
 * Since: 1.0
 */
#define SPUR_CLOCK_ERROR (spur_clock_error_quark ())

/**
 * SpurClockError:
 * @SPUR_CLOCK_ERROR_METHOD: there is no such method, or no such list of methods
 * @SPUR_CLOCK_ERROR_OPTION: the method has no such option, or cannot have such a value
 *
 * Errors of the domain %SPUR_CLOCK_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CLOCK_ERROR_METHOD,
  SPUR_CLOCK_ERROR_OPTION,
} SpurClockError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_clock_error_quark (void);

/**
 * SpurClockOutcome:
 * @SPUR_CLOCK_OUTCOME_UNKNOWN: nothing was corrected yet
 * @SPUR_CLOCK_OUTCOME_REPAIRED: edges that violated the clock condition were repaired
 * @SPUR_CLOCK_OUTCOME_OFFSETS: clocks were given constant offsets
 * @SPUR_CLOCK_OUTCOME_LINES: clocks were given straight lines
 * @SPUR_CLOCK_OUTCOME_INTERVALS: clocks were given lines between the middles of intervals
 * @SPUR_CLOCK_OUTCOME_CURVES: clocks were given smooth curves
 * @SPUR_CLOCK_OUTCOME_MEASURED: clocks were given lines between measured offsets
 * @SPUR_CLOCK_OUTCOME_BOUNDED: the same, and it is known by how much they may be off
 * @SPUR_CLOCK_OUTCOME_STEPS: steps were taken off clocks that are right otherwise
 * @SPUR_CLOCK_OUTCOME_ONE_SIDED: clocks with edges in one direction only were given lines as if
 *   least delays were 0
 * @SPUR_CLOCK_OUTCOME_CONDITION_HOLDS: unchanged, for the clock condition holds
 * @SPUR_CLOCK_OUTCOME_NOT_REVERSED: unchanged, for no edge is reversed
 * @SPUR_CLOCK_OUTCOME_MORE_REVERSED: unchanged, for more edges would be reversed
 * @SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT: unchanged, for edges are reversed that clocks do not explain
 * @SPUR_CLOCK_OUTCOME_NOT_CONNECTED: unchanged, for no edge connects two clocks
 * @SPUR_CLOCK_OUTCOME_ONE_WAY: unchanged, for no two clocks have edges in both directions
 * @SPUR_CLOCK_OUTCOME_TOO_WIDE: unchanged, for edges bound the clocks less than they are wrong
 * @SPUR_CLOCK_OUTCOME_NOT_MEASURED: unchanged, for no offsets were measured
 * @SPUR_CLOCK_OUTCOME_OUT_OF_RANGE: unchanged, for an offset would be outside of +-2^61 ns
 *
 * What a corrector did to a trace, and if nothing, why.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CLOCK_OUTCOME_UNKNOWN,
  SPUR_CLOCK_OUTCOME_REPAIRED,
  SPUR_CLOCK_OUTCOME_OFFSETS,
  SPUR_CLOCK_OUTCOME_LINES,
  SPUR_CLOCK_OUTCOME_INTERVALS,
  SPUR_CLOCK_OUTCOME_CURVES,
  SPUR_CLOCK_OUTCOME_MEASURED,
  SPUR_CLOCK_OUTCOME_BOUNDED,
  SPUR_CLOCK_OUTCOME_STEPS,
  SPUR_CLOCK_OUTCOME_ONE_SIDED,
  SPUR_CLOCK_OUTCOME_CONDITION_HOLDS,
  SPUR_CLOCK_OUTCOME_NOT_REVERSED,
  SPUR_CLOCK_OUTCOME_MORE_REVERSED,
  SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT,
  SPUR_CLOCK_OUTCOME_NOT_CONNECTED,
  SPUR_CLOCK_OUTCOME_ONE_WAY,
  SPUR_CLOCK_OUTCOME_TOO_WIDE,
  SPUR_CLOCK_OUTCOME_NOT_MEASURED,
  SPUR_CLOCK_OUTCOME_OUT_OF_RANGE,
} SpurClockOutcome;

#define SPUR_TYPE_CLOCK_CORRECTOR (spur_clock_corrector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurClockCorrector, spur_clock_corrector, SPUR, CLOCK_CORRECTOR, GObject)

/**
 * SpurClockCorrectorClass:
 * @parent_class: the parent
 * @name: the method's name, as in "eclc"
 * @correct: appends a time map to the streams of @correction that need one, on top of the maps
 *   that are there, and notes in its facts what was done
 * @get_half_width_ns: how far a stream's corrected time may be off after correcting, or %NULL
 *
 * A step of a chain of corrections. Its options are its GObject properties that can be written:
 * times are of type gint64 with names that end in "-ns", factors of type gint64 in parts per
 * billion with names that end in "-ppb".
 *
 * Since: 1.0
 */
struct _SpurClockCorrectorClass
{
  GObjectClass parent_class;

  const char *name;
  gboolean (*correct) (SpurClockCorrector *self,
                       SpurTrace *trace,
                       SpurEdges *edges,
                       SpurCorrection *correction,
                       const SpurJob *job,
                       GError **error);
  gint64 (*get_half_width_ns) (SpurClockCorrector *self, guint stream, gint64 time_ns);

  /*< private >*/
  gpointer _reserved[7];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_clock_corrector_get_name (SpurClockCorrector *self);

SPUR_AVAILABLE_IN_ALL
gint64 spur_clock_corrector_get_mu_ns (SpurClockCorrector *self);

SPUR_AVAILABLE_IN_ALL
void spur_clock_corrector_set_mu_ns (SpurClockCorrector *self, gint64 mu_ns);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_corrector_correct (SpurClockCorrector *self,
                                       SpurTrace *trace,
                                       SpurEdges *edges,
                                       SpurCorrection *correction,
                                       const SpurJob *job,
                                       GError **error);

SPUR_AVAILABLE_IN_ALL
SpurClockOutcome spur_clock_corrector_get_outcome (SpurClockCorrector *self);

SPUR_AVAILABLE_IN_ALL
void spur_clock_corrector_set_outcome (SpurClockCorrector *self, SpurClockOutcome outcome);

SPUR_AVAILABLE_IN_ALL
gint64
spur_clock_corrector_get_half_width_ns (SpurClockCorrector *self, guint stream, gint64 time_ns);

/* By name: a method's name and its options as text are enough, without its class. */

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_corrector_register (GType type);

SPUR_AVAILABLE_IN_ALL
SpurClockCorrector *spur_clock_corrector_make (const char *name, GError **error);

SPUR_AVAILABLE_IN_ALL
char **spur_clock_corrector_dup_names (void);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_corrector_set_option (SpurClockCorrector *self,
                                          const char *name,
                                          const char *value,
                                          GError **error);

G_END_DECLS
