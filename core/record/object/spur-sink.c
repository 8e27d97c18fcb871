/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/record/object/spur-recorder-private.h"
#include "core/record/object/spur-sink-private.h"

/**
 * SpurSink:
 *
 * Where the events of a #SpurRecorder go. A recorder has as many as it is given by
 * spur_recorder_add_sink(): memory (#SpurMemorySink), recordings in files and at collectors
 * (#SpurRecordingSink), the system's logs (#SpurLogSink), and what a program derives itself.
 *
 * A sink that fails does not keep the others from what they get: what it could not take is counted,
 * and why is said once, by spur_sink_check(), the recorder's signal "problem" and
 * spur_recorder_close().
 *
 * A sink may take a part of the events only, by rules of its own.
 *
 * Since: 1.0
 */

/* @n_dropped, @problem and what belongs to it are for all threads. */
typedef struct
{
  GMutex mutex;
  GWeakRef recorder;
  gboolean was_opened;
  gboolean is_open;
  guint64 n_events;
  guint64 n_dropped;
  GError *problem;
  gint has_news;
  gboolean tells_user;

  SpurSwitches *switches;
  /* Of each source whether it is off. */
  GByteArray *sources_off;
} SpurSinkPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurSink, spur_sink, G_TYPE_OBJECT)

static SpurSinkPrivate *
get_private (SpurSink *self)
{
  return spur_sink_get_instance_private (self);
}

static void
spur_sink_finalize (GObject *object)
{
  SpurSinkPrivate *priv = get_private (SPUR_SINK (object));

  g_clear_pointer (&priv->switches, spur_switches_free);
  g_byte_array_unref (priv->sources_off);
  g_clear_error (&priv->problem);
  g_weak_ref_clear (&priv->recorder);
  g_mutex_clear (&priv->mutex);
  G_OBJECT_CLASS (spur_sink_parent_class)->finalize (object);
}

static void
spur_sink_class_init (SpurSinkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_sink_finalize;
}

static void
spur_sink_init (SpurSink *self)
{
  SpurSinkPrivate *priv = get_private (self);

  g_mutex_init (&priv->mutex);
  g_weak_ref_init (&priv->recorder, NULL);
  priv->sources_off = g_byte_array_new ();
}

/* ---- Rules ---- */

/**
 * spur_sink_set_rules:
 * @self: a sink that no recorder has yet
 * @rules: (nullable): which events it takes, as for spur_recorder_set_rules(); %NULL for all that
 *   the recorder records
 * @error: return location for an error
 *
 * Gives a part of the events only to this sink, as warnings to the system's log.
 *
 * Returns: whether these are rules; else @error is %G_IO_ERROR_INVALID_ARGUMENT
 *
 * Since: 1.0
 */
gboolean
spur_sink_set_rules (SpurSink *self, const char *rules, GError **error)
{
  SpurSinkPrivate *priv = get_private (self);

  g_return_val_if_fail (SPUR_IS_SINK (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (!priv->was_opened, FALSE);

  return spur_switches_replace (&priv->switches, rules, error);
}

/* ---- Counts and problems ---- */

/**
 * spur_sink_get_n_events:
 * @self: a sink
 *
 * Gets how many events it was given, those that were dropped included. By any thread.
 *
 * Returns: how many events it was given
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint64,
                    spur_sink_get_n_events,
                    SpurSink,
                    SPUR_IS_SINK,
                    __atomic_load_n (&get_private (self)->n_events, __ATOMIC_RELAXED))

/**
 * spur_sink_get_n_dropped:
 * @self: a sink
 *
 * Gets how many of its events were dropped, as far as that is known by now. By any thread.
 *
 * Returns: how many of its events it could not keep
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint64,
                    spur_sink_get_n_dropped,
                    SpurSink,
                    SPUR_IS_SINK,
                    __atomic_load_n (&get_private (self)->n_dropped, __ATOMIC_RELAXED))

/**
 * spur_sink_check:
 * @self: a sink
 * @error: return location for an error
 *
 * Asks whether all went well so far. By any thread.
 *
 * Returns: whether all went well; else @error is what went wrong first
 *
 * Since: 1.0
 */
gboolean
spur_sink_check (SpurSink *self, GError **error)
{
  SpurSinkPrivate *priv = get_private (self);
  gboolean is_well;

  g_return_val_if_fail (SPUR_IS_SINK (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_mutex_lock (&priv->mutex);
  is_well = priv->problem == NULL;
  if (!is_well)
    g_propagate_error (error, g_error_copy (priv->problem));
  g_mutex_unlock (&priv->mutex);
  return is_well;
}

/**
 * spur_sink_drop:
 * @self: a sink
 * @n_events: how many of the events that it took it could not keep; 0 where something else failed
 * @error: why
 *
 * For sinks that find out later: counts, and reports @error where it is the first.
 *
 * Since: 1.0
 */
void
spur_sink_drop (SpurSink *self, guint64 n_events, const GError *error)
{
  SpurSinkPrivate *priv = get_private (self);

  g_return_if_fail (SPUR_IS_SINK (self));
  g_return_if_fail (error != NULL);

  __atomic_add_fetch (&priv->n_dropped, n_events, __ATOMIC_RELAXED);
  g_mutex_lock (&priv->mutex);
  if (priv->problem == NULL)
    {
      priv->problem = g_error_copy (error);
      g_atomic_int_set (&priv->has_news, TRUE);
    }
  g_mutex_unlock (&priv->mutex);
}

GError *
spur_sink_take_problem (SpurSink *self)
{
  SpurSinkPrivate *priv = get_private (self);
  GError *problem;

  if (!g_atomic_int_get (&priv->has_news))
    return NULL;
  g_mutex_lock (&priv->mutex);
  problem = g_error_copy (priv->problem);
  g_atomic_int_set (&priv->has_news, FALSE);
  g_mutex_unlock (&priv->mutex);
  return problem;
}

/**
 * spur_sink_snapshot:
 * @self: a sink that has events in memory: a #SpurMemorySink, or a #SpurRecordingSink whose place
 * is `memory:` or `flight:`
 * @error: return location for an error
 *
 * Makes a trace of what it has now, while others go on recording. By any thread.
 *
 * Returns: (transfer full): a sealed trace; or %NULL with %G_IO_ERROR_NOT_SUPPORTED where the sink
 *   has nothing in memory, or why it could not be made
 *
 * Since: 1.0
 */
SpurTrace *
spur_sink_snapshot (SpurSink *self, GError **error)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);
  g_autoptr (SpurRecorder) recorder = NULL;
  SpurTrace *trace;

  g_return_val_if_fail (SPUR_IS_SINK (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (klass->snapshot == NULL)
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                                "a %s has no events in memory", G_OBJECT_TYPE_NAME (self));
  recorder = spur_sink_dup_recorder (self);
  if (recorder != NULL)
    spur_recorder_lock (recorder);
  trace = klass->snapshot (self, error);
  if (recorder != NULL)
    spur_recorder_unlock (recorder);
  return trace;
}

/* ---- What the recorder does ---- */

void
spur_sink_set_tells_user (SpurSink *self)
{
  get_private (self)->tells_user = TRUE;
}

gboolean
spur_sink_tells_user (SpurSink *self)
{
  return get_private (self)->tells_user;
}

SpurRecorder *
spur_sink_dup_recorder (SpurSink *self)
{
  return g_weak_ref_get (&get_private (self)->recorder);
}

gboolean
spur_sink_open (SpurSink *self, SpurRecorder *recorder, const char *clock, GError **error)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);
  SpurSinkPrivate *priv = get_private (self);

  if (priv->was_opened)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s",
                           "the sink has a recorder already");
  priv->was_opened = TRUE;
  if (klass->open != NULL && !klass->open (self, clock, error))
    return FALSE;
  g_weak_ref_set (&priv->recorder, recorder);
  priv->is_open = TRUE;
  return TRUE;
}

void
spur_sink_add_source (SpurSink *self, guint source, SpurActiveObject *object)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);
  SpurSinkPrivate *priv = get_private (self);
  guint8 is_off = priv->switches != NULL &&
                  !spur_switches_have_source (priv->switches, spur_active_object_get_name (object));

  g_byte_array_append (priv->sources_off, &is_off, 1);
  if (klass->add_source != NULL)
    klass->add_source (self, source, object);
}

void
spur_sink_add_state (SpurSink *self, const char *name, SpurStateKind kind)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);

  if (klass->add_state != NULL)
    klass->add_state (self, name, kind);
}

void
spur_sink_set_fact (SpurSink *self, const char *key, const char *value)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);

  if (klass->set_fact != NULL)
    klass->set_fact (self, key, value);
}

static gboolean
is_wanted (const SpurSinkPrivate *priv, guint source, SpurEvent *event, GLogLevelFlags level)
{
  return priv->switches == NULL ||
         (priv->sources_off->data[source] == 0 &&
          spur_switches_have_class (priv->switches, spur_event_get_layout (event)) &&
          spur_switches_have_level (priv->switches, level));
}

gboolean
spur_sink_write (
  SpurSink *self, guint source, guint64 number, SpurEvent *event, GLogLevelFlags level)
{
  SpurSinkPrivate *priv = get_private (self);
  g_autoptr (GError) error = NULL;

  if (!is_wanted (priv, source, event, level))
    return TRUE;
  __atomic_store_n (&priv->n_events, priv->n_events + 1, __ATOMIC_RELAXED);
  if (SPUR_SINK_GET_CLASS (self)->write (self, source, number, event, level, &error))
    return TRUE;
  spur_sink_drop (self, 1, error);
  return FALSE;
}

void
spur_sink_flush (SpurSink *self)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);
  g_autoptr (GError) error = NULL;

  if (klass->flush != NULL && !klass->flush (self, &error))
    spur_sink_drop (self, 0, error);
}

void
spur_sink_close (SpurSink *self)
{
  SpurSinkClass *klass = SPUR_SINK_GET_CLASS (self);
  SpurSinkPrivate *priv = get_private (self);
  g_autoptr (GError) error = NULL;

  if (!priv->is_open)
    return;
  priv->is_open = FALSE;
  if (klass->close != NULL && !klass->close (self, &error))
    spur_sink_drop (self, 0, error);
}
