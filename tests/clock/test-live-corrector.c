/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-nodes-internal.h"
#include "core/clock/live/spur-live-corrector.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "made-trace.h"
#include "tests/test-corpus.h"

#define MAX_STREAMS 6
#define N_CHANNELS 12
#define N_COMMUNICATORS 3

/* What a trace has, in an order in which everything can have happened. */
typedef struct
{
  SpurLiveEvent live;
  guint position;
  gint64 popped_ns;
  guint popped_at;
  gboolean is_unmatched;
  gboolean is_behind;
} Made;

typedef struct
{
  guint from;
  guint to;
} Edge;

typedef struct
{
  guint from;
  guint to;
  gboolean is_numbered;
  guint n_sent;
  GArray *pending;
} Channel;

typedef struct
{
  guint n_members;
  guint members[MAX_STREAMS];
} Communicator;

typedef struct
{
  guint64 state;
  guint n_streams;
  gint64 mu_ns;
  gint64 delta_ns;
  gint64 gamma_ppb;
  gint64 now_ns;
  gint64 offsets_ns[MAX_STREAMS];
  guint n_of_stream[MAX_STREAMS];
  GArray *events;
  GArray *streams[MAX_STREAMS];
  GArray *made_edges;
  Channel channels[N_CHANNELS];
  Communicator communicators[N_COMMUNICATORS];
  SpurEdges *edges;
  guint n_identifiers;
} App;

static guint64
draw (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint
below (App *app, guint limit)
{
  return (guint) (draw (&app->state) % limit);
}

static guint
add (App *app, guint stream, SpurRole role)
{
  Made made = { 0 };
  guint index = app->events->len;

  app->now_ns += below (app, 3) == 0 ? 0 : below (app, 300);
  made.live.stream = stream;
  made.live.role = role;
  made.live.number = SPUR_LIVE_NEXT;
  made.live.raw_ns = app->now_ns + app->offsets_ns[stream];
  made.live.data = GUINT_TO_POINTER (index + 1);
  if (below (app, 100) < 2)
    made.live.raw_ns -= below (app, 500);
  made.position = app->n_of_stream[stream]++;
  g_array_append_val (app->events, made);
  g_array_append_val (app->streams[stream], index);
  return index;
}

static Made *
get_made (App *app, guint index)
{
  return &g_array_index (app->events, Made, index);
}

static void
add_edge (App *app, guint from, guint to)
{
  Edge edge = { from, to };

  g_array_append_val (app->made_edges, edge);
}

static void
join (App *app, guint from, guint to)
{
  const Made *a = get_made (app, from), *b = get_made (app, to);

  if (a->live.stream == b->live.stream)
    return;
  made_trace_add_edge (app->edges, a->live.stream, a->position, b->live.stream, b->position);
  add_edge (app, from, to);
}

static void
send (App *app)
{
  guint channel = below (app, N_CHANNELS);
  guint index = add (app, app->channels[channel].from, SPUR_ROLE_SEND);

  get_made (app, index)->live.match = SPUR_MATCH_FIFO;
  get_made (app, index)->live.key[0] = channel;
  g_array_append_val (app->channels[channel].pending, index);
}

/* Where receives have numbers, they may end in any order. */
static void
receive (App *app, guint channel_index)
{
  Channel *channel = &app->channels[channel_index];
  guint which, index, from;
  Made *made;

  if (channel->pending->len == 0)
    return;
  which = channel->is_numbered ? below (app, channel->pending->len) : 0;
  from = g_array_index (channel->pending, guint, which);
  g_array_remove_index (channel->pending, which);
  index = add (app, channel->to, SPUR_ROLE_RECEIVE);
  made = get_made (app, index);
  made->live.match = SPUR_MATCH_FIFO;
  made->live.key[0] = channel_index;
  if (channel->is_numbered)
    {
      made->live.number = 0;
      for (guint i = 0; i < from; i++)
        made->live.number += get_made (app, i)->live.role == SPUR_ROLE_SEND &&
                             get_made (app, i)->live.match == SPUR_MATCH_FIFO &&
                             get_made (app, i)->live.key[0] == channel_index;
    }
  join (app, from, index);
}

/* One send, several receives. */
static void
publish (App *app)
{
  guint from = add (app, below (app, app->n_streams), SPUR_ROLE_SEND);
  guint n = 1 + below (app, 3);
  guint64 identifier = app->n_identifiers++;

  get_made (app, from)->live.match = SPUR_MATCH_BY_ID;
  get_made (app, from)->live.key[1] = identifier;
  for (guint i = 0; i < n; i++)
    {
      guint index = add (app, below (app, app->n_streams), SPUR_ROLE_RECEIVE);

      get_made (app, index)->live.match = SPUR_MATCH_BY_ID;
      get_made (app, index)->live.key[1] = identifier;
      join (app, from, index);
    }
}

static gboolean
depends (const SpurCollective *c, guint from, guint to)
{
  gboolean is_barrier = c->pattern == SPUR_PATTERN_BARRIER;

  if (from == to || !(is_barrier || (c->members[from].sends && c->members[to].receives)))
    return FALSE;
  switch (c->pattern)
    {
    case SPUR_PATTERN_ONE_TO_N:
      return from == c->root;
    case SPUR_PATTERN_N_TO_ONE:
      return to == c->root;
    case SPUR_PATTERN_SCAN:
    case SPUR_PATTERN_EXSCAN:
      return from < to;
    case SPUR_PATTERN_N_TO_N:
    case SPUR_PATTERN_BARRIER:
      return TRUE;
    case SPUR_PATTERN_INTERNAL:
    case SPUR_PATTERN_PAIRS:
      break;
    }
  return FALSE;
}

static void
meet (App *app)
{
  guint which = below (app, N_COMMUNICATORS);
  const Communicator *communicator = &app->communicators[which];
  guint n = communicator->n_members, first = below (app, n);
  SpurMember members[MAX_STREAMS];
  guint enters[MAX_STREAMS], exits[MAX_STREAMS];
  SpurCollective c = { (SpurPattern) below (app, SPUR_PATTERN_PAIRS + 1), below (app, n), n,
                       members };

  for (guint i = 0; i < n; i++)
    {
      guint rank = (first + i) % n;

      enters[rank] = add (app, communicator->members[rank], SPUR_ROLE_COLLECTIVE_BEGIN);
      get_made (app, enters[rank])->live.match = SPUR_MATCH_INSTANCE;
    }
  for (guint i = 0; i < n; i++)
    {
      guint rank = (first + 2 * n - i) % n;
      SpurLiveEvent *live;

      exits[rank] = add (app, communicator->members[rank], SPUR_ROLE_COLLECTIVE_END);
      live = &get_made (app, exits[rank])->live;
      live->match = SPUR_MATCH_INSTANCE;
      live->key[0] = 1000 + which;
      live->pattern = c.pattern;
      live->rank = rank;
      live->n_members = n;
      live->root = c.root;
      live->sends = below (app, 10) > 0;
      live->receives = below (app, 10) > 0;
      members[rank] =
        (SpurMember){ get_made (app, enters[rank])->position, get_made (app, exits[rank])->position,
                      communicator->members[rank], live->sends, live->receives };
    }
  spur_edges_add_collective (app->edges, &c);
  for (guint k = 0; k < n * n; k++)
    if (depends (&c, k / n, k % n))
      add_edge (app, enters[k / n], exits[k % n]);
}

static void
prepare (App *app)
{
  for (guint i = 0; i < app->n_streams; i++)
    {
      app->offsets_ns[i] = (gint64) below (app, 6000) - 3000;
      app->streams[i] = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  for (guint i = 0; i < N_CHANNELS; i++)
    app->channels[i] =
      (Channel){ below (app, app->n_streams), below (app, app->n_streams), below (app, 4) == 0, 0,
                 g_array_new (FALSE, FALSE, sizeof (guint)) };
  for (guint i = 0; i < N_COMMUNICATORS; i++)
    {
      Communicator *communicator = &app->communicators[i];
      guint first = below (app, app->n_streams);

      communicator->n_members = 2 + below (app, app->n_streams - 1);
      for (guint k = 0; k < communicator->n_members; k++)
        communicator->members[k] = (first + k) % app->n_streams;
    }
}

static App *
make_app (guint64 seed, guint n_steps)
{
  static const gint64 gammas_ppb[] = { 0, 900000000, 999990000, 1000000000 };
  App *app = g_new0 (App, 1);

  app->state = seed;
  app->n_streams = 2 + below (app, MAX_STREAMS - 1);
  app->mu_ns = below (app, 2) == 0 ? 1 : below (app, 300);
  app->delta_ns = below (app, 3);
  app->gamma_ppb = gammas_ppb[below (app, G_N_ELEMENTS (gammas_ppb))];
  app->events = g_array_new (FALSE, TRUE, sizeof (Made));
  app->made_edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  app->edges = spur_edges_new (app->n_streams);
  prepare (app);
  for (guint i = 0; i < n_steps; i++)
    {
      guint what = below (app, 100);

      if (what < 30)
        add (app, below (app, app->n_streams), SPUR_ROLE_INTERNAL);
      else if (what < 60)
        send (app);
      else if (what < 85)
        receive (app, below (app, N_CHANNELS));
      else if (what < 93)
        publish (app);
      else
        meet (app);
    }
  return app;
}

static void
app_free (App *app)
{
  for (guint i = 0; i < app->n_streams; i++)
    g_array_unref (app->streams[i]);
  for (guint i = 0; i < N_CHANNELS; i++)
    g_array_unref (app->channels[i].pending);
  g_array_unref (app->events);
  g_array_unref (app->made_edges);
  g_object_unref (app->edges);
  g_free (app);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (App, app_free)

static SpurLiveCorrector *
make_live (const App *app)
{
  SpurLiveCorrector *live = spur_live_corrector_new (app->n_streams);

  spur_live_corrector_get_options (live)->mu_ns = app->mu_ns;
  spur_live_corrector_get_options (live)->delta_ns = app->delta_ns;
  spur_live_corrector_get_options (live)->gamma_ppb = app->gamma_ppb;
  return live;
}

/* Takes what can leave, and sees that it comes in the order of time, each once. */
static void
pop_all (App *app, SpurLiveCorrector *live, guint *n_popped, gint64 *last_ns)
{
  SpurLiveEvent event;

  while (spur_live_corrector_pop (live, &event))
    {
      Made *made = get_made (app, GPOINTER_TO_UINT (event.data) - 1);

      g_assert_cmpuint (made->popped_at, ==, 0);
      g_assert_cmpuint (event.position, ==, made->position);
      g_assert_cmpint (event.time_ns, >=, *last_ns);
      made->popped_at = ++*n_popped;
      made->popped_ns = *last_ns = event.time_ns;
      made->is_unmatched = event.is_unmatched;
      made->is_behind = event.is_behind;
    }
}

/* Streams bring their events in a random interleaving; @is_fair: none is far behind. */
static guint
run (App *app, SpurLiveCorrector *live, guint max_burst)
{
  guint n_popped = 0, next[MAX_STREAMS] = { 0 };
  gint64 last_ns = G_MININT64;
  g_autoptr (GError) error = NULL;
  guint n_left = app->events->len;

  while (n_left > 0)
    {
      guint s = below (app, app->n_streams);
      guint burst = 1 + below (app, max_burst);

      for (; burst > 0 && next[s] < app->streams[s]->len; burst--, n_left--)
        {
          guint index = g_array_index (app->streams[s], guint, next[s]++);

          spur_live_corrector_push (live, &get_made (app, index)->live, &error);
          g_assert_no_error (error);
          pop_all (app, live, &n_popped, &last_ns);
        }
    }
  for (guint s = 0; s < app->n_streams; s++)
    spur_live_corrector_end_stream (live, s);
  pop_all (app, live, &n_popped, &last_ns);
  g_assert_cmpuint (n_popped, ==, app->events->len);
  return n_popped;
}

/* The same trace, corrected when it is over. */
static SpurTrace *
correct_off_line (App *app, SpurCorrection **correction)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  for (guint s = 0; s < app->n_streams; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = 0; i < app->streams[s]->len; i++)
        g_array_append_val (of_stream,
                            get_made (app, g_array_index (app->streams[s], guint, i))->live.raw_ns);
      g_ptr_array_add (times, of_stream);
    }
  trace = made_trace_new (times, 64);
  *correction = spur_correction_new (app->n_streams);
  spur_clock_corrector_set_mu_ns (corrector, app->mu_ns);
  g_object_set (corrector, "delta-ns", app->delta_ns, NULL);
  g_object_set (corrector, "gamma-ppb", app->gamma_ppb, NULL);
  g_object_set (corrector, "backward", FALSE, NULL);
  spur_clock_corrector_correct (corrector, trace, app->edges, *correction, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
compare (App *app)
{
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurTrace) trace = correct_off_line (app, &correction);
  g_autoptr (SpurNodes) nodes = spur_nodes_make (trace, app->edges, NULL, NULL);

  for (guint i = 0; i < app->events->len; i++)
    {
      const Made *made = get_made (app, i);
      gint64 expected_ns =
        spur_correction_apply (correction, made->live.stream, made->position, made->live.raw_ns);
      gint64 slack_ns =
        app->delta_ns > 0 || spur_nodes_contains (nodes, made->live.stream, made->position) ? 0 : 2;

      g_assert_cmpint (ABS (made->popped_ns - expected_ns), <=, slack_ns);
    }
}

/* What was not given up holds. */
static guint
check_edges (App *app)
{
  guint n_broken = 0;

  for (guint i = 0; i < app->made_edges->len; i++)
    {
      Edge edge = g_array_index (app->made_edges, Edge, i);
      const Made *from = get_made (app, edge.from), *to = get_made (app, edge.to);

      if (from->popped_at < to->popped_at && to->popped_ns >= from->popped_ns + app->mu_ns)
        continue;
      g_assert_true (to->is_unmatched);
      n_broken++;
    }
  return n_broken;
}

static guint64
get_seed (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");

  return text != NULL ? g_ascii_strtoull (text, NULL, 0)
                      : (guint64) g_get_real_time () * 0x2545f491;
}

static guint
get_rounds (guint n)
{
  return g_getenv ("SPUR_TEST_SEED") != NULL ? 1 : spur_test_scale (n);
}

static void
test_in_time (void)
{
  guint64 seed = get_seed (), n_events = 0;

  g_test_summary ("With time enough the times are those of the forward pass, in order.");
  for (guint i = 0; i < get_rounds (600); i++)
    {
      g_autoptr (App) app = NULL;
      g_autoptr (SpurLiveCorrector) live = NULL;
      SpurLiveCounts counts;

      g_test_message ("SPUR_TEST_SEED=%" G_GUINT64_FORMAT, seed + i);
      app = make_app (seed + i, 150);
      live = make_live (app);
      spur_live_corrector_get_options (live)->delay_ns = G_MAXINT64;
      n_events += run (app, live, 1 + below (app, 60));
      spur_live_corrector_get_counts (live, &counts);
      g_assert_cmpuint (counts.n_late, ==, 0);
      g_assert_cmpuint (counts.n_unmatched, ==, 0);
      g_assert_cmpuint (counts.n_behind, ==, 0);
      g_assert_cmpuint (counts.n_cycles, ==, 0);
      g_assert_cmpuint (counts.n_held, ==, 0);
      g_assert_cmpuint (counts.n_pushed, ==, counts.n_popped);
      g_assert_cmpuint (check_edges (app), ==, 0);
      compare (app);
    }
  g_print ("# %" G_GUINT64_FORMAT " events\n", n_events);
}

static void
test_late (void)
{
  guint64 seed = get_seed (), n_late = 0, n_unmatched = 0, n_behind = 0, n_broken = 0;

  g_test_summary ("What comes too late is counted, and nothing is lost or out of order.");
  for (guint i = 0; i < get_rounds (600); i++)
    {
      g_autoptr (App) app = NULL;
      g_autoptr (SpurLiveCorrector) live = NULL;
      guint max_held = 100000;
      SpurLiveCounts counts;

      g_test_message ("SPUR_TEST_SEED=%" G_GUINT64_FORMAT, seed + i);
      app = make_app (seed + i, 150);
      live = make_live (app);
      if (i % 2 == 0)
        max_held = below (app, 20);
      else
        spur_live_corrector_get_options (live)->delay_ns = below (app, 3000);
      spur_live_corrector_get_options (live)->max_held = max_held;
      run (app, live, 1 + below (app, 60));
      spur_live_corrector_get_counts (live, &counts);
      g_assert_cmpuint (counts.most_held, <=, max_held + 1);
      g_assert_cmpuint (counts.n_held, ==, 0);
      g_assert_cmpuint (counts.n_late > 0, ==, counts.worst_late_ns > 0);
      n_late += counts.n_late;
      n_unmatched += counts.n_unmatched;
      n_behind += counts.n_behind;
      n_broken += check_edges (app);
    }
  g_print ("# %" G_GUINT64_FORMAT " late, %" G_GUINT64_FORMAT " given up, %" G_GUINT64_FORMAT
           " behind, %" G_GUINT64_FORMAT " edges broken\n",
           n_late, n_unmatched, n_behind, n_broken);
  if (get_rounds (600) < 100)
    return;
  g_assert_cmpuint (n_late, >, 0);
  g_assert_cmpuint (n_unmatched, >, 0);
  g_assert_cmpuint (n_behind, >, 0);
}

static void
push (SpurLiveCorrector *live, guint stream, SpurRole role, guint64 key, gint64 raw_ns)
{
  SpurLiveEvent event = { .stream = stream,
                          .role = role,
                          .match = SPUR_MATCH_FIFO,
                          .key = { key },
                          .number = SPUR_LIVE_NEXT,
                          .raw_ns = raw_ns };
  g_autoptr (GError) error = NULL;

  spur_live_corrector_push (live, &event, &error);
  g_assert_no_error (error);
}

static guint
drain (SpurLiveCorrector *live)
{
  SpurLiveEvent event;
  guint n = 0;

  while (spur_live_corrector_pop (live, &event))
    n++;
  return n;
}

static void
test_memory (void)
{
  g_autoptr (SpurLiveCorrector) live = spur_live_corrector_new (2);
  SpurLiveCounts counts;
  guint n_popped = 0;
  const guint n_rounds = 50000;

  g_test_summary ("Messages that never arrive are forgotten, and counted.");
  spur_live_corrector_get_options (live)->max_messages = 1000;
  spur_live_corrector_get_options (live)->max_held = 100;
  for (guint i = 0; i < n_rounds; i++)
    {
      /* Sends of one channel, of ever new channels, and receives of others still. */
      push (live, 0, SPUR_ROLE_SEND, 1, 10 * i);
      push (live, 0, SPUR_ROLE_SEND, 1000000 + i, 10 * i + 1);
      push (live, 1, SPUR_ROLE_RECEIVE, 2000000 + i, 10 * i + 2);
      n_popped += drain (live);
      spur_live_corrector_get_counts (live, &counts);
      g_assert_cmpuint (counts.n_messages, <=, 1000 + 100);
      g_assert_cmpuint (counts.n_held, <=, 100);
    }
  spur_live_corrector_end_stream (live, 0);
  spur_live_corrector_end_stream (live, 1);
  n_popped += drain (live);
  spur_live_corrector_get_counts (live, &counts);
  g_assert_cmpuint (n_popped, ==, 3 * n_rounds);
  g_assert_cmpuint (counts.n_unmatched, ==, n_rounds);
  g_assert_cmpuint (counts.n_forgotten, >=, 3 * n_rounds - 1100);
}

/* Whatever comes, as long as its stream is there. */
static void
test_nonsense (void)
{
  static const gint64 far_ns[] = { 0, SPUR_TIME_LIMIT_NS, -SPUR_TIME_LIMIT_NS };
  guint64 seed = get_seed ();

  g_test_summary ("Events that contradict each other leave, each once and in order.");
  for (guint i = 0; i < get_rounds (300); i++)
    {
      guint64 state = seed + i;
      g_autoptr (SpurLiveCorrector) live = spur_live_corrector_new (3);
      const guint n_events = 300;
      gint64 last_ns = G_MININT64;
      guint n_popped = 0;
      SpurLiveEvent event;

      g_test_message ("SPUR_TEST_SEED=%" G_GUINT64_FORMAT, seed + i);
      spur_live_corrector_get_options (live)->max_held = draw (&state) % 60;
      spur_live_corrector_get_options (live)->max_messages = draw (&state) % 10;
      spur_live_corrector_get_options (live)->mu_ns =
        draw (&state) % 2 == 0 ? 1 : SPUR_TIME_LIMIT_NS;
      for (guint k = 0; k < n_events; k++)
        {
          SpurLiveEvent pushed = { .stream = draw (&state) % 3,
                                   .role = draw (&state) % (SPUR_ROLE_COLLECTIVE_END + 1),
                                   .match = draw (&state) % (SPUR_MATCH_INSTANCE + 1),
                                   .key = { draw (&state) % 3 },
                                   .number =
                                     draw (&state) % 3 > 0 ? SPUR_LIVE_NEXT : draw (&state) % 20,
                                   .pattern = draw (&state) % (SPUR_PATTERN_PAIRS + 1),
                                   .rank = draw (&state) % 4,
                                   .n_members = draw (&state) % 4,
                                   .root = draw (&state) % 4 > 0 ? draw (&state) % 4 : SPUR_NONE,
                                   .sends = draw (&state) % 2,
                                   .receives = draw (&state) % 2,
                                   .raw_ns =
                                     far_ns[draw (&state) % 40 == 0 ? draw (&state) % 3 : 0] + k };

          if (pushed.raw_ns > SPUR_TIME_LIMIT_NS)
            pushed.raw_ns = SPUR_TIME_LIMIT_NS;
          g_assert_true (spur_live_corrector_push (live, &pushed, NULL));
          for (; spur_live_corrector_pop (live, &event); n_popped++, last_ns = event.time_ns)
            g_assert_cmpint (event.time_ns, >=, last_ns);
        }
      /* Some are left where they are. */
      if (i % 4 == 0)
        continue;
      for (guint s = 0; s < 3; s++)
        spur_live_corrector_end_stream (live, s);
      for (; spur_live_corrector_pop (live, &event); n_popped++, last_ns = event.time_ns)
        g_assert_cmpint (event.time_ns, >=, last_ns);
      g_assert_cmpuint (n_popped, ==, n_events);
    }
}

static void
test_cycle (void)
{
  g_autoptr (SpurLiveCorrector) live = spur_live_corrector_new (2);
  SpurLiveCounts counts;

  g_test_summary ("Streams that wait for each other are let go.");
  push (live, 0, SPUR_ROLE_RECEIVE, 1, 10);
  push (live, 0, SPUR_ROLE_SEND, 2, 20);
  push (live, 1, SPUR_ROLE_RECEIVE, 2, 10);
  push (live, 1, SPUR_ROLE_SEND, 1, 20);
  g_assert_cmpuint (drain (live), ==, 0);
  spur_live_corrector_end_stream (live, 0);
  spur_live_corrector_end_stream (live, 1);
  g_assert_cmpuint (drain (live), ==, 4);
  spur_live_corrector_get_counts (live, &counts);
  g_assert_cmpuint (counts.n_cycles, ==, 1);
  g_assert_cmpuint (counts.n_unmatched, ==, 1);
  g_assert_cmpuint (counts.n_behind, ==, 1);
}

static void
test_delay (void)
{
  g_autoptr (SpurLiveCorrector) live = spur_live_corrector_new (2);
  SpurLiveEvent event;
  SpurLiveEvent far = { .stream = 0, .raw_ns = SPUR_TIME_LIMIT_NS + 1 };
  g_autoptr (GError) error = NULL;

  g_test_summary ("An event leaves when its delay is over, not before.");
  spur_live_corrector_get_options (live)->delay_ns = 1000;
  push (live, 0, SPUR_ROLE_INTERNAL, 0, 100);
  g_assert_cmpuint (drain (live), ==, 0);
  spur_live_corrector_advance (live, 1100);
  g_assert_cmpuint (drain (live), ==, 0);
  spur_live_corrector_advance (live, 1101);
  g_assert_cmpuint (drain (live), ==, 1);

  /* The other stream was silent too long. */
  push (live, 1, SPUR_ROLE_INTERNAL, 0, 40);
  g_assert_true (spur_live_corrector_pop (live, &event));
  g_assert_cmpint (event.time_ns, ==, 100);
  g_assert_cmpint (event.late_ns, ==, 60);

  g_assert_false (spur_live_corrector_push (live, &far, &error));
  g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE);
}

static void
test_advance_stream (void)
{
  g_autoptr (SpurLiveCorrector) live = spur_live_corrector_new (3);
  SpurLiveEvent event;

  g_test_summary ("No stream waits for a silent one that is known to be further.");
  spur_live_corrector_get_options (live)->delay_ns = 1000000;
  push (live, 0, SPUR_ROLE_INTERNAL, 0, 100);
  push (live, 0, SPUR_ROLE_INTERNAL, 0, 200);
  spur_live_corrector_advance_stream (live, 1, 300);
  g_assert_cmpuint (drain (live), ==, 0);
  spur_live_corrector_advance_stream (live, 2, 199);
  g_assert_cmpuint (drain (live), ==, 1);

  /* It cannot be taken back. */
  spur_live_corrector_advance_stream (live, 2, 100);
  spur_live_corrector_advance_stream (live, 2, 200);
  g_assert_cmpuint (drain (live), ==, 1);

  /* Its own events are waited for as far as it has come. */
  push (live, 2, SPUR_ROLE_INTERNAL, 0, 250);
  g_assert_cmpuint (drain (live), ==, 0);
  spur_live_corrector_advance_stream (live, 0, 400);
  g_assert_true (spur_live_corrector_pop (live, &event));
  g_assert_cmpint (event.time_ns, ==, 250);
  g_assert_cmpint (event.late_ns, ==, 0);

  /* What is earlier nonetheless is late. */
  push (live, 1, SPUR_ROLE_INTERNAL, 0, 240);
  spur_live_corrector_advance_stream (live, 2, 400);
  g_assert_true (spur_live_corrector_pop (live, &event));
  g_assert_cmpint (event.late_ns, ==, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/live-corrector/in-time", test_in_time);
  g_test_add_func ("/clock/live-corrector/late", test_late);
  g_test_add_func ("/clock/live-corrector/memory", test_memory);
  g_test_add_func ("/clock/live-corrector/nonsense", test_nonsense);
  g_test_add_func ("/clock/live-corrector/cycle", test_cycle);
  g_test_add_func ("/clock/live-corrector/delay", test_delay);
  g_test_add_func ("/clock/live-corrector/advance-stream", test_advance_stream);
  return g_test_run ();
}
