/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"

#include <string.h>

#include "cli/run/spur-indexing.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/spur-view.h"
#endif

/* Of pictures in files; a terminal has the width that it has. */
#define DEFAULT_WIDTH 1600
#define NOT_GIVEN G_MININT
/* As spur_view_save() takes it. */
#define MAX_PIXELS 16000
/* Pages of the trace's file and of its index that stay mapped. A picture looks at each of them
 * about once, and with both of them all that a picture needs fits into 200 MiB. */
#define MAPPED_BYTES ((guint64) 48 << 20)

static char *from_text;
static char *to_text;
static char *at_text;
static char *view_name;
static char **options;

/* Options of views that have a name of their own here, which is that of the property. */
static struct
{
  const char *name;
  char *value;
} named_options[] = {
  { "identity", NULL },  { "rows", NULL },  { "points", NULL },
  { "load-line", NULL }, { "group", NULL },
};
static gint64 from_ns;
static gint64 to_ns;
static gint64 at_ns;
static gboolean raw;
static int width = NOT_GIVEN;
static int height;

static const char *const scheme_words[] = { "auto", "light", "dark", NULL };
static char *scheme;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("from", STRING, &from_text, "Begin this long after the trace's begin", "TIME"),
  SPUR_OPTION ("to", STRING, &to_text, "End this long after the trace's begin", "TIME"),
  SPUR_OPTION ("at", STRING, &at_text, "Draw the system at this time instead of a span", "TIME"),
  SPUR_OPTION (
    "view", STRING, &view_name, "space-time, lifeline, system, or one of a plugin", "VIEW"),
  SPUR_OPTION ("identity",
               STRING,
               &named_options[0].value,
               "Lifelines: join events with the same values of these",
               "FIELDS"),
  SPUR_OPTION (
    "rows", STRING, &named_options[1].value, "Lifelines: the rows, from the bottom", "CLASSES"),
  SPUR_OPTION ("points",
               STRING,
               &named_options[2].value,
               "Lifelines: events to draw as single signs",
               "CLASSES"),
  SPUR_OPTION ("load-line",
               STRING,
               &named_options[3].value,
               "Lifelines: numbers over time, as in size/1024",
               "FORMULAS"),
  SPUR_OPTION ("group",
               STRING,
               &named_options[4].value,
               "Lifelines: a colour for each value of this",
               "FIELD"),
  SPUR_OPTION (
    "set", STRING_ARRAY, &options, "Set an option of the view (repeatable)", "NAME=VALUE"),
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  SPUR_OPTION (
    "width", INT, &width, "Width in pixels (default 1600), or of text in columns", "PIXELS"),
  SPUR_OPTION ("height", INT, &height, "Height in pixels (default: as needed)", "PIXELS"),
  SPUR_OPTION ("scheme", STRING, &scheme, "Paper: light, dark, or auto (text only)", "SCHEME"),
  G_OPTION_ENTRY_NULL,
};

/* A picture of characters, as for a terminal. */
static gboolean
is_text (SpurCli *cli)
{
  return g_str_equal (cli->output, "-");
}

#ifdef SPUR_WITH_VIEWS

/* Refuses a span and says where the trace is, both in seconds after the trace's begin. */
static gboolean
refuse_span (SpurCli *cli, const char *what, gint64 begin_ns, gint64 end_ns)
{
  g_autoptr (GString) begin = g_string_new (NULL);
  g_autoptr (GString) end = g_string_new (NULL);

  spur_text_append_seconds (begin, begin_ns);
  spur_text_append_seconds (end, end_ns);
  return SPUR_CLI_REFUSE (cli, "%s; the trace begins at %s s and ends at %s s", what, begin->str,
                          end->str);
}

/* Makes the span to draw one in trace time. Options count from the trace's begin, as those of all
 * verbs do, which is the begin of its corrected times where raw ones are drawn, too. */
static gboolean
place_span (SpurCli *cli)
{
  gint64 zero_ns, zero_end_ns, begin_ns, end_ns;
  gint64 from = from_ns, to = to_ns;

  spur_trace_get_span_ns (cli->trace, FALSE, &zero_ns, &zero_end_ns);
  spur_trace_get_span_ns (cli->trace, raw, &begin_ns, &end_ns);
  begin_ns -= zero_ns;
  end_ns -= zero_ns;
  if (from_text != NULL && from > end_ns)
    return refuse_span (cli, "--from is after the trace's end", begin_ns, end_ns);
  if (to_text != NULL && to <= begin_ns)
    return refuse_span (cli, "--to is not after the trace's begin", begin_ns, end_ns);
  if (from_text != NULL && to_text != NULL && from >= to)
    return refuse_span (cli, "--from is not before --to", begin_ns, end_ns);
  from = from_text != NULL ? from : begin_ns;
  to = to_text != NULL ? to : MAX (end_ns, from + 1);
  from_ns = CLAMP (from + zero_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS - 1);
  to_ns = CLAMP (to + zero_ns, from_ns + 1, SPUR_TIME_LIMIT_NS);
  return TRUE;
}

/* Options that only some views have. */
static gboolean
set_options (SpurCli *cli, SpurView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (named_options); i++)
    {
      const char *value = named_options[i].value;

      if (value != NULL && !spur_view_set_option (view, named_options[i].name, value, &cli->error))
        return spur_cli_refuse (cli, "--view");
    }
  for (char **item = options; item != NULL && *item != NULL; item++)
    {
      const char *equals = strchr (*item, '=');
      g_autofree char *name = equals != NULL ? g_strndup (*item, (gsize) (equals - *item)) : NULL;

      if (name == NULL)
        return SPUR_CLI_REFUSE (cli, "--set: '%s' is not NAME=VALUE", *item);
      if (!spur_view_set_option (view, name, equals + 1, &cli->error))
        return spur_cli_refuse (cli, "--set");
    }
  return TRUE;
}

/* What is wrong with an option of a view is found only when the trace is there. */
static SpurExit
fail_view (SpurCli *cli, const char *place, SpurExit code)
{
  gboolean is_option = g_error_matches (cli->error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);

  if (is_option)
    spur_cli_refuse (cli, "--view");
  return is_option ? SPUR_EXIT_USAGE : spur_cli_fail (cli, code, place);
}

/* What only one of the views needs. */
static gboolean
set_up_view (SpurCli *cli, SpurView *view)
{
  gint64 zero_ns, end_ns;

  spur_trace_get_span_ns (cli->trace, FALSE, &zero_ns, &end_ns);
  if (SPUR_IS_SYSTEM_VIEW (view) && at_text != NULL)
    spur_system_view_set_time_ns (SPUR_SYSTEM_VIEW (view), zero_ns + at_ns);
  if (SPUR_IS_SPACE_TIME_VIEW (view))
    {
      g_autoptr (SpurIndex) index = spur_cli_open_index (cli);

      if (cli->error != NULL)
        return FALSE;
      if (index != NULL)
        {
          spur_index_set_max_mapped_bytes (index, MAPPED_BYTES);
          spur_trace_set_max_mapped_bytes (cli->trace, MAPPED_BYTES);
        }
      spur_space_time_view_set_index (SPUR_SPACE_TIME_VIEW (view), index);
    }
  return TRUE;
}

/* Options that only one view has are enough to ask for it. */
static const char *
get_view_name (void)
{
  if (view_name != NULL)
    return view_name;
  if (at_text != NULL)
    return "system";
  for (guint i = 0; i < G_N_ELEMENTS (named_options); i++)
    if (named_options[i].value != NULL)
      return "lifeline";
  return "space-time";
}

static SpurTerminalColors
find_colors (SpurCli *cli)
{
  const char *depth = g_getenv ("COLORTERM"), *term = g_getenv ("TERM");

  if (!cli->colour)
    return SPUR_TERMINAL_COLORS_NONE;
  if (g_strcmp0 (depth, "truecolor") == 0 || g_strcmp0 (depth, "24bit") == 0)
    return SPUR_TERMINAL_COLORS_RGB;
  if (term != NULL && strstr (term, "256color") != NULL)
    return SPUR_TERMINAL_COLORS_256;
  return SPUR_TERMINAL_COLORS_16;
}

/* Terminals that say their colours do so in COLORFGBG, as "0;15", by the numbers of the 16 colours:
 * grey, 7, and the bright ones but for dark grey, 8, are light. Others are dark. */
static gboolean
is_dark_terminal (void)
{
  const char *colors = g_getenv ("COLORFGBG");
  const char *paper = colors != NULL ? strrchr (colors, ';') : NULL;
  gint64 number = paper != NULL ? g_ascii_strtoll (paper + 1, NULL, 10) : 0;

  if (g_strcmp0 (scheme, "light") == 0 || g_strcmp0 (scheme, "dark") == 0)
    return g_str_equal (scheme, "dark");
  return number < 7 || number == 8;
}

static SpurExit
run_text (SpurCli *cli, SpurView *view)
{
  const SpurTerminal terminal = { .n_columns =
                                    width > 0 ? (guint) width : spur_out_get_columns (cli->out),
                                  .colors = find_colors (cli),
                                  .is_dark = is_dark_terminal (),
                                  .is_ascii = !g_get_charset (NULL) };
  g_autofree char *text = NULL;

  if (!SPUR_IS_SPACE_TIME_VIEW (view))
    return spur_cli_usage (cli, "only the view space-time is drawn as text; name a file with -o");
  text =
    spur_space_time_view_dup_text (SPUR_SPACE_TIME_VIEW (view), &terminal, &cli->job, &cli->error);
  if (text == NULL)
    return fail_view (cli, cli->input, SPUR_EXIT_BAD_INPUT);
  spur_progress_end (cli->progress);
  cli->out->is_muted = FALSE;
  spur_out_puts (cli->out, text);
  return SPUR_EXIT_OK;
}

static SpurExit
run_file (SpurCli *cli, SpurView *view)
{
  g_autofree char *note = NULL;

  spur_view_set_size (view, width > 0 ? (guint) width : DEFAULT_WIDTH, (guint) height);
  spur_view_set_dark (view, g_strcmp0 (scheme, "dark") == 0);
  if (!spur_view_prepare (view, &cli->job, &cli->error))
    return fail_view (cli, cli->input, SPUR_EXIT_BAD_INPUT);
  spur_job_report (&cli->job, "drawing", 0, 0);
  if (!spur_view_save (view, cli->output, &cli->error))
    return fail_view (cli, cli->output, SPUR_EXIT_FAILURE);
  note = spur_view_get_note (view);
  spur_cli_add_written (cli, cli->output, note);
  return SPUR_EXIT_OK;
}

static SpurExit
run_draw (SpurCli *cli)
{
  g_autoptr (SpurView) view = NULL;

  view = spur_view_make (spur_registry_get_default (), get_view_name (), &cli->error);
  if (view == NULL)
    return spur_cli_refuse (cli, "--view"), SPUR_EXIT_USAGE;
  if (!set_options (cli, view) || (at_text == NULL && !place_span (cli)))
    return SPUR_EXIT_USAGE;
  spur_view_set_trace (view, cli->trace);
  if (at_text == NULL)
    spur_view_set_span_ns (view, from_ns, to_ns);
  spur_view_set_raw (view, raw);
  if (!set_up_view (cli, view))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->input);
  return is_text (cli) ? run_text (cli, view) : run_file (cli, view);
}

static char **
dup_view_names (void)
{
  return spur_view_dup_names (spur_registry_get_default ());
}

static const SpurOptionWords option_words[] = {
  { .option = "view", .dup_words = dup_view_names },
  { .option = "scheme", .words = scheme_words },
  { .option = NULL },
};

#endif

static gboolean
check_options (SpurCli *cli)
{
  if (at_text != NULL && view_name != NULL && strcmp (view_name, "system") != 0)
    return SPUR_CLI_REFUSE (cli, "--at is for the view system, not for %s", view_name);
  if (at_text != NULL && (from_text != NULL || to_text != NULL))
    return SPUR_CLI_REFUSE (cli, "--at draws one time, --from and --to a span; choose one");
  if (is_text (cli) && cli->json)
    return SPUR_CLI_REFUSE (cli, "-o - writes a picture, --json what was drawn; choose one");
  if (scheme != NULL && !g_strv_contains (scheme_words, scheme))
    return SPUR_CLI_REFUSE (cli, "--scheme: '%s' is none of auto, light and dark", scheme);
  if ((!is_text (cli) && !spur_cli_may_draw (cli, cli->output)) ||
      !spur_cli_parse_time (cli, "--from", from_text, &from_ns) ||
      !spur_cli_parse_time (cli, "--to", to_text, &to_ns) ||
      !spur_cli_parse_time (cli, "--at", at_text, &at_ns))
    return FALSE;
  if (width != NOT_GIVEN && (width < 1 || width > MAX_PIXELS))
    return SPUR_CLI_REFUSE (cli, "--width: got %d, wanted 1 to %d pixels", width, MAX_PIXELS);
  if (height < 0 || height > MAX_PIXELS)
    return SPUR_CLI_REFUSE (cli, "--height: got %d, wanted up to %d pixels", height, MAX_PIXELS);
  return TRUE;
}

const SpurVerb spur_verb_draw = {
  .name = "draw",
  .summary = "Draw a span of time, or the system at a time, as picture or text",
  .arguments = "TRACE [OUT]",
  .second = "name the picture to write with -o FILE.svg, FILE.pdf or FILE.png, or - for text",
  .output = "Write this SVG, PDF or PNG file; - is text",
  .output_as = "FILE",
  .writes = TRUE,
  .description = "Draws a lane per target, load objects as bars coloured by state, messages and\n"
                 "migrations as arrows, and in red what is received before it is sent.\n"
                 "With --at it draws what 'spur at' says of one time instead: targets as boxes,\n"
                 "load objects in what they are on or in, coloured by state.\n"
                 "With --view lifeline it draws a row per event class, and a line through the\n"
                 "events of each load object, or of what --identity says.\n"
                 "With -o - it writes lanes of characters to standard output, in the colours\n"
                 "that the terminal has, or without colours with a letter for each state.\n"
                 "TIME is as in 1.5s, 300ms, 20us or 1234 (ns).",
  .examples = "  spur draw run.spur -o run.svg\n"
              "  spur draw run.spur -o -\n"
              "  spur draw run.spur -o jump.png --from 1.2s --to 1.25s --width 3840\n"
              "  spur draw run.spur -o raw.svg --raw\n"
              "  spur draw run.spur -o system.svg --at 1.2s\n"
              "  spur draw log.bp -o lines.svg --view lifeline --load-line dur",
  .entries = entries,
  .reads = TRUE,
  .draws = TRUE,
  .check = check_options,
#ifdef SPUR_WITH_VIEWS
  .words = option_words,
  .run = run_draw,
#endif
};
