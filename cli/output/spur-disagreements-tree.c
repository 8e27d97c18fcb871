/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages whose ends disagree, in a tree. */
#include "cli/output/spur-edges-tree.h"

#include "core/causality/spur-disagreements.h"
#include "spur-enums.h"

#define MAX_SHOWN 10

static const char *
get_class (SpurTrace *trace, guint32 stream, guint64 event)
{
  SpurStream *of = spur_trace_get_stream (trace, stream);

  return spur_trace_get_class (trace, spur_stream_get_class_index (of, event))->name;
}

/* "rank 0 event 17 (Channel_Send_Event)" */
static void
append_event (GString *text, SpurTrace *trace, guint32 stream, guint64 event)
{
  spur_text_append_safe (text, spur_stream_get_name (spur_trace_get_stream (trace, stream)));
  g_string_append (text, " event ");
  spur_text_append_count (text, event);
  g_string_append (text, " (");
  spur_text_append_safe (text, get_class (trace, stream, event));
  g_string_append_c (text, ')');
}

static void
append_value (GString *text, const SpurDisagreement *row, guint64 value)
{
  if (row->kind == SPUR_DISAGREEMENT_TAG)
    g_string_append (text, " with tag ");
  else
    g_string_append_c (text, ' ');
  spur_text_append_count (text, value);
  if (row->kind == SPUR_DISAGREEMENT_SIZE)
    g_string_append (text, value == 1 ? " byte" : " bytes");
}

static void
add_row (SpurTree *self, SpurTrace *trace, const SpurDisagreement *row)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_event (text, trace, row->from_stream, row->from_event);
  g_string_append (text, " sent");
  append_value (text, row, row->sent);
  g_string_append (text, ", ");
  append_event (text, trace, row->to_stream, row->to_event);
  g_string_append (text, " received");
  append_value (text, row, row->received);
  spur_tree_add_note (self, NULL, text->str);
}

static void
add_notes (SpurTree *self, SpurTrace *trace, SpurDisagreements *found)
{
  gsize n_rows;
  const SpurDisagreement *rows = spur_disagreements_get_all (found, &n_rows);
  guint64 n_all = spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE) +
                  spur_disagreements_count (found, SPUR_DISAGREEMENT_TAG);

  if (n_all == 0)
    return;
  spur_tree_add_note (self, "disagreements_title", "Sent and received differently");
  spur_tree_begin_list (self, "shown_disagreements");
  for (gsize i = 0; i < MIN (n_rows, MAX_SHOWN); i++)
    add_row (self, trace, &rows[i]);
  if (n_all > MAX_SHOWN)
    {
      g_autofree char *count = spur_text_count (n_all - MAX_SHOWN);

      spur_tree_print_note (self, NULL, "and %s more; --json lists the first %d of each kind",
                            count, SPUR_MAX_DISAGREEMENTS);
    }
  spur_tree_end (self);
}

static void
add_event (SpurTree *self, const char *name, SpurTrace *trace, guint32 stream, guint64 event)
{
  spur_tree_begin_object (self, name);
  spur_tree_add_int (self, "stream", stream);
  spur_tree_add_string (self, "stream_name",
                        spur_stream_get_name (spur_trace_get_stream (trace, stream)));
  spur_tree_add_count (self, "event", event);
  spur_tree_add_string (self, "class", get_class (trace, stream, event));
  spur_tree_end (self);
}

void
spur_tree_add_disagreements (SpurTree *self, SpurTrace *trace, SpurEdges *edges, const SpurJob *job)
{
  g_autoptr (SpurDisagreements) found = spur_disagreements_find (trace, edges, job);
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_DISAGREEMENT_KIND);
  gsize n_rows;
  const SpurDisagreement *rows = spur_disagreements_get_all (found, &n_rows);

  spur_tree_add_count (self, "other_sizes",
                       spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE));
  spur_tree_add_count (self, "other_tags", spur_disagreements_count (found, SPUR_DISAGREEMENT_TAG));
  for (gsize i = 0; spur_tree_next_row (self, "disagreements", i, n_rows); i++)
    {
      spur_tree_add_string (self, "kind", g_enum_get_value (kinds, (int) rows[i].kind)->value_nick);
      add_event (self, "from", trace, rows[i].from_stream, rows[i].from_event);
      add_event (self, "to", trace, rows[i].to_stream, rows[i].to_event);
      spur_tree_add_count (self, "sent", rows[i].sent);
      spur_tree_add_count (self, "received", rows[i].received);
    }
  add_notes (self, trace, found);
}
