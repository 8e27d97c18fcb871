/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/balance/spur-balance-metrics.h"
#include "core/analysis/balance/spur-placement.h"
#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SPUR_BALANCE_ERROR:
 *
 * Errors of what is asked about balance.
 *
 * Since: 1.0
 */
#define SPUR_BALANCE_ERROR (spur_balance_error_quark ())

/**
 * SpurBalanceError:
 * @SPUR_BALANCE_ERROR_PHASES: there are no such phases, or too many
 *
 * Errors of the domain %SPUR_BALANCE_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_BALANCE_ERROR_PHASES,
} SpurBalanceError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_balance_error_quark (void);

/**
 * SpurBalanceSource:
 * @SPUR_BALANCE_FROM_NOTHING: there are no phases; the whole trace is one
 * @SPUR_BALANCE_FROM_PHASES: events with a field of use %SPUR_USE_PHASE
 * @SPUR_BALANCE_FROM_BARRIERS: ends of barriers of all streams
 * @SPUR_BALANCE_FROM_CLASS: events of a class that was named
 * @SPUR_BALANCE_FROM_TIME: a length of time that was given
 * @SPUR_BALANCE_FROM_MOVES: steps of load balancing: moves of load objects that come together
 *
 * What begins a phase.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_BALANCE_FROM_NOTHING,
  SPUR_BALANCE_FROM_PHASES,
  SPUR_BALANCE_FROM_BARRIERS,
  SPUR_BALANCE_FROM_CLASS,
  SPUR_BALANCE_FROM_TIME,
  SPUR_BALANCE_FROM_MOVES,
} SpurBalanceSource;

/**
 * SpurBalanceMeasure:
 * @SPUR_BALANCE_TIME: seconds in states of kind %SPUR_STATE_WORK
 * @SPUR_BALANCE_MEASURED: what was measured, in the application's measure
 *
 * What load is.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_BALANCE_TIME,
  SPUR_BALANCE_MEASURED,
} SpurBalanceMeasure;

/**
 * SpurBalanceOptions:
 * @raw: whether raw times are meant where the trace has a correction
 * @class_name: (nullable): the event classes whose events begin a phase, a name or a pattern as for
 *   spur_trace_list_classes(); %NULL to find out what does
 * @every_ns: how long a phase is, or 0
 * @has_traffic: whether bytes between objects are wanted, too
 * @record_cost_ns: what it takes the recorder to write that a state begins, after it read the
 *   clock: it is in each state, and no work of the object; 0 where it is not known. See
 *   spur_trace_get_record_cost_ns()
 *
 * What is asked.
 *
 * Since: 1.0
 */
typedef struct
{
  gboolean raw;
  const char *class_name;
  gint64 every_ns;
  gboolean has_traffic;
  gint64 record_cost_ns;
} SpurBalanceOptions;

/**
 * SpurBalancePhase:
 * @number: as the application counts it; -1 for what comes before phase 0
 * @begin_ns: when it begins
 * @end_ns: when the next one begins, or the trace ends
 * @work_begin_ns: when the first work of an object in it begins
 * @work_end_ns: when the last work of an object ends; before @work_begin_ns where there is none
 * @manager_ns: time that components of the load management were in states, of all targets together
 * @n_manager_messages: messages that they sent
 * @manager_bytes: bytes of these
 * @n_objects: load objects with a load
 * @object_load: the load of all objects, and of targets for themselves
 * @target_load: the load of all targets
 * @unplaced_load: load of objects that are on no target
 * @mean_object: the mean load of the @n_objects
 * @largest_object: the largest load of a load object
 * @least: no placement of the objects has a busiest target with less than this; the mean where the
 *   trace has no load objects
 * @waiting: load above @least, of all targets that have more: it waits while other targets idle
 * @metrics: of the loads of targets
 *
 * The load of a phase. @object_load is @target_load + @unplaced_load.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 number;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 work_begin_ns;
  gint64 work_end_ns;
  gint64 manager_ns;
  guint64 n_manager_messages;
  guint64 manager_bytes;
  guint n_objects;
  double object_load;
  double target_load;
  double unplaced_load;
  double mean_object;
  double largest_object;
  double least;
  double waiting;
  SpurBalanceMetrics metrics;
} SpurBalancePhase;

/**
 * SpurBalanceLoad:
 * @object: a load object, or a target for what it does itself
 * @target: where it had the load, or %SPUR_NONE
 * @load: the load
 *
 * The load of an object on a target in a phase.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 object;
  guint32 target;
  double load;
} SpurBalanceLoad;

/**
 * SpurBalanceStep:
 * @phase: position of the phase before which load was balanced
 * @n_moves: objects that are on another target than in the phase before
 * @pause_ns: time between the last work of an object before and the first one after
 * @stayed: the load that the phase's busiest target would have if no object had moved
 * @came: the load that it has
 * @gain: @stayed - @came, above 0 where moving paid
 * @repaid: as @gain, the sum of this phase and of those after it up to the next moves
 * @n_phases: how many phases these are; 0 where nothing moved
 * @predicted: max / mean - 1 of the loads of the phase before on the new places; NaN where there
 *   are none
 * @imbalance: what came, max / mean - 1; NaN where there is no load
 * @persistence: correlation of the loads of objects with those of the phase before; NaN where it is
 *   not defined
 *
 * What balancing between two phases did.
 *
 * Since: 1.0
 */
typedef struct
{
  guint phase;
  guint n_moves;
  gint64 pause_ns;
  double stayed;
  double came;
  double gain;
  double repaid;
  guint n_phases;
  double predicted;
  double imbalance;
  double persistence;
} SpurBalanceStep;

/**
 * SpurBalanceMove:
 * @object: the object
 * @from: where it was
 * @to: where it is then
 * @phase: position of the phase in which it first is there
 *
 * An object is on another target than in the phase before.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 object;
  guint32 from;
  guint32 to;
  guint phase;
} SpurBalanceMove;

/**
 * SpurBalanceFindingKind:
 * @SPUR_BALANCE_UNEVEN: of all phases the one in which most load waits
 * @SPUR_BALANCE_BOUND: the phase cannot be balanced well, as one object or what may not move is
 *   too large
 * @SPUR_BALANCE_UNDONE: objects moved back within two steps
 * @SPUR_BALANCE_PING_PONG: objects moved back and forth again
 * @SPUR_BALANCE_NOT_PAID: up to the next moves these made the busiest target not better, or by less
 *   than the pause
 * @SPUR_BALANCE_PREDICTION: of all steps with moves the one for which the loads of the phase before
 *   predict the imbalance least well
 * @SPUR_BALANCE_IDLE: of all phases the one in which targets have no work any more for longest,
 * while others do
 * @SPUR_BALANCE_UNFORESEEN: loads of objects do not persist
 *
 * What is to be said of a trace.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_BALANCE_UNEVEN,
  SPUR_BALANCE_BOUND,
  SPUR_BALANCE_UNDONE,
  SPUR_BALANCE_PING_PONG,
  SPUR_BALANCE_NOT_PAID,
  SPUR_BALANCE_PREDICTION,
  SPUR_BALANCE_IDLE,
  SPUR_BALANCE_UNFORESEEN,
} SpurBalanceFindingKind;

/**
 * SpurBalanceFinding:
 * @kind: what it is
 * @phase: position of the phase that it is about: where objects moved back, or after the step
 * @n_objects: how many objects it is about
 * @objects: (array length=n_objects): these
 * @target: the target that it is about, or %SPUR_NONE
 * @last_target: of %SPUR_BALANCE_IDLE: the target that has work to the end
 * @n_phases: how many steps or phases it is about
 * @begin_ns: when what it is about begins
 * @end_ns: when it ends
 * @value: load that waits, the largest object's or the pinned load / mean, the gain, what came less
 *   what was predicted, seconds that all targets together have no work, or the correlation
 * @cost_ns: the pauses of the steps
 *
 * Something that the numbers of a trace say.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurBalanceFindingKind kind;
  guint phase;
  guint n_objects;
  guint32 *objects;
  guint32 target;
  guint32 last_target;
  guint n_phases;
  gint64 begin_ns;
  gint64 end_ns;
  double value;
  gint64 cost_ns;
} SpurBalanceFinding;

/**
 * SpurBalanceTotals:
 * @object_load: the load of all objects, and of targets for themselves
 * @target_load: the load of all targets
 * @unplaced_load: load of objects that are on no target
 * @is_kept: whether @object_load is @target_load + @unplaced_load, but for rounding
 * @n_moves: times that a load object came to another target, as spur_timeline_get_moves() lists
 *   them: within phases, too, and with or without load
 *
 * The load of all phases, and what moved.
 *
 * Since: 1.0
 */
typedef struct
{
  double object_load;
  double target_load;
  double unplaced_load;
  gboolean is_kept;
  guint64 n_moves;
} SpurBalanceTotals;

/**
 * SpurFormatNs:
 * @ns: a time or a length of time
 * @user_data: what was given with the function
 *
 * Writes a time as text.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
typedef char *(*SpurFormatNs) (gint64 ns, gpointer user_data);

#define SPUR_TYPE_BALANCE (spur_balance_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurBalance, spur_balance, SPUR, BALANCE, GObject)

SPUR_AVAILABLE_IN_ALL
SpurBalance *spur_balance_new (SpurTrace *trace,
                               const SpurBalanceOptions *options,
                               const SpurJob *job,
                               GError **error);

SPUR_AVAILABLE_IN_ALL
SpurBalanceSource spur_balance_get_source (SpurBalance *self);

SPUR_AVAILABLE_IN_ALL
SpurBalanceMeasure spur_balance_get_measure (SpurBalance *self);

SPUR_AVAILABLE_IN_ALL
const guint32 *spur_balance_get_targets (SpurBalance *self, guint *n_targets);

SPUR_AVAILABLE_IN_ALL
const SpurBalancePhase *spur_balance_get_phases (SpurBalance *self, guint *n_phases);

SPUR_AVAILABLE_IN_ALL
const SpurBalanceLoad *spur_balance_get_loads (SpurBalance *self, guint phase, guint *n_loads);

SPUR_AVAILABLE_IN_ALL
const double *spur_balance_get_target_loads (SpurBalance *self, guint phase, guint *n_targets);

SPUR_AVAILABLE_IN_ALL
const SpurBalanceStep *spur_balance_get_steps (SpurBalance *self, guint *n_steps);

SPUR_AVAILABLE_IN_ALL
const SpurBalanceMove *spur_balance_get_moves (SpurBalance *self, guint *n_moves);

SPUR_AVAILABLE_IN_ALL
const SpurBalanceFinding *spur_balance_get_findings (SpurBalance *self, guint *n_findings);

SPUR_AVAILABLE_IN_ALL
char *spur_balance_describe_finding (
  SpurBalance *self, guint finding, gint64 origin_ns, SpurFormatNs format_ns, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
const char *spur_balance_describe_source (SpurBalance *self);

SPUR_AVAILABLE_IN_ALL
char *spur_balance_describe_measure (SpurBalance *self, SpurFormatNs format_ns, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
void spur_balance_get_totals (SpurBalance *self, SpurBalanceTotals *totals);

SPUR_AVAILABLE_IN_ALL
char *spur_balance_describe_totals (SpurBalance *self, SpurFormatNs format_ns, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
char *spur_balance_format_load (SpurBalance *self,
                                double load,
                                SpurFormatNs format_ns,
                                gpointer user_data);

SPUR_AVAILABLE_IN_ALL
SpurPlacement *
spur_balance_make_placement (SpurBalance *self, guint phase, double byte_cost, double move_cost);

SPUR_AVAILABLE_IN_ALL
void spur_balance_compute_work (SpurBalance *self,
                                guint phase,
                                double byte_cost,
                                SpurBalanceMetrics *metrics);

SPUR_AVAILABLE_IN_ALL
guint32 *spur_balance_dup_own_placement (SpurBalance *self, guint phase, guint *n_objects);

G_END_DECLS
