/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/record/monitor/spur-monitor-private.h"

#define MAX_INTERVAL_MS 3600000
#define US_PER_MS 1000

/**
 * SpurMonitor:
 *
 * Looks at something at equal intervals, and records what it sees as events.
 *
 * Plugins bring monitors, and spur_registry_make_monitor() makes them: "host" for what the kernel
 * counts (NetLogger, section 2.2). One monitors by a thread of its own, or in a main context of the
 * program; either records into a #SpurRecorder beside the program's own events, or into a trace
 * that is being filled.
 *
 * |[<!-- language="C" -->
 * SpurMonitor *monitor = spur_registry_make_monitor (registry, "host", &error);
 *
 * spur_monitor_set_recorder (monitor, recorder);
 * spur_monitor_start (monitor, &error);
 * work ();
 * spur_monitor_stop (monitor, &error);
 * ]|
 *
 * A look that comes too late, because the host had no time for it, is left out and counted; the
 * next one is at the time that it had anyway.
 *
 * Since: 1.0
 */

typedef struct
{
  guint interval_ms;
  GStrv categories;

  /* Held while one looks; guards what follows. */
  GMutex mutex;
  GCond cond;
  SpurMonitorOutput output;
  gboolean is_running;
  gboolean is_stopping;
  GThread *thread;
  GSource *source;
  gint64 next_us;

  guint64 n_samples;
  guint64 n_missed;
  guint64 n_events;
  guint64 n_dropped;
  GPtrArray *notes;
} SpurMonitorPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurMonitor, spur_monitor, G_TYPE_OBJECT)

static SpurMonitorPrivate *
get_private (SpurMonitor *self)
{
  return spur_monitor_get_instance_private (self);
}

SpurMonitorOutput *
spur_monitor_get_output (SpurMonitor *self)
{
  return &get_private (self)->output;
}

static void
spur_monitor_dispose (GObject *object)
{
  spur_monitor_stop (SPUR_MONITOR (object), NULL);
  G_OBJECT_CLASS (spur_monitor_parent_class)->dispose (object);
}

static void
spur_monitor_finalize (GObject *object)
{
  SpurMonitorPrivate *priv = get_private (SPUR_MONITOR (object));

  g_strfreev (priv->categories);
  spur_monitor_output_clear (&priv->output);
  g_ptr_array_unref (priv->notes);
  g_mutex_clear (&priv->mutex);
  g_cond_clear (&priv->cond);
  G_OBJECT_CLASS (spur_monitor_parent_class)->finalize (object);
}

static void
spur_monitor_class_init (SpurMonitorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = spur_monitor_dispose;
  object_class->finalize = spur_monitor_finalize;
}

static void
spur_monitor_init (SpurMonitor *self)
{
  SpurMonitorPrivate *priv = get_private (self);

  priv->interval_ms = SPUR_MONITOR_INTERVAL_MS;
  priv->notes = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&priv->mutex);
  g_cond_init (&priv->cond);
}

/**
 * spur_monitor_set_interval_ms:
 * @self: a monitor that is not running
 * @interval_ms: from 1 to 3,600,000
 *
 * Sets how long it is from one look to the next; %SPUR_MONITOR_INTERVAL_MS without this.
 *
 * Since: 1.0
 */
void
spur_monitor_set_interval_ms (SpurMonitor *self, guint interval_ms)
{
  SpurMonitorPrivate *priv = get_private (self);

  g_return_if_fail (SPUR_IS_MONITOR (self) && !priv->is_running);
  g_return_if_fail (interval_ms >= 1 && interval_ms <= MAX_INTERVAL_MS);

  priv->interval_ms = interval_ms;
}

/**
 * spur_monitor_get_interval_ms:
 * @self: a monitor
 *
 * Gets how long it is from one look to the next, in ms.
 *
 * Returns: how long it is from one look to the next, in ms
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint,
                    spur_monitor_get_interval_ms,
                    SpurMonitor,
                    SPUR_IS_MONITOR,
                    get_private (self)->interval_ms)

/**
 * spur_monitor_dup_categories:
 * @self: a monitor
 *
 * Gets what it can look at.
 *
 * Returns: (transfer full) (array zero-terminated=1): names to be chosen from
 *
 * Since: 1.0
 */
char **
spur_monitor_dup_categories (SpurMonitor *self)
{
  SpurMonitorClass *klass = SPUR_MONITOR_GET_CLASS (self);

  g_return_val_if_fail (SPUR_IS_MONITOR (self), NULL);

  return klass->dup_categories != NULL ? klass->dup_categories (self) : g_new0 (char *, 1);
}

/**
 * spur_monitor_set_categories:
 * @self: a monitor that is not running
 * @categories: (nullable) (array zero-terminated=1): what is looked at, some of
 *   spur_monitor_dup_categories(); or %NULL for everything
 * @error: return location for an error
 *
 * Chooses what is looked at.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT where the monitor does not know one of them
 *
 * Since: 1.0
 */
gboolean
spur_monitor_set_categories (SpurMonitor *self, const char *const *categories, GError **error)
{
  SpurMonitorPrivate *priv = get_private (self);
  g_auto (GStrv) known = NULL;

  g_return_val_if_fail (SPUR_IS_MONITOR (self) && !priv->is_running, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  known = spur_monitor_dup_categories (self);
  for (guint i = 0; categories != NULL && categories[i] != NULL; i++)
    {
      g_autofree char *list = NULL;

      if (g_strv_contains ((const char *const *) known, categories[i]))
        continue;
      list = g_strjoinv (", ", known);
      return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                             "'%s' cannot be watched; there are %s", categories[i], list);
    }
  g_strfreev (priv->categories);
  priv->categories = g_strdupv ((char **) categories);
  return TRUE;
}

/**
 * spur_monitor_has_category:
 * @self: a monitor
 * @category: what it can look at
 *
 * Tells whether it is looked at.
 *
 * Returns: whether it is looked at
 *
 * Since: 1.0
 */
gboolean
spur_monitor_has_category (SpurMonitor *self, const char *category)
{
  SpurMonitorPrivate *priv = get_private (self);

  g_return_val_if_fail (SPUR_IS_MONITOR (self) && category != NULL, FALSE);

  return priv->categories == NULL ||
         g_strv_contains ((const char *const *) priv->categories, category);
}

/* Called with the mutex held, as the next three. */
static void
take_sample (SpurMonitor *self, gboolean is_last)
{
  SpurMonitorPrivate *priv = get_private (self);

  spur_monitor_output_begin (&priv->output);
  SPUR_MONITOR_GET_CLASS (self)->sample (self, is_last);
  spur_monitor_output_end (&priv->output);
  priv->n_samples++;
}

static gboolean
begin_watching (SpurMonitor *self, GError **error)
{
  SpurMonitorPrivate *priv = get_private (self);
  SpurMonitorClass *klass = SPUR_MONITOR_GET_CLASS (self);

  if (priv->is_running)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_PENDING, "%s",
                           "the monitor is running already");
  priv->n_samples = priv->n_missed = priv->n_events = priv->n_dropped = 0;
  g_ptr_array_set_size (priv->notes, 0);
  if (!spur_monitor_output_open (&priv->output, error))
    return FALSE;
  if (!klass->open (self, error))
    {
      klass->close (self);
      spur_monitor_output_close (&priv->output);
      return FALSE;
    }
  priv->is_running = TRUE;
  priv->is_stopping = FALSE;
  priv->next_us = g_get_monotonic_time ();
  return TRUE;
}

/* The last look stands for the one that was due; those before it were missed. */
static void
end_watching (SpurMonitor *self)
{
  SpurMonitorPrivate *priv = get_private (self);
  gint64 late_us = MAX (g_get_monotonic_time () - priv->next_us, 0);

  priv->n_missed += (guint64) (late_us / ((gint64) priv->interval_ms * US_PER_MS));
  take_sample (self, TRUE);
  SPUR_MONITOR_GET_CLASS (self)->close (self);
  spur_monitor_add_loss (self, "looks that came too late", priv->n_missed);
  spur_monitor_output_close (&priv->output);
  priv->is_running = FALSE;
}

/* Looks, and finds the time of the next look, which lies in the future. */
static void
look_once (SpurMonitor *self)
{
  SpurMonitorPrivate *priv = get_private (self);
  gint64 interval_us = (gint64) priv->interval_ms * US_PER_MS;
  gint64 late_us;

  take_sample (self, FALSE);
  priv->next_us += interval_us;
  late_us = g_get_monotonic_time () - priv->next_us;
  if (late_us < 0)
    return;
  priv->n_missed += (guint64) (late_us / interval_us) + 1;
  priv->next_us += (late_us / interval_us + 1) * interval_us;
}

static gpointer
run_thread (gpointer data)
{
  SpurMonitor *self = data;
  SpurMonitorPrivate *priv = get_private (self);

  g_mutex_lock (&priv->mutex);
  while (!priv->is_stopping)
    {
      if (g_get_monotonic_time () >= priv->next_us)
        look_once (self);
      g_cond_wait_until (&priv->cond, &priv->mutex, priv->next_us);
    }
  end_watching (self);
  g_mutex_unlock (&priv->mutex);
  return NULL;
}

/**
 * spur_monitor_start:
 * @self: a monitor
 * @error: return location for an error
 *
 * Begins to look, in a thread of the monitor's own.
 *
 * Returns: %FALSE with an error of #GIOErrorEnum where there is nothing to look at, nowhere to
 *   record to, or it is running already
 *
 * Since: 1.0
 */
gboolean
spur_monitor_start (SpurMonitor *self, GError **error)
{
  SpurMonitorPrivate *priv = get_private (self);
  gboolean is_begun;

  g_return_val_if_fail (SPUR_IS_MONITOR (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_mutex_lock (&priv->mutex);
  is_begun = begin_watching (self, error);
  g_mutex_unlock (&priv->mutex);
  if (is_begun)
    priv->thread = g_thread_new ("spur-monitor", run_thread, self);
  return is_begun;
}

static gboolean
look_in_context (gpointer data)
{
  SpurMonitor *self = data;
  SpurMonitorPrivate *priv = get_private (self);

  g_mutex_lock (&priv->mutex);
  if (priv->is_running && g_get_monotonic_time () >= priv->next_us)
    look_once (self);
  if (priv->source != NULL)
    g_source_set_ready_time (priv->source, priv->next_us);
  g_mutex_unlock (&priv->mutex);
  return G_SOURCE_CONTINUE;
}

static gboolean
dispatch_source (GSource *source, GSourceFunc callback, gpointer data)
{
  return callback (data);
}

static GSourceFuncs source_funcs = { NULL, NULL, dispatch_source, NULL, NULL, NULL };

/**
 * spur_monitor_start_in:
 * @self: a monitor
 * @context: (nullable): a main context, or %NULL for the default one
 * @error: return location for an error
 *
 * Begins to look, in a main context that the program runs. It is started and stopped by the thread
 * that runs it. Where the program does not come back to its main loop in time, looks are left out.
 *
 * Returns: as spur_monitor_start()
 *
 * Since: 1.0
 */
gboolean
spur_monitor_start_in (SpurMonitor *self, GMainContext *context, GError **error)
{
  SpurMonitorPrivate *priv = get_private (self);
  gboolean is_begun;

  g_return_val_if_fail (SPUR_IS_MONITOR (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_mutex_lock (&priv->mutex);
  is_begun = begin_watching (self, error);
  if (is_begun)
    {
      priv->source = g_source_new (&source_funcs, sizeof (GSource));
      g_source_set_callback (priv->source, look_in_context, self, NULL);
      g_source_set_ready_time (priv->source, priv->next_us);
      g_source_attach (priv->source, context);
    }
  g_mutex_unlock (&priv->mutex);
  return is_begun;
}

/* What the recorder counted holds also what it dropped later, and nothing that was switched off. */
static gboolean
end_recording (SpurMonitor *self, GError **error)
{
  SpurMonitorPrivate *priv = get_private (self);
  SpurRecord *record = g_steal_pointer (&priv->output.record);
  SpurRecordCounts counts;

  if (record == NULL)
    return TRUE;
  spur_record_close (record);
  spur_record_get_counts (record, &counts);
  priv->n_events = counts.n_events;
  priv->n_dropped = counts.n_dropped;
  return spur_recording_check (record, error);
}

/**
 * spur_monitor_stop:
 * @self: a monitor
 * @error: return location for an error
 *
 * Takes a last look and ends. One that is not running stays as it is.
 *
 * Returns: %FALSE with %G_IO_ERROR_FAILED where events were refused by the recorder, as by one that
 *   is finished, or where a recording was not written
 *
 * Since: 1.0
 */
gboolean
spur_monitor_stop (SpurMonitor *self, GError **error)
{
  SpurMonitorPrivate *priv = get_private (self);

  g_return_val_if_fail (SPUR_IS_MONITOR (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_mutex_lock (&priv->mutex);
  priv->is_stopping = TRUE;
  g_cond_signal (&priv->cond);
  if (priv->source != NULL && priv->is_running)
    end_watching (self);
  g_mutex_unlock (&priv->mutex);
  g_clear_pointer (&priv->thread, g_thread_join);
  if (priv->source != NULL)
    g_source_destroy (priv->source);
  g_clear_pointer (&priv->source, g_source_unref);
  if (priv->n_dropped == 0)
    return end_recording (self, error);
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         "%" G_GUINT64_FORMAT " events of the monitor were not recorded",
                         priv->n_dropped);
}

static guint64
get_count (SpurMonitor *self, const guint64 *count)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&get_private (self)->mutex);

  return *count;
}

/* A public function that says a count, which the monitor's thread may change. */
#define DEFINE_COUNT(name)                                                                         \
  SPUR_DEFINE_GETTER (guint64, spur_monitor_get_##name, SpurMonitor, SPUR_IS_MONITOR,              \
                      get_count (self, &get_private (self)->name))

/**
 * spur_monitor_get_n_samples:
 * @self: a monitor
 *
 * Gets how often it looked since it was started, the first and the last look included.
 *
 * Returns: how often it looked
 *
 * Since: 1.0
 */
DEFINE_COUNT (n_samples)

/**
 * spur_monitor_get_n_missed:
 * @self: a monitor
 *
 * Gets how many looks were left out because the host had no time for them.
 *
 * Returns: how many looks were left out
 *
 * Since: 1.0
 */
DEFINE_COUNT (n_missed)

/**
 * spur_monitor_get_n_events:
 * @self: a monitor
 *
 * Gets how many events it recorded since it was started.
 *
 * Returns: how many events it recorded
 *
 * Since: 1.0
 */
DEFINE_COUNT (n_events)

/**
 * spur_monitor_get_n_dropped:
 * @self: a monitor
 *
 * Gets how many events the recorder refused.
 *
 * Returns: how many events the recorder refused
 *
 * Since: 1.0
 */
DEFINE_COUNT (n_dropped)

/**
 * spur_monitor_dup_figures:
 * @self: a monitor
 *
 * Gets the numbers of the last look that a person wants to see first, as for a line on a terminal.
 *
 * Returns: (transfer full): a #SpurStateList with a name, a unit and a number each
 *
 * Since: 1.0
 */
SpurEntryList *
spur_monitor_dup_figures (SpurMonitor *self)
{
  SpurMonitorPrivate *priv = get_private (self);
  SpurEntryList *figures;

  g_return_val_if_fail (SPUR_IS_MONITOR (self), NULL);

  figures = spur_state_list_new ();
  g_mutex_lock (&priv->mutex);
  if (SPUR_MONITOR_GET_CLASS (self)->add_figures != NULL)
    SPUR_MONITOR_GET_CLASS (self)->add_figures (self, figures);
  g_mutex_unlock (&priv->mutex);
  return figures;
}

/**
 * spur_monitor_dup_notes:
 * @self: a monitor
 *
 * Gets what it could not look at and why, as "/proc/diskstats: No such file or directory; goes on
 * without the load of disks". Each is said once.
 *
 * Returns: (transfer full) (array zero-terminated=1): sentences for a person
 *
 * Since: 1.0
 */
char **
spur_monitor_dup_notes (SpurMonitor *self)
{
  SpurMonitorPrivate *priv = get_private (self);
  char **notes;

  g_return_val_if_fail (SPUR_IS_MONITOR (self), NULL);

  g_mutex_lock (&priv->mutex);
  notes = g_new0 (char *, priv->notes->len + 1);
  for (guint i = 0; i < priv->notes->len; i++)
    notes[i] = g_strdup (g_ptr_array_index (priv->notes, i));
  g_mutex_unlock (&priv->mutex);
  return notes;
}

/**
 * spur_monitor_add_note:
 * @self: a monitor that is being opened, or looks
 * @text: what cannot be looked at and why
 *
 * Keeps a note for spur_monitor_dup_notes(); each text once.
 *
 * Since: 1.0
 */
void
spur_monitor_add_note (SpurMonitor *self, const char *text)
{
  SpurMonitorPrivate *priv = get_private (self);

  g_return_if_fail (SPUR_IS_MONITOR (self) && text != NULL);

  for (guint i = 0; i < priv->notes->len; i++)
    {
      if (strcmp (g_ptr_array_index (priv->notes, i), text) == 0)
        return;
    }
  g_ptr_array_add (priv->notes, g_utf8_make_valid (text, -1));
}

/**
 * spur_monitor_put: (skip)
 * @self: a monitor that looks
 * @event_type: the event's class
 * @time_ns: when it was, by CLOCK_MONOTONIC; where the monitor has a recorder, that one's clock
 * says when it is now instead
 * @fields: a word for each field of the class's layout: numbers as they are, the bits of doubles,
 *   what the functions above gave, or %SPUR_NONE
 *
 * Records an event.
 *
 * Since: 1.0
 */
void
spur_monitor_put (SpurMonitor *self, GType event_type, gint64 time_ns, const guint64 *fields)
{
  SpurMonitorPrivate *priv = get_private (self);

  g_return_if_fail (priv->output.is_open);

  if (spur_monitor_output_put (&priv->output, event_type, time_ns, fields))
    priv->n_events++;
  else
    priv->n_dropped++;
}
