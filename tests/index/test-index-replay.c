/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/analysis/presence/spur-history-internal.h"
#include "core/clock/spur-trace-correct.h"
#include "tests/analysis/presence-world.h"
#include "tests/causality/id-messages.h"
#include "tests/test-corpus.h"

#define N_CORPUS_WINDOWS 1000
/* A profile of all events is made for each of these windows. */
#define N_CORPUS_PROFILES 50
#define N_WORLDS 40
#define N_WINDOWS 30
#define N_EVENTS 4000
#define N_TARGETS 3
#define N_OBJECTS 5
#define N_STATES 4
#define N_STREAMS 4
#define MAX_DEPTH 5

/* A trace, and what all of its events say. */
typedef struct
{
  SpurTrace *trace;
  SpurIndex *index;
  SpurTimeline *whole;
  SpurLoad *loads;
  GRand *rand;
  gint64 begin_ns;
  gint64 end_ns;
  gboolean raw;
  guint n_objects;
  /* Windows whose timelines did not need all events. */
  guint n_parts;
} Compared;

/* Takes @index. */
static void
compared_init (Compared *self, SpurIndex *index, gboolean raw, guint32 seed)
{
  *self = (Compared){ .trace = spur_index_get_trace (index), .index = index, .raw = raw };
  self->whole = spur_timeline_new (self->trace, raw);
  self->loads = spur_load_new (self->whole);
  self->rand = g_rand_new_with_seed (seed);
  self->n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  spur_trace_get_span_ns (self->trace, raw, &self->begin_ns, &self->end_ns);
}

static void
compared_clear (Compared *self)
{
  g_clear_object (&self->loads);
  g_clear_object (&self->whole);
  g_clear_object (&self->index);
  g_rand_free (self->rand);
}

static gint64
choose_time (Compared *self, gint64 from_ns, gint64 to_ns)
{
  return from_ns + (gint64) (g_rand_double (self->rand) * (double) (to_ns - from_ns + 1));
}

/* Of all widths, now and then at the trace's ends or beyond. */
static void
choose_window (Compared *self, gint64 *from_ns, gint64 *to_ns)
{
  gint64 length_ns = self->end_ns - self->begin_ns;
  gint64 width_ns = (gint64) ((double) length_ns * pow (g_rand_double (self->rand), 8));

  *from_ns = choose_time (self, self->begin_ns - length_ns / 50, self->end_ns + length_ns / 50);
  *to_ns = *from_ns + (g_rand_int_range (self->rand, 0, 4) == 0 ? 0 : width_ns);
}

#define assert_same_double(a, b) g_assert_true ((a) == (b) || (isnan (a) && isnan (b)))

static void
assert_situation (Compared *self, SpurTimeline *part, guint32 object, gint64 time_ns)
{
  SpurSituation a, b;

  spur_timeline_get_situation (self->whole, object, time_ns, &a);
  spur_timeline_get_situation (part, object, time_ns, &b);
  g_assert_cmpint (a.exists, ==, b.exists);
  g_assert_cmpuint (a.place, ==, b.place);
  g_assert_cmpuint (a.target, ==, b.target);
  g_assert_cmpuint (a.state, ==, b.state);
  g_assert_cmpuint (a.values, ==, b.values);
  g_assert_cmpuint (a.resources, ==, b.resources);
  assert_same_double (a.load, b.load);
  if (a.place != SPUR_NONE)
    g_assert_cmpint (a.place_since_ns, ==, b.place_since_ns);
  if (a.state != SPUR_NONE)
    g_assert_cmpint (a.state_since_ns, ==, b.state_since_ns);
  if (!isnan (a.load))
    g_assert_cmpint (a.load_since_ns, ==, b.load_since_ns);
}

static void
assert_neighbors (Compared *self, SpurTimeline *part, guint32 object, gint64 time_ns)
{
  guint n_a, n_b;
  g_autofree guint32 *a = spur_timeline_get_neighbors (self->whole, object, time_ns, &n_a);
  g_autofree guint32 *b = spur_timeline_get_neighbors (part, object, time_ns, &n_b);

  g_assert_cmpmem (a, n_a * sizeof *a, b, n_b * sizeof *b);
}

static void
assert_contents (Compared *self, SpurTimeline *part, guint32 target, gint64 time_ns)
{
  guint n_a, n_b;
  g_autofree guint32 *a = spur_timeline_get_contents (self->whole, target, time_ns, &n_a);
  g_autofree guint32 *b = spur_timeline_get_contents (part, target, time_ns, &n_b);

  g_assert_cmpmem (a, n_a * sizeof *a, b, n_b * sizeof *b);
}

static void
assert_moves (Compared *self, SpurTimeline *part)
{
  gsize n_a, n_b;
  const SpurMove *a = spur_timeline_get_moves (self->whole, &n_a);
  const SpurMove *b = spur_timeline_get_moves (part, &n_b);

  g_assert_cmpuint (n_a, ==, n_b);
  for (gsize i = 0; i < n_a; i++)
    {
      g_assert_cmpuint (a[i].object, ==, b[i].object);
      g_assert_cmpuint (a[i].from, ==, b[i].from);
      g_assert_cmpuint (a[i].to, ==, b[i].to);
      g_assert_cmpuint (a[i].from_stream, ==, b[i].from_stream);
      g_assert_cmpuint (a[i].to_stream, ==, b[i].to_stream);
      g_assert_cmpint (a[i].left_ns, ==, b[i].left_ns);
      g_assert_cmpint (a[i].came_ns, ==, b[i].came_ns);
    }
}

static void
assert_load (const SpurTargetLoad *a, const SpurTargetLoad *b)
{
  g_assert_cmpint (a->present_ns, ==, b->present_ns);
  g_assert_cmpint (a->work_ns, ==, b->work_ns);
  g_assert_cmpint (a->overhead_ns, ==, b->overhead_ns);
  g_assert_cmpint (a->communication_ns, ==, b->communication_ns);
  g_assert_cmpint (a->idle_ns, ==, b->idle_ns);
  g_assert_cmpint (a->management_ns, ==, b->management_ns);
  assert_same_double (a->resident_mean, b->resident_mean);
  assert_same_double (a->running_mean, b->running_mean);
  assert_same_double (a->measured_mean, b->measured_mean);
  assert_same_double (a->measured_max, b->measured_max);
  g_assert_cmpuint (a->resident_max, ==, b->resident_max);
  g_assert_cmpuint (a->running_max, ==, b->running_max);
  g_assert_cmpuint (a->n_measured, ==, b->n_measured);
  g_assert_cmpuint (a->n_management_messages, ==, b->n_management_messages);
  g_assert_cmpuint (a->management_bytes, ==, b->management_bytes);
}

static void
assert_loads (Compared *self, SpurTimeline *part, gint64 from_ns, gint64 to_ns)
{
  g_autoptr (SpurLoad) loads = spur_load_new (part);
  g_autoptr (GArray) targets = spur_load_list_targets (self->loads, from_ns, to_ns);
  g_autoptr (GArray) others = spur_load_list_targets (loads, from_ns, to_ns);

  g_assert_cmpmem (targets->data, targets->len * sizeof (guint32), others->data,
                   others->len * sizeof (guint32));
  for (guint32 i = 0; i < self->n_objects; i++)
    {
      SpurTargetLoad a, b;
      SpurObjectLoad c, d;

      spur_load_get (self->loads, i, from_ns, to_ns, &a);
      spur_load_get (loads, i, from_ns, to_ns, &b);
      assert_load (&a, &b);
      spur_load_get_object (self->loads, i, from_ns, to_ns, &c);
      spur_load_get_object (loads, i, from_ns, to_ns, &d);
      g_assert_cmpmem (&c, sizeof c, &d, sizeof d);
    }
}

/* Whether the timeline knows of less than all changes. */
static gboolean
is_part (Compared *self, SpurTimeline *part)
{
  SpurChange change;

  for (guint32 i = 0; i < self->n_objects; i++)
    {
      gint64 a_ns = G_MININT64, b_ns = G_MININT64;

      do
        {
          a_ns = spur_timeline_get_next_change (self->whole, i, a_ns, &change) ? change.time_ns
                                                                               : G_MAXINT64;
          b_ns =
            spur_timeline_get_next_change (part, i, b_ns, &change) ? change.time_ns : G_MAXINT64;
          if (a_ns != b_ns)
            return TRUE;
        }
      while (a_ns != G_MAXINT64);
    }
  return FALSE;
}

static void
assert_timeline (Compared *self, gint64 from_ns, gint64 to_ns)
{
  g_autoptr (SpurTimeline) part = spur_index_get_timeline (self->index, from_ns, to_ns, self->raw);
  gint64 times_ns[] = { from_ns, to_ns, choose_time (self, from_ns, to_ns - (to_ns > from_ns)) };

  self->n_parts += is_part (self, part);
  assert_moves (self, part);
  for (guint k = 0; k < G_N_ELEMENTS (times_ns); k++)
    {
      for (guint32 i = 0; i < self->n_objects; i++)
        {
          assert_situation (self, part, i, times_ns[k]);
          assert_neighbors (self, part, i, times_ns[k]);
          assert_contents (self, part, i, times_ns[k]);
        }
    }
  assert_loads (self, part, from_ns, to_ns);
}

static void
assert_profile (Compared *self, gint64 from_ns, gint64 to_ns)
{
  g_autoptr (GError) error = NULL;
  SpurProfileParts parts = (SpurProfileParts) g_rand_int_range (self->rand, 1, 16);
  SpurProfileSettings settings = {
    .parts = parts, .raw = self->raw, .begin_ns = from_ns, .end_ns = to_ns
  };
  g_autoptr (SpurProfile) whole = spur_profile_new (self->trace, &settings, NULL, &error);
  g_autoptr (SpurProfile) part = spur_index_get_profile (self->index, &settings, NULL, &error);
  gsize n_a, n_b;
  guint n_c, n_d;

  g_assert_no_error (error);
  {
    const SpurClassProfile *a = spur_profile_get_classes (whole, &n_c);
    const SpurClassProfile *b = spur_profile_get_classes (part, &n_d);

    g_assert_cmpmem (a, n_c * sizeof *a, b, n_d * sizeof *b);
  }
  {
    const SpurObjectProfile *a = spur_profile_get_objects (whole, &n_c);
    const SpurObjectProfile *b = spur_profile_get_objects (part, &n_d);

    g_assert_cmpmem (a, n_c * sizeof *a, b, n_d * sizeof *b);
  }
  {
    const SpurStateProfile *a = spur_profile_get_states (whole, &n_a);
    const SpurStateProfile *b = spur_profile_get_states (part, &n_b);

    g_assert_cmpuint (n_a, ==, n_b);
    for (gsize i = 0; i < n_a; i++)
      {
        g_assert_cmpuint (a[i].object, ==, b[i].object);
        g_assert_cmpuint (a[i].state, ==, b[i].state);
        g_assert_cmpint (a[i].is_entered, ==, b[i].is_entered);
        g_assert_cmpuint (a[i].n_times, ==, b[i].n_times);
        g_assert_cmpint (a[i].inclusive_ns, ==, b[i].inclusive_ns);
        g_assert_cmpint (a[i].exclusive_ns, ==, b[i].exclusive_ns);
      }
  }
  {
    const SpurPairProfile *a = spur_profile_get_pairs (whole, &n_a);
    const SpurPairProfile *b = spur_profile_get_pairs (part, &n_b);

    g_assert_cmpmem (a, n_a * sizeof *a, b, n_b * sizeof *b);
  }
}

static void
assert_windows (Compared *self, guint n_windows, guint n_profiles)
{
  for (guint i = 0; i < n_windows; i++)
    {
      gint64 from_ns, to_ns;

      choose_window (self, &from_ns, &to_ns);
      assert_timeline (self, from_ns, to_ns);
      if (i < n_profiles)
        assert_profile (self, from_ns, to_ns);
    }
}

/* Real traces */

typedef struct
{
  const char *name;
  const char *path;
  /* Whether its windows can be told without all events. */
  gboolean has_parts;
} Set;

static void
test_trace (gconstpointer data)
{
  const Set *set = data;
  g_autofree char *path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Random windows of a trace, raw and corrected, are told by an index as by all "
                  "events.");

  if (!spur_test_has_corpus (set->path))
    {
      g_test_skip ("the trace is not there");
      return;
    }
  path = spur_test_corpus (set->path);
  trace = spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (spur_trace_correct (trace, "auto", NULL, NULL, &error));
  g_assert_no_error (error);
  for (guint raw = 0; raw < 2; raw++)
    {
      guint n_windows = spur_test_scale (set->has_parts ? N_CORPUS_WINDOWS / 2 : 5);
      Compared compared;

      compared_init (&compared, spur_index_new (trace, NULL, NULL), raw != 0, raw);
      assert_windows (&compared, n_windows,
                      spur_test_scale (set->has_parts ? N_CORPUS_PROFILES / 2 : 5));
      g_test_message ("%u of %u windows without all events", compared.n_parts, n_windows);
      g_assert_cmpint (compared.n_parts > n_windows / 2, ==, set->has_parts);
      compared_clear (&compared);
    }
}

static const Set sets[] = {
  { "lammps-4", "otf2-eztrace-lammps-4/lmp_trace/eztrace_log.otf2", TRUE },
  { "lammps-8", "otf2-pmpi-lammps-8/skewed-a/traces.otf2", TRUE },
  { "sst", "otf2-sst-10hosts/traces.otf2", TRUE },
  { "pingpong", "otf2-pipit-pingpong/ping-pong-otf2/traces.otf2", TRUE },
  { "lulesh", "paje-smpi-lulesh-8/lul8.trace", TRUE },
  { "greedy", "projections-charm-lbtest-greedy-4pe", FALSE },
};

/* Random worlds */

typedef struct
{
  PresenceWorld presence;
  GRand *rand;
  guint32 targets[N_TARGETS];
  guint32 objects[N_OBJECTS];
  guint32 component;
  guint32 states[N_STATES];
  guint32 subjects[N_STREAMS];
  guint depths[N_STREAMS];
  /* Of a thousand events, those that are of rare classes, and that enter states of any object. */
  guint n_rare;
  guint n_mixed;
  gboolean falls;
  gboolean is_numbered;
  gint64 now_ns;
} World;

static guint
choose (World *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint) n);
}

static guint32
choose_target (World *self)
{
  return self->targets[choose (self, N_TARGETS)];
}

static PresenceEvent
choose_rare (World *self)
{
  const PresenceEvent kinds[] = {
    { .type = SPUR_TYPE_LO_PLACEMENT_EVENT, .destination = choose_target (self) },
    { .type = SPUR_TYPE_LO_MIGRATION_EVENT,
      .source = choose_target (self),
      .destination = choose_target (self) },
    { .type = SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
      .source = choose_target (self),
      .destination = choose_target (self),
      .id = 1 + choose (self, 5) },
    { .type = SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
      .destination = choose_target (self),
      .id = 1 + choose (self, 5) },
    { .type = SPUR_TYPE_LO_STATE_CHANGE_EVENT, .state = self->states[choose (self, N_STATES)] },
    { .type = SPUR_TYPE_LM_TARGET_LOAD_EVENT,
      .subject = choose_target (self),
      .load = g_rand_double (self->rand) },
    { .type = SPUR_TYPE_LO_PLACEMENT_EVENT,
      .destination = choose (self, 2) == 0 ? self->objects[0] : self->component },
    { .type = SPUR_TYPE_LO_TERMINATION_EVENT },
    { .type = SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT, .destination = choose_target (self) },
    { .type = SPUR_TYPE_TARGET_REMOVAL_EVENT, .subject = choose_target (self) },
    { .type = SPUR_TYPE_TARGET_ADDITION_EVENT, .subject = choose_target (self) },
  };
  /* The later ones are in some worlds only. */
  const guint n_known[] = { 6, 7, G_N_ELEMENTS (kinds) };
  guint n_kinds = n_known[self->n_rare % G_N_ELEMENTS (n_known)];
  PresenceEvent event = kinds[choose (self, n_kinds)];

  if (event.subject == 0)
    event.subject = self->objects[choose (self, N_OBJECTS)];
  return event;
}

/* Messages have numbers in some worlds. */
static PresenceEvent
choose_message (World *self, guint stream)
{
  const GType types[] = { SPUR_TYPE_LM_MESSAGE_SEND_EVENT, SPUR_TYPE_CUSTOM_EVENT,
                          test_id_send_event_get_type (), test_id_receive_event_get_type () };

  return (PresenceEvent){
    .type = types[choose (self, self->is_numbered ? G_N_ELEMENTS (types) : 2)],
    .subject = choose (self, 2) == 0 ? self->component : self->subjects[stream],
    .id = 1 + choose (self, N_EVENTS / 8),
    .peer = self->component,
    .n_bytes = choose (self, 100),
  };
}

static PresenceEvent
choose_event (World *self, guint stream)
{
  PresenceEvent event = { .subject = self->subjects[stream] };

  if (choose (self, 1000) < self->n_rare)
    return choose_rare (self);
  if (choose (self, 4) == 0)
    return choose_message (self, stream);
  if (choose (self, 1000) < self->n_mixed)
    event.subject = self->objects[choose (self, N_OBJECTS)];
  if (self->depths[stream] == 0 || (self->depths[stream] < MAX_DEPTH && choose (self, 2) == 0))
    {
      event.type = SPUR_TYPE_REGION_ENTER_EVENT;
      event.state = self->states[choose (self, N_STATES)];
      self->depths[stream]++;
    }
  else
    {
      event.type = SPUR_TYPE_REGION_EXIT_EVENT;
      self->depths[stream]--;
    }
  return event;
}

static void
add_definitions (World *self)
{
  static const SpurStateKind kinds[N_STATES] = { SPUR_STATE_COMMUNICATION, SPUR_STATE_OVERHEAD,
                                                 SPUR_STATE_WORK, SPUR_STATE_IDLE };
  SpurDefinitions *definitions = spur_trace_get_definitions (self->presence.trace);
  /* In some worlds streams tell of nothing but communication. */
  gboolean is_implied = choose (self, 4) == 0;
  /* In others each has an object of its own. */
  gboolean is_own = choose (self, 2) == 0;

  for (guint i = 0; i < N_TARGETS; i++)
    self->targets[i] = presence_world_add_object (&self->presence, SPUR_TYPE_TARGET, "target");
  for (guint i = 0; i < N_OBJECTS; i++)
    self->objects[i] = presence_world_add_object (&self->presence, SPUR_TYPE_LOAD_OBJECT, "object");
  self->component =
    presence_world_add_object (&self->presence, SPUR_TYPE_LM_COMPONENT, "component");
  for (guint i = 0; i < N_STATES; i++)
    {
      g_autofree char *name = g_strdup_printf ("state %u", i);

      self->states[i] =
        spur_definitions_add_state (definitions, name, kinds[is_implied ? i % 2 : i]);
    }
  for (guint i = 0; i < N_STREAMS; i++)
    {
      const guint32 subjects[] = { self->objects[choose (self, N_OBJECTS)], choose_target (self),
                                   self->component };

      presence_world_add_stream (&self->presence, self->targets[i % N_TARGETS]);
      self->subjects[i] =
        is_own ? self->objects[i] : subjects[choose (self, G_N_ELEMENTS (subjects))];
    }
}

static void
make_world (World *self, guint32 seed)
{
  *self = (World){ .rand = g_rand_new_with_seed (seed) };
  presence_world_init (&self->presence);
  self->n_rare = choose (self, 3) == 0 ? 0 : choose (self, 20);
  self->n_mixed = choose (self, 5) == 0 ? 5 : 0;
  self->falls = choose (self, 5) == 0;
  self->is_numbered = choose (self, 2) == 0;
  add_definitions (self);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      guint stream = choose (self, N_STREAMS);
      PresenceEvent event = choose_event (self, stream);

      self->now_ns += choose (self, 3);
      event.stream = stream;
      event.time_ns = self->now_ns - (self->falls && i % 500 == 0 ? 400 : 0);
      presence_world_add (&self->presence, &event, 1);
    }
  g_assert_true (spur_trace_seal (self->presence.trace, NULL));
}

static void
test_worlds (void)
{
  guint n_worlds = spur_test_scale (N_WORLDS);
  guint n_parts = 0;

  g_test_summary ("Windows of random traces, in which objects are placed, set, seen, ended and "
                  "measured, are told by an index as by all events.");

  for (guint i = 0; i < n_worlds; i++)
    {
      Compared compared;
      World world;

      make_world (&world, i);
      compared_init (&compared, spur_index_new (world.presence.trace, NULL, NULL), TRUE, i);
      assert_windows (&compared, N_WINDOWS, N_WINDOWS);
      n_parts += compared.n_parts;
      compared_clear (&compared);
      presence_world_clear (&world.presence);
      g_rand_free (world.rand);
    }
  g_test_message ("%u of %u windows without all events", n_parts, n_worlds * N_WINDOWS);
  g_assert_cmpuint (n_parts, >, n_worlds * N_WINDOWS / 4);
}

/* States that are set */

#define N_PHASES 12
#define N_SETS 4000
#define N_HISTORIES 4

/* In each phase another stream sets the states of an object; now and then it sets none, or an event
 * moves the object. With @is_crossed any stream does at any time. */
static void
make_set_world (World *self, guint32 seed, gboolean is_crossed)
{
  *self = (World){ .rand = g_rand_new_with_seed (seed) };
  presence_world_init (&self->presence);
  add_definitions (self);
  for (guint i = 0; i < N_SETS; i++)
    {
      guint object = choose (self, N_OBJECTS);
      guint phase = i / (N_SETS / N_PHASES);
      PresenceEvent event = { .type = SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                              .subject = self->objects[object],
                              .state = self->states[choose (self, N_STATES)] };

      event.stream = is_crossed ? choose (self, N_STREAMS) : (object + phase) % N_STREAMS;
      if (choose (self, 200) == 0)
        event.state = 0;
      if (seed % 4 == 3 && object == 0 && choose (self, 20) == 0)
        event = (PresenceEvent){ .type = SPUR_TYPE_LO_MIGRATION_EVENT,
                                 .subject = self->objects[object],
                                 .source = choose_target (self),
                                 .destination = choose_target (self) };
      event.time_ns = self->now_ns += choose (self, 3) + (i % (N_SETS / N_PHASES) == 0 ? 400 : 0);
      presence_world_add (&self->presence, &event, 1);
    }
  g_assert_true (spur_trace_seal (self->presence.trace, NULL));
}

static void
test_sets (void)
{
  guint n_worlds = spur_test_scale (N_WORLDS);
  guint n_parts = 0;

  g_test_summary ("Windows of traces whose states are set, by the streams of one target after "
                  "another or by all at once, are told by an index as by all events.");

  for (guint i = 0; i < n_worlds; i++)
    {
      gboolean is_crossed = i % 2 == 1;
      Compared compared;
      World world;

      make_set_world (&world, i, is_crossed);
      compared_init (&compared, spur_index_new (world.presence.trace, NULL, NULL), TRUE, i);
      assert_windows (&compared, N_WINDOWS, N_WINDOWS);
      n_parts += is_crossed ? 0 : compared.n_parts;
      compared_clear (&compared);
      presence_world_clear (&world.presence);
      g_rand_free (world.rand);
    }
  g_test_message ("%u of %u windows without all events", n_parts, n_worlds / 2 * N_WINDOWS);
  g_assert_cmpuint (n_parts, >, n_worlds / 2 * N_WINDOWS / 2);
}

/* Spans of the window */

static gboolean
is_shown (const SpurSpan *span, gint64 from_ns, gint64 to_ns)
{
  return span->end_ns >= from_ns && span->begin_ns <= to_ns;
}

static gsize
find_shown (const SpurSpan *spans, gsize n_spans, gsize index, gint64 from_ns, gint64 to_ns)
{
  while (index < n_spans && !is_shown (&spans[index], from_ns, to_ns))
    index++;
  return index;
}

static void
assert_spans (SpurHistory *whole, SpurHistory *part, gint64 from_ns, gint64 to_ns)
{
  gsize n_a, n_b;
  const SpurSpan *a = spur_history_get_spans (whole, &n_a);
  const SpurSpan *b = spur_history_get_spans (part, &n_b);
  gsize i = find_shown (a, n_a, 0, from_ns, to_ns), k = find_shown (b, n_b, 0, from_ns, to_ns);

  while (i < n_a && k < n_b)
    {
      g_assert_cmpmem (&a[i], sizeof a[i], &b[k], sizeof b[k]);
      i = find_shown (a, n_a, i + 1, from_ns, to_ns);
      k = find_shown (b, n_b, k + 1, from_ns, to_ns);
    }
  g_assert_cmpuint (i, ==, n_a);
  g_assert_cmpuint (k, ==, n_b);
}

static void
assert_times (SpurHistory *whole, SpurHistory *part, guint n_states)
{
  g_autofree gint64 *a = g_new0 (gint64, (gsize) n_states + 1);
  g_autofree gint64 *b = g_new0 (gint64, (gsize) n_states + 1);
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (whole, &n_spans);

  for (gsize i = 0; i < n_spans; i++)
    a[MIN (spans[i].state, n_states)] += spans[i].end_ns - spans[i].begin_ns + 1;
  spur_history_add_times (part, b);
  g_assert_cmpmem (a, (n_states + 1) * sizeof *a, b, (n_states + 1) * sizeof *b);
}

static void
assert_histories (World *world, guint32 seed)
{
  SpurTrace *trace = world->presence.trace;
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  g_autoptr (SpurHistory) whole = spur_history_new (trace, TRUE);
  Compared compared;

  compared_init (&compared, spur_index_new (trace, NULL, NULL), TRUE, seed);
  for (guint i = 0; i < N_HISTORIES; i++)
    {
      g_autoptr (SpurHistory) part = NULL;
      gint64 from_ns, to_ns;

      choose_window (&compared, &from_ns, &to_ns);
      part = spur_history_new_of_window (trace, TRUE, from_ns, to_ns);
      assert_spans (whole, part, from_ns, to_ns);
      assert_times (whole, part, n_states);
    }
  compared_clear (&compared);
}

static void
test_histories (void)
{
  guint n_worlds = spur_test_scale (N_WORLDS);

  g_test_summary ("The history of a window has its spans, and the times of those of all windows.");

  for (guint i = 0; i < n_worlds; i++)
    {
      World world;

      if (i % 2 == 0)
        make_world (&world, i);
      else
        make_set_world (&world, i, FALSE);
      assert_histories (&world, i);
      presence_world_clear (&world.presence);
      g_rand_free (world.rand);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/index/replay/worlds", test_worlds);
  g_test_add_func ("/index/replay/sets", test_sets);
  g_test_add_func ("/index/replay/histories", test_histories);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *path = g_strconcat ("/index/replay/", sets[i].name, NULL);

      g_test_add_data_func (path, &sets[i], test_trace);
    }
  return g_test_run ();
}
