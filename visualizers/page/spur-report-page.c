/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Fills the template of the page of a trace with its parts. */
#include "config.h"

#include "visualizers/canvas/spur-view-text-internal.h"
#include "visualizers/page/spur-page-private.h"
#include "visualizers/page/spur-report-private.h"

static char *
make_picture_label (SpurReport *self)
{
  g_autofree char *edges = spur_view_format_count (self->n_edges);
  g_autofree char *reversed = spur_view_format_count (self->raw.check.n_reversed);

  return g_strdup_printf ("space-time picture of %u targets with %s messages, of which %s are "
                          "received before sent in the times as recorded",
                          spur_lanes_get_n (self->raw.picture->lanes), edges, reversed);
}

GString *
spur_report_make_page (SpurReport *self)
{
  static const char *const styles[] = { "report.css", NULL };
  static const char *const scripts[] = { "decode.js", "census.js", "format.js", "picture.js",
                                         "load.js",   "page.js",   NULL };
  g_autofree char *data = g_string_free (spur_report_make_data (self), FALSE);
  g_autofree char *title = spur_view_find_title (self->trace);
  const SpurPagePiece pieces[] = {
    { "TITLE", spur_page_escape (title) },
    { "SUBTITLE", spur_report_make_subtitle (self) },
    { "HEADLINE", spur_report_make_headline (self) },
    { "SWITCH", spur_report_make_switch (self) },
    { "PICTURE_LABEL", make_picture_label (self) },
    { "LEGEND", spur_report_make_legend (self) },
    { "BANDS", g_strdup (self->raw.picture->counts.n_bands > 0
                           ? "<label class=\"check\"><input type=\"checkbox\" id=\"show-bands\" "
                             "checked=\"checked\"/> collectives</label>\n"
                           : "") },
    { "NOTE", spur_report_make_note (self) },
    { "IMBALANCE", spur_report_make_imbalance (self) },
    { "BUSY", spur_report_make_busy (self) },
    { "CORRECTION", spur_report_make_correction (self) },
    { "FACTS", spur_report_make_facts (self) },
    { "VERSION", g_strdup (SPUR_VERSION) },
    { "DATA", g_steal_pointer (&data) },
    { NULL, NULL },
  };

  return spur_page_make ("report.html", styles, scripts, pieces);
}
