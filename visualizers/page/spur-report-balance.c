/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The part of the page of a trace that says how even load was, and whether moving paid. */
#include "core/analysis/balance/spur-balance.h"
#include "visualizers/page/spur-page-private.h"

/* A page lists the first ones. */
#define MAX_FINDINGS 100
/* Those that stand before the picture. */
#define N_FIRST_FINDINGS 3
#define MAX_PHASES 1000

typedef struct
{
  SpurBalance *balance;
  gint64 zero_ns;
  guint64 n_reversed;
} BalancePage;

static char *
format_ns (gint64 ns, gpointer unused)
{
  return g_strdup (SPUR_PAGE_NS (ns, 4));
}

/* In a table. */
static char *
mark_ns (gint64 ns, gpointer unused)
{
  return spur_page_mark_ns (ns, 4);
}

static void
append_load (GString *html, const BalancePage *self, double load)
{
  g_autofree char *text = spur_balance_format_load (self->balance, load, mark_ns, NULL);

  spur_page_append_cell (html, text, FALSE);
}

static void
append_ratio (GString *html, double ratio)
{
  spur_page_append_cell (html, SPUR_PAGE_NUMBER ("%.4f", ratio), FALSE);
}

/* What is begun is a button that shows the span in the picture. */
static void
append_span_button (GString *html, const BalancePage *self, gint64 begin_ns, gint64 end_ns)
{
  g_string_append_printf (html,
                          "<button type=\"button\" class=\"show\" "
                          "data-from=\"%" G_GINT64_FORMAT "\" data-to=\"%" G_GINT64_FORMAT "\">",
                          begin_ns - self->zero_ns, end_ns - self->zero_ns);
}

static void
append_finding (GString *html, const BalancePage *self, guint index)
{
  guint n_findings;
  const SpurBalanceFinding *finding =
    &spur_balance_get_findings (self->balance, &n_findings)[index];
  g_autofree char *text =
    spur_balance_describe_finding (self->balance, index, self->zero_ns, format_ns, NULL);
  g_autofree char *safe = spur_page_escape (text);

  g_string_append_printf (html, "<li id=\"finding-%u\">%s ", index + 1, safe);
  append_span_button (html, self, finding->begin_ns, finding->end_ns);
  g_string_append (html, "Show</button></li>\n");
}

/* The first findings stand before the picture, the others here, so that there is room for it. */
static void
append_findings (GString *first, GString *others, const BalancePage *self)
{
  guint n_findings;
  guint n_shown;

  spur_balance_get_findings (self->balance, &n_findings);
  n_shown = MIN (n_findings, MAX_FINDINGS);
  for (guint i = 0; i < MIN (n_shown, N_FIRST_FINDINGS); i++)
    append_finding (first, self, i);
  if (n_shown <= N_FIRST_FINDINGS)
    return;
  g_string_append (others, "<ul class=\"findings\">\n");
  for (guint i = N_FIRST_FINDINGS; i < n_shown; i++)
    append_finding (others, self, i);
  g_string_append (others, "</ul>\n");
  if (n_shown < n_findings)
    g_string_append_printf (others,
                            "<p class=\"muted\">With those at the top these are the first %s of %s "
                            "findings.</p>\n",
                            SPUR_VIEW_COUNT (n_shown), SPUR_VIEW_COUNT (n_findings));
}

static gboolean
has_moves (const BalancePage *self)
{
  guint n_moves;

  spur_balance_get_moves (self->balance, &n_moves);
  return n_moves > 0;
}

/* What balancing before a phase did. */
static void
append_step (GString *html, const BalancePage *self, guint phase)
{
  guint n_steps;
  const SpurBalanceStep *steps = spur_balance_get_steps (self->balance, &n_steps);
  const SpurBalanceStep *step = phase > 0 ? &steps[phase - 1] : NULL;

  if (step == NULL || step->n_moves == 0)
    {
      spur_page_append_cell (html, step != NULL ? "0" : "", FALSE);
      spur_page_append_cell (html, "", FALSE);
      spur_page_append_cell (html, "", FALSE);
      return;
    }
  spur_page_append_count (html, step->n_moves, FALSE);
  spur_page_append_ns (html, step->pause_ns, 4);
  append_load (html, self, step->gain);
}

static void
append_phase (GString *html, const BalancePage *self, guint index)
{
  guint n_phases;
  const SpurBalancePhase *phase = &spur_balance_get_phases (self->balance, &n_phases)[index];
  double mean = phase->metrics.mean;

  g_string_append (html, "<tr><th>");
  append_span_button (html, self, phase->begin_ns, phase->end_ns);
  if (phase->number >= 0)
    g_string_append_printf (html, "%" G_GINT64_FORMAT "</button></th>", phase->number);
  else
    g_string_append (html, "before</button></th>");
  spur_page_append_ns (html, phase->begin_ns - self->zero_ns, 6);
  append_load (html, self, phase->target_load);
  append_load (html, self, phase->metrics.max);
  append_ratio (html, phase->metrics.imbalance);
  append_ratio (html, mean > 0 ? MAX (phase->least / mean - 1, 0) : 0);
  append_load (html, self, phase->waiting);
  if (has_moves (self))
    append_step (html, self, index);
  g_string_append (html, "</tr>\n");
}

static void
append_phases (GString *html, const BalancePage *self)
{
  guint n_phases;
  guint n_shown;

  spur_balance_get_phases (self->balance, &n_phases);
  n_shown = MIN (n_phases, MAX_PHASES);
  g_string_append (html,
                   "<div class=\"scroll balance-phases\"><table><thead><tr><th>phase</th>"
                   "<th class=\"number\">begins</th><th class=\"number\">load</th>"
                   "<th class=\"number\">busiest target</th><th class=\"number\">max/mean-1</th>"
                   "<th class=\"number\">at least</th><th class=\"number\">waits</th>");
  if (has_moves (self))
    g_string_append (html, "<th class=\"number\">moves into it</th>"
                           "<th class=\"number\">pause</th><th class=\"number\">gain</th>");
  g_string_append (html, "</tr></thead><tbody>\n");
  for (guint i = 0; i < n_shown; i++)
    append_phase (html, self, i);
  g_string_append_printf (html,
                          "</tbody></table></div>\n<p class=\"muted\">No placement of the objects "
                          "has a max/mean-1 below <i>at least</i>; <i>waits</i> is the load of "
                          "busy targets that others, which have less, could do.%s</p>\n",
                          has_moves (self) ? " The <i>gain</i> is what the busiest target has less "
                                             "than if all had stayed."
                                           : "");
  if (n_shown < n_phases)
    g_string_append_printf (html, "<p class=\"muted\">These are the first %s of %s phases.</p>\n",
                            SPUR_VIEW_COUNT (n_shown), SPUR_VIEW_COUNT (n_phases));
}

/* What load and phases are, and that none of it is lost. */
static void
append_head (GString *html, const BalancePage *self)
{
  guint n_phases;
  g_autofree char *measure = spur_balance_describe_measure (self->balance, format_ns, NULL);
  g_autofree char *totals = spur_balance_describe_totals (self->balance, format_ns, NULL);

  spur_balance_get_phases (self->balance, &n_phases);
  g_string_append_printf (html,
                          "<p class=\"muted\">How even load was in each phase, and what moving "
                          "load objects gained. The picture above shows the finding or phase that "
                          "is chosen. Phases: %u, %s. Load is %s: %s.</p>\n",
                          n_phases, spur_balance_describe_source (self->balance), measure, totals);
  if (self->n_reversed > 0)
    g_string_append_printf (html,
                            "<p class=\"sample-note\"><b>Not safe:</b> %s messages arrive before "
                            "they were sent at these times.</p>\n",
                            SPUR_VIEW_COUNT (self->n_reversed));
}

void
spur_report_add_balance (GHashTable *pieces, SpurReport *report, const SpurJob *job)
{
  const SpurBalanceOptions options = {
    .raw = !report->has_corrected,
    .record_cost_ns = spur_trace_get_record_cost_ns (report->trace),
  };
  const SpurReportSide *side = report->has_corrected ? &report->corrected : &report->raw;
  g_autoptr (SpurBalance) balance = spur_balance_new (report->trace, &options, job, NULL);
  GString *html = spur_page_add_piece (pieces, "BALANCE");
  const BalancePage self = { balance, side->picture->zero_ns,
                             side->check.n_reversed + side->check.n_collective_reversed };
  SpurBalanceTotals totals;

  /* A trace with too many phases has a page without them, as has one without load. */
  if (balance == NULL)
    return;
  spur_balance_get_totals (balance, &totals);
  if (totals.object_load <= 0)
    return;
  g_string_append (html, "<section aria-labelledby=\"balance\">\n<h2 id=\"balance\">Balance</h2>"
                         "\n");
  append_head (html, &self);
  append_findings (g_hash_table_lookup (pieces, "FINDINGS"), html, &self);
  append_phases (html, &self);
  g_string_append (html, "</section>\n");
}
