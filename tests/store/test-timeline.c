/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <spur.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/presence/spur-timeline-private.h"

#define N_TARGETS 4
#define N_LOAD_OBJECTS 9
#define N_NEIGHBORHOODS 3
#define N_OBJECTS (N_TARGETS + N_LOAD_OBJECTS + N_NEIGHBORHOODS)
#define N_STREAMS 3
#define N_GROUPS 6
#define N_STATES 4

/* One event class for each effect, with the fields that it may need. */
static guint
add_class (SpurTrace *trace, const char *name, SpurEffect effect)
{
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new (name, NULL, SPUR_TYPE_EVENT);

  layout->effect = effect;
  spur_event_layout_add_field (layout, "object", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT, NULL);
  spur_event_layout_add_field (layout, "value", SPUR_FIELD_OBJECT, SPUR_USE_DESTINATION, NULL);
  spur_event_layout_add_field (layout, "state", SPUR_FIELD_STATE, SPUR_USE_STATE, NULL);
  spur_event_layout_add_field (layout, "members", SPUR_FIELD_GROUP, SPUR_USE_MEMBERS, NULL);
  spur_event_layout_add_field (layout, "load", SPUR_FIELD_DOUBLE, SPUR_USE_LOAD, NULL);
  return spur_trace_add_class (trace, layout);
}

typedef struct
{
  gint64 time_ns;
  SpurEffect effect;
  guint32 object;
  guint32 destination;
  guint32 state;
  guint32 group;
  double load;
  /* Where an object is from its begin on, as is told when it has ended. */
  guint32 retrospect;
} Happening;

typedef struct
{
  SpurTrace *trace;
  guint classes[SPUR_EFFECT_MEASURE + 1];
  guint32 group_members[N_GROUPS][3];

  /* In the order in which they count. */
  GArray *happenings[N_STREAMS];

  /* As in a happening, of objects that were there at the begin. */
  guint32 retrospect[N_OBJECTS];

  /* Whether states are entered, too, and whether nothing is placed. */
  gboolean enters;
  gboolean is_unplaced;
} Fixture;

static void
append (Fixture *self, guint stream, const Happening *happening)
{
  guint class_index = self->classes[happening->effect];
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  guint8 record[64] = { 0 };
  guint64 load;

  memcpy (&load, &happening->load, sizeof load);
  spur_event_layout_set_uint (layout, 0, record, happening->object);
  spur_event_layout_set_uint (layout, 1, record, happening->destination);
  spur_event_layout_set_uint (layout, 2, record, happening->state);
  spur_event_layout_set_uint (layout, 3, record, happening->group);
  spur_event_layout_set_uint (layout, 4, record, load);
  spur_stream_append (spur_trace_get_stream (self->trace, stream), happening->time_ns, class_index,
                      record);
  g_array_append_vals (self->happenings[stream], happening, 1);
}

static void
define (Fixture *self, GRand *rand)
{
  SpurTrace *trace = self->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint clock = spur_definitions_add_clock (
    definitions, &(SpurClock){ "clock", "monotonic", G_USEC_PER_SEC * 1000, 0, 0 });

  for (guint i = 0; i < N_OBJECTS; i++)
    spur_definitions_add_object (
      definitions, i < N_TARGETS ? SPUR_TYPE_TARGET : SPUR_TYPE_LOAD_OBJECT, "o", NULL, SPUR_NONE);
  for (guint i = 0; i < N_STATES; i++)
    spur_definitions_add_state (definitions, (const char *[]){ "a", "b", "c", "d" }[i],
                                SPUR_STATE_WORK);
  for (guint i = 0; i < N_GROUPS; i++)
    {
      for (guint k = 0; k < 3; k++)
        self->group_members[i][k] =
          N_TARGETS + 3 * k + (guint32) g_rand_int_range (rand, 0, N_LOAD_OBJECTS / 3);
      spur_definitions_add_group (definitions, "g", self->group_members[i], 3);
    }
  for (guint i = 0; i < N_STREAMS; i++)
    {
      spur_trace_add_stream (trace, "s", clock, i);
      self->happenings[i] = g_array_new (FALSE, FALSE, sizeof (Happening));
    }
  for (SpurEffect effect = SPUR_EFFECT_NONE; effect <= SPUR_EFFECT_MEASURE; effect++)
    {
      g_autofree char *name = g_strdup_printf ("Class_%d", effect);

      self->classes[effect] = add_class (trace, name, effect);
    }
}

static SpurEffect
choose_effect (const Fixture *self, GRand *rand)
{
  static const SpurEffect effects[] = {
    SPUR_EFFECT_NONE,    SPUR_EFFECT_SET,        SPUR_EFFECT_PLACE,   SPUR_EFFECT_END,
    SPUR_EFFECT_BEGIN,   SPUR_EFFECT_CONNECT,    SPUR_EFFECT_CONNECT, SPUR_EFFECT_DISCONNECT,
    SPUR_EFFECT_MEASURE, SPUR_EFFECT_DISCONNECT,
  };

  SpurEffect effect = effects[g_rand_int_range (rand, 0, G_N_ELEMENTS (effects))];

  if (self->is_unplaced && effect == SPUR_EFFECT_PLACE)
    return SPUR_EFFECT_SET;
  if (self->enters && effect == SPUR_EFFECT_NONE)
    return SPUR_EFFECT_ENTER;
  if (self->enters && effect == SPUR_EFFECT_MEASURE)
    return SPUR_EFFECT_LEAVE;
  return effect;
}

static void
fill (Fixture *self, GRand *rand, guint n_events)
{
  for (guint s = 0; s < N_STREAMS; s++)
    {
      gint64 time_ns = 0;

      append (self, s, &(Happening){ 0, .destination = SPUR_NONE, .group = SPUR_NONE });
      for (guint i = 0; i < n_events; i++)
        {
          Happening happening = { .effect = choose_effect (self, rand), .retrospect = SPUR_NONE };
          gboolean is_connection =
            happening.effect == SPUR_EFFECT_CONNECT || happening.effect == SPUR_EFFECT_DISCONNECT;

          time_ns += g_rand_int_range (rand, 0, 3);
          happening.time_ns = time_ns;
          happening.object =
            is_connection ? (guint32) g_rand_int_range (rand, N_TARGETS + N_LOAD_OBJECTS, N_OBJECTS)
                          : (guint32) g_rand_int_range (rand, 0, N_TARGETS + N_LOAD_OBJECTS);
          happening.destination =
            g_rand_boolean (rand) ? (guint32) g_rand_int_range (rand, 0, N_OBJECTS) : SPUR_NONE;
          happening.state = (guint32) g_rand_int_range (rand, 0, N_STATES);
          happening.group =
            g_rand_int_range (rand, 0, 5) > 0 || happening.effect == SPUR_EFFECT_CONNECT
              ? (guint32) g_rand_int_range (rand, 0, N_GROUPS)
              : SPUR_NONE;
          happening.load = g_rand_double (rand);
          append (self, s, &happening);
        }
    }
}

/* The same by going through all events up to a time. */
typedef struct
{
  guint32 place[N_OBJECTS];
  guint place_life[N_OBJECTS];
  guint life[N_OBJECTS];
  gboolean is_placed[N_OBJECTS];
  guint32 state[N_OBJECTS];
  double load[N_OBJECTS];
  gboolean exists[N_OBJECTS];
  gboolean is_ended[N_OBJECTS];
  gboolean belongs[N_OBJECTS][N_OBJECTS];
} Reference;

static void
take_members (Fixture *self, Reference *reference, const Happening *happening)
{
  gboolean joins = happening->effect == SPUR_EFFECT_CONNECT;

  if (happening->group == SPUR_NONE)
    memset (reference->belongs[happening->object], 0, sizeof reference->belongs[0]);
  for (guint i = 0; happening->group != SPUR_NONE && i < 3; i++)
    reference->belongs[happening->object][self->group_members[happening->group][i]] = joins;
}

/* The place holds an object as long as this life of it lasts. */
static void
put (Reference *reference, guint32 object, guint32 place)
{
  reference->place[object] = place;
  reference->place_life[object] = place < N_OBJECTS ? reference->life[place] : 0;
}

static guint32
get_place (const Reference *reference, guint32 object)
{
  guint32 place = reference->place[object];

  return reference->exists[object] && place < N_OBJECTS && reference->exists[place] &&
             reference->life[place] == reference->place_life[object]
           ? place
           : SPUR_NONE;
}

/* Through all places, as many as there are objects at most. */
static guint32
get_target (const Reference *reference, guint32 object)
{
  for (guint n = 0; n <= N_OBJECTS && object < N_OBJECTS; n++)
    {
      if (object < N_TARGETS)
        return reference->exists[object] ? object : SPUR_NONE;
      object = get_place (reference, object);
    }
  return SPUR_NONE;
}

static void
take (Fixture *self, Reference *reference, const Happening *happening, guint stream)
{
  guint32 object = happening->object;

  if (happening->effect == SPUR_EFFECT_SET)
    {
      reference->state[object] = happening->state;
      if (!reference->is_placed[object] && object >= N_TARGETS)
        put (reference, object, stream);
    }
  else if (happening->effect == SPUR_EFFECT_PLACE && !reference->is_ended[object])
    put (reference, object, happening->destination != SPUR_NONE ? happening->destination : stream);
  else if (happening->effect == SPUR_EFFECT_BEGIN)
    {
      reference->exists[object] = TRUE;
      reference->is_ended[object] = FALSE;
      if (happening->retrospect != SPUR_NONE)
        put (reference, object, happening->retrospect);
    }
  else if (happening->effect == SPUR_EFFECT_MEASURE)
    reference->load[object] = happening->load;
  else if (happening->effect == SPUR_EFFECT_CONNECT || happening->effect == SPUR_EFFECT_DISCONNECT)
    take_members (self, reference, happening);
  else if (happening->effect == SPUR_EFFECT_END)
    {
      reference->exists[object] = FALSE;
      reference->is_ended[object] = TRUE;
      reference->life[object]++;
      reference->place[object] = SPUR_NONE;
      reference->state[object] = SPUR_NONE;
    }
}

/* The next event of all streams, those of earlier streams first at equal times. */
static int
find_next (Fixture *self, const guint *positions, gint64 until_ns)
{
  gint64 next_ns = G_MAXINT64;
  int found = -1;

  for (int s = 0; s < N_STREAMS; s++)
    {
      if (positions[s] < self->happenings[s]->len)
        {
          gint64 time_ns = g_array_index (self->happenings[s], Happening, positions[s]).time_ns;

          if (time_ns <= until_ns && time_ns < next_ns)
            {
              next_ns = time_ns;
              found = s;
            }
        }
    }
  return found;
}

/* The life of an object, while it is looked at what is told of it when it has ended. */
typedef struct
{
  Happening *begin;
  gboolean is_ended;
  gboolean was_placed;
} Life;

static void
take_life (Fixture *self, Life *life, Happening *happening, guint stream)
{
  guint32 place = happening->destination != SPUR_NONE ? happening->destination : stream;

  if (happening->effect == SPUR_EFFECT_BEGIN)
    *life = (Life){ happening, FALSE, !life->is_ended && life->was_placed };
  else if (happening->effect == SPUR_EFFECT_END)
    *life = (Life){ life->begin, TRUE, !life->is_ended && life->was_placed };
  else if (happening->effect == SPUR_EFFECT_PLACE)
    {
      if (life->is_ended && !life->was_placed && life->begin != NULL)
        life->begin->retrospect = place;
      else if (life->is_ended && !life->was_placed)
        self->retrospect[happening->object] = place;
      life->was_placed = TRUE;
    }
}

static void
look_back (Fixture *self)
{
  guint positions[N_STREAMS] = { 0 };
  Life lives[N_OBJECTS] = { { NULL } };
  int s;

  for (guint i = 0; i < N_OBJECTS; i++)
    self->retrospect[i] = SPUR_NONE;
  while ((s = find_next (self, positions, G_MAXINT64)) >= 0)
    {
      Happening *happening = &g_array_index (self->happenings[s], Happening, positions[s]++);

      take_life (self, &lives[happening->object], happening, (guint) s);
    }
}

/* An object that was not created when it is first named was there before. */
static void
begin_reference (Fixture *self, Reference *reference)
{
  guint positions[N_STREAMS] = { 0 };
  gboolean known[N_OBJECTS] = { FALSE };
  int s;

  memset (reference, 0, sizeof *reference);
  look_back (self);
  for (guint i = 0; i < N_OBJECTS; i++)
    {
      reference->place[i] = reference->state[i] = SPUR_NONE;
      reference->exists[i] = TRUE;
      reference->load[i] = NAN;
    }
  while ((s = find_next (self, positions, G_MAXINT64)) >= 0)
    {
      const Happening *happening = &g_array_index (self->happenings[s], Happening, positions[s]++);
      gboolean begins = happening->effect == SPUR_EFFECT_BEGIN;

      reference->is_placed[happening->object] |= happening->effect == SPUR_EFFECT_PLACE;
      if (!known[happening->object] && (begins || happening->effect == SPUR_EFFECT_END))
        {
          known[happening->object] = TRUE;
          reference->exists[happening->object] = !begins;
        }
    }
}

static void
advance (Fixture *self, Reference *reference, guint *positions, gint64 time_ns)
{
  int s;

  if (time_ns == 0)
    {
      for (guint32 i = 0; i < N_OBJECTS; i++)
        {
          if (self->retrospect[i] != SPUR_NONE)
            put (reference, i, self->retrospect[i]);
        }
    }
  while ((s = find_next (self, positions, time_ns)) >= 0)
    take (self, reference, &g_array_index (self->happenings[s], Happening, positions[s]++),
          (guint) s);
}

static gboolean
are_neighbors (const Reference *reference, guint32 a, guint32 b)
{
  for (guint n = 0; n < N_OBJECTS; n++)
    {
      if (a != b && reference->belongs[n][a] && reference->belongs[n][b])
        return TRUE;
    }
  return FALSE;
}

/* @found has what @expected says, each once. */
static void
assert_set (const guint32 *found, guint n_found, const gboolean *expected)
{
  gboolean seen[N_OBJECTS] = { FALSE };

  for (guint i = 0; i < n_found; i++)
    {
      g_assert_cmpuint (found[i], <, N_OBJECTS);
      g_assert_false (seen[found[i]]);
      seen[found[i]] = TRUE;
    }
  for (guint i = 0; i < N_OBJECTS; i++)
    g_assert_cmpint (seen[i], ==, expected[i]);
}

static void
compare_sets (SpurTimeline *timeline, const Reference *reference, guint32 object, gint64 time_ns)
{
  gboolean residents[N_OBJECTS], contents[N_OBJECTS], neighbors[N_OBJECTS],
    neighborhoods[N_OBJECTS];
  g_autofree guint32 *found_residents = NULL;
  g_autofree guint32 *found_contents = NULL;
  g_autofree guint32 *found_neighbors = NULL;
  g_autofree guint32 *found_neighborhoods = NULL;
  guint n_found;

  for (guint i = 0; i < N_OBJECTS; i++)
    {
      residents[i] = get_place (reference, i) == object;
      contents[i] = object < N_TARGETS && i >= N_TARGETS && get_target (reference, i) == object;
      neighbors[i] = are_neighbors (reference, object, i);
      neighborhoods[i] = reference->belongs[i][object];
    }
  found_residents = spur_timeline_get_residents (timeline, object, time_ns, &n_found);
  assert_set (found_residents, n_found, residents);
  found_contents = spur_timeline_get_contents (timeline, object, time_ns, &n_found);
  assert_set (found_contents, n_found, contents);
  found_neighbors = spur_timeline_get_neighbors (timeline, object, time_ns, &n_found);
  assert_set (found_neighbors, n_found, neighbors);
  found_neighborhoods = spur_timeline_get_neighborhoods (timeline, object, time_ns, &n_found);
  assert_set (found_neighborhoods, n_found, neighborhoods);
}

static void
compare (SpurTimeline *timeline, const Reference *reference, gint64 time_ns)
{
  for (guint32 i = 0; i < N_OBJECTS; i++)
    {
      SpurSituation situation;

      spur_timeline_get_situation (timeline, i, time_ns, &situation);
      g_assert_cmpint (situation.exists, ==, reference->exists[i]);
      g_assert_cmpuint (situation.place, ==, get_place (reference, i));
      g_assert_cmpuint (situation.target, ==, get_target (reference, i));
      g_assert_cmpuint (spur_timeline_get_target (timeline, i, time_ns), ==,
                        get_target (reference, i));
      g_assert_cmpuint (situation.state, ==, reference->state[i]);
      g_assert_true (isnan (reference->load[i]) ? isnan (situation.load)
                                                : situation.load == reference->load[i]);
      compare_sets (timeline, reference, i, time_ns);
    }
}

static void
check_steps (SpurTimeline *timeline, guint32 object)
{
  guint n_forwards = 0, n_backwards = 0;
  gint64 time_ns = G_MININT64;
  SpurChange change;

  while (spur_timeline_get_next_change (timeline, object, time_ns, &change))
    {
      g_assert_cmpint (change.time_ns, >, time_ns);
      time_ns = change.time_ns;
      n_forwards++;
    }
  time_ns = G_MAXINT64;
  while (spur_timeline_get_previous_change (timeline, object, time_ns, &change))
    {
      g_assert_cmpint (change.time_ns, <, time_ns);
      time_ns = change.time_ns;
      n_backwards++;
    }
  g_assert_cmpuint (n_forwards, ==, n_backwards);
}

static void
test_random (void)
{
  const char *seed_text = g_getenv ("SPUR_TEST_SEED");
  const char *scale_text = g_getenv ("SPUR_TEST_SCALE");
  guint32 seed = seed_text != NULL ? (guint32) g_ascii_strtoull (seed_text, NULL, 0)
                                   : (guint32) g_test_rand_int ();
  guint n_rounds = MAX (60 / (scale_text != NULL ? (guint) atoi (scale_text) : 1), 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary ("At every time the index says what going through all events says.");
  g_test_message ("seed %u", seed);
  for (guint round = 0; round < n_rounds; round++)
    {
      Fixture fixture = { .trace = spur_trace_new_with_chunks (7) };
      g_autoptr (SpurTrace) trace = fixture.trace;
      g_autoptr (SpurTimeline) timeline = NULL;
      guint positions[N_STREAMS] = { 0 };
      Reference reference;

      define (&fixture, rand);
      fill (&fixture, rand, (guint) g_rand_int_range (rand, 0, 60));
      g_assert_true (spur_trace_seal (trace, NULL));
      timeline = spur_timeline_new (trace, FALSE);
      begin_reference (&fixture, &reference);
      for (gint64 time_ns = -1; time_ns < 130; time_ns++)
        {
          advance (&fixture, &reference, positions, time_ns);
          compare (timeline, &reference, time_ns);
        }
      for (guint32 i = 0; i < N_OBJECTS; i++)
        check_steps (timeline, i);
      for (guint s = 0; s < N_STREAMS; s++)
        g_array_unref (fixture.happenings[s]);
    }
}

static void
compare_places (SpurTimeline *places, SpurTimeline *timeline)
{
  gsize n_places_moves, n_moves;
  const SpurMove *places_moves = spur_timeline_get_moves (places, &n_places_moves);
  const SpurMove *moves = spur_timeline_get_moves (timeline, &n_moves);

  g_assert_cmpuint (n_places_moves, ==, n_moves);
  for (gsize i = 0; i < n_moves; i++)
    {
      g_assert_cmpuint (places_moves[i].object, ==, moves[i].object);
      g_assert_cmpuint (places_moves[i].from, ==, moves[i].from);
      g_assert_cmpuint (places_moves[i].to, ==, moves[i].to);
      g_assert_cmpint (places_moves[i].came_ns, ==, moves[i].came_ns);
    }
  for (gint64 time_ns = -1; time_ns < 130; time_ns++)
    {
      for (guint32 i = 0; i < N_OBJECTS; i++)
        g_assert_cmpuint (spur_timeline_get_target (places, i, time_ns), ==,
                          spur_timeline_get_target (timeline, i, time_ns));
    }
}

static void
test_places (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary (
    "One that keeps only sightings says of places and moves what one of all states says.");
  g_test_message ("seed %u", seed);
  for (guint round = 0; round < 60; round++)
    {
      Fixture fixture = { .trace = spur_trace_new_with_chunks (7),
                          .enters = round % 2 == 1,
                          .is_unplaced = round % 4 >= 2 };
      g_autoptr (SpurTrace) trace = fixture.trace;
      g_autoptr (SpurTimeline) timeline = NULL;
      g_autoptr (SpurTimeline) places = NULL;

      define (&fixture, rand);
      fill (&fixture, rand, (guint) g_rand_int_range (rand, 0, 60));
      g_assert_true (spur_trace_seal (trace, NULL));
      timeline = spur_timeline_new (trace, FALSE);
      places = spur_timeline_new_of_places (trace, FALSE);
      compare_places (places, timeline);
      for (guint s = 0; s < N_STREAMS; s++)
        g_array_unref (fixture.happenings[s]);
    }
}

static void
test_entered (void)
{
  Fixture fixture = { .trace = spur_trace_new () };
  g_autoptr (SpurTrace) trace = fixture.trace;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (SpurTimeline) timeline = NULL;
  guint32 object = N_TARGETS;
  SpurSituation situation;

  g_test_summary ("States are entered inside of one another, and left again.");
  define (&fixture, rand);
  append (&fixture, 1, &(Happening){ 10, SPUR_EFFECT_ENTER, object, SPUR_NONE, 0, SPUR_NONE, 0 });
  append (&fixture, 1, &(Happening){ 20, SPUR_EFFECT_ENTER, object, SPUR_NONE, 1, SPUR_NONE, 0 });
  append (&fixture, 1,
          &(Happening){ 30, SPUR_EFFECT_LEAVE, SPUR_NONE, SPUR_NONE, 0, SPUR_NONE, 0 });
  append (&fixture, 1,
          &(Happening){ 40, SPUR_EFFECT_LEAVE, SPUR_NONE, SPUR_NONE, 0, SPUR_NONE, 0 });
  append (&fixture, 2, &(Happening){ 50, SPUR_EFFECT_SET, object, SPUR_NONE, 3, SPUR_NONE, 0 });
  append (&fixture, 2, &(Happening){ 60, SPUR_EFFECT_SET, object, SPUR_NONE, 2, SPUR_NONE, 0 });
  g_assert_true (spur_trace_seal (trace, NULL));
  timeline = spur_timeline_new (trace, FALSE);
  for (guint i = 0; i < 6; i++)
    {
      static const guint32 states[] = { 0, 1, 0, SPUR_NONE, 3, 2 };

      spur_timeline_get_situation (timeline, object, 10 * (i + 1), &situation);
      g_assert_cmpuint (situation.state, ==, states[i]);
      g_assert_cmpuint (situation.place, ==, 1);
    }
  spur_timeline_get_situation (timeline, object, 9, &situation);
  g_assert_cmpuint (situation.place, ==, SPUR_NONE);
  g_assert_cmpuint (spur_timeline_get_state_before (timeline, object, 2, 1), ==, 3);
  g_assert_cmpuint (spur_timeline_get_state_before (timeline, object, 1, 1), ==, 0);
  g_assert_cmpuint (spur_timeline_get_state_before (timeline, object, 1, 0), ==, SPUR_NONE);
  for (guint s = 0; s < N_STREAMS; s++)
    g_array_unref (fixture.happenings[s]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/random", test_random);
  g_test_add_func ("/timeline/places", test_places);
  g_test_add_func ("/timeline/entered", test_entered);
  return g_test_run ();
}
