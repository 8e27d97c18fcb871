/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/format/any-trace.h"

#include <math.h>
#include <string.h>

#include "core/model/objects/spur-entry-list.h"
#include "core/store/trace/spur-trace.h"
#include "events/spur-events.h"

#define N_STRINGS 24
#define N_OBJECTS 14
#define N_GROUPS 6
#define N_LISTS 16
#define N_STREAMS 4

/* What formats have a meaning for. */
static const char *const nasty[] = {
  "",
  "plain",
  "two words",
  " ",
  "a\"b",
  "\"",
  "\\",
  "a=b",
  "key=\"v\"",
  "a,b;c",
  "line\nend",
  "\r\n",
  "tab\there",
  "\x01\x7f",
  "@object",
  "name#3",
  "#0",
  "#",
  "{a=1}",
  "'",
  "-",
  "\xc3\xa4",
  "\xe2\x82\xac\xf0\x9f\x90\x8e",
  "<&>]]>",
  "0",
  "-0.0",
  "nan",
  "a\\n",
  "back\\",
  "DATE=1",
  "x\nDATE=2",
  "''",
  "\xff\xfe",
};

static const char *
choose_text (GRand *rand)
{
  return nasty[g_rand_int_range (rand, 0, G_N_ELEMENTS (nasty))];
}

static char *
make_text (GRand *rand)
{
  GString *text = g_string_new (choose_text (rand));
  guint n_more = (guint) g_rand_int_range (rand, 0, 4);

  for (guint i = 0; i < n_more; i++)
    g_string_append (text, choose_text (rand));
  return g_string_free (text, FALSE);
}

static guint64
make_bits (GRand *rand)
{
  static const guint64 extremes[] = {
    0, 1, 9, 10, 255, 65535, G_MAXUINT32, G_MAXINT64, (guint64) G_MAXINT64 + 1, G_MAXUINT64
  };
  guint64 any = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  if (g_rand_boolean (rand))
    return extremes[g_rand_int_range (rand, 0, G_N_ELEMENTS (extremes))];
  return any >> g_rand_int_range (rand, 0, 64);
}

static guint64
make_double (GRand *rand)
{
  static const double some[] = { 0, 1, -1, 0.1, 1e300, -1e-300, 5e-324, 1e15, 123456789.125, 3.0 };
  double real = some[g_rand_int_range (rand, 0, G_N_ELEMENTS (some))];
  guint64 bits;

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      real = g_rand_boolean (rand) ? INFINITY : -INFINITY;
      break;
    case 1:
      real = NAN;
      break;
    case 2:
      return make_bits (rand);
    case 3:
      real = -0.0;
      break;
    default:
      break;
    }
  memcpy (&bits, &real, sizeof bits);
  return bits;
}

static void
add_list (GRand *rand, SpurTrace *trace)
{
  static const SpurFieldType types[] = { SPUR_FIELD_UINT64, SPUR_FIELD_INT64, SPUR_FIELD_DOUBLE,
                                         SPUR_FIELD_STRING };
  guint n_entries = (guint) g_rand_int_range (rand, 0, 5);
  SpurEntry entries[5] = { 0 };
  g_autofree char *texts[15] = { NULL };
  SpurList list = { SPUR_TYPE_STATE_LIST, "SpurStateList", n_entries, entries };

  if (g_rand_int_range (rand, 0, 4) == 0)
    {
      list.type = SPUR_TYPE_RESOURCE_LIST;
      list.class_name = "SpurResourceList";
    }
  for (guint i = 0; i < n_entries; i++)
    {
      SpurEntry *entry = &entries[i];

      entry->name = texts[3 * i] = make_text (rand);
      entry->unit = texts[3 * i + 1] = g_rand_boolean (rand) ? make_text (rand) : NULL;
      entry->type = types[g_rand_int_range (rand, 0, G_N_ELEMENTS (types))];
      if (entry->type == SPUR_FIELD_STRING)
        entry->text = texts[3 * i + 2] = make_text (rand);
      else
        entry->bits = entry->type == SPUR_FIELD_DOUBLE ? make_double (rand) : make_bits (rand);
    }
  spur_definitions_add_list (spur_trace_get_definitions (trace), &list);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (&texts[i], g_free);
}

static void
add_objects (GRand *rand, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_lists = spur_definitions_get_n_lists (definitions);

  for (guint32 i = 0; i < N_OBJECTS; i++)
    {
      g_autofree char *name = make_text (rand);
      g_autofree char *kind = make_text (rand);
      guint32 parent = i % 3 == 0 ? SPUR_NONE : (guint32) g_rand_int_range (rand, 0, N_OBJECTS);

      spur_definitions_add_object (
        definitions, i % 2 == 0 ? SPUR_TYPE_LOAD_OBJECT : SPUR_TYPE_TARGET, name, kind, parent);
      if (i % 4 == 1)
        spur_definitions_set_object_attributes (
          definitions, i, (guint32) g_rand_int_range (rand, 0, (gint32) n_lists));
      if (i % 3 == 1)
        spur_definitions_set_object_identifier (definitions, i, make_bits (rand) | 1,
                                                make_bits (rand));
    }
}

static void
add_definitions (GRand *rand, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint i = 0; i < N_STRINGS; i++)
    {
      g_autofree char *text = make_text (rand);
      g_autofree char *state = make_text (rand);

      spur_definitions_add_string (definitions, text);
      spur_definitions_add_state (definitions, state, (SpurStateKind) (i % 4));
    }
  for (guint i = 0; i < N_LISTS; i++)
    add_list (rand, trace);
  add_objects (rand, trace);
  for (guint i = 0; i < N_GROUPS; i++)
    {
      const guint32 members[] = { i, 3, 1 };
      g_autofree char *name = make_text (rand);

      spur_definitions_add_group (definitions, name, members, i % 4);
    }
  spur_trace_set_fact (trace, "note", "two\nlines \"quoted\"");
  spur_trace_add_loss (trace, "metric records, all", 7);
}

static void
list_classes (GArray *types, GType type)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);

  if (!G_TYPE_IS_ABSTRACT (type))
    g_array_append_val (types, type);
  for (guint i = 0; i < n_children; i++)
    list_classes (types, children[i]);
}

/* The classes that there are before the first format is read: those that a format declares have
 * constants in it, and do not come back from it as anything. */
static void
add_classes (SpurTrace *trace)
{
  static GArray *types;

  if (types == NULL)
    {
      types = g_array_new (FALSE, FALSE, sizeof (GType));
      list_classes (types, SPUR_TYPE_EVENT);
    }
  for (guint i = 0; i < types->len; i++)
    spur_trace_add_event_type (trace, g_array_index (types, GType, i));
}

static guint64
make_value (GRand *rand, SpurTrace *trace, SpurFieldType type)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const guint limits[] = {
    [SPUR_FIELD_STRING] = spur_definitions_get_n_strings (definitions),
    [SPUR_FIELD_OBJECT] = spur_definitions_get_n_objects (definitions),
    [SPUR_FIELD_STATE] = spur_definitions_get_n_states (definitions),
    [SPUR_FIELD_GROUP] = spur_definitions_get_n_groups (definitions),
    [SPUR_FIELD_LIST] = spur_definitions_get_n_lists (definitions),
  };

  if (type == SPUR_FIELD_DOUBLE)
    return make_double (rand);
  if (type < SPUR_FIELD_STRING)
    return make_bits (rand);
  return g_rand_int_range (rand, 0, 5) == 0
           ? SPUR_NONE
           : (guint64) g_rand_int_range (rand, 0, (gint32) limits[type]);
}

static void
append (GRand *rand, SpurTrace *trace, SpurStream *stream, gint64 ticks, guint class_index)
{
  const SpurEventLayout *layout = spur_trace_get_class (trace, class_index);
  guint8 record[1024];

  for (guint i = 0; i < layout->n_fields; i++)
    spur_event_layout_set_uint (layout, i, record,
                                make_value (rand, trace, layout->fields[i].type));
  spur_stream_append (stream, ticks, class_index, record);
}

static gint64
choose_begin (GRand *rand, guint64 hz)
{
  gint64 limit = (gint64) ((double) (G_GINT64_CONSTANT (1) << 60) * MIN ((double) hz / 1e9, 1.0));

  switch (g_rand_int_range (rand, 0, 4))
    {
    case 0:
      return -limit;
    case 1:
      return limit;
    case 2:
      return -5;
    default:
      return 0;
    }
}

static void
add_predecessors (GRand *rand, SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);

  for (guint i = 0; i < 20; i++)
    {
      guint from = (guint) g_rand_int_range (rand, 0, (gint32) n_streams);
      guint to = (from + 1) % n_streams;
      guint64 n_from = spur_stream_get_n_events (spur_trace_get_stream (trace, from));
      guint64 n_to = spur_stream_get_n_events (spur_trace_get_stream (trace, to));

      if (n_from > 0 && n_to > 0)
        spur_trace_add_predecessor (trace, to, g_rand_int (rand) % n_to, from,
                                    g_rand_int (rand) % n_from);
    }
}

static guint64
choose_hz (GRand *rand, guint64 max_hz)
{
  static const guint64 some[] = { 1000000000, 1000000, 1000, 48000, 3, 2399987654 };
  guint64 hz = some[g_rand_int_range (rand, 0, G_N_ELEMENTS (some))];

  return hz > max_hz ? 1000000000 : hz;
}

SpurTrace *
any_trace_new (guint32 seed, guint n_events, guint64 max_hz)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  SpurTrace *trace = spur_trace_new ();
  g_autoptr (GError) error = NULL;

  add_definitions (rand, trace);
  add_classes (trace);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autofree char *name = make_text (rand);
      SpurClock clock = { name, "realtime", choose_hz (rand, max_hz), 0, s / 2 };
      SpurClockOffset offset = { -7, 3, 0.125 };
      SpurStream *stream;
      gint64 ticks = choose_begin (rand, clock.resolution_hz);

      clock.epoch_ticks =
        s % 2 == 0 ? 0 : make_bits (rand) % (36ull * 365 * 86400 * clock.resolution_hz);
      stream = spur_trace_add_stream (
        trace, name, spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
        s % 2 == 0 ? SPUR_NONE : s);
      if (s == 1)
        spur_stream_add_clock_offset (stream, &offset);
      for (guint i = 0; s != 2 && i < n_events; i++)
        {
          append (rand, trace, stream, ticks, i % spur_trace_get_n_classes (trace));
          ticks += g_rand_int_range (rand, -3, 100000);
        }
    }
  add_predecessors (rand, trace);
  g_assert_true (spur_trace_seal (trace, &error));
  g_assert_no_error (error);
  return trace;
}

static void
assert_same_list (SpurTrace *a, guint32 list, SpurTrace *b, guint32 other)
{
  const SpurList *x = spur_definitions_get_list (spur_trace_get_definitions (a), list);
  const SpurList *y = spur_definitions_get_list (spur_trace_get_definitions (b), other);

  g_assert_true ((x == NULL) == (y == NULL));
  if (x == NULL)
    return;
  g_assert_cmpstr (x->class_name, ==, y->class_name);
  g_assert_true (x->type == y->type);
  g_assert_cmpuint (x->n_entries, ==, y->n_entries);
  for (guint i = 0; i < x->n_entries; i++)
    {
      g_assert_cmpstr (x->entries[i].name, ==, y->entries[i].name);
      g_assert_cmpstr (x->entries[i].unit, ==, y->entries[i].unit);
      g_assert_cmpstr (x->entries[i].text, ==, y->entries[i].text);
      g_assert_cmpint (x->entries[i].type, ==, y->entries[i].type);
      g_assert_cmphex (x->entries[i].bits, ==, y->entries[i].bits);
    }
}

static void
assert_same_classes (SpurTrace *a, SpurTrace *b)
{
  g_assert_cmpuint (spur_trace_get_n_classes (a), ==, spur_trace_get_n_classes (b));
  for (guint i = 0; i < spur_trace_get_n_classes (a); i++)
    {
      const SpurEventLayout *x = spur_trace_get_class (a, i);
      const SpurEventLayout *y = spur_trace_get_class (b, i);

      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_true (spur_event_layout_equal (x, y));
      g_assert_cmpstr (g_type_name (x->type), ==, g_type_name (y->type));
      for (guint k = 0; k < x->n_fields; k++)
        g_assert_cmpstr (x->fields[k].description, ==, y->fields[k].description);
    }
}

static void
assert_same_objects (SpurTrace *a, SpurTrace *b)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (a);
  SpurDefinitions *other = spur_trace_get_definitions (b);

  g_assert_cmpuint (spur_definitions_get_n_objects (definitions), ==,
                    spur_definitions_get_n_objects (other));
  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      const SpurObject *x = spur_definitions_get_object (definitions, i);
      const SpurObject *y = spur_definitions_get_object (other, i);
      guint64 ids[4] = { 0, 0, 0, 0 };

      g_assert_true (x->type == y->type);
      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpstr (x->kind, ==, y->kind);
      g_assert_cmpuint (x->parent, ==, y->parent);
      assert_same_list (a, x->attributes, b, y->attributes);
      spur_definitions_get_object_identifier (definitions, i, &ids[0], &ids[1]);
      spur_definitions_get_object_identifier (other, i, &ids[2], &ids[3]);
      g_assert_cmpuint (ids[0], ==, ids[2]);
      g_assert_cmpuint (ids[1], ==, ids[3]);
    }
  g_assert_cmpuint (spur_definitions_get_n_groups (definitions), ==,
                    spur_definitions_get_n_groups (other));
  for (guint32 i = 0; i < spur_definitions_get_n_groups (definitions); i++)
    {
      const SpurGroup *x = spur_definitions_get_group (definitions, i);
      const SpurGroup *y = spur_definitions_get_group (other, i);

      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpmem (x->members, x->n_members * sizeof (guint32), y->members,
                       y->n_members * sizeof (guint32));
    }
}

static void
assert_same_notes (SpurTrace *a, SpurTrace *b)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (a);
  SpurDefinitions *other = spur_trace_get_definitions (b);

  g_assert_cmpstr (spur_trace_get_fact (a, "note"), ==, spur_trace_get_fact (b, "note"));
  g_assert_cmpstr (spur_trace_get_identifier_name (a), ==, spur_trace_get_identifier_name (b));
  g_assert_cmpuint (spur_trace_get_n_losses (a), ==, spur_trace_get_n_losses (b));
  for (guint i = 0; i < spur_trace_get_n_losses (a); i++)
    {
      g_assert_cmpstr (spur_trace_get_loss (a, i)->what, ==, spur_trace_get_loss (b, i)->what);
      g_assert_cmpuint (spur_trace_get_loss (a, i)->count, ==, spur_trace_get_loss (b, i)->count);
    }
  g_assert_cmpuint (spur_definitions_get_n_states (definitions), ==,
                    spur_definitions_get_n_states (other));
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      g_assert_cmpstr (spur_definitions_get_state (definitions, i)->name, ==,
                       spur_definitions_get_state (other, i)->name);
      g_assert_cmpint (spur_definitions_get_state (definitions, i)->kind, ==,
                       spur_definitions_get_state (other, i)->kind);
    }
}

static void
assert_same_event (SpurTrace *a, SpurTrace *b, SpurStream *x, SpurStream *y, guint64 event)
{
  const SpurEventLayout *layout, *other;
  const guint8 *record = spur_stream_get_record (x, event, &layout);
  const guint8 *copy = spur_stream_get_record (y, event, &other);

  g_assert_cmpstr (layout->name, ==, other->name);
  g_assert_cmpint (spur_stream_get_ticks (x, event), ==, spur_stream_get_ticks (y, event));
  g_assert_cmpuint (layout->n_fields, ==, other->n_fields);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      guint64 bits = spur_event_layout_get_uint (layout, i, record);
      guint64 back = spur_event_layout_get_uint (other, i, copy);

      if (layout->fields[i].type == SPUR_FIELD_STRING)
        g_assert_cmpstr (
          spur_definitions_get_string (spur_trace_get_definitions (a), (guint32) bits), ==,
          spur_definitions_get_string (spur_trace_get_definitions (b), (guint32) back));
      else if (layout->fields[i].type == SPUR_FIELD_LIST)
        assert_same_list (a, (guint32) bits, b, (guint32) back);
      else
        g_assert_cmphex (bits, ==, back);
    }
}

static void
assert_same_streams (SpurTrace *a, SpurTrace *b)
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
      g_assert_cmpstr (clock->name, ==, other->name);
      g_assert_cmpstr (clock->kind, ==, other->kind);
      g_assert_cmpuint (clock->resolution_hz, ==, other->resolution_hz);
      g_assert_cmpuint (clock->epoch_ticks, ==, other->epoch_ticks);
      g_assert_cmpuint (clock->domain, ==, other->domain);
      g_assert_cmpmem (offsets, n_offsets * sizeof *offsets, others, n_others * sizeof *others);
      g_assert_cmpuint (spur_stream_get_n_events (x), ==, spur_stream_get_n_events (y));
      for (guint64 i = 0; i < spur_stream_get_n_events (x); i++)
        assert_same_event (a, b, x, y, i);
    }
}

void
any_trace_assert_same (SpurTrace *a, SpurTrace *b)
{
  gsize n_before, n_others;
  const SpurPredecessor *before = spur_trace_get_all_predecessors (a, &n_before);
  const SpurPredecessor *others = spur_trace_get_all_predecessors (b, &n_others);

  assert_same_classes (a, b);
  assert_same_objects (a, b);
  assert_same_notes (a, b);
  assert_same_streams (a, b);
  g_assert_cmpmem (before, n_before * sizeof *before, others, n_others * sizeof *others);
}
