/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <json-glib/json-glib.h>

#include "core/clock/live/spur-live-clock.h"
#include "core/clock/spur-clock-corrector.h"
#include "made-trace.h"
#include "tests/test-corpus.h"

__extension__ typedef __int128 Wide;

/* An application: processes with events in order, and messages between them. */
typedef struct
{
  guint from;
  guint from_event;
  guint to;
  guint to_event;
  gint64 mu_ns;
} Message;

typedef struct
{
  guint n_processes;
  GArray **raw_ns;
  GArray *messages;
  SpurLiveClockOptions options;
} Application;

typedef struct
{
  GArray **logical_ns;
  GArray **controlled_ns;
  GArray **gammas_ppb;
} Clocks;

static GArray **
new_arrays (guint n, guint size)
{
  GArray **arrays = g_new (GArray *, n);

  for (guint i = 0; i < n; i++)
    arrays[i] = g_array_new (FALSE, TRUE, size);
  return arrays;
}

static void
free_arrays (GArray **arrays, guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref (arrays[i]);
  g_free (arrays);
}

static Application *
application_new (guint n_processes)
{
  Application *self = g_new0 (Application, 1);

  self->n_processes = n_processes;
  self->raw_ns = new_arrays (n_processes, sizeof (gint64));
  self->messages = g_array_new (FALSE, FALSE, sizeof (Message));
  spur_live_clock_options_init (&self->options);
  return self;
}

static void
application_free (Application *self)
{
  free_arrays (self->raw_ns, self->n_processes);
  g_array_unref (self->messages);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Application, application_free)

static Clocks *
clocks_new (const Application *application)
{
  Clocks *self = g_new0 (Clocks, 1);

  self->logical_ns = new_arrays (application->n_processes, sizeof (gint64));
  self->controlled_ns = new_arrays (application->n_processes, sizeof (gint64));
  self->gammas_ppb = new_arrays (application->n_processes, sizeof (gint64));
  return self;
}

static void
clocks_free (Clocks *self, const Application *application)
{
  free_arrays (self->logical_ns, application->n_processes);
  free_arrays (self->controlled_ns, application->n_processes);
  free_arrays (self->gammas_ppb, application->n_processes);
  g_free (self);
}

static gint64
get (GArray **arrays, guint process, guint event)
{
  return g_array_index (arrays[process], gint64, event);
}

/* The messages that end in an event; FALSE where one of them is not sent yet. */
static gboolean
find_messages (
  const Application *application, const guint *n_done, guint process, guint event, GArray *found)
{
  g_array_set_size (found, 0);
  for (guint i = 0; i < application->messages->len; i++)
    {
      const Message *message = &g_array_index (application->messages, Message, i);

      if (message->to != process || message->to_event != event)
        continue;
      if (message->from_event >= n_done[message->from])
        return FALSE;
      g_array_append_val (found, *message);
    }
  return TRUE;
}

/* Does the next event of a process. */
typedef void (*Step) (const Application *application,
                      guint process,
                      GArray *received,
                      gpointer data);

/* Events in the order in which they can happen: a process runs until it has to wait. */
static void
run (const Application *application, Step step, gpointer data)
{
  g_autofree guint *n_done = g_new0 (guint, application->n_processes);
  g_autoptr (GArray) received = g_array_new (FALSE, FALSE, sizeof (Message));
  gboolean is_going = TRUE;

  while (is_going)
    {
      is_going = FALSE;
      for (guint p = 0; p < application->n_processes; p++)
        while (n_done[p] < application->raw_ns[p]->len &&
               find_messages (application, n_done, p, n_done[p], received))
          {
            step (application, p, received, data);
            n_done[p]++;
            is_going = TRUE;
          }
    }
  for (guint p = 0; p < application->n_processes; p++)
    g_assert_cmpuint (n_done[p], ==, application->raw_ns[p]->len);
}

/* What the message layer has: a clock per process, and the stamps of all events. */
typedef struct
{
  SpurLiveClock *clocks;
  GArray **stamps;
  Clocks *result;
} Live;

static void
step_live (const Application *application, guint process, GArray *received, gpointer data)
{
  Live *live = data;
  SpurLiveClock *clock = &live->clocks[process];
  guint event = live->stamps[process]->len;
  gint64 raw_ns = get (application->raw_ns, process, event);
  gint64 gamma_ppb = clock->gamma_ppb, controlled_ns;
  SpurLiveStamp stamp;

  if (received->len == 0)
    controlled_ns = spur_live_clock_send (clock, raw_ns, &stamp);
  else
    {
      SpurLiveStamp stamps[8];
      gint64 mus_ns[8];

      g_assert_cmpuint (received->len, <=, 8);
      for (guint i = 0; i < received->len; i++)
        {
          const Message *message = &g_array_index (received, Message, i);

          stamps[i] =
            g_array_index (live->stamps[message->from], SpurLiveStamp, message->from_event);
          mus_ns[i] = message->mu_ns;
        }
      controlled_ns =
        received->len == 1 && mus_ns[0] == application->options.mu_ns
          ? spur_live_clock_receive (clock, raw_ns, &stamps[0])
          : spur_live_clock_receive_all (clock, raw_ns, stamps, received->len, mus_ns);
      /* A receive can be passed on as if it were a send, too. */
      for (guint i = 0; i < 8; i++)
        {
          stamp.bytes[i] = (guint8) ((guint64) clock->logical_ns >> (8 * i));
          stamp.bytes[8 + i] = (guint8) ((guint64) clock->controlled_ns >> (8 * i));
        }
    }
  g_assert_cmpint (controlled_ns, ==, clock->controlled_ns);
  g_array_append_val (live->stamps[process], stamp);
  g_array_append_val (live->result->logical_ns[process], clock->logical_ns);
  g_array_append_val (live->result->controlled_ns[process], controlled_ns);
  g_array_append_val (live->result->gammas_ppb[process], gamma_ppb);
}

static Clocks *
run_live (const Application *application)
{
  g_autofree SpurLiveClock *clocks = g_new (SpurLiveClock, application->n_processes);
  Live live = { clocks, new_arrays (application->n_processes, sizeof (SpurLiveStamp)),
                clocks_new (application) };

  for (guint p = 0; p < application->n_processes; p++)
    spur_live_clock_init (&clocks[p], &application->options);
  run (application, step_live, &live);
  for (guint p = 0; p < application->n_processes; p++)
    g_assert_cmpuint (clocks[p].n_refused, ==, 0);
  free_arrays (live.stamps, application->n_processes);
  return live.result;
}

/* clock-correction.md section 2 word by word. */
typedef struct
{
  gint64 anchor_from_ns;
  gint64 anchor_to_ns;
  gint64 gamma_ppb;
  gint64 d_ns;
  gint64 d_controlled_ns;
} Control;

typedef struct
{
  Control *controls;
  Clocks *result;
} Plain;

static gint64
divide (Wide a, Wide b)
{
  return (gint64) (a / b - (a % b != 0 && (a < 0) != (b < 0)));
}

static gint64
get_b (const Application *application, Plain *plain, guint process, guint event, gint64 raw_ns)
{
  Control *control = &plain->controls[process];
  gint64 along, other;

  if (event == 0)
    {
      control->anchor_from_ns = control->anchor_to_ns = raw_ns;
      return raw_ns;
    }
  along = control->anchor_to_ns +
          divide ((Wide) control->gamma_ppb * (raw_ns - control->anchor_from_ns), 1000000000);
  other = MAX (raw_ns, get (plain->result->controlled_ns, process, event - 1) +
                         application->options.delta_ns);
  if (other > along)
    {
      control->anchor_from_ns = raw_ns;
      control->anchor_to_ns = other;
    }
  return MAX (along, other);
}

static void
step_control (
  const SpurLiveClockOptions *o, Control *c, guint event, gint64 raw_ns, gint64 lc, gint64 clc)
{
  gint64 gamma_ppb = c->gamma_ppb;

  c->d_ns =
    MAX (lc - raw_ns,
         o->q_min_ns + divide ((Wide) o->q_factor_ppb * (c->d_ns - o->q_min_ns), 1000000000));
  c->d_controlled_ns = MAX (
    clc - raw_ns,
    o->q_min_ns + divide ((Wide) o->q_factor_ppb * (c->d_controlled_ns - o->q_min_ns), 1000000000));
  if (event == 0)
    return;
  if ((Wide) c->d_controlled_ns * 1000000000 > (Wide) o->l_upper_ppb * c->d_ns)
    gamma_ppb = divide ((Wide) gamma_ppb * o->gamma_degress_ppb, 1000000000);
  else if ((Wide) c->d_controlled_ns * 1000000000 < (Wide) o->l_lower_ppb * c->d_ns)
    gamma_ppb =
      MIN (divide ((Wide) gamma_ppb * 1000000000, o->gamma_degress_ppb), o->gamma_max_ppb);
  if (gamma_ppb != c->gamma_ppb)
    {
      c->anchor_from_ns = raw_ns;
      c->anchor_to_ns = clc;
    }
  c->gamma_ppb = gamma_ppb;
}

static void
step_plain (const Application *application, guint process, GArray *received, gpointer data)
{
  Plain *plain = data;
  Clocks *result = plain->result;
  Control *control = &plain->controls[process];
  guint event = result->logical_ns[process]->len;
  gint64 raw_ns = get (application->raw_ns, process, event);
  gint64 lc = raw_ns, b = get_b (application, plain, process, event, raw_ns), clc = b;

  if (event > 0)
    lc = MAX (lc, get (result->logical_ns, process, event - 1) + application->options.delta_ns);
  for (guint i = 0; i < received->len; i++)
    {
      const Message *m = &g_array_index (received, Message, i);

      lc = MAX (lc, get (result->logical_ns, m->from, m->from_event) + m->mu_ns);
      clc = MAX (clc, get (result->controlled_ns, m->from, m->from_event) + m->mu_ns);
    }
  if (clc > b)
    {
      control->anchor_from_ns = raw_ns;
      control->anchor_to_ns = clc;
    }
  g_array_append_val (result->logical_ns[process], lc);
  g_array_append_val (result->controlled_ns[process], clc);
  g_array_append_val (result->gammas_ppb[process], control->gamma_ppb);
  step_control (&application->options, control, event, raw_ns, lc, clc);
}

static Clocks *
run_plain (const Application *application)
{
  g_autofree Control *controls = g_new0 (Control, application->n_processes);
  Plain plain = { controls, clocks_new (application) };

  for (guint p = 0; p < application->n_processes; p++)
    controls[p] = (Control){ 0, 0, application->options.gamma_max_ppb,
                             application->options.q_init_ns, application->options.q_init_ns };
  run (application, step_plain, &plain);
  return plain.result;
}

static guint
compare (GArray **a, GArray **b, guint n)
{
  guint n_values = 0;

  for (guint p = 0; p < n; p++)
    {
      g_assert_cmpmem (a[p]->data, a[p]->len * sizeof (gint64), b[p]->data,
                       b[p]->len * sizeof (gint64));
      n_values += a[p]->len;
    }
  return n_values;
}

static guint
below (guint64 *state, guint limit)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) ((z ^ (z >> 31)) % limit);
}

static void
choose_options (SpurLiveClockOptions *options, guint64 *state)
{
  options->mu_ns = below (state, 400000);
  options->delta_ns = below (state, 3);
  if (below (state, 2) == 0)
    return;
  options->q_init_ns = below (state, 500000);
  options->q_min_ns = below (state, 300000);
  options->q_factor_ppb = 500000000 + below (state, 500000001);
  options->gamma_max_ppb = 700000000 + below (state, 300000001);
  options->gamma_degress_ppb = 400000000 + below (state, 600000001);
  options->l_upper_ppb = 1000000000 + below (state, 1500000000);
  options->l_lower_ppb = 500000000 + below (state, 1500000000);
}

/* Processes whose clocks differ by up to 2 ms; each event is local or a send, or receives up to
 * three events of others that are past. */
static Application *
make_application (guint64 seed)
{
  guint64 state = seed;
  Application *self = application_new (2 + below (&state, 5));
  gint64 now_ns = 0, offsets_ns[8];
  guint n_events = 20 + below (&state, 200);

  choose_options (&self->options, &state);
  for (guint p = 0; p < self->n_processes; p++)
    offsets_ns[p] = (gint64) below (&state, 4000000) - 2000000;
  for (guint e = 0; e < n_events; e++)
    {
      guint to = below (&state, self->n_processes);
      gint64 raw_ns = (now_ns += below (&state, 60000)) + offsets_ns[to];
      guint n_received = below (&state, 100) < 40 ? 1 + below (&state, 3) : 0;

      if (below (&state, 100) < 2)
        raw_ns -= below (&state, 200000);
      for (guint i = 0; i < n_received; i++)
        {
          guint from = below (&state, self->n_processes);
          Message message = { from, 0, to, self->raw_ns[to]->len, self->options.mu_ns };

          if (from == to || self->raw_ns[from]->len == 0)
            continue;
          message.from_event = below (&state, self->raw_ns[from]->len);
          if (below (&state, 4) == 0)
            message.mu_ns = below (&state, 300000);
          g_array_append_val (self->messages, message);
        }
      g_array_append_val (self->raw_ns[to], raw_ns);
    }
  return self;
}

static void
set_option (SpurClockCorrector *corrector, const char *name, gint64 value)
{
  g_object_set (corrector, name, value, NULL);
}

/* LC or LC' of the whole trace, when it is over. */
static void
compare_corrector (const Application *application, const char *method, GArray **live)
{
  const SpurLiveClockOptions *o = &application->options;
  guint n = application->n_processes;
  g_autoptr (GPtrArray) times = g_ptr_array_new ();
  g_autoptr (SpurEdges) edges = spur_edges_new (n);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make (method, NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (n);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint p = 0; p < n; p++)
    g_ptr_array_add (times, application->raw_ns[p]);
  trace = made_trace_new (times, 64);
  for (guint i = 0; i < application->messages->len; i++)
    {
      const Message *m = &g_array_index (application->messages, Message, i);
      SpurEdge edge = { m->from_event, m->to_event, m->mu_ns, m->from, m->to };

      spur_edges_add (edges, &edge);
    }
  set_option (corrector, "mu-ns", o->mu_ns);
  set_option (corrector, "delta-ns", o->delta_ns);
  if (g_str_equal (method, "controlled"))
    {
      set_option (corrector, "q-init-ns", o->q_init_ns);
      set_option (corrector, "q-min-ns", o->q_min_ns);
      set_option (corrector, "q-factor-ppb", o->q_factor_ppb);
      set_option (corrector, "gamma-max-ppb", o->gamma_max_ppb);
      set_option (corrector, "gamma-degress-ppb", o->gamma_degress_ppb);
      set_option (corrector, "l-upper-ppb", o->l_upper_ppb);
      set_option (corrector, "l-lower-ppb", o->l_lower_ppb);
    }
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  for (guint p = 0; p < n; p++)
    {
      g_autoptr (GArray) corrected = made_trace_get_times (trace, correction, p);

      g_assert_cmpmem (live[p]->data, live[p]->len * sizeof (gint64), corrected->data,
                       corrected->len * sizeof (gint64));
    }
}

static guint
count_changes (const Application *application, const Clocks *clocks)
{
  guint n_changes = 0;

  for (guint p = 0; p < application->n_processes; p++)
    for (guint e = 1; e < clocks->gammas_ppb[p]->len; e++)
      n_changes += get (clocks->gammas_ppb, p, e) != get (clocks->gammas_ppb, p, e - 1);
  return n_changes;
}

static void
test_random (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint64 seed =
    text != NULL ? g_ascii_strtoull (text, NULL, 0) : (guint64) g_get_real_time () * 0x2545f491;
  guint n = text != NULL ? 1 : spur_test_scale (2000), n_values = 0, n_changes = 0;

  g_test_summary (
    "Clocks in messages are those of the definition, and of the correctors, event by event.");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (Application) application = make_application (seed + i);
      Clocks *live, *plain;

      g_test_message ("SPUR_TEST_SEED=%" G_GUINT64_FORMAT, seed + i);
      live = run_live (application);
      plain = run_plain (application);
      n_values += compare (live->logical_ns, plain->logical_ns, application->n_processes);
      compare (live->controlled_ns, plain->controlled_ns, application->n_processes);
      compare (live->gammas_ppb, plain->gammas_ppb, application->n_processes);
      compare_corrector (application, "controlled", live->controlled_ns);
      if (application->options.delta_ns > 0)
        compare_corrector (application, "logical", live->logical_ns);
      n_changes += count_changes (application, live);
      clocks_free (live, application);
      clocks_free (plain, application);
    }
  g_print ("# %u applications, %u events, gamma changed %u times\n", n, n_values, n_changes);
  if (n > 100)
    g_assert_cmpuint (n_changes, >, n_values / 1000);
}

static void
read_expected (JsonObject *expected, const char *name, GArray **values, guint n)
{
  JsonArray *rows = json_object_get_array_member (expected, name);

  for (guint p = 0; p < n; p++)
    {
      JsonArray *row = json_array_get_array_element (rows, p);

      for (guint i = 0; i < json_array_get_length (row); i++)
        {
          gint64 value = json_array_get_int_element (row, i);

          g_array_append_val (values[p], value);
        }
    }
}

static Application *
read_application (JsonObject *root)
{
  JsonArray *procs = json_object_get_array_member (root, "procs");
  JsonArray *messages = json_object_get_array_member (root, "messages");
  JsonObject *params = json_object_get_object_member (root, "params");
  Application *self = application_new (json_array_get_length (procs));

  self->options.mu_ns = json_object_get_int_member (params, "mu");
  self->options.delta_ns = json_object_get_int_member (params, "delta");
  for (guint p = 0; p < self->n_processes; p++)
    {
      JsonArray *t = json_object_get_array_member (json_array_get_object_element (procs, p), "t");

      for (guint i = 0; i < json_array_get_length (t); i++)
        {
          gint64 raw_ns = json_array_get_int_element (t, i);

          g_array_append_val (self->raw_ns[p], raw_ns);
        }
    }
  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonObject *object = json_array_get_object_element (messages, i);
      JsonArray *src = json_object_get_array_member (object, "src");
      JsonArray *dst = json_object_get_array_member (object, "dst");
      Message message = {
        (guint) json_array_get_int_element (src, 0), (guint) json_array_get_int_element (src, 1),
        (guint) json_array_get_int_element (dst, 0), (guint) json_array_get_int_element (dst, 1),
        json_object_get_int_member_with_default (object, "mu", self->options.mu_ns)
      };

      g_array_append_val (self->messages, message);
    }
  return self;
}

static void
test_vector (gconstpointer data)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vectors", data, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (Application) application = NULL;
  JsonObject *root;
  Clocks *live, *expected;

  g_test_summary ("Clocks in messages give the vectors' LC, LC' and gamma, bit for bit.");
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  application = read_application (root);
  expected = clocks_new (application);
  root = json_object_get_object_member (root, "expected");
  read_expected (root, "lc", expected->logical_ns, application->n_processes);
  read_expected (root, "clc", expected->controlled_ns, application->n_processes);
  read_expected (root, "gamma_ppb", expected->gammas_ppb, application->n_processes);
  live = run_live (application);
  compare_corrector (application, "controlled", live->controlled_ns);
  compare_corrector (application, "logical", live->logical_ns);
  g_assert_cmpuint (compare (live->logical_ns, expected->logical_ns, application->n_processes), >,
                    30);
  compare (live->controlled_ns, expected->controlled_ns, application->n_processes);
  compare (live->gammas_ppb, expected->gammas_ppb, application->n_processes);
  clocks_free (live, application);
  clocks_free (expected, application);
}

static void
test_hostile_stamps (void)
{
  SpurLiveClock clock;
  SpurLiveStamp stamp;

  g_test_summary ("A stamp that no program made is counted, and moves nothing.");
  spur_live_clock_init (&clock, NULL);
  memset (&stamp, 0x7f, sizeof stamp);
  g_assert_cmpint (spur_live_clock_receive (&clock, 1000, &stamp), ==, 1000);
  memset (&stamp, 0xff, sizeof stamp);
  stamp.bytes[7] = stamp.bytes[15] = 0x80;
  g_assert_cmpint (spur_live_clock_receive (&clock, 2000, &stamp), ==, 2000);
  g_assert_cmpuint (clock.n_refused, ==, 2);

  /* The nearest good value: -1 ns is before everything. */
  memset (&stamp, 0xff, sizeof stamp);
  g_assert_cmpint (spur_live_clock_receive (&clock, 3000, &stamp), ==, 3000);
  g_assert_cmpuint (clock.n_refused, ==, 2);
  g_assert_cmpuint (clock.n_events, ==, 3);
}

static void
test_limits (void)
{
  const gint64 limit_ns = SPUR_TIME_LIMIT_NS;
  SpurLiveClock a, b;
  SpurLiveStamp stamp;
  gint64 logical_ns, controlled_ns;

  g_test_summary ("At the ends of time clocks stand still.");
  spur_live_clock_init (&a, NULL);
  spur_live_clock_init (&b, NULL);
  g_assert_cmpint (spur_live_clock_send (&a, G_MAXINT64, &stamp), ==, limit_ns);
  spur_live_stamp_get_ns (&stamp, &logical_ns, &controlled_ns);
  g_assert_cmpint (logical_ns, ==, limit_ns);
  g_assert_cmpint (controlled_ns, ==, limit_ns);
  g_assert_cmpint (spur_live_clock_local (&b, G_MININT64), ==, -limit_ns);
  g_assert_cmpint (spur_live_clock_receive (&b, 0, &stamp), ==, limit_ns);
  g_assert_cmpint (spur_live_clock_send (&b, 1, &stamp), ==, limit_ns);
  g_assert_cmpuint (b.n_refused, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/clock/live-clock/vector-43", "43_controller_defaults.json", test_vector);
  g_test_add_data_func ("/clock/live-clock/vector-45", "45_fe_grid_2x3_controller.json",
                        test_vector);
  g_test_add_func ("/clock/live-clock/random", test_random);
  g_test_add_func ("/clock/live-clock/hostile-stamps", test_hostile_stamps);
  g_test_add_func ("/clock/live-clock/limits", test_limits);
  return g_test_run ();
}
