/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/monitor/spur-monitor-output-private.h"

#include <time.h>

#include "core/model/events/spur-event-type.h"
#include "core/model/objects/spur-target-location.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* An event class that was put. For a recorder @event is filled again and again. */
typedef struct
{
  GType type;
  const SpurEventLayout *layout;
  guint class_index;
  SpurEvent *event;
} Class;

struct _SpurMonitorOutput
{
  SpurTrace *trace;
  SpurStream *stream;
  gint64 epoch_ns;

  const SpurMonitorWriter *writer;
  gpointer data;

  SpurRecorder *recorder;
  SpurActiveObject *source;
  SpurActiveObject *source_before;
  GPtrArray *objects;
  GHashTable *text_ids;
  GPtrArray *texts;

  GArray *classes;
};

static void
clear_class (gpointer data)
{
  Class *event_class = data;

  g_clear_object (&event_class->event);
}

static SpurMonitorOutput *
output_new (void)
{
  SpurMonitorOutput *self = g_new0 (SpurMonitorOutput, 1);

  self->classes = g_array_new (FALSE, FALSE, sizeof (Class));
  g_array_set_clear_func (self->classes, clear_class);
  return self;
}

SpurMonitorOutput *
spur_monitor_output_new_for_recorder (SpurRecorder *recorder)
{
  SpurMonitorOutput *self = output_new ();

  self->recorder = g_object_ref (recorder);
  self->objects = g_ptr_array_new_with_free_func (g_object_unref);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->text_ids = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

static gint64
read_clock (clockid_t clock)
{
  struct timespec now = { 0 };

  clock_gettime (clock, &now);
  return (gint64) now.tv_sec * NS_PER_S + (gint64) now.tv_nsec;
}

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

/* Both clocks at one instant: the narrowest of some attempts, as the thread may be put aside
 * between two readings. */
static void
read_clocks (gint64 *monotonic_ns, gint64 *real_ns)
{
  gint64 least_ns = G_MAXINT64;

  for (guint i = 0; i < 5; i++)
    {
      gint64 begin_ns = read_clock (CLOCK_MONOTONIC);
      gint64 between_ns = read_clock (CLOCK_REALTIME);
      gint64 length_ns = read_clock (CLOCK_MONOTONIC) - begin_ns;

      if (length_ns >= least_ns)
        continue;
      least_ns = length_ns;
      *monotonic_ns = begin_ns + length_ns / 2;
      *real_ns = between_ns;
    }
}

SpurMonitorOutput *
spur_monitor_output_new_for_trace (SpurTrace *trace)
{
  SpurMonitorOutput *self = output_new ();
  g_autofree char *name = name_clock ();
  g_autofree char *real = NULL;
  SpurClock clock = { name, "monotonic", NS_PER_S, 0, 0 };
  gint64 real_ns = 0;

  self->trace = g_object_ref (trace);
  read_clocks (&self->epoch_ns, &real_ns);
  real = g_strdup_printf ("%" G_GINT64_FORMAT, real_ns);
  clock.epoch_ticks = (guint64) self->epoch_ns;
  clock.domain = spur_trace_get_n_clocks (trace);
  spur_trace_add_clock (trace, &clock);
  spur_trace_set_fact (trace, "epoch-unix-ns", real);
  return self;
}

SpurMonitorOutput *
spur_monitor_output_new_for_writer (const SpurMonitorWriter *writer, gpointer data)
{
  SpurMonitorOutput *self = output_new ();

  self->writer = writer;
  self->data = data;
  return self;
}

void
spur_monitor_output_free (SpurMonitorOutput *self)
{
  g_array_unref (self->classes);
  g_clear_object (&self->trace);
  g_clear_object (&self->recorder);
  g_clear_object (&self->source);
  g_clear_object (&self->source_before);
  g_clear_pointer (&self->objects, g_ptr_array_unref);
  g_clear_pointer (&self->text_ids, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_free (self);
}

SpurTrace *
spur_monitor_output_get_trace (SpurMonitorOutput *self)
{
  return self->trace;
}

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
        spur_target_location_new (g_ptr_array_index (self->objects, parent));

      spur_active_object_set_location (object, location);
    }
  if (attributes != NULL)
    spur_active_object_set_resources (object, SPUR_RESOURCE_LIST (attributes));
  g_ptr_array_add (self->objects, object);
  return self->objects->len - 1;
}

guint32
spur_monitor_output_add_object (SpurMonitorOutput *self,
                                GType type,
                                const char *name,
                                const char *kind,
                                guint32 parent,
                                SpurEntryList *attributes)
{
  guint32 object;

  if (self->writer != NULL)
    return self->writer->add_object (self->data, type, name, kind, parent, attributes);
  if (self->trace == NULL)
    return make_object (self, type, name, kind, parent, attributes);
  object = spur_trace_add_object (self->trace, type, name, kind, parent);
  if (attributes != NULL)
    spur_trace_set_object_attributes (self->trace, object,
                                      spur_trace_add_entry_list (self->trace, attributes));
  return object;
}

/* For a recorder states are texts like others. */
guint32
spur_monitor_output_add_string (SpurMonitorOutput *self, const char *text)
{
  gpointer id;
  char *copy;

  if (self->writer != NULL)
    return self->writer->add_string (self->data, text);
  if (self->trace != NULL)
    return spur_trace_add_string (self->trace, text);
  if (g_hash_table_lookup_extended (self->text_ids, text, NULL, &id))
    return GPOINTER_TO_UINT (id);
  copy = g_strdup (text);
  g_ptr_array_add (self->texts, copy);
  g_hash_table_insert (self->text_ids, copy, GUINT_TO_POINTER (self->texts->len - 1));
  return self->texts->len - 1;
}

guint32
spur_monitor_output_add_state (SpurMonitorOutput *self, const char *name, SpurStateKind kind)
{
  if (self->writer != NULL)
    return self->writer->add_state (self->data, name, kind);
  if (self->trace != NULL)
    return spur_trace_add_state (self->trace, name, kind);
  return spur_monitor_output_add_string (self, name);
}

void
spur_monitor_output_set_fact (SpurMonitorOutput *self, const char *key, const char *value)
{
  if (self->trace != NULL)
    spur_trace_set_fact (self->trace, key, value);
  else if (self->writer != NULL && self->writer->set_fact != NULL)
    self->writer->set_fact (self->data, key, value);
}

void
spur_monitor_output_set_source (SpurMonitorOutput *self, guint32 object)
{
  if (self->writer != NULL)
    self->writer->set_source (self->data, object);
  else if (self->trace == NULL)
    g_set_object (&self->source, g_ptr_array_index (self->objects, object));
  else
    self->stream =
      spur_trace_add_stream (self->trace, spur_trace_get_object_info (self->trace, object)->name,
                             spur_trace_get_n_clocks (self->trace) - 1, object);
}

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
  else
    event_class.event = spur_recorder_make_event (self->recorder, type);
  g_array_append_val (self->classes, event_class);
  return &g_array_index (self->classes, Class, self->classes->len - 1);
}

static gpointer
look_up (GPtrArray *array, guint64 index)
{
  return index < array->len ? g_ptr_array_index (array, index) : NULL;
}

static void
set_field (SpurMonitorOutput *self, SpurEvent *event, const SpurField *field, guint64 value)
{
  switch (field->type)
    {
    case SPUR_FIELD_OBJECT:
      spur_event_set_object (event, field->name, look_up (self->objects, value));
      break;
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_STATE:
      spur_event_set_string (event, field->name, look_up (self->texts, value));
      break;
    case SPUR_FIELD_GROUP:
    case SPUR_FIELD_LIST:
      break;
    default:
      spur_event_set_uint (event, field->name, value);
      break;
    }
}

gboolean
spur_monitor_output_put (SpurMonitorOutput *self,
                         GType event_type,
                         gint64 time_ns,
                         const guint64 *fields)
{
  const Class *event_class;
  const SpurEventLayout *layout;
  guint8 *record;

  if (self->writer != NULL)
    return self->writer->put (self->data, event_type, time_ns, fields);
  event_class = find_class (self, event_type);
  layout = event_class->layout;
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
