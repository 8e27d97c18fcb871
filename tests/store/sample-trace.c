/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/store/sample-trace.h"

#include <string.h>

#include "core/model/objects/spur-entry-list.h"
#include "events/spur-events.h"

#define N_OBJECTS 9
#define N_LISTS 6

static SpurEventLayout *
make_layout (void)
{
  SpurEventLayout *layout =
    spur_event_layout_new ("Sample_Event", spur_event_type_get_layout (SPUR_TYPE_LO_CREATION_EVENT),
                           SPUR_TYPE_LO_CREATION_EVENT);

  for (SpurFieldType type = SPUR_FIELD_UINT8; type <= SPUR_FIELD_LIST; type++)
    {
      g_autofree char *name = g_strdup_printf ("field %u <&\"\\>", type);

      spur_event_layout_add_field (layout, name, type, (SpurUse) (type + 2),
                                   type % 2 == 0 ? "an \xc3\xbc\xff\n text" : NULL);
      if (type % 3 == 0)
        spur_event_layout_set_unit (layout, layout->n_fields - 1, "1/s");
    }
  return layout;
}

static void
add_lists (SpurTrace *trace)
{
  const SpurEntry entries[] = {
    { "memory", "bytes", SPUR_FIELD_UINT64, G_MAXUINT64, NULL },
    { "", NULL, SPUR_FIELD_INT64, (guint64) -5, NULL },
    { "speed", "", SPUR_FIELD_DOUBLE, G_GUINT64_CONSTANT (0x3ff8000000000000), NULL },
    { "system", NULL, SPUR_FIELD_STRING, 0, "Li\xff\n" },
    { "empty", NULL, SPUR_FIELD_STRING, 0, "" },
  };
  const GType types[] = { SPUR_TYPE_STATE_LIST, SPUR_TYPE_RESOURCE_LIST, SPUR_TYPE_ENTRY_LIST };

  for (guint i = 0; i < N_LISTS; i++)
    {
      SpurList list = { types[i % 3], g_type_name (types[i % 3]), i, entries };

      spur_definitions_add_list (spur_trace_get_definitions (trace), &list);
    }
}

static void
add_definitions (SpurTrace *trace, GRand *rand)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurEventLayout) own = make_layout ();
  g_autoptr (SpurEventLayout) empty = spur_event_layout_new ("Empty_Event", NULL, SPUR_TYPE_EVENT);
  const guint32 members[] = { 0, 3, SPUR_NONE, 1 };
  const GType types[] = { SPUR_TYPE_LOAD_OBJECT, SPUR_TYPE_TARGET, SPUR_TYPE_ACTIVE_OBJECT };

  spur_trace_add_class (trace, own);
  spur_trace_add_event_type (trace, SPUR_TYPE_LO_MIGRATION_EVENT);
  spur_trace_add_class (trace, empty);
  spur_trace_add_event_type (trace, SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *text = g_strdup_printf ("string %u\r\n\t\x01\xc3\xa4\xfe", i);

      spur_definitions_add_string (definitions, i == 3 ? "" : text);
      spur_definitions_add_state (definitions, text, (SpurStateKind) (i % 4));
    }
  for (guint32 i = 0; i < N_OBJECTS; i++)
    spur_definitions_add_object (definitions, types[i % 3], i == 4 ? "\xef\xbf\xbe" : "object",
                                 "kind \\x41", i < N_OBJECTS - 1 ? i + 1 : SPUR_NONE);
  add_lists (trace);
  for (guint32 i = 0; i < N_LISTS; i++)
    {
      spur_definitions_set_object_attributes (definitions, i + 1, i);
      spur_definitions_set_object_identifier (definitions, i, i + 1, G_MAXUINT64 - i);
    }
  spur_definitions_add_group (definitions, "world", members, G_N_ELEMENTS (members));
  spur_definitions_add_group (definitions, NULL, NULL, 0);
  spur_trace_add_loss (trace, "metric records", g_rand_int (rand));
  spur_trace_add_loss (trace, "everything", G_MAXUINT64);
  spur_trace_set_fact (trace, "format", "sample");
  spur_trace_set_fact (trace, "empty", "");
}

static void
fill_record (GRand *rand, SpurTrace *trace, const SpurEventLayout *layout, guint8 *record)
{
  for (guint i = 0; i < layout->n_fields; i++)
    {
      guint64 value = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      SpurFieldType type = layout->fields[i].type;

      if (type == SPUR_FIELD_STRING || type == SPUR_FIELD_STATE)
        value %= spur_definitions_get_n_strings (spur_trace_get_definitions (trace));
      else if (type == SPUR_FIELD_OBJECT)
        value %= N_OBJECTS;
      else if (type == SPUR_FIELD_GROUP)
        value %= 2;
      else if (type == SPUR_FIELD_LIST)
        value %= N_LISTS;
      if (spur_field_type_get_n_bytes (type) == 4 && g_rand_int_range (rand, 0, 8) == 0)
        value = SPUR_NONE;
      spur_event_layout_set_uint (layout, i, record, value);
    }
}

static void
fill_stream (GRand *rand, SpurTrace *trace, SpurStream *stream, guint n_events)
{
  gint64 ticks = g_rand_int (rand);

  for (guint i = 0; i < n_events; i++)
    {
      guint index = (guint) g_rand_int_range (rand, 0, (gint32) spur_trace_get_n_classes (trace));
      guint8 record[1024];

      fill_record (rand, trace, spur_trace_get_class (trace, index), record);
      ticks += g_rand_int_range (rand, -10, 1000);
      spur_stream_append (stream, ticks, index, record);
    }
}

static void
add_correction (GRand *rand, SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autoptr (SpurCorrection) correction = spur_correction_new (n_streams);

  for (guint s = 0; s < n_streams; s++)
    {
      SpurKnot knots[5];

      for (guint i = 0; i < (s % 4); i++)
        {
          g_autoptr (SpurTimeMap) map = NULL;

          for (guint k = 0; k < G_N_ELEMENTS (knots); k++)
            knots[k] = (SpurKnot){ k * 7, g_rand_int (rand), k * 1000 };
          map = spur_time_map_new (knots, G_N_ELEMENTS (knots), NULL);
          spur_correction_append_map (correction, s, map);
        }
    }
  spur_correction_set_fact (correction, "method", "sample <&>");
  spur_correction_set_fact_int (correction, "largest-jump-ns", -5);
  spur_trace_set_correction (trace, correction);
}

static void
add_predecessors (GRand *rand, SpurTrace *trace, guint n_streams, guint n_events)
{
  for (guint i = 0; n_streams > 2 && n_events > 1 && i < 20; i++)
    {
      guint from = 2 * (guint) g_rand_int_range (rand, 0, (gint32) (n_streams + 1) / 2);

      spur_trace_add_predecessor (trace, 2, (guint64) g_rand_int_range (rand, 1, (gint32) n_events),
                                  from, 0);
    }
}

SpurTrace *
sample_trace_new (guint32 seed, guint n_streams, guint n_events, guint chunk_events)
{
  SpurTrace *trace = spur_trace_new_with_chunks (chunk_events);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  add_definitions (trace, rand);
  spur_trace_set_identifier_name (trace, seed % 3 == 0 ? "Ordered_Event_ID" : "Own \\ ID");
  for (guint s = 0; s < n_streams; s++)
    {
      SpurClock clock = { "clock", "tsc", s % 2 == 0 ? 1000000000 : 3, G_MAXUINT64 - s, s / 2 };
      SpurClockOffset offset = { -1, G_MININT64, 0.1 };
      SpurStream *stream = spur_trace_add_stream (
        trace, "a stream", spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
        s % 3 == 0 ? SPUR_NONE : s % N_OBJECTS);

      spur_stream_set_origin (stream, s % 2 == 0 ? 0 : G_MAXUINT64 - s);
      for (guint i = 0; i < s % 3; i++)
        spur_stream_add_clock_offset (stream, &offset);
      fill_stream (rand, trace, stream, s == 1 ? 0 : n_events);
    }
  add_predecessors (rand, trace, n_streams, n_events);
  g_assert_true (spur_trace_seal (trace, NULL));
  if (seed % 4 != 0)
    add_correction (rand, trace);
  return trace;
}

static void
assert_equal_classes (SpurTrace *a, SpurTrace *b)
{
  g_assert_cmpuint (spur_trace_get_n_classes (a), ==, spur_trace_get_n_classes (b));
  for (guint i = 0; i < spur_trace_get_n_classes (a); i++)
    {
      const SpurEventLayout *x = spur_trace_get_class (a, i);
      const SpurEventLayout *y = spur_trace_get_class (b, i);

      g_assert_true (spur_event_layout_equal (x, y));
      g_assert_true (x->type == y->type);
      g_assert_cmpmem (x->field_of_use, sizeof x->field_of_use, y->field_of_use,
                       sizeof y->field_of_use);
      for (guint k = 0; k < x->n_fields; k++)
        {
          g_assert_cmpstr (x->fields[k].description, ==, y->fields[k].description);
          g_assert_cmpstr (x->fields[k].unit, ==, y->fields[k].unit);
          g_assert_cmpuint (x->fields[k].offset_bytes, ==, y->fields[k].offset_bytes);
        }
    }
}

static void
assert_equal_identifiers (SpurTrace *a, SpurTrace *b, guint32 object)
{
  guint64 x[2] = { 0 }, y[2] = { 0 };

  g_assert_true (
    spur_definitions_get_object_identifier (spur_trace_get_definitions (a), object, &x[0], &x[1]) ==
    spur_definitions_get_object_identifier (spur_trace_get_definitions (b), object, &y[0], &y[1]));
  g_assert_cmpmem (x, sizeof x, y, sizeof y);
}

static void
assert_equal_predecessors (SpurTrace *a, SpurTrace *b)
{
  gsize n_rows, n_others;
  const SpurPredecessor *rows = spur_trace_get_all_predecessors (a, &n_rows);
  const SpurPredecessor *others = spur_trace_get_all_predecessors (b, &n_others);

  g_assert_cmpuint (n_rows, ==, n_others);
  g_assert_cmpmem (rows, n_rows * sizeof *rows, others, n_others * sizeof *others);
  g_assert_cmpstr (spur_trace_get_identifier_name (a), ==, spur_trace_get_identifier_name (b));
}

static void
assert_equal_tables (SpurTrace *a, SpurTrace *b)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (a);
  SpurDefinitions *other = spur_trace_get_definitions (b);

  g_assert_cmpuint (spur_definitions_get_n_strings (definitions), ==,
                    spur_definitions_get_n_strings (other));
  for (guint i = 0; i < spur_definitions_get_n_strings (definitions); i++)
    g_assert_cmpstr (spur_definitions_get_string (definitions, i), ==,
                     spur_definitions_get_string (other, i));
  g_assert_cmpuint (spur_definitions_get_n_states (definitions), ==,
                    spur_definitions_get_n_states (other));
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      g_assert_cmpstr (spur_definitions_get_state (definitions, i)->name, ==,
                       spur_definitions_get_state (other, i)->name);
      g_assert_cmpint (spur_definitions_get_state (definitions, i)->kind, ==,
                       spur_definitions_get_state (other, i)->kind);
    }
  g_assert_cmpuint (spur_definitions_get_n_objects (definitions), ==,
                    spur_definitions_get_n_objects (other));
  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      const SpurObject *x = spur_definitions_get_object (definitions, i);
      const SpurObject *y = spur_definitions_get_object (other, i);

      g_assert_true (x->type == y->type);
      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpstr (x->kind, ==, y->kind);
      g_assert_cmpuint (x->parent, ==, y->parent);
      g_assert_cmpuint (x->attributes, ==, y->attributes);
      assert_equal_identifiers (a, b, i);
    }
  g_assert_cmpuint (spur_definitions_get_n_groups (definitions), ==,
                    spur_definitions_get_n_groups (other));
  for (guint i = 0; i < spur_definitions_get_n_groups (definitions); i++)
    {
      const SpurGroup *x = spur_definitions_get_group (definitions, i);
      const SpurGroup *y = spur_definitions_get_group (other, i);

      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpmem (x->members, x->n_members * sizeof (guint32), y->members,
                       y->n_members * sizeof (guint32));
    }
}

static void
assert_equal_lists (SpurTrace *a, SpurTrace *b)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (a);
  SpurDefinitions *other = spur_trace_get_definitions (b);

  g_assert_cmpuint (spur_definitions_get_n_lists (definitions), ==,
                    spur_definitions_get_n_lists (other));
  for (guint i = 0; i < spur_definitions_get_n_lists (definitions); i++)
    {
      const SpurList *x = spur_definitions_get_list (definitions, i);
      const SpurList *y = spur_definitions_get_list (other, i);

      g_assert_true (x->type == y->type);
      g_assert_cmpstr (x->class_name, ==, y->class_name);
      g_assert_cmpuint (x->n_entries, ==, y->n_entries);
      for (guint k = 0; k < x->n_entries; k++)
        {
          g_assert_cmpstr (x->entries[k].name, ==, y->entries[k].name);
          g_assert_cmpstr (x->entries[k].unit, ==, y->entries[k].unit);
          g_assert_cmpstr (x->entries[k].text, ==, y->entries[k].text);
          g_assert_cmpint (x->entries[k].type, ==, y->entries[k].type);
          g_assert_cmpuint (x->entries[k].bits, ==, y->entries[k].bits);
        }
    }
}

static void
assert_equal_notes (SpurTrace *a, SpurTrace *b)
{
  GPtrArray *keys = spur_trace_get_fact_keys (a);

  g_assert_cmpuint (keys->len, ==, spur_trace_get_fact_keys (b)->len);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);

      g_assert_cmpstr (key, ==, g_ptr_array_index (spur_trace_get_fact_keys (b), i));
      g_assert_cmpstr (spur_trace_get_fact (a, key), ==, spur_trace_get_fact (b, key));
    }
  g_assert_cmpuint (spur_trace_get_n_losses (a), ==, spur_trace_get_n_losses (b));
  for (guint i = 0; i < spur_trace_get_n_losses (a); i++)
    {
      g_assert_cmpstr (spur_trace_get_loss (a, i)->what, ==, spur_trace_get_loss (b, i)->what);
      g_assert_cmpuint (spur_trace_get_loss (a, i)->count, ==, spur_trace_get_loss (b, i)->count);
    }
}

static void
assert_equal_chunks (SpurStream *a, SpurStream *b)
{
  g_assert_cmpuint (spur_stream_get_n_chunks (a), ==, spur_stream_get_n_chunks (b));
  for (guint i = 0; i < spur_stream_get_n_chunks (a); i++)
    {
      const SpurChunk *x = spur_stream_get_chunk (a, i);
      const SpurChunk *y = spur_stream_get_chunk (b, i);
      guint n_marks = (x->n_events + SPUR_CHUNK_MARK_EVENTS - 1) / SPUR_CHUNK_MARK_EVENTS;

      g_assert_cmpuint (x->first, ==, y->first);
      g_assert_cmpuint (x->n_events, ==, y->n_events);
      g_assert_cmpint (x->base_ticks, ==, y->base_ticks);
      g_assert_cmpmem (x->ticks, x->n_events * 4, y->ticks, y->n_events * 4);
      g_assert_cmpmem (x->classes, x->n_events * 2, y->classes, y->n_events * 2);
      g_assert_cmpmem (x->marks, n_marks * 4, y->marks, n_marks * 4);
      g_assert_cmpmem (x->records, x->n_record_bytes, y->records, y->n_record_bytes);
    }
}

static void
assert_equal_streams (SpurTrace *a, SpurTrace *b)
{
  g_assert_cmpuint (spur_trace_get_n_streams (a), ==, spur_trace_get_n_streams (b));
  for (guint s = 0; s < spur_trace_get_n_streams (a); s++)
    {
      SpurStream *x = spur_trace_get_stream (a, s);
      SpurStream *y = spur_trace_get_stream (b, s);
      const SpurClock *clock =
        spur_definitions_get_clock (spur_trace_get_definitions (a), spur_stream_get_clock (x));
      const SpurClock *other =
        spur_definitions_get_clock (spur_trace_get_definitions (b), spur_stream_get_clock (y));
      guint n_offsets, n_others;
      const SpurClockOffset *offsets = spur_stream_get_clock_offsets (x, &n_offsets);
      const SpurClockOffset *others = spur_stream_get_clock_offsets (y, &n_others);

      g_assert_cmpstr (spur_stream_get_name (x), ==, spur_stream_get_name (y));
      g_assert_cmpuint (spur_stream_get_target (x), ==, spur_stream_get_target (y));
      g_assert_cmpuint (spur_stream_get_origin (x), ==, spur_stream_get_origin (y));
      g_assert_cmpuint (spur_stream_get_n_events (x), ==, spur_stream_get_n_events (y));
      g_assert_cmpuint (spur_stream_get_n_steps_back (x), ==, spur_stream_get_n_steps_back (y));
      g_assert_cmpstr (clock->name, ==, other->name);
      g_assert_cmpstr (clock->kind, ==, other->kind);
      g_assert_cmpuint (clock->resolution_hz, ==, other->resolution_hz);
      g_assert_cmpuint (clock->epoch_ticks, ==, other->epoch_ticks);
      g_assert_cmpuint (clock->domain, ==, other->domain);
      g_assert_cmpmem (offsets, n_offsets * sizeof *offsets, others, n_others * sizeof *others);
      assert_equal_chunks (x, y);
    }
}

static void
assert_equal_corrections (SpurTrace *a, SpurTrace *b)
{
  SpurCorrection *x = spur_trace_get_correction (a);
  SpurCorrection *y = spur_trace_get_correction (b);
  GPtrArray *keys;

  g_assert_true ((x == NULL) == (y == NULL));
  if (x == NULL)
    return;
  for (guint s = 0; s < spur_trace_get_n_streams (a); s++)
    {
      g_assert_cmpuint (spur_correction_get_n_maps (x, s), ==, spur_correction_get_n_maps (y, s));
      for (guint i = 0; i < spur_correction_get_n_maps (x, s); i++)
        {
          gsize n_knots, n_others;
          const SpurKnot *knots =
            spur_time_map_get_knots (spur_correction_get_map (x, s, i), &n_knots);
          const SpurKnot *others =
            spur_time_map_get_knots (spur_correction_get_map (y, s, i), &n_others);

          g_assert_cmpmem (knots, n_knots * sizeof *knots, others, n_others * sizeof *others);
        }
    }
  keys = spur_correction_get_fact_keys (x);
  g_assert_cmpuint (keys->len, ==, spur_correction_get_fact_keys (y)->len);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);

      g_assert_cmpstr (key, ==, g_ptr_array_index (spur_correction_get_fact_keys (y), i));
      g_assert_cmpstr (spur_correction_get_fact (x, key), ==, spur_correction_get_fact (y, key));
    }
}

void
sample_trace_assert_equal (SpurTrace *a, SpurTrace *b)
{
  assert_equal_classes (a, b);
  assert_equal_tables (a, b);
  assert_equal_lists (a, b);
  assert_equal_predecessors (a, b);
  assert_equal_notes (a, b);
  assert_equal_streams (a, b);
  assert_equal_corrections (a, b);
}

guint64
sample_trace_walk (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint64 sum = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);

      for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
        {
          g_autoptr (SpurEvent) event = spur_trace_get_event (trace, s, i);
          g_autofree char *text = spur_event_to_string (event);

          sum += strlen (text) + (guint64) spur_event_get_time_ns (event);
        }
    }
  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      for (guint32 k = i; k != SPUR_NONE; k = spur_definitions_get_object (definitions, k)->parent)
        sum += k;
    }
  return sum;
}
