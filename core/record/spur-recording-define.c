/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a recording says beside its events. */
#include "config.h"

#include <string.h>

#include "core/base/spur-integer-private.h"
#include "core/format/spur-codec.h"
#include "core/model/spur-event-type.h"
#include "core/model/spur-load-object.h"
#include "core/model/spur-target.h"
#include "core/record/spur-recording-private.h"
#include "core/store/spur-container-private.h"

#define NS_PER_S 1000000000
/* Over less than this the clock's rate is better known from before. */
#define MIN_CALIBRATION_NS 100000000
#define MAX_ENTRIES 1000000
#define DROP_CLASS "Recorder_Drop_Event"

typedef enum
{
  TABLE_STRINGS = 1,
  TABLE_STATES,
  TABLE_OBJECTS,
  TABLE_GROUPS,
  TABLE_LISTS,
  TABLE_ATTRIBUTES,
} Table;

typedef SpurRecordingReading Reading;

static gboolean
refuse (SpurRecordingLoad *self, guint64 offset, const char *what, GError **error)
{
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
               "%s:0x%" G_GINT64_MODIFIER "x: found %s", self->path, offset, what);
  return FALSE;
}

/* ---- Facts and the clock ---- */

static void
read_facts (SpurRecordingLoad *self, SpurParcelInput *input)
{
  guint32 n_facts = spur_parcel_input_u32 (input);

  for (guint32 i = 0; i < n_facts && !input->is_bad; i++)
    {
      g_autofree char *key = spur_parcel_input_text (input);
      g_autofree char *value = spur_parcel_input_text (input);

      if (!input->is_bad && *key != '\0')
        spur_trace_set_fact (self->trace, key, value);
    }
}

static void
read_readings (SpurRecordingLoad *self, SpurParcelInput *input)
{
  while (input->end - input->at >= 40)
    {
      Reading reading;

      reading.ticks = spur_parcel_input_u64 (input);
      reading.monotonic_ns = (gint64) spur_parcel_input_u64 (input);
      for (guint i = 0; i < 3; i++)
        spur_parcel_input_u64 (input);
      g_array_append_val (self->readings, reading);
    }
}

/* Ticks a second, over the whole recording where it is long enough. */
static guint64
calibrate (SpurRecordingLoad *self)
{
  const Reading *first, *last;
  gint64 span_ns;
  guint64 span_ticks, hz;

  if (self->preamble.clock != SPUR_RECORDING_TSC || self->readings->len < 2)
    return self->preamble.hz;
  first = &g_array_index (self->readings, Reading, 0);
  last = &g_array_index (self->readings, Reading, self->readings->len - 1);
  span_ticks = last->ticks - first->ticks;
  if (__builtin_sub_overflow (last->monotonic_ns, first->monotonic_ns, &span_ns) ||
      span_ns < MIN_CALIBRATION_NS || span_ticks > G_MAXINT64)
    return self->preamble.hz;
  hz = (guint64) (((unsigned __int128) span_ticks * NS_PER_S + (guint64) span_ns / 2) /
                  (guint64) span_ns);
  /* A clock of another speed is no better knowledge, but damage. */
  if (hz / 2 > self->preamble.hz || hz < self->preamble.hz / 2)
    return self->preamble.hz;
  return hz;
}

static void
set_int_fact (SpurRecordingLoad *self, const char *key, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  spur_trace_set_fact (self->trace, key, text);
}

/* Time 0 of the trace is that of CLOCK_MONOTONIC, so that recordings of one computer agree. */
static void
add_clock (SpurRecordingLoad *self)
{
  const SpurRecordingPreamble *preamble = &self->preamble;
  gboolean is_tsc = preamble->clock == SPUR_RECORDING_TSC;
  GString *boot = g_string_new (NULL);
  g_autofree char *name = NULL;
  g_autofree char *origin = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", preamble->origin);
  guint64 hz = calibrate (self);
  __int128 begin = (__int128) preamble->begin_ns * hz / NS_PER_S;
  SpurClock clock = { .kind = is_tsc ? "tsc" : "monotonic", .resolution_hz = hz };

  for (guint i = 0; i < sizeof preamble->boot; i++)
    g_string_append_printf (boot, "%02x", preamble->boot[i]);
  name = g_strdup_printf ("%s of boot %s", clock.kind, boot->str);
  clock.name = name;
  clock.epoch_ticks = is_tsc ? preamble->begin_ticks - (guint64) begin : 0;
  self->epoch_ticks = clock.epoch_ticks;
  self->hz = hz;
  spur_trace_add_clock (self->trace, &clock);
  spur_trace_set_fact (self->trace, "recording.origin", origin);
  spur_trace_set_fact (self->trace, "recording.boot", boot->str);
  set_int_fact (self, "recording.begin_ns", preamble->begin_ns);
  set_int_fact (self, "recording.begin_real_ns", preamble->begin_real_ns);
  g_string_free (boot, TRUE);
}

/* ---- Tables ---- */

/* Where parcels were lost, numbers are left out; there are no more of them than lost bytes. */
static gboolean
set_entry (SpurRecordingLoad *self, GArray *table, guint32 number, guint32 entry)
{
  const guint32 none = SPUR_NONE;

  if (number > table->len && number - table->len > self->n_bytes)
    return FALSE;
  while (table->len <= number)
    g_array_append_val (table, none);
  g_array_index (table, guint32, number) = entry;
  return TRUE;
}

static guint32
get_entry (const GArray *table, guint32 number)
{
  return number < table->len ? g_array_index (table, guint32, number) : SPUR_NONE;
}

static gboolean
read_string (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number)
{
  g_autofree char *text = spur_parcel_input_text (input);

  return set_entry (self, self->strings, number, spur_trace_add_string (self->trace, text));
}

static gboolean
read_state (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number)
{
  g_autofree char *name = spur_parcel_input_text (input);
  guint32 kind = spur_parcel_input_u32 (input);

  if (kind > SPUR_STATE_IDLE)
    kind = SPUR_STATE_WORK;
  return set_entry (self, self->states, number,
                    spur_trace_add_state (self->trace, name, (SpurStateKind) kind));
}

static GType
find_object_type (const char *name)
{
  GType type = g_type_from_name (name);

  if (type != 0 && g_type_is_a (type, SPUR_TYPE_ACTIVE_OBJECT) && !G_TYPE_IS_ABSTRACT (type))
    return type;
  return g_strrstr (name, "Target") != NULL ? SPUR_TYPE_TARGET : SPUR_TYPE_LOAD_OBJECT;
}

static gboolean
read_object (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number)
{
  g_autofree char *type = spur_parcel_input_text (input);
  g_autofree char *name = spur_parcel_input_text (input);
  g_autofree char *kind = spur_parcel_input_text (input);
  guint32 parent = get_entry (self->objects, spur_parcel_input_u32 (input));
  guint64 origin = spur_parcel_input_u64 (input);
  guint64 id_number = spur_parcel_input_u64 (input);
  guint32 object;

  if (input->is_bad)
    return FALSE;
  object = spur_trace_add_object (self->trace, find_object_type (type), name, kind, parent);
  if (origin != 0 && spur_trace_find_object (self->trace, origin, id_number) == SPUR_NONE)
    spur_trace_set_object_identifier (self->trace, object, origin, id_number);
  return set_entry (self, self->objects, number, object);
}

static gboolean
read_group (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number)
{
  g_autofree char *name = spur_parcel_input_text (input);
  guint32 n_members = spur_parcel_input_u32 (input);
  g_autofree guint32 *members = NULL;

  if (n_members > (gsize) (input->end - input->at) / 4)
    return FALSE;
  members = g_new (guint32, (gsize) n_members + 1);
  for (guint32 i = 0; i < n_members; i++)
    members[i] = get_entry (self->objects, spur_parcel_input_u32 (input));
  return set_entry (self, self->groups, number,
                    spur_trace_add_group (self->trace, name, members, n_members));
}

static void
clear_entry (gpointer data)
{
  SpurEntry *entry = data;

  g_free ((char *) entry->name);
  g_free ((char *) entry->unit);
  g_free ((char *) entry->text);
}

static SpurEntry
read_list_entry (SpurParcelInput *input)
{
  static const SpurFieldType types[] = { SPUR_FIELD_UINT64, SPUR_FIELD_INT64, SPUR_FIELD_DOUBLE };
  SpurEntry entry = { .name = spur_parcel_input_text (input) };
  guint32 type;

  entry.unit = spur_parcel_input_unit (input);
  type = spur_parcel_input_u32 (input);
  entry.type = type < G_N_ELEMENTS (types) ? types[type] : SPUR_FIELD_STRING;
  if (entry.type == SPUR_FIELD_STRING)
    entry.text = spur_parcel_input_text (input);
  else
    entry.bits = spur_parcel_input_u64 (input);
  return entry;
}

static gboolean
read_list (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number)
{
  g_autofree char *name = spur_parcel_input_text (input);
  guint32 n_entries = spur_parcel_input_u32 (input);
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (SpurEntry));
  SpurList list = { .class_name = name };
  GType type = g_type_from_name (name);

  g_array_set_clear_func (entries, clear_entry);
  if (n_entries > MAX_ENTRIES)
    return FALSE;
  for (guint32 i = 0; i < n_entries && !input->is_bad; i++)
    {
      SpurEntry entry = read_list_entry (input);

      g_array_append_val (entries, entry);
    }
  list.type = type != 0 && g_type_is_a (type, SPUR_TYPE_ENTRY_LIST) ? type : SPUR_TYPE_ENTRY_LIST;
  list.n_entries = entries->len;
  list.entries = (const SpurEntry *) (gpointer) entries->data;
  return !input->is_bad &&
         set_entry (self, self->lists, number, spur_trace_add_list (self->trace, &list));
}

static gboolean
read_attributes (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number)
{
  guint32 object = get_entry (self->objects, number);
  guint32 list = get_entry (self->lists, spur_parcel_input_u32 (input));

  if (object != SPUR_NONE && list != SPUR_NONE)
    spur_trace_set_object_attributes (self->trace, object, list);
  return TRUE;
}

typedef gboolean (*ReadRow) (SpurRecordingLoad *self, SpurParcelInput *input, guint32 number);

static gboolean
read_definitions (SpurRecordingLoad *self, SpurParcelInput *input)
{
  static const ReadRow rows[] = {
    [TABLE_STRINGS] = read_string, [TABLE_STATES] = read_state, [TABLE_OBJECTS] = read_object,
    [TABLE_GROUPS] = read_group,   [TABLE_LISTS] = read_list,   [TABLE_ATTRIBUTES] = read_attributes,
  };
  guint32 n_rows = spur_parcel_input_u32 (input);

  for (guint32 i = 0; i < n_rows; i++)
    {
      guint32 table = spur_parcel_input_u32 (input);
      guint32 number = spur_parcel_input_u32 (input);

      /* Nobody knows where a row of a newer table ends. */
      if (table >= G_N_ELEMENTS (rows) || rows[table] == NULL)
        return table != 0 && !input->is_bad;
      if (!rows[table](self, input, number) || input->is_bad)
        return FALSE;
    }
  return TRUE;
}

/* ---- Streams and classes ---- */

static void
free_stream (gpointer data)
{
  SpurRecordingStream *stream = data;

  g_free (stream->name);
  g_free (stream);
}

GHashTable *
spur_recording_new_streams (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, free_stream);
}

static void
read_stream (SpurRecordingLoad *self, guint32 number, SpurParcelInput *input)
{
  SpurRecordingStream *stream = g_new0 (SpurRecordingStream, 1);

  stream->name = spur_parcel_input_text (input);
  stream->target = get_entry (self->objects, spur_parcel_input_u32 (input));
  g_hash_table_replace (self->streams, GUINT_TO_POINTER (number), stream);
}

static SpurEventLayout *
find_layout (const GPtrArray *layouts, const char *name)
{
  for (guint i = 0; i < layouts->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (layouts, i);

      if (strcmp (layout->name, name) == 0)
        return layout;
    }
  return NULL;
}

static void
take_ancestors (SpurRecordingLoad *self, GPtrArray *layouts)
{
  for (guint i = 0; i + 1 < layouts->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (layouts, i);

      if (find_layout (self->ancestors, layout->name) == NULL)
        g_ptr_array_add (self->ancestors, spur_event_layout_ref (layout));
    }
}

/* A class that is there twice, with fields that are not the same, keeps the first; the events of
 * the other are counted as lost. */
static gboolean
add_class (SpurRecordingLoad *self, guint32 number, guint32 n_fields, const char *xml, GError **error)
{
  g_autoptr (GPtrArray) layouts =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  SpurRecordingClass none = { SPUR_NONE, NULL };
  SpurEventLayout *layout, *known;

  if (!spur_recording_parse_classes (xml, self->path, layouts, error))
    return FALSE;
  layout = g_ptr_array_index (layouts, layouts->len - 1);
  known = find_layout (self->layouts, layout->name);
  while (self->classes->len <= number)
    g_array_append_val (self->classes, none);
  take_ancestors (self, layouts);
  if (layout->n_fields != n_fields || (known != NULL && !spur_event_layout_equal (known, layout)))
    return TRUE;
  if (known == NULL)
    {
      known = spur_event_layout_ref (layout);
      g_ptr_array_add (self->layouts, known);
    }
  g_array_index (self->classes, SpurRecordingClass, number).layout = known;
  return TRUE;
}

static gboolean
read_classes (SpurRecordingLoad *self, SpurParcelInput *input, GError **error)
{
  guint32 n_classes = spur_parcel_input_u32 (input);

  for (guint32 i = 0; i < n_classes && !input->is_bad; i++)
    {
      guint32 number = spur_parcel_input_u32 (input);
      guint32 n_fields = spur_parcel_input_u32 (input);
      g_autofree char *name = spur_parcel_input_text (input);
      g_autofree char *xml = spur_parcel_input_text (input);

      if (input->is_bad || number == 0 || number >= SPUR_MAX_CLASSES)
        {
          input->is_bad = TRUE;
          return TRUE;
        }
      if (!add_class (self, number, n_fields, xml, error))
        return FALSE;
    }
  return TRUE;
}

/* Drops are told as events; of programs that know the class or not. */
static void
add_drop_class (SpurRecordingLoad *self)
{
  GType type = spur_event_type_from_name (DROP_CLASS);
  SpurEventLayout *layout = find_layout (self->layouts, DROP_CLASS);
  gboolean has_drops = FALSE;

  for (guint i = 0; i < self->places->len; i++)
    has_drops = has_drops ||
                g_array_index (self->places, SpurParcelPlace, i).kind == SPUR_PARCEL_DROPS;
  self->drop_layout = layout;
  if (!has_drops || layout != NULL)
    return;
  if (type != 0)
    layout = spur_event_layout_ref (spur_event_type_get_layout (type));
  else
    {
      layout = spur_event_layout_new (DROP_CLASS, NULL, SPUR_TYPE_EVENT);
      layout->parent_name = g_strdup ("Custom_Event");
      spur_event_layout_add_field (layout, "dropped", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                                   "how many events were dropped since the one before");
    }
  g_ptr_array_add (self->layouts, layout);
  self->drop_layout = layout;
}

static gboolean
add_classes (SpurRecordingLoad *self, GError **error)
{
  g_autoptr (GPtrArray) ancestors = g_ptr_array_new ();

  add_drop_class (self);
  for (guint i = 0; i < self->ancestors->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (self->ancestors, i);

      if (find_layout (self->layouts, layout->name) == NULL)
        g_ptr_array_add (ancestors, layout);
    }
  if (!spur_container_add_classes (self->trace, self->layouts, ancestors, error))
    {
      g_prefix_error (error, "%s: ", self->path);
      return FALSE;
    }
  for (guint i = 0; i < self->classes->len; i++)
    {
      SpurRecordingClass *event_class = &g_array_index (self->classes, SpurRecordingClass, i);

      if (event_class->layout != NULL)
        event_class->index = spur_trace_add_class (self->trace, event_class->layout);
    }
  if (self->drop_layout != NULL)
    self->drop_class = spur_trace_add_class (self->trace, self->drop_layout);
  return TRUE;
}

static void
read_status (SpurRecordingLoad *self, SpurParcelInput *input)
{
  for (guint i = 0; i < 3; i++)
    spur_parcel_input_u64 (input);
  self->counts.is_closed = spur_parcel_input_u32 (input) != 0;
}

static gboolean
read_parcel (SpurRecordingLoad *self, const SpurParcelPlace *place, GError **error)
{
  SpurParcel parcel = spur_recording_get_parcel (self, place);
  SpurParcelInput input;
  gboolean is_good = TRUE;

  spur_parcel_input_init (&input, &parcel);
  if (place->kind == SPUR_PARCEL_FACTS)
    read_facts (self, &input);
  else if (place->kind == SPUR_PARCEL_CLOCK)
    read_readings (self, &input);
  else if (place->kind == SPUR_PARCEL_STREAM)
    read_stream (self, place->stream, &input);
  else if (place->kind == SPUR_PARCEL_STATUS)
    read_status (self, &input);
  else if (place->kind == SPUR_PARCEL_DEFINITIONS)
    is_good = read_definitions (self, &input);
  else if (place->kind == SPUR_PARCEL_CLASSES && !read_classes (self, &input, error))
    return FALSE;
  if (is_good && !input.is_bad)
    return TRUE;
  return refuse (self, place->offset, "a parcel whose content is not what its kind says", error);
}

gboolean
spur_recording_define (SpurRecordingLoad *self, GError **error)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const SpurParcelPlace *place = &g_array_index (self->places, SpurParcelPlace, i);

      if (place->kind != SPUR_PARCEL_EVENTS && place->kind != SPUR_PARCEL_DROPS &&
          !read_parcel (self, place, error))
        return FALSE;
    }
  if (self->preamble.clock != SPUR_RECORDING_TSC &&
      self->preamble.clock != SPUR_RECORDING_MONOTONIC)
    return refuse (self, 28, "a clock that is neither 1 nor 2", error);
  add_clock (self);
  return add_classes (self, error);
}
