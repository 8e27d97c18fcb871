/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/options/spur-options.h"
#include "cli/output/spur-layout.h"
#include "cli/run/spur-growth.h"
#include "cli/run/spur-indexing.h"
#include "cli/run/spur-receiving.h"
#ifdef SPUR_WITH_SERVE
#include "visualizers/serve/spur-page-server.h"
#endif

/* Pages of the trace's file and of its index that stay mapped: each tile reads the same ones again,
 * and mapping them anew takes a quarter of the time of a tile of 10^8 events
 * (bench/serve-steps.py). */
#define MAPPED_BYTES ((guint64) 1 << 30)

/* How often a recording that grows is looked at while a page wants more of it, and the least time
 * between two pages, which is that between two writes of a collector. Where none does, as its
 * window is hidden, old events are let go this often, so that what waits does not grow. */
#define LOOK_MS 10
#define PAGE_US 40000
#define UNWANTED_US 500000

/* A page of more has no events, but asks for them. */
#define LIVE_EVENTS 100000

static char *listen;
static gint port;
static SpurTls tls;
static gboolean opens;
static gboolean live;
static char *for_text;
static gint64 for_ns;
/* What the page calls a recording that is received, and that; NULL for a file. */
static const char *name;
static SpurReceiving *receiving;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("port", INT, &port, "Listen at this port (default: one that is free)", "PORT"),
  SPUR_OPTION (
    "listen", STRING, &listen, "Listen at this address of the machine (127.0.0.1)", "ADDRESS"),
  SPUR_OPTION (
    "token-file", FILENAME, &tls.token_file, "Take the token in it, not a random one", "FILE"),
  SPUR_OPTION ("live", NONE, &live, "Show a recording while it is written", NULL),
  SPUR_OPTION ("open", NONE, &opens, "Open the page in the browser", NULL),
  SPUR_OPTION ("for", STRING, &for_text, "End after this time", "TIME"),
  G_OPTION_ENTRY_NULL,
};

#ifdef SPUR_WITH_SERVE

/* NULL where the page has all events, or where an error is set. */
static SpurIndex *
open_index (SpurCli *cli)
{
  SpurIndex *index = spur_cli_open_index (cli);

  if (index != NULL)
    spur_index_set_max_mapped_bytes (index, MAPPED_BYTES);
  spur_trace_set_max_mapped_bytes (cli->trace, MAPPED_BYTES);
  return index;
}

/* Of a recording that grows states are in an index in memory where the page cannot have all events.
 */
static SpurIndex *
make_index (SpurCli *cli)
{
  if (!live)
    return open_index (cli);
  if (spur_trace_get_n_events (cli->trace) <= LIVE_EVENTS)
    return NULL;
  return spur_index_new (cli->trace, &cli->job, &cli->error);
}

static SpurPageSource *
make_source (SpurCli *cli, SpurGrowth *growth)
{
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (cli->trace, &cli->job, &cli->error);
  g_autoptr (SpurIndex) index = edges != NULL ? make_index (cli) : NULL;
  const SpurPageSourceOptions options = { .index = index,
                                          .input = name != NULL ? name : cli->input,
                                          .is_live = live,
                                          .tail = growth != NULL ? growth->tail : NULL };
  SpurPageSource *source;

  if (cli->error != NULL)
    return NULL;
  source = spur_page_source_new (cli->trace, edges, &options, &cli->job, &cli->error);
  if (growth != NULL)
    spur_growth_cut (growth, edges);
  return source;
}

/* The page of a recording that grows. */
typedef struct
{
  SpurGrowth growth;
  SpurPageServer *server;
  SpurPageSource *source;
  /* When it is looked at next, of the monotonic clock. */
  gint64 next_us;
} Following;

static void
read_on (Following *self)
{
  SpurCli *cli = self->growth.cli;
  SpurPageSource *source;

  if (!spur_growth_read (&self->growth))
    return;
  source = make_source (cli, &self->growth);
  g_clear_error (&cli->error);
  if (source == NULL)
    return;
  spur_page_server_set_source (self->server, source);
  spur_page_source_free (self->source);
  self->source = source;
}

/* The page stays as it is then. */
static void
tell_end (SpurCli *cli)
{
  g_autoptr (GError) error = spur_receiving_take_error (receiving);

  if (error != NULL)
    spur_cli_warn (cli, "%s: no more is shown: %s", name, error->message);
}

/* Reading takes half of the time at most, so that pages are answered meanwhile. */
static gboolean
look_for_more (gpointer data)
{
  Following *self = data;
  gint64 begin_us = g_get_monotonic_time ();
  gint64 least_us = spur_page_server_is_wanted (self->server) ? 0 : UNWANTED_US - PAGE_US;

  if (receiving != NULL)
    tell_end (self->growth.cli);
  if (begin_us < self->next_us + least_us)
    return G_SOURCE_CONTINUE;
  read_on (self);
  self->next_us = begin_us + MAX (2 * (g_get_monotonic_time () - begin_us), PAGE_US);
  return G_SOURCE_CONTINUE;
}

static void
open_page (SpurCli *cli, const char *address)
{
  g_autoptr (GError) error = NULL;

  if (opens && !g_app_info_launch_default_for_uri (address, NULL, &error))
    spur_cli_warn (cli, "no browser opens: %s", error->message);
}

/* At once: a program may wait for it. */
static void
put_address (SpurCli *cli, const char *address)
{
  spur_out_printf (cli->out, cli->json ? "{\"address\": \"%s\"}\n" : "%s\n", address);
  spur_out_flush (cli->out);
}

static gboolean
check_token (SpurCli *cli)
{
  const char *why = tls.token != NULL ? spur_page_server_check_token (tls.token) : NULL;

  if (why != NULL)
    spur_cli_usage (cli, "--token-file: %s", why);
  return why == NULL;
}

static void
serve_page (SpurCli *cli, Following *following)
{
  const char *address = spur_page_server_get_address (following->server);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint timer = live ? g_timeout_add (LOOK_MS, look_for_more, following) : 0;

  put_address (cli, address);
  open_page (cli, address);
  /* An interrupt is how serving is meant to end. */
  spur_signals_expect ();
  spur_cli_run_loop (cli, loop, for_ns);
  if (timer != 0)
    g_source_remove (timer);
}

static gboolean
open_first (SpurCli *cli, SpurGrowth *growth, SpurExit *code)
{
  if (live)
    {
      spur_growth_init (growth, cli);
      if (growth->tail != NULL && spur_growth_read (growth))
        return TRUE;
    }
  cli->trace = spur_cli_open (cli, code);
  return *code == SPUR_EXIT_OK;
}

static SpurExit
serve_source (SpurCli *cli, Following *following)
{
  SpurPageServerOptions options = { .listen = listen, .port = (guint16) port, .token = tls.token };
  g_autoptr (SpurPageServer) server =
    spur_page_server_new (following->source, &options, &cli->error);

  following->server = server;
  if (server == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--listen");
  /* The index gets its name now, so that it stays where the server is killed. */
  if (!spur_cli_keep_files (cli))
    return SPUR_EXIT_FAILURE;
  serve_page (cli, following);
  return SPUR_EXIT_OK;
}

static SpurExit
serve_trace (SpurCli *cli)
{
  Following following = { .growth.cli = cli };
  SpurExit code = SPUR_EXIT_OK;

  if (open_first (cli, &following.growth, &code))
    following.source = make_source (cli, live ? &following.growth : NULL);
  if (following.source != NULL)
    code = serve_source (cli, &following);
  else if (code == SPUR_EXIT_OK)
    code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  g_clear_pointer (&following.source, spur_page_source_free);
  spur_growth_clear (&following.growth);
  return code;
}

/* What a collector serves is a recording that grows. */
static SpurExit
serve_address (SpurCli *cli)
{
  SpurReceiving received;
  SpurExit code;

  live = TRUE;
  name = cli->input;
  receiving = &received;
  if (spur_receiving_begin (&received, cli, name))
    {
      cli->input = received.path;
      code = serve_trace (cli);
    }
  else
    code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, name);
  cli->input = name;
  spur_receiving_clear (&received);
  return code;
}

static SpurExit
run_serve (SpurCli *cli)
{
  if (!spur_tls_load (&tls, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, SPUR_TLS_PLACE);
  if (!check_token (cli))
    return SPUR_EXIT_USAGE;
  return spur_receiving_is_address (cli->input) ? serve_address (cli) : serve_trace (cli);
}

#endif

static gboolean
check_options (SpurCli *cli)
{
  if (port < 0 || port > G_MAXUINT16)
    return SPUR_CLI_REFUSE (cli, "--port: got %d, wanted 0 to %d", port, G_MAXUINT16);
  return spur_cli_parse_time (cli, "--for", for_text, &for_ns);
}

const SpurVerb spur_verb_serve = {
  .name = "serve",
  .summary = "Serve the page of a trace of any size to a browser on this machine",
  .arguments = "TRACE",
  .description =
    "Prints an address and serves the page of 'spur report' there, until interrupted.\n"
    "Of a large trace the page asks for what it shows, so it opens at once.\n"
    "unix:PATH or tcp:HOST:PORT is where a collector serves a recording that grows.\n"
    "The server listens on this machine only, gives out nothing without the token in\n"
    "the address, and changes nothing. From elsewhere, use a tunnel.",
  .examples = "  spur serve run.spur\n"
              "  spur serve run.spur --open\n"
              "  spur serve --live now.spurrec      of spur collect --live now.spurrec\n"
              "  spur serve unix:live.sock          of spur collect --serve-recording\n"
              "  ssh -L 8080:localhost:8080 cluster spur serve --port 8080 run.spur",
  .entries = entries,
  .draws = TRUE,
  .check = check_options,
#ifdef SPUR_WITH_SERVE
  .run = run_serve,
#endif
  .needs = "serve",
};
