/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where a monitor's events go, and what it adds there. */
#include "config.h"

#include <gio/gio.h>

#include "core/record/monitor/spur-monitor-private.h"

void
spur_monitor_place_clear (SpurMonitorPlace *self)
{
  g_clear_object (&self->recorder);
  g_clear_object (&self->trace);
  self->writer = NULL;
}

SpurMonitorOutput *
spur_monitor_place_open (SpurMonitorPlace *self, GError **error)
{
  if (self->trace != NULL)
    return spur_monitor_output_new_for_trace (self->trace);
  if (self->recorder != NULL)
    return spur_monitor_output_new_for_recorder (self->recorder);
  if (self->writer != NULL)
    return spur_monitor_output_new_for_writer (self->writer, self->data);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED,
                       "the monitor has neither a recorder nor a trace to write into");
  return NULL;
}

/**
 * spur_monitor_set_recorder:
 * @self: a monitor that is not running
 * @recorder: where its events go
 *
 * Has the events recorded beside those of the program: in a stream of what is watched, at the time
 * of the recorder's clock.
 *
 * Since: 1.0
 */
void
spur_monitor_set_recorder (SpurMonitor *self, SpurRecorder *recorder)
{
  g_return_if_fail (SPUR_IS_MONITOR (self) && !spur_monitor_is_running (self));
  g_return_if_fail (SPUR_IS_RECORDER (recorder));

  spur_monitor_place_clear (spur_monitor_get_place (self));
  spur_monitor_get_place (self)->recorder = g_object_ref (recorder);
}

/**
 * spur_monitor_set_trace:
 * @self: a monitor that is not running
 * @trace: a trace that is not sealed; only the monitor adds to it while it runs
 *
 * Has the events written into the trace, in a stream of what is watched, with a clock of its own
 * that is CLOCK_MONOTONIC. With spur_container_begin() that needs hardly any memory, however long
 * it takes. What was missed is among the trace's losses.
 *
 * Since: 1.0
 */
void
spur_monitor_set_trace (SpurMonitor *self, SpurTrace *trace)
{
  g_return_if_fail (SPUR_IS_MONITOR (self) && !spur_monitor_is_running (self));
  g_return_if_fail (SPUR_IS_TRACE (trace));

  spur_monitor_place_clear (spur_monitor_get_place (self));
  spur_monitor_get_place (self)->trace = g_object_ref (trace);
}

/**
 * spur_monitor_set_writer: (skip)
 * @self: a monitor that is not running
 * @writer: what takes its events; it stays as long as the monitor runs
 * @data: for @writer
 *
 * Hands the events to something else than a recorder or a trace of this library.
 *
 * Since: 1.0
 */
void
spur_monitor_set_writer (SpurMonitor *self, const SpurMonitorWriter *writer, gpointer data)
{
  g_return_if_fail (SPUR_IS_MONITOR (self) && !spur_monitor_is_running (self));
  g_return_if_fail (writer != NULL);

  spur_monitor_place_clear (spur_monitor_get_place (self));
  spur_monitor_get_place (self)->writer = writer;
  spur_monitor_get_place (self)->data = data;
}

/**
 * spur_monitor_add_object:
 * @self: a monitor that is being opened, or looks
 * @type: a subclass of #SpurTarget or #SpurActiveObject
 * @name: its name
 * @kind: (nullable): what it is
 * @parent: what it is part of, or %SPUR_NONE
 * @attributes: (nullable): a #SpurResourceList of what it offers
 *
 * Adds something that events will be about.
 *
 * Returns: the value of fields that refer to it
 *
 * Since: 1.0
 */
guint32
spur_monitor_add_object (SpurMonitor *self,
                         GType type,
                         const char *name,
                         const char *kind,
                         guint32 parent,
                         SpurEntryList *attributes)
{
  g_return_val_if_fail (SPUR_IS_MONITOR (self) && name != NULL, SPUR_NONE);
  g_return_val_if_fail (spur_monitor_get_output (self) != NULL, SPUR_NONE);

  return spur_monitor_output_add_object (spur_monitor_get_output (self), type, name, kind, parent,
                                         attributes);
}

/**
 * spur_monitor_add_string:
 * @self: a monitor that is being opened, or looks
 * @text: UTF-8
 *
 * Adds a string; the same one is added once.
 *
 * Returns: the value of fields that refer to it
 *
 * Since: 1.0
 */
guint32
spur_monitor_add_string (SpurMonitor *self, const char *text)
{
  g_return_val_if_fail (SPUR_IS_MONITOR (self) && text != NULL, SPUR_NONE);
  g_return_val_if_fail (spur_monitor_get_output (self) != NULL, SPUR_NONE);

  return spur_monitor_output_add_string (spur_monitor_get_output (self), text);
}

/**
 * spur_monitor_add_state:
 * @self: a monitor that is being opened, or looks
 * @name: the state's name
 * @kind: what time in it is spent on
 *
 * Adds a state; one of the same name is added once.
 *
 * Returns: the value of fields that refer to it
 *
 * Since: 1.0
 */
guint32
spur_monitor_add_state (SpurMonitor *self, const char *name, SpurStateKind kind)
{
  g_return_val_if_fail (SPUR_IS_MONITOR (self) && name != NULL, SPUR_NONE);
  g_return_val_if_fail (spur_monitor_get_output (self) != NULL, SPUR_NONE);

  return spur_monitor_output_add_state (spur_monitor_get_output (self), name, kind);
}

/**
 * spur_monitor_set_source:
 * @self: a monitor that is being opened
 * @object: what spur_monitor_add_object() gave
 *
 * Says on whose behalf the monitor records: its stream is that object's. To be called once, before
 * the first event.
 *
 * Since: 1.0
 */
void
spur_monitor_set_source (SpurMonitor *self, guint32 object)
{
  g_return_if_fail (SPUR_IS_MONITOR (self));
  g_return_if_fail (spur_monitor_get_output (self) != NULL);

  spur_monitor_output_set_source (spur_monitor_get_output (self), object);
}

/**
 * spur_monitor_set_fact:
 * @self: a monitor that is running
 * @key: what is said
 * @value: what it is
 *
 * Notes something in the trace, where the monitor writes into one.
 *
 * Since: 1.0
 */
void
spur_monitor_set_fact (SpurMonitor *self, const char *key, const char *value)
{
  g_return_if_fail (SPUR_IS_MONITOR (self) && key != NULL && value != NULL);
  g_return_if_fail (spur_monitor_get_output (self) != NULL);

  spur_monitor_output_set_fact (spur_monitor_get_output (self), key, value);
}

/**
 * spur_monitor_add_loss:
 * @self: a monitor that is running
 * @what: what was left out, as in "lines that are not as they should be"
 * @count: how often
 *
 * Counts what is not in the trace, where the monitor writes into one.
 *
 * Since: 1.0
 */
void
spur_monitor_add_loss (SpurMonitor *self, const char *what, guint64 count)
{
  g_return_if_fail (SPUR_IS_MONITOR (self) && what != NULL);
  g_return_if_fail (spur_monitor_get_output (self) != NULL);

  if (spur_monitor_output_get_trace (spur_monitor_get_output (self)) != NULL)
    spur_trace_add_loss (spur_monitor_output_get_trace (spur_monitor_get_output (self)), what,
                         count);
}
