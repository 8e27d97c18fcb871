/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <json-glib/json-glib.h>

#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/logical/spur-clock-forward-private.h"
#include "made-trace.h"
#include "vector-correct.h"

/* What a vector gives. */
typedef struct
{
  JsonObject *params;
  JsonObject *expected;
  SpurTrace *trace;
  SpurEdges *edges;
  gint64 mu_ns;
} Vector;

static gint64
get_int (JsonArray *array, guint index)
{
  return json_array_get_int_element (array, index);
}

static GPtrArray *
read_times (JsonObject *root)
{
  JsonArray *procs = json_object_get_array_member (root, "procs");
  GPtrArray *times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < json_array_get_length (procs); s++)
    {
      JsonArray *t = json_object_get_array_member (json_array_get_object_element (procs, s), "t");
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = 0; i < json_array_get_length (t); i++)
        {
          gint64 time_ns = get_int (t, i);

          g_array_append_val (of_stream, time_ns);
        }
      g_ptr_array_add (times, of_stream);
    }
  return times;
}

static void
read_messages (JsonObject *root, SpurEdges *edges)
{
  JsonArray *messages = json_object_get_array_member (root, "messages");

  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonObject *message = json_array_get_object_element (messages, i);
      JsonArray *src = json_object_get_array_member (message, "src");
      JsonArray *dst = json_object_get_array_member (message, "dst");
      SpurEdge edge = { (guint64) get_int (src, 1), (guint64) get_int (dst, 1), SPUR_MU_DEFAULT,
                        (guint32) get_int (src, 0), (guint32) get_int (dst, 0) };

      if (json_object_has_member (message, "mu"))
        edge.mu_ns = json_object_get_int_member (message, "mu");
      spur_edges_add (edges, &edge);
    }
}

static SpurPattern
read_pattern (const char *name)
{
  static const struct
  {
    const char *name;
    SpurPattern pattern;
  } names[] = {
    { "1toN", SPUR_PATTERN_ONE_TO_N }, { "Nto1", SPUR_PATTERN_N_TO_ONE },
    { "NtoN", SPUR_PATTERN_N_TO_N },   { "barrier", SPUR_PATTERN_BARRIER },
    { "scan", SPUR_PATTERN_SCAN },     { "exscan", SPUR_PATTERN_EXSCAN },
    { "pairs", SPUR_PATTERN_PAIRS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (strcmp (names[i].name, name) == 0)
        return names[i].pattern;
    }
  g_error ("vector: unknown class of collective operations: %s", name);
}

static guint64
get_or (JsonObject *object, const char *name, gint64 if_absent)
{
  return (guint64) (json_object_has_member (object, name)
                      ? json_object_get_int_member (object, name)
                      : if_absent);
}

static void
read_pairs (JsonObject *root, const SpurMember *members, SpurEdges *edges)
{
  JsonArray *pairs =
    json_object_has_member (root, "pairs") ? json_object_get_array_member (root, "pairs") : NULL;

  for (guint i = 0; pairs != NULL && i < json_array_get_length (pairs); i++)
    {
      JsonArray *pair = json_array_get_array_element (pairs, i);
      const SpurMember *from = &members[get_int (pair, 0)];
      const SpurMember *to = &members[get_int (pair, 1)];

      made_trace_add_edge (edges, from->stream, from->enter_event, to->stream, to->exit_event);
    }
}

static void
read_collective (JsonObject *root, SpurEdges *edges)
{
  JsonArray *list = json_object_get_array_member (root, "members");
  guint n_members = json_array_get_length (list);
  g_autofree SpurMember *members = g_new0 (SpurMember, n_members);
  SpurCollective collective = { read_pattern (json_object_get_string_member (root, "class")),
                                SPUR_NONE, n_members, members };
  guint64 root_stream = get_or (root, "root", SPUR_NONE);

  for (guint i = 0; i < n_members; i++)
    {
      JsonObject *member = json_array_get_object_element (list, i);

      members[i].stream = (guint32) json_object_get_int_member (member, "p");
      members[i].enter_event = (guint64) json_object_get_int_member (member, "enter");
      members[i].exit_event = (guint64) json_object_get_int_member (member, "exit");
      members[i].sends = get_or (member, "sent", 1) > 0;
      members[i].receives = get_or (member, "recv", 1) > 0;
      if (members[i].stream == root_stream)
        collective.root = i;
    }
  read_pairs (root, members, edges);
  spur_edges_add_collective (edges, &collective);
}

/* The team's streams go on from the fork, and the join waits for all of them. */
static void
read_team (JsonObject *team, SpurEdges *edges)
{
  JsonArray *fork = json_object_get_array_member (team, "fork");
  JsonArray *join = json_object_get_array_member (team, "join");
  JsonArray *begins = json_object_get_array_member (team, "begins");
  JsonArray *ends = json_object_get_array_member (team, "ends");

  for (guint i = 0; i < json_array_get_length (begins); i++)
    {
      JsonArray *begin = json_array_get_array_element (begins, i);

      if (get_int (begin, 0) != get_int (fork, 0))
        made_trace_add_edge (edges, (guint32) get_int (fork, 0), (guint64) get_int (fork, 1),
                             (guint32) get_int (begin, 0), (guint64) get_int (begin, 1));
    }
  for (guint i = 0; i < json_array_get_length (ends); i++)
    {
      JsonArray *end = json_array_get_array_element (ends, i);

      if (get_int (end, 0) != get_int (join, 0))
        made_trace_add_edge (edges, (guint32) get_int (end, 0), (guint64) get_int (end, 1),
                             (guint32) get_int (join, 0), (guint64) get_int (join, 1));
    }
}

static int
compare_rows (const void *a, const void *b)
{
  const gint64 *p = a, *q = b;

  for (guint i = 0; i < 5; i++)
    {
      if (p[i] != q[i])
        return p[i] < q[i] ? -1 : 1;
    }
  return 0;
}

/* mu of an edge: its own, the pair's, or the vector's. */
static gint64
get_mu (const Vector *vector, const SpurEdge *edge)
{
  JsonArray *matrix;

  if (edge->mu_ns != SPUR_MU_DEFAULT)
    return edge->mu_ns;
  if (!json_object_has_member (vector->params, "mu_matrix"))
    return vector->mu_ns;
  matrix = json_object_get_array_member (vector->params, "mu_matrix");
  return get_int (json_array_get_array_element (matrix, edge->from_stream), edge->to_stream);
}

static void
add_row (const Vector *vector, GArray *rows, const SpurEdge *edge)
{
  gint64 row[5] = { edge->from_stream, (gint64) edge->from_event, edge->to_stream,
                    (gint64) edge->to_event, get_mu (vector, edge) };

  g_array_append_val (rows, row);
}

/* The edges that messages and collective operations imply, as rows of five. */
static GArray *
list_edges (const Vector *vector, gboolean with_collectives)
{
  GArray *rows = g_array_new (FALSE, FALSE, 5 * sizeof (gint64));
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (vector->edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    add_row (vector, rows, &all[i]);
  for (gsize i = 0; with_collectives && i < spur_edges_get_n_collectives (vector->edges); i++)
    {
      SpurCollective c;

      spur_edges_get_collective (vector->edges, i, &c);
      for (guint32 k = 0; k < c.n_members * c.n_members; k++)
        {
          const SpurMember *from = &c.members[k / c.n_members];
          const SpurMember *to = &c.members[k % c.n_members];
          SpurEdge edge = { from->enter_event, to->exit_event, SPUR_MU_DEFAULT, from->stream,
                            to->stream };

          if (spur_collective_depends (&c, k / c.n_members, k % c.n_members))
            add_row (vector, rows, &edge);
        }
    }
  g_array_sort (rows, compare_rows);
  return rows;
}

static void
check_edges (const Vector *vector)
{
  JsonArray *expected = json_object_get_array_member (vector->expected, "edges");
  g_autoptr (GArray) rows = list_edges (vector, TRUE);

  g_assert_cmpuint (rows->len, ==, json_array_get_length (expected));
  for (guint i = 0; i < rows->len; i++)
    {
      JsonArray *row = json_array_get_array_element (expected, i);

      for (guint k = 0; k < 5; k++)
        g_assert_cmpint (((const gint64 *) (gpointer) rows->data)[5 * i + k], ==, get_int (row, k));
    }
}

static gint64
get_raw (const Vector *vector, gint64 stream, gint64 event)
{
  return spur_stream_get_raw_ns (spur_trace_get_stream (vector->trace, (guint) stream),
                                 (guint64) event);
}

/* Events less than @delta_ns after the one before them. */
static gint64
count_steps (const Vector *vector, gint64 delta_ns)
{
  gint64 n_steps = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (vector->trace); s++)
    {
      g_autoptr (SpurCorrection) none = spur_correction_new (s + 1);
      g_autoptr (GArray) times = made_trace_get_times (vector->trace, none, s);

      for (guint i = 1; i < times->len; i++)
        n_steps +=
          g_array_index (times, gint64, i) < g_array_index (times, gint64, i - 1) + delta_ns;
    }
  return n_steps;
}

/* What the vector counts edge by edge, the check counts by member in collective operations: its
 * numbers must be those that follow from the edges. */
static void
check_input (const Vector *vector)
{
  JsonObject *expected = json_object_get_object_member (vector->expected, "check_in");
  g_autoptr (GArray) rows = list_edges (vector, TRUE);
  g_autoptr (GArray) messages = list_edges (vector, FALSE);
  gint64 n_reversed = 0, n_below_mu = 0, worst_ns = 0, shortest_ns = 0;
  SpurCheck check;

  for (guint i = 0; i < rows->len; i++)
    {
      const gint64 *row = (const gint64 *) (gpointer) rows->data + 5 * i;
      gint64 delay_ns = get_raw (vector, row[2], row[3]) - get_raw (vector, row[0], row[1]);

      n_reversed += delay_ns < 0;
      n_below_mu += delay_ns < row[4];
      worst_ns = MAX (worst_ns, -delay_ns);
      shortest_ns = MAX (shortest_ns, row[4] - delay_ns);
    }
  g_assert_cmpint (n_reversed, ==, json_object_get_int_member (expected, "reversed"));
  g_assert_cmpint (n_below_mu, ==, json_object_get_int_member (expected, "mu"));
  g_assert_cmpint (shortest_ns, ==, json_object_get_int_member (expected, "worst"));

  spur_check_run (&check, vector->trace, vector->edges, NULL, vector->mu_ns, NULL);
  g_assert_cmpuint (check.n_edges, ==, messages->len);
  g_assert_cmpint (MAX (check.worst_ns, check.collective_worst_ns), ==, worst_ns);
  g_assert_cmpint (count_steps (vector, 0), ==, (gint64) check.n_order_inversions);
  g_assert_cmpint (count_steps (vector, json_object_get_int_member (vector->params, "delta")), ==,
                   json_object_get_int_member (expected, "local"));
  if (rows->len != messages->len)
    {
      g_assert_cmpint (check.n_reversed + check.n_collective_reversed > 0, ==, n_reversed > 0);
      g_assert_cmpint (check.n_below_mu + check.n_collective_below_mu > 0, ==, n_below_mu > 0);
      return;
    }
  g_assert_cmpint ((gint64) check.n_reversed, ==, n_reversed);
  g_assert_cmpint ((gint64) check.n_below_mu, ==, n_below_mu);
}

/* The mu of pairs of streams, which check and corrector take from the edges. */
static void
apply_delays (const Vector *vector)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  JsonArray *matrix;

  if (!json_object_has_member (vector->params, "mu_matrix"))
    return;
  matrix = json_object_get_array_member (vector->params, "mu_matrix");
  for (guint i = 0; i < json_array_get_length (matrix); i++)
    {
      JsonArray *row = json_array_get_array_element (matrix, i);

      for (guint k = 0; k < json_array_get_length (row); k++)
        {
          if (i != k)
            spur_delays_set_pair_ns (delays, i, k, get_int (row, k));
        }
    }
  spur_delays_apply (delays, vector->edges, vector->trace, NULL, NULL);
}

static gboolean
is_node (SpurNodes *nodes, guint stream, guint64 event)
{
  return spur_nodes_contains (nodes, stream, event);
}

/* Where a vector gives none, algorithm 3 has its defaults. */
static void
set_controller (SpurClockCorrector *corrector, JsonObject *controller)
{
  static const struct
  {
    const char *member;
    const char *property;
  } names[] = {
    { "q_init", "q-init-ns" },
    { "q_min", "q-min-ns" },
    { "q_factor_ppb", "q-factor-ppb" },
    { "gamma_max_ppb", "gamma-max-ppb" },
    { "gamma_degress_ppb", "gamma-degress-ppb" },
    { "l_upper_ppb", "l-upper-ppb" },
    { "l_lower_ppb", "l-lower-ppb" },
  };
  guint n_known = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (!json_object_has_member (controller, names[i].member))
        continue;
      g_object_set (corrector, names[i].property,
                    json_object_get_int_member (controller, names[i].member), NULL);
      n_known++;
    }
  g_assert_cmpuint (n_known, ==, json_object_get_size (controller));
}

static SpurClockCorrector *
make_clock (const Vector *vector, const char *what)
{
  SpurClockCorrector *corrector;

  if (strcmp (what, "lc") == 0)
    return spur_clock_corrector_make ("logical", NULL);
  if (json_object_has_member (vector->params, "controller"))
    {
      corrector = spur_clock_corrector_make ("controlled", NULL);
      set_controller (corrector, json_object_get_object_member (vector->params, "controller"));
    }
  else
    {
      corrector = spur_clock_corrector_make ("eclc", NULL);
      g_object_set (corrector, "gamma-ppb",
                    json_object_get_int_member (vector->params, "gamma_ppb"), NULL);
    }
  g_object_set (corrector, "backward", strcmp (what, "eclc") == 0, NULL);
  return corrector;
}

static SpurWindow
get_window (const char *mode)
{
  if (strcmp (mode, "fixed") == 0)
    return SPUR_WINDOW_FIXED;
  if (strcmp (mode, "trace") == 0)
    return SPUR_WINDOW_STREAM;
  g_assert_cmpstr (mode, ==, "slope");
  return SPUR_WINDOW_SLOPE;
}

/* The clock that gives the times called @what in a vector. */
static SpurClockCorrector *
make_corrector (const Vector *vector, const char *what)
{
  SpurClockCorrector *corrector = make_clock (vector, what);
  JsonObject *window = json_object_get_object_member (vector->params, "window");

  g_object_set (corrector, "mu-ns", vector->mu_ns, "delta-ns",
                json_object_get_int_member (vector->params, "delta"), "slope-ppb",
                json_object_get_int_member (vector->params, "slope_ppb"), "window",
                get_window (json_object_get_string_member (window, "mode")), "window-length-ns",
                (gint64) get_or (window, "length", 0), NULL);
  return corrector;
}

static void
compare_times (const Vector *vector, SpurCorrection *correction, const char *what)
{
  g_autoptr (SpurNodes) nodes = spur_nodes_make (vector->trace, vector->edges, NULL, NULL);
  JsonArray *expected = json_object_get_array_member (vector->expected, what);

  for (guint s = 0; s < json_array_get_length (expected); s++)
    {
      JsonArray *row = json_array_get_array_element (expected, s);
      g_autoptr (GArray) times = made_trace_get_times (vector->trace, correction, s);

      g_assert_cmpuint (times->len, ==, json_array_get_length (row));
      for (guint i = 0; i < times->len; i++)
        {
          gint64 off_ns = g_array_index (times, gint64, i) - get_int (row, i);

          if (off_ns != 0)
            g_test_message ("%s: stream %u event %u: off by %" G_GINT64_FORMAT " ns", what, s, i,
                            off_ns);
          g_assert_cmpint (ABS (off_ns), <=, is_node (nodes, s, i) ? 0 : 2);
        }
    }
}

/* Runs the corrector and compares: exactly where an edge ends, within 2 ns elsewhere, with any
 * number of threads. */
static void
check_clock (const Vector *vector, const char *what)
{
  static const guint threads[] = { 1, 2, 8 };
  g_autoptr (SpurClockCorrector) corrector = make_corrector (vector, what);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      SpurJob job = { NULL, NULL, NULL, threads[i] };
      g_autoptr (SpurCorrection) correction =
        spur_correction_new (spur_trace_get_n_streams (vector->trace));
      g_autoptr (GError) error = NULL;
      SpurCheck check;

      vector_correct (corrector, vector->trace, vector->edges, correction, &job, &error);
      g_assert_no_error (error);
      compare_times (vector, correction, what);
      spur_check_run (&check, vector->trace, vector->edges, correction, vector->mu_ns, &job);
      g_assert_true (spur_check_is_clean (&check));
    }
}

static void
check_jumps (const Vector *vector, const SpurClockPass *pass)
{
  JsonArray *jumps = json_object_get_array_member (vector->expected, "jumps");
  JsonArray *before = json_object_get_array_member (vector->expected, "clc_b");

  g_assert_cmpuint (pass->jumps.n, ==, json_array_get_length (jumps));
  for (guint i = 0; i < json_array_get_length (jumps); i++)
    {
      JsonArray *jump = json_array_get_array_element (jumps, i);
      guint stream = (guint) get_int (jump, 0), event = (guint) get_int (jump, 1);
      guint64 node = spur_nodes_find (pass->nodes, stream, event);
      gint64 before_ns = get_int (json_array_get_array_element (before, stream), event);

      g_assert_cmpint (pass->clock_ns[node] - before_ns, ==, get_int (jump, 2));
      if (pass->clock_b_ns != NULL)
        g_assert_cmpint (pass->clock_b_ns[node], ==, before_ns);
    }
}

/* The limits and the jumps, which no public function tells. */
static void
check_forward (const Vector *vector)
{
  JsonArray *limits = json_object_get_array_member (vector->expected, "limits");
  g_autoptr (SpurClockCorrector) corrector = make_corrector (vector, "eclc");
  g_autoptr (SpurCorrection) correction =
    spur_correction_new (spur_trace_get_n_streams (vector->trace));
  SpurClockParameters parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  SpurClockPass pass = { NULL };
  const SpurClockWork work = { vector->trace, vector->edges, correction,
                               NULL,          NULL,          &spur_distribution_self };
  g_autoptr (GError) error = NULL;

  parameters.mu_ns = vector->mu_ns;
  g_assert_cmpuint (spur_clock_pass_run_controlled (&pass, &parameters, &work, &error), ==, 1);
  g_assert_no_error (error);
  check_jumps (vector, &pass);
  for (guint s = 0; pass.jumps.n > 0 && s < json_array_get_length (limits); s++)
    {
      JsonArray *row = json_array_get_array_element (limits, s);

      for (guint i = 0; i < json_array_get_length (row); i++)
        {
          gboolean is_limited = !json_array_get_null_element (row, i);

          if (!spur_nodes_contains (pass.nodes, s, i))
            g_assert_false (is_limited);
          else
            g_assert_cmpint (pass.limits_ns[spur_nodes_find (pass.nodes, s, i)], ==,
                             is_limited ? get_int (row, i) : SPUR_NO_LIMIT);
        }
    }
  spur_clock_pass_clear (&pass);
}

/* @refusal is what became of the trace's times, if anything. */
static void
expect_error (const Vector *vector, const GError *refusal)
{
  const char *expected = json_object_get_string_member (vector->expected, "error");
  int code =
    strcmp (expected, "range") == 0 ? SPUR_CAUSALITY_ERROR_RANGE : SPUR_CAUSALITY_ERROR_CYCLE;
  g_autoptr (SpurClockCorrector) corrector = make_corrector (vector, "eclc");
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (GError) error = NULL;

  if (refusal != NULL)
    {
      g_assert_cmpstr (expected, ==, "range");
      g_assert_error (refusal, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
      return;
    }
  correction = spur_correction_new (spur_trace_get_n_streams (vector->trace));
  g_assert_false (
    vector_correct (corrector, vector->trace, vector->edges, correction, NULL, &error));
  g_assert_error (error, SPUR_CAUSALITY_ERROR, code);
  g_assert_nonnull (strstr (error->message, "event"));
  g_assert_cmpuint (spur_correction_get_n_maps (correction, 0), ==, 0);
}

static void
run_vector (const Vector *vector, const GError *refusal)
{
  if (json_object_has_member (vector->expected, "error"))
    {
      expect_error (vector, refusal);
      return;
    }
  g_assert_no_error (refusal);
  apply_delays (vector);
  check_edges (vector);
  check_input (vector);
  check_forward (vector);
  check_clock (vector, "eclc");
  check_clock (vector, "clc");
  check_clock (vector, "lc");
}

/* What a vector says must not be left unread. */
static void
expect_members (JsonObject *object, const char *const *names)
{
  g_autoptr (GList) members = json_object_get_members (object);

  for (GList *item = members; item != NULL; item = item->next)
    {
      if (!g_strv_contains (names, item->data))
        g_error ("vector: nothing is known of \"%s\"", (const char *) item->data);
    }
}

static void
expect_known_members (JsonObject *root)
{
  static const char *const members[] = { "name",  "description", "params",
                                         "procs", "messages",    "collectives",
                                         "teams", "expected",    NULL };
  static const char *const params[] = { "delta",     "mu",     "mu_matrix",  "gamma_ppb",
                                        "slope_ppb", "window", "controller", NULL };

  expect_members (root, members);
  expect_members (json_object_get_object_member (root, "params"), params);
}

static void
read_edges (JsonObject *root, SpurEdges *edges)
{
  JsonArray *collectives = json_object_has_member (root, "collectives")
                             ? json_object_get_array_member (root, "collectives")
                             : NULL;
  JsonArray *teams =
    json_object_has_member (root, "teams") ? json_object_get_array_member (root, "teams") : NULL;

  read_messages (root, edges);
  for (guint i = 0; collectives != NULL && i < json_array_get_length (collectives); i++)
    read_collective (json_array_get_object_element (collectives, i), edges);
  for (guint i = 0; teams != NULL && i < json_array_get_length (teams); i++)
    read_team (json_array_get_object_element (teams, i), edges);
}

static guint n_run;

static void
test_vector (const void *data)
{
  const char *path = data;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *root;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  expect_known_members (root);
  for (guint chunk_events = 1; chunk_events <= 64; chunk_events *= 4)
    {
      g_autoptr (GPtrArray) times = read_times (root);
      g_autoptr (GError) refusal = NULL;
      g_autoptr (SpurTrace) trace = made_trace_try_new (times, chunk_events, &refusal);
      g_autoptr (SpurEdges) edges = spur_edges_new (times->len);
      Vector vector = { json_object_get_object_member (root, "params"),
                        json_object_get_object_member (root, "expected"), trace, edges, 0 };

      vector.mu_ns = json_object_get_int_member (vector.params, "mu");
      read_edges (root, edges);
      run_vector (&vector, refusal);
    }
  n_run++;
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static guint
add_folder (const char *folder)
{
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  const char *name;
  guint n_added = 0;

  dir = g_dir_open (folder, 0, &error);
  if (dir == NULL)
    g_error ("vectors: %s", error->message);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, ".json"))
        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    {
      char *path = g_ptr_array_index (paths, i);
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *test = g_strdup_printf ("/clock/vectors/%s/%s", folder, base);

      g_test_add_data_func_full (test, path, test_vector, g_free);
      n_added++;
    }
  return n_added;
}

/* Those that SPUR_SHARED names, else those that come with the tree. */
static char *
find_own_folder (void)
{
  const char *shared = g_getenv ("SPUR_SHARED");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : "", "vectors", NULL);

  if (shared != NULL && g_file_test (folder, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&folder);
  return g_test_build_filename (G_TEST_DIST, "data", "vectors", NULL);
}

int
main (int argc, char **argv)
{
  g_autofree char *own = NULL;
  const char *more = g_getenv ("SPUR_VECTORS");
  guint n_added = 0;
  int code, n_options = argc - 1;

  vector_correct_begin (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  own = find_own_folder ();
  n_added += add_folder (own);
  if (more != NULL)
    {
      g_auto (GStrv) folders = g_strsplit (more, ":", -1);

      for (guint i = 0; folders[i] != NULL; i++)
        n_added += *folders[i] != '\0' ? add_folder (folders[i]) : 0;
    }
  g_assert_cmpuint (n_added, >, 0);
  code = g_test_run ();
  vector_correct_end ();
  g_print ("# %u of %u vectors were run\n", n_run, n_added);
  /* Options can choose some of them; without any, all are. */
  return code != 0 || (n_options == 0 && n_run != n_added);
}
