/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "cli/run/spur-simulating.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/plot/spur-bar-plot-internal.h"
#endif

#define MAX_PROCESSES 65536
#define USUAL_METHODS "logical,controlled,eclc,auto"
#define MAX_RUNS 1000
#define MAX_LENGTH_NS (G_GINT64_CONSTANT (1) << 40)

static char *grid_text;
static int n_iterations = 400;
static gint64 seed = 1;
static int n_runs = 1;
static char *limit_texts[SPUR_SIMULATION_DELAY + 1];
static char **clock_texts;
static char *methods_text;
static char *mu_text;
static char *delta_text;
static char *score_path;
static char *truth_path;
static char *plot_paths[3];

static const GOptionEntry entries[] = {
  SPUR_OPTION ("grid", STRING, &grid_text, "Rows and columns of processes (default 5x4)", "PxQ"),
  SPUR_OPTION ("iterations", INT, &n_iterations, "Iterations (default 400)", "N"),
  SPUR_OPTION ("seed", INT64, &seed, "Seed of the random numbers (default 1)", "N"),
  SPUR_OPTION ("runs", INT, &n_runs, "Number of runs, with consecutive seeds (default 1)", "N"),
  SPUR_OPTION ("border",
               STRING,
               &limit_texts[SPUR_SIMULATION_BORDER],
               "Computing the borders (default 10us..310us)",
               "A..B"),
  SPUR_OPTION ("send",
               STRING,
               &limit_texts[SPUR_SIMULATION_SEND],
               "Sending to a neighbour (default 60us..190us)",
               "A..B"),
  SPUR_OPTION ("inner",
               STRING,
               &limit_texts[SPUR_SIMULATION_INNER],
               "Computing the rest (default 340us..660us)",
               "A..B"),
  SPUR_OPTION ("delay",
               STRING,
               &limit_texts[SPUR_SIMULATION_DELAY],
               "Delay of a message (default 250us..810us)",
               "A..B"),
  SPUR_OPTION ("clock",
               STRING_ARRAY,
               &clock_texts,
               "Wrong clocks (repeatable; default 8=constant:1ms)",
               "WHICH=HOW"),
  SPUR_OPTION ("method", STRING, &methods_text, "Methods to measure, each alone", "LIST"),
  SPUR_OPTION ("mu-ns", STRING, &mu_text, "Their mu (default: the least delay)", "NS"),
  SPUR_OPTION ("delta-ns", STRING, &delta_text, "Their delta (default 1)", "NS"),
  SPUR_OPTION ("plot-fast", FILENAME, &plot_paths[0], "Draw F of each stream, SVG or PNG", "FILE"),
  SPUR_OPTION ("plot-slow", FILENAME, &plot_paths[1], "Draw S of each stream", "FILE"),
  SPUR_OPTION ("plot-deviation", FILENAME, &plot_paths[2], "Draw A of each stream", "FILE"),
  SPUR_OPTION ("score", FILENAME, &score_path, "Measure this trace, simulate nothing", "TRACE"),
  SPUR_OPTION ("truth", FILENAME, &truth_path, "With --score: the true times", "TRACE"),
  G_OPTION_ENTRY_NULL,
};

static const SpurOptionWords option_words[] = {
  { .option = "method", .dup_words = spur_clock_corrector_dup_names },
  { NULL },
};

static gboolean
parse_grid (SpurCli *cli, guint *n_rows, guint *n_columns)
{
  g_auto (GStrv) sides = g_strsplit (grid_text != NULL ? grid_text : "5x4", "x", 2);
  guint64 rows, columns;

  if (g_strv_length (sides) != 2 ||
      !g_ascii_string_to_unsigned (sides[0], 10, 1, MAX_PROCESSES, &rows, NULL) ||
      !g_ascii_string_to_unsigned (sides[1], 10, 1, MAX_PROCESSES / rows, &columns, NULL))
    return SPUR_CLI_REFUSE (cli,
                            "--grid: '%s' is not a grid of 1 to %d processes; give one like 5x4",
                            grid_text, MAX_PROCESSES);
  *n_rows = (guint) rows;
  *n_columns = (guint) columns;
  return TRUE;
}

static gboolean
parse_limits (SpurCli *cli, SpurSimulation *simulation, SpurSimulationPhase phase, gint64 *least_ns)
{
  static const char *const names[] = { "--border", "--send", "--inner", "--delay" };
  g_auto (GStrv) ends = NULL;
  gint64 most_ns;

  if (limit_texts[phase] == NULL)
    return TRUE;
  ends = g_strsplit (limit_texts[phase], "..", 2);
  if (ends[0] == NULL)
    return SPUR_CLI_REFUSE (cli, "%s: give limits like 10us..310us", names[phase]);
  if (!spur_cli_parse_time (cli, names[phase], ends[0], least_ns) ||
      !spur_cli_parse_time (cli, names[phase], ends[ends[1] != NULL ? 1 : 0], &most_ns))
    return FALSE;
  if (*least_ns < 0 || *least_ns > most_ns || most_ns > MAX_LENGTH_NS)
    return SPUR_CLI_REFUSE (cli, "%s: limits rise, from 0 to 2^40 ns", names[phase]);
  spur_simulation_set_limits_ns (simulation, phase, *least_ns, most_ns);
  return TRUE;
}

static gboolean
parse_clocks (SpurCli *cli, SpurSimulating *simulating)
{
  guint n_processes = spur_simulation_get_n_processes (simulating->simulation);
  g_autofree char *usual = g_strdup_printf ("%u=constant:1ms", MIN (8, n_processes - 1));
  const char *const usual_texts[] = { usual, NULL };
  const char *const *texts = clock_texts != NULL ? (const char *const *) clock_texts : usual_texts;

  for (guint i = 0; texts[i] != NULL; i++)
    {
      if (!spur_simulating_add_clock (simulating, texts[i], &cli->error))
        return spur_cli_refuse (cli, "--clock");
    }
  return TRUE;
}

static gboolean
parse_methods (SpurCli *cli, SpurSimulating *simulating)
{
  simulating->methods = g_strsplit (methods_text != NULL ? methods_text : USUAL_METHODS, ",", -1);
  if (g_strv_length (simulating->methods) < 1 ||
      g_strv_length (simulating->methods) > SPUR_SIMULATING_MAX_METHODS)
    return SPUR_CLI_REFUSE (cli, "--method: name 1 to %d methods", SPUR_SIMULATING_MAX_METHODS);
  return spur_simulating_check_methods (simulating, &cli->error) ||
         spur_cli_refuse (cli, "--method");
}

static gboolean
parse_numbers (SpurCli *cli, SpurSimulating *simulating, gint64 least_delay_ns)
{
  simulating->mu_ns = least_delay_ns;
  simulating->delta_ns = 1;
  if (!spur_cli_parse_time (cli, "--mu-ns", mu_text, &simulating->mu_ns) ||
      !spur_cli_parse_time (cli, "--delta-ns", delta_text, &simulating->delta_ns))
    return FALSE;
  if (simulating->mu_ns < 0 || simulating->delta_ns < 0)
    spur_cli_usage (cli, "--mu-ns and --delta-ns cannot be negative");
  else if (seed < 0)
    spur_cli_usage (cli, "--seed: cannot be negative");
  else if (n_iterations < 1)
    spur_cli_usage (cli, "--iterations: at least 1, not %d", n_iterations);
  else if (n_runs < 1 || n_runs > MAX_RUNS)
    spur_cli_usage (cli, "--runs: 1 to %d, not %d", MAX_RUNS, n_runs);
  else if (n_runs > 1 && cli->output != NULL)
    spur_cli_usage (cli, "--output writes one run; --runs asks for %d", n_runs);
  else
    return TRUE;
  return FALSE;
}

static gboolean
prepare_simulation (SpurCli *cli, SpurSimulating *simulating)
{
  guint n_rows, n_columns;
  gint64 least_ns, least_delay_ns = 250000;

  if (!parse_grid (cli, &n_rows, &n_columns))
    return FALSE;
  simulating->simulation = spur_simulation_new (n_rows, n_columns);
  simulating->shape = g_strdup_printf ("%u x %u processes, %d iterations, seed %" G_GINT64_FORMAT,
                                       n_rows, n_columns, n_iterations, seed);
  for (guint phase = SPUR_SIMULATION_BORDER; phase <= SPUR_SIMULATION_DELAY; phase++)
    {
      if (!parse_limits (cli, simulating->simulation, (SpurSimulationPhase) phase,
                         phase == SPUR_SIMULATION_DELAY ? &least_delay_ns : &least_ns))
        return FALSE;
    }
  if (!parse_clocks (cli, simulating) || !parse_numbers (cli, simulating, least_delay_ns) ||
      !parse_methods (cli, simulating))
    return FALSE;
  spur_simulation_set_iterations (simulating->simulation, (guint) n_iterations);
  spur_simulation_set_event_type (simulating->simulation, SPUR_SIMULATION_EVENT_SEND,
                                  SPUR_TYPE_CHANNEL_SEND_EVENT);
  spur_simulation_set_event_type (simulating->simulation, SPUR_SIMULATION_EVENT_RECEIVE,
                                  SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
  spur_simulation_set_event_type (simulating->simulation, SPUR_SIMULATION_EVENT_PHASE,
                                  SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  return TRUE;
}

/* run.spur has its true times in run.truth.spur. */
static char *
get_truth_path (const char *output)
{
  gsize n = strlen (output);
  int n_stem = (int) (g_str_has_suffix (output, ".spur") ? n - strlen (".spur") : n);

  return g_strdup_printf ("%.*s.truth.spur", n_stem, output);
}

static SpurExit
simulate_runs (SpurCli *cli, SpurSimulating *simulating)
{
  g_autofree char *true_path = cli->output != NULL ? get_truth_path (cli->output) : NULL;

  if (true_path != NULL && (!spur_cli_check_output (cli) || !spur_cli_may_write (cli, true_path)))
    return SPUR_EXIT_USAGE;
  for (int i = 0; i < n_runs; i++)
    {
      g_autoptr (SpurTrace) trace = NULL;
      g_autoptr (SpurTrace) truth = NULL;

      if (!spur_simulating_run (simulating, (guint64) seed + (guint64) i, &trace, &truth, &cli->job,
                                &cli->error))
        return spur_cli_fail (cli, SPUR_EXIT_USAGE, "simulate");
      if (true_path != NULL && !spur_container_save (trace, cli->output, &cli->job, &cli->error))
        return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
      if (true_path != NULL && !spur_container_save (truth, true_path, &cli->job, &cli->error))
        return spur_cli_fail (cli, SPUR_EXIT_FAILURE, true_path);
    }
  return SPUR_EXIT_OK;
}

static SpurExit
score_trace (SpurCli *cli, SpurSimulating *simulating)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) truth = NULL;

  cli->input = score_path;
  cli->trace = spur_cli_open (cli, &code);
  cli->input = truth_path;
  truth = cli->trace != NULL ? spur_cli_open (cli, &code) : NULL;
  if (truth == NULL)
    return code;
  simulating->mu_ns = 1;
  if (!spur_cli_parse_time (cli, "--mu-ns", mu_text, &simulating->mu_ns))
    return SPUR_EXIT_USAGE;
  if (!spur_simulating_score (simulating, cli->trace, truth, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, truth_path);
  return SPUR_EXIT_OK;
}

/* Before all the work. */
static gboolean
check_plots (SpurCli *cli)
{
  for (guint i = 0; i < G_N_ELEMENTS (plot_paths); i++)
    {
      if (plot_paths[i] != NULL && !spur_cli_may_draw (cli, plot_paths[i]))
        return FALSE;
    }
  return TRUE;
}

#ifdef SPUR_WITH_VIEWS

/* The values are to be freed. */
static SpurBarPlot
make_plot (const SpurSimulating *simulating, guint figure)
{
  static const char *const titles[] = { "Being fast, F", "Being slow, S",
                                        "Deviation of intervals, A" };
  static const char *const axes[] = { "F", "S", "A" };
  static const char *const units[] = { "\302\265s", "\302\265s", "% of the run" };
  const SpurSimulatedRun *run = g_ptr_array_index (simulating->runs, 0);
  guint n_streams = spur_clock_quality_get_n_streams (run->methods[0].quality);
  guint n_methods = MIN (run->n_methods, SPUR_BAR_PLOT_MAX_SERIES + 1);
  SpurBarPlot plot = { .title = titles[figure],
                       .groups = "process",
                       .values = axes[figure],
                       .unit = units[figure],
                       .n_groups = MAX (n_streams, 1),
                       .limit = figure == 2 ? 5.0 : 0.0,
                       .limit_label = figure == 2 ? "5 %" : NULL,
                       .marked = SPUR_NONE };

  /* The clocks themselves are shown where nothing else is. */
  for (guint m = run->n_methods > 1 ? 1 : 0; m < n_methods; m++)
    {
      SpurBarSeries *series = &plot.series[plot.n_series++];

      *series = (SpurBarSeries){ run->methods[m].label, g_new0 (double, plot.n_groups) };
      for (guint i = 0; i < n_streams; i++)
        series->values[i] = spur_simulating_get_figure (
          spur_clock_quality_get_stream (run->methods[m].quality, i), figure);
    }
  return plot;
}

/* How the values came about; marks the process with the wrong clock where there is one. */
static char *
describe_plot (const SpurSimulating *simulating, SpurBarPlot *plot)
{
  GString *text;
  guint64 process;
  g_auto (GStrv) parts = NULL;

  if (simulating->shape == NULL)
    return NULL;
  text = g_string_new (simulating->shape);
  g_string_append_printf (text, "; mu %.10g \302\265s; clocks:", (double) simulating->mu_ns / 1000);
  for (guint i = 0; i < simulating->clocks->len; i++)
    g_string_append_printf (text, " %s", (const char *) g_ptr_array_index (simulating->clocks, i));
  if (simulating->clocks->len == 1)
    parts = g_strsplit (g_ptr_array_index (simulating->clocks, 0), "=", 2);
  if (parts != NULL &&
      g_ascii_string_to_unsigned (parts[0], 10, 0, plot->n_groups - 1, &process, NULL))
    {
      plot->marked = (guint) process;
      plot->mark = "wrong clock";
    }
  return g_string_free (text, FALSE);
}

static SpurExit
draw_plot (SpurCli *cli, const SpurSimulating *simulating, guint figure)
{
  SpurBarPlot plot = make_plot (simulating, figure);
  g_autofree char *subtitle = describe_plot (simulating, &plot);

  plot.subtitle = subtitle;
  spur_bar_plot_save (&plot, plot_paths[figure], &cli->error);
  for (guint i = 0; i < plot.n_series; i++)
    g_free (plot.series[i].values);
  return cli->error == NULL ? SPUR_EXIT_OK
                            : spur_cli_fail (cli, SPUR_EXIT_FAILURE, plot_paths[figure]);
}

static SpurExit
draw_plots (SpurCli *cli, const SpurSimulating *simulating)
{
  SpurExit code = SPUR_EXIT_OK;

  for (guint figure = 0; figure < G_N_ELEMENTS (plot_paths) && code == SPUR_EXIT_OK; figure++)
    {
      if (plot_paths[figure] != NULL)
        code = draw_plot (cli, simulating, figure);
    }
  return code;
}

#else

static SpurExit
draw_plots (SpurCli *cli, const SpurSimulating *simulating)
{
  if (plot_paths[0] == NULL && plot_paths[1] == NULL && plot_paths[2] == NULL)
    return SPUR_EXIT_OK;
  spur_cli_warn (cli, SPUR_CLI_BUILT_WITHOUT, cli->verb->name, "views", "views");
  return SPUR_EXIT_FAILURE;
}

#endif

static SpurExit
run_simulate (SpurCli *cli)
{
  g_auto (SpurSimulating) simulating;
  SpurExit code;

  spur_simulating_init (&simulating);
  if ((score_path == NULL) != (truth_path == NULL))
    return spur_cli_usage (cli, "--score TRACE and --truth TRACE go together");
  if (!check_plots (cli))
    return SPUR_EXIT_USAGE;
  if (score_path != NULL)
    code = score_trace (cli, &simulating);
  else
    code =
      prepare_simulation (cli, &simulating) ? simulate_runs (cli, &simulating) : SPUR_EXIT_USAGE;
  spur_progress_end (cli->progress);
  if (code == SPUR_EXIT_OK)
    code = draw_plots (cli, &simulating);
  if (code == SPUR_EXIT_OK)
    spur_simulating_add (&simulating, cli);
  return code;
}

const SpurVerb spur_verb_simulate = {
  .name = "simulate",
  .summary = "Simulate processes with wrong clocks and measure corrections",
  .description = "Simulates a computation on a grid of processes some of whose clocks are wrong,\n"
                 "corrects it with each method, and measures against the true times how much\n"
                 "each stream is fast (F) and slow (S), and how much its intervals deviate (A).\n"
                 "\n"
                 "--clock takes PROCESSES=SHAPE:HEIGHT:PERIOD, as in 0-3,8=sinus:500us:50ms;\n"
                 "SHAPE is constant, drift, zigzag, wander, sinus or ticks, or once, with a time\n"
                 "in place of the period, step, stop or stamp. --method takes those of spur\n"
                 "correct, several in a row as in hull+eclc, with options as in eclc:gamma=0.9;\n"
                 "the default is " USUAL_METHODS ".",
  .examples = "  spur simulate\n"
              "  spur simulate --clock 8=constant:-1ms --runs 10\n"
              "  spur simulate --clock all=ticks:1ms --json\n"
              "  spur simulate --clock 3=step:5ms:200ms --clock 7=stamp:1s\n"
              "  spur simulate --clock 0-3=sinus:500us:50ms -o grid.spur\n"
              "  spur simulate --score grid-corrected.spur --truth grid.truth.spur",
  .output = "Write the trace here, its truth to OUT.truth.spur",
  .output_as = "OUT.spur",
  .writes = TRUE,
  .entries = entries,
  .words = option_words,
  .run = run_simulate,
};
