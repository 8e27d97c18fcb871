/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where a monitor's events go, and what it adds there. */
#include "core/base/spur-error-internal.h"
#include "core/model/objects/spur-object-location.h"
#include "core/record/monitor/spur-monitor-private.h"
#include "core/record/object/spur-recorder-private.h"
#include "core/record/plain/spur-record-private.h"
#include "core/record/reading/spur-recording-tables-internal.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* An event class that was put. For a recorder @event is filled again and again. */
typedef struct
{
  GType type;
  const SpurEventLayout *layout;
  guint class_index;
  SpurEvent *event;
  SpurRecordClass *declared;
} Class;

static void
clear_class (gpointer data)
{
  Class *event_class = data;

  g_clear_object (&event_class->event);
}

/* ---- Opening and closing ---- */

/* Of equal names are the clocks of one host since it was started, in recordings too. */
static char *
name_clock (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) boot = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return g_strdup_printf ("monotonic %s", g_get_host_name ());
  boot = g_string_new (g_strstrip (text));
  g_string_replace (boot, "-", "", 0);
  return g_strdup_printf ("monotonic %s %s", g_get_host_name (), boot->str);
}

static void
open_trace (SpurMonitorOutput *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  ClockReading now = spur_rec_read_clocks (SPUR_RECORDING_MONOTONIC);
  g_autofree char *name = name_clock ();
  g_autofree char *real = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) now.real_ns);
  SpurClock clock = { name, "monotonic", NS_PER_S, 0, 0 };

  self->epoch_ns = now.monotonic_ns;
  clock.epoch_ticks = (guint64) self->epoch_ns;
  clock.domain = spur_definitions_get_n_clocks (definitions);
  spur_definitions_add_clock (definitions, &clock);
  spur_trace_set_fact (self->trace, "epoch-unix-ns", real);
}

gboolean
spur_monitor_output_open (SpurMonitorOutput *self, GError **error)
{
  if (self->trace == NULL && self->recorder == NULL && self->record == NULL)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED, "%s",
                           "the monitor has neither a recorder nor a trace to write into");
  self->is_open = TRUE;
  self->classes = g_array_new (FALSE, FALSE, sizeof (Class));
  g_array_set_clear_func (self->classes, clear_class);
  self->objects = g_ptr_array_new_with_free_func (g_object_unref);
  if (self->trace != NULL)
    open_trace (self);
  return TRUE;
}

void
spur_monitor_output_close (SpurMonitorOutput *self)
{
  self->is_open = FALSE;
  self->stream = NULL;
  g_clear_pointer (&self->source_name, g_free);
  g_clear_object (&self->source);
  g_clear_object (&self->source_before);
  g_clear_pointer (&self->classes, g_array_unref);
  g_clear_pointer (&self->objects, g_ptr_array_unref);
}

void
spur_monitor_output_clear (SpurMonitorOutput *self)
{
  g_clear_object (&self->recorder);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->record, spur_record_close);
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
  g_return_if_fail (SPUR_IS_MONITOR (self) && !spur_monitor_get_output (self)->is_open);
  g_return_if_fail (SPUR_IS_RECORDER (recorder));

  spur_monitor_output_clear (spur_monitor_get_output (self));
  spur_monitor_get_output (self)->recorder = g_object_ref (recorder);
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
  g_return_if_fail (SPUR_IS_MONITOR (self) && !spur_monitor_get_output (self)->is_open);
  g_return_if_fail (SPUR_IS_TRACE (trace));

  spur_monitor_output_clear (spur_monitor_get_output (self));
  spur_monitor_get_output (self)->trace = g_object_ref (trace);
}

/**
 * spur_monitor_set_recording:
 * @self: a monitor that is not running
 * @where: where the recording goes, as for spur_recording_sink_new()
 * @error: return location for an error
 *
 * Has the events written into a recording, in a stream of what is watched: a file that is there
 * whenever the program is killed, or a collector. It is begun at once, and ended by
 * spur_monitor_stop().
 *
 * Returns: whether it could be begun; else @error is %G_IO_ERROR_FAILED
 *
 * Since: 1.0
 */
gboolean
spur_monitor_set_recording (SpurMonitor *self, const char *where, GError **error)
{
  SpurMonitorOutput *output = spur_monitor_get_output (self);

  g_return_val_if_fail (SPUR_IS_MONITOR (self) && !output->is_open, FALSE);
  g_return_val_if_fail (where != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_monitor_output_clear (output);
  output->record = spur_rec_open_monotonic (where);
  output->record_stream = SPUR_RECORD_NO_STREAM;
  return spur_recording_check (output->record, error);
}

/* ---- What is added ---- */

static guint32
make_object (SpurMonitorOutput *self,
             GType type,
             const char *name,
             const char *kind,
             guint32 parent,
             SpurEntryList *attributes)
{
  SpurActiveObject *object = spur_active_object_new (type, name, kind);

  if (parent < self->objects->len)
    {
      g_autoptr (SpurLocation) location =
        spur_object_location_new (g_ptr_array_index (self->objects, parent));

      spur_active_object_set_location (object, location);
    }
  if (attributes != NULL)
    spur_active_object_set_resources (object, SPUR_RESOURCE_LIST (attributes));
  g_ptr_array_add (self->objects, object);
  return self->objects->len - 1;
}

static guint32
record_object (SpurMonitorOutput *self,
               GType type,
               const char *name,
               const char *kind,
               guint32 parent,
               SpurEntryList *attributes)
{
  SpurRecordObjectType names = { spur_recording_get_type_names (type, SPUR_TYPE_ACTIVE_OBJECT) };
  SpurRecordObject object =
    spur_record_object (self->record, names, name, kind, (SpurRecordObject){ parent });

  if (self->source_name == NULL)
    self->source_name = g_strdup (name);
  if (attributes != NULL && spur_entry_list_get_n_entries (attributes) > 0)
    spur_record_set_attributes (self->record, object,
                                spur_recording_add_list (self->record, attributes));
  return object.id;
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
  SpurMonitorOutput *output = spur_monitor_get_output (self);
  SpurDefinitions *definitions;
  guint32 object;

  g_return_val_if_fail (SPUR_IS_MONITOR (self) && name != NULL, SPUR_NONE);
  g_return_val_if_fail (output->is_open, SPUR_NONE);

  if (output->record != NULL)
    return record_object (output, type, name, kind, parent, attributes);
  if (output->trace == NULL)
    return make_object (output, type, name, kind, parent, attributes);
  definitions = spur_trace_get_definitions (output->trace);
  object = spur_definitions_add_object (definitions, type, name, kind, parent);
  if (attributes != NULL)
    spur_definitions_set_object_attributes (
      definitions, object, spur_definitions_add_entry_list (definitions, attributes));
  return object;
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
  SpurMonitorOutput *output = spur_monitor_get_output (self);

  g_return_val_if_fail (SPUR_IS_MONITOR (self) && text != NULL, SPUR_NONE);
  g_return_val_if_fail (output->is_open, SPUR_NONE);

  if (output->record != NULL)
    return spur_record_string (output->record, text).id;
  if (output->trace != NULL)
    return spur_definitions_add_string (spur_trace_get_definitions (output->trace), text);
  return g_quark_from_string (text);
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
  SpurMonitorOutput *output = spur_monitor_get_output (self);

  g_return_val_if_fail (SPUR_IS_MONITOR (self) && name != NULL, SPUR_NONE);
  g_return_val_if_fail (output->is_open, SPUR_NONE);

  if (output->record != NULL)
    return spur_record_state (output->record, name, (SpurRecordStateKind) kind).id;
  if (output->trace != NULL)
    return spur_definitions_add_state (spur_trace_get_definitions (output->trace), name, kind);
  return spur_monitor_add_string (self, name);
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
  SpurMonitorOutput *output = spur_monitor_get_output (self);

  g_return_if_fail (SPUR_IS_MONITOR (self));
  g_return_if_fail (output->is_open);

  if (output->record != NULL)
    output->record_stream =
      spur_record_add_stream (output->record, output->source_name, (SpurRecordObject){ object });
  else if (output->trace == NULL)
    g_set_object (&output->source, g_ptr_array_index (output->objects, object));
  else
    {
      SpurDefinitions *definitions = spur_trace_get_definitions (output->trace);

      output->stream = spur_trace_add_stream (
        output->trace, spur_definitions_get_object (definitions, object)->name,
        spur_definitions_get_n_clocks (definitions) - 1, object);
    }
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
  SpurMonitorOutput *output = spur_monitor_get_output (self);

  g_return_if_fail (SPUR_IS_MONITOR (self) && key != NULL && value != NULL);
  g_return_if_fail (output->is_open);

  if (output->trace != NULL)
    spur_trace_set_fact (output->trace, key, value);
  else if (output->record != NULL)
    spur_record_fact (output->record, key, value);
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
  const SpurMonitorOutput *output = spur_monitor_get_output (self);

  g_return_if_fail (SPUR_IS_MONITOR (self) && what != NULL);
  g_return_if_fail (output->is_open);

  if (output->trace != NULL)
    spur_trace_add_loss (output->trace, what, count);
}

/* ---- Events ---- */

void
spur_monitor_output_begin (SpurMonitorOutput *self)
{
  if (self->recorder == NULL || self->source == NULL)
    return;
  self->source_before = spur_recorder_dup_source (self->recorder);
  spur_recorder_set_source (self->recorder, self->source);
}

void
spur_monitor_output_end (SpurMonitorOutput *self)
{
  if (self->recorder == NULL || self->source == NULL)
    return;
  spur_recorder_set_source (self->recorder, self->source_before);
  g_clear_object (&self->source_before);
}

static Class *
find_class (SpurMonitorOutput *self, GType type)
{
  Class event_class = { .type = type };

  for (guint i = 0; i < self->classes->len; i++)
    {
      Class *known = &g_array_index (self->classes, Class, i);

      if (known->type == type)
        return known;
    }
  event_class.layout = spur_event_type_get_layout (type);
  if (self->trace != NULL)
    event_class.class_index = spur_trace_add_class (self->trace, event_class.layout);
  else if (self->record != NULL)
    event_class.declared = spur_recording_declare_class (event_class.layout);
  else
    event_class.event = spur_recorder_make_event (self->recorder, type);
  g_array_append_val (self->classes, event_class);
  return &g_array_index (self->classes, Class, self->classes->len - 1);
}

static void
set_field (SpurMonitorOutput *self, SpurEvent *event, const SpurField *field, guint64 value)
{
  switch (field->type)
    {
    case SPUR_FIELD_OBJECT:
      spur_event_set_object (event, field->name,
                             value < self->objects->len ? self->objects->pdata[value] : NULL);
      break;
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_STATE:
      spur_event_set_string (event, field->name, g_quark_to_string ((GQuark) value));
      break;
    case SPUR_FIELD_GROUP:
    case SPUR_FIELD_LIST:
      break;
    default:
      spur_event_set_uint (event, field->name, value);
      break;
    }
}

static gboolean
record_fields (SpurMonitorOutput *self,
               const Class *event_class,
               gint64 time_ns,
               const guint64 *fields)
{
  const SpurEventLayout *layout = event_class->layout;
  guint64 words[SPUR_LAYOUT_MAX_FIELDS];

  if (event_class->declared == NULL)
    return FALSE;
  for (guint i = 0; i < layout->n_fields; i++)
    words[i] = layout->fields[i].type >= SPUR_FIELD_STRING ? spur_record_entry ((guint32) fields[i])
                                                           : fields[i];
  if (spur_record_get_stream (self->record).id != self->record_stream.id)
    spur_record_use_stream (self->record, self->record_stream);
  spur_record_put_at (self->record, event_class->declared, (guint64) time_ns, words);
  return TRUE;
}

gboolean
spur_monitor_output_put (SpurMonitorOutput *self,
                         GType event_type,
                         gint64 time_ns,
                         const guint64 *fields)
{
  const Class *event_class = find_class (self, event_type);
  const SpurEventLayout *layout = event_class->layout;
  guint8 *record;

  if (self->record != NULL)
    return record_fields (self, event_class, time_ns, fields);
  if (self->trace != NULL)
    {
      record = spur_stream_append_in_place (self->stream, time_ns - self->epoch_ns,
                                            event_class->class_index);
      for (guint i = 0; i < layout->n_fields; i++)
        spur_event_layout_set_uint (layout, i, record, fields[i]);
      return TRUE;
    }
  for (guint i = 0; i < layout->n_fields; i++)
    set_field (self, event_class->event, &layout->fields[i], fields[i]);
  return spur_recorder_record (self->recorder, event_class->event, NULL);
}
