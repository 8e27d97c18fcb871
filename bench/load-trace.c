/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Makes a trace of 64 targets and 2,000 load objects, to measure 'spur balance' and 'spur stats':
 *
 *   load-trace set|enter|move FILE [EVENTS]
 *
 * In each of 100 phases each target runs 31 objects in turn. Their states are set, or entered and
 * left; or they are set, and each fourth time the object migrates to the next target before, or
 * back. Phases have marks but where objects migrate.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-trace.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-region-events.h"
#include "events/spur-target-events.h"

#define N_TARGETS 64
#define N_OBJECTS 2000
#define N_PHASES 100
#define N_IN_TURN 31
/* Has no divisor in common with the number of objects in turn, so that all of them move. */
#define MOVES_EVERY 4
#define MAX_RECORD_BYTES 128
/* A phase begins on all targets at once, if they are not late. */
#define PHASE_NS 2000000

typedef enum
{
  KIND_SET,
  KIND_ENTER,
  KIND_MOVE,
} Kind;

typedef struct
{
  SpurTrace *trace;
  Kind kind;
  guint64 n_turns;
  guint32 targets[N_TARGETS];
  guint32 objects[N_OBJECTS];
  guint32 work;
  guint32 idle;
} World;

typedef struct
{
  SpurUse use;
  guint64 value;
} Field;

/* @fields ends with SPUR_USE_NONE. */
static void
record_fields (World *self, guint stream, gint64 time_ns, GType type, const Field *fields)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };

  g_assert (layout->n_bytes <= sizeof bytes);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, bytes, SPUR_NONE);
    }
  for (; fields->use != SPUR_USE_NONE; fields++)
    {
      if (layout->field_of_use[fields->use] >= 0)
        spur_event_layout_set_uint (layout, (guint) layout->field_of_use[fields->use], bytes,
                                    fields->value);
    }
  spur_stream_append (spur_trace_get_stream (self->trace, stream), time_ns,
                      spur_trace_add_class (self->trace, layout), bytes);
}

#define record_event(self, stream, time_ns, type, ...)                                             \
  record_fields (self, stream, time_ns, type, (const Field[]){ __VA_ARGS__, { SPUR_USE_NONE, 0 } })

static guint32
add_object (World *self, GType type, const char *kind, guint number)
{
  g_autofree char *name = g_strdup_printf ("%s %u", kind, number);

  return spur_definitions_add_object (spur_trace_get_definitions (self->trace), type, name, kind,
                                      SPUR_NONE);
}

static void
define_world (World *self)
{
  const SpurClock clock = { "clock", "monotonic", 1000000000, 0, 0 };
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  spur_definitions_add_clock (definitions, &clock);
  self->work = spur_definitions_add_state (definitions, "work", SPUR_STATE_WORK);
  self->idle = spur_definitions_add_state (definitions, "idle", SPUR_STATE_IDLE);
  for (guint i = 0; i < N_TARGETS; i++)
    {
      self->targets[i] = add_object (self, SPUR_TYPE_TARGET, "target", i);
      spur_trace_add_stream (self->trace, "stream", 0, self->targets[i]);
    }
  for (guint i = 0; i < N_OBJECTS; i++)
    self->objects[i] = add_object (self, SPUR_TYPE_LOAD_OBJECT, "object", i);
}

/* An object works on a target; gives the time after that. */
static gint64
run_object (World *self, guint stream, guint32 object, gint64 begin_ns, gint64 length_ns)
{
  GType begin = SPUR_TYPE_LO_STATE_CHANGE_EVENT, end = begin;

  if (self->kind == KIND_ENTER)
    {
      begin = SPUR_TYPE_REGION_ENTER_EVENT;
      end = SPUR_TYPE_REGION_EXIT_EVENT;
    }
  record_event (self, stream, begin_ns, begin, { SPUR_USE_SUBJECT, object },
                { SPUR_USE_STATE, self->work });
  record_event (self, stream, begin_ns + length_ns, end, { SPUR_USE_SUBJECT, object },
                { SPUR_USE_STATE, self->idle });
  return begin_ns + length_ns + 100;
}

/* To the next target, or back. */
static void
migrate_object (World *self, guint stream, guint32 object, gint64 time_ns, gboolean is_back)
{
  guint32 here = self->targets[stream], next = self->targets[(stream + 1) % N_TARGETS];

  record_event (self, stream, time_ns, SPUR_TYPE_LO_MIGRATION_EVENT, { SPUR_USE_SUBJECT, object },
                { SPUR_USE_SOURCE, is_back ? next : here },
                { SPUR_USE_DESTINATION, is_back ? here : next });
}

static void
fill_stream (World *self, guint stream)
{
  GRand *random = g_rand_new_with_seed (stream);
  gint64 now_ns = 0;

  for (guint phase = 0; phase < N_PHASES; phase++)
    {
      now_ns = MAX (now_ns, (gint64) phase * PHASE_NS);
      if (self->kind != KIND_MOVE)
        record_event (self, stream, now_ns, SPUR_TYPE_LM_PHASE_EVENT, { SPUR_USE_PHASE, phase });
      for (guint64 i = 0; i < self->n_turns; i++)
        {
          guint object =
            (stream + phase / 10 * 7 + N_TARGETS * (guint) (i % N_IN_TURN)) % N_OBJECTS;

          if (self->kind == KIND_MOVE && i % MOVES_EVERY == 0)
            migrate_object (self, stream, self->objects[object], now_ns,
                            i / (MOVES_EVERY * N_IN_TURN) % 2 == 1);
          now_ns = run_object (self, stream, self->objects[object], now_ns,
                               g_rand_int_range (random, 500, 4000));
        }
    }
  g_rand_free (random);
}

static gboolean
parse_kind (const char *word, Kind *kind)
{
  static const char *const words[] = { "set", "enter", "move" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      *kind = (Kind) i;
      if (g_str_equal (word, words[i]))
        return TRUE;
    }
  return FALSE;
}

int
main (int argc, char **argv)
{
  guint64 n_events = argc > 3 ? g_ascii_strtoull (argv[3], NULL, 10) : 10000000;
  World world = { .n_turns = MAX (n_events / N_TARGETS / N_PHASES / 2, 1) };
  g_autoptr (SpurTrace) trace = world.trace = spur_trace_new ();
  g_autoptr (GError) error = NULL;

  if (argc < 3 || !parse_kind (argv[1], &world.kind))
    {
      g_printerr ("usage: load-trace set|enter|move FILE [EVENTS]\n");
      return 2;
    }
  define_world (&world);
  for (guint i = 0; i < N_TARGETS; i++)
    fill_stream (&world, i);
  if (!spur_trace_seal (trace, &error) || !spur_container_save (trace, argv[2], NULL, &error))
    g_error ("%s", error->message);
  g_print ("%" G_GUINT64_FORMAT " events\n", spur_trace_get_n_events (trace));
  return 0;
}
