/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The sentences by which reasons of corrected times are told, with places for what differs: the
 * command fills them, and so does the page of a trace. */
#include "core/clock/report/spur-clock-explain.h"

/* Forward and backwards in time. */
static const char *const sentences[][2] = {
  [SPUR_REASON_UNMOVED] = { "no step of a correction moved it",
                            "no step of a correction moved it" },
  [SPUR_REASON_MAP] = { "{shift} by {method}, which moved the clock here",
                        "{shift} by {method}, which moved the clock here" },
  [SPUR_REASON_PART] = { "{method} makes a mix, of which {share} % are what goes forward in time: "
                         "{shift}",
                         "{method} makes a mix, of which {share} % are what goes back in time: "
                         "{shift}" },
  [SPUR_REASON_CARRIED] = { "{subject}{shift} by {method}: it still follows the jump of {from}",
                            "{subject}{shift} by {method}: it leads up to the jump of {from}" },
  [SPUR_REASON_JUMP] = { "{of} is {shift} by {method}, as it comes at least {mu} after {from}: "
                         "{edge}",
                         "{of} is {shift} by {method}, as it comes at least {mu} before {from}: "
                         "{edge}" },
  [SPUR_REASON_SPREAD] = { "{shift} by {method}, which spread over the time before it the jump of "
                           "{from}",
                           "{shift} by {method}, which spread over the time after it the jump of "
                           "{from}" },
  [SPUR_REASON_CAUSE] = { "{of} was not pushed: its clock was ahead",
                          "{of} was not pushed: its clock was behind" },
  [SPUR_REASON_MORE] = { "the chain goes on from {of}", "the chain goes on from {of}" },
};

/* Where it is not known which jump was spread. */
static const char *const spread_sentences[2] = {
  "{shift} by {method}, which spread over the time before it jumps that follow",
  "{shift} by {method}, which spread over the time after it jumps that come before",
};

static const char *const edge_texts[SPUR_N_EDGE_KINDS] = {
  [SPUR_EDGE_MESSAGE] = "a message",
  [SPUR_EDGE_MIGRATION] = "a migration",
  [SPUR_EDGE_CREATION] = "a creation",
  [SPUR_EDGE_SYNCHRONISATION] = "a synchronisation",
  [SPUR_EDGE_COLLECTIVE] = "a collective operation",
  [SPUR_EDGE_NAMED] = "a predecessor that the trace names",
};

/**
 * spur_reason_kind_get_sentence:
 * @kind: what happened
 * @is_backwards: whether the step goes back in time here
 * @has_from: whether the reason names another event
 *
 * A sentence by which reasons of the kind are told. In braces it has the names of what is to be
 * written there: of and from, the events; subject, the event that the reason is about and "is", or
 * nothing where that is the one that is explained; shift, by how much it was moved; method; mu, the
 * least delay; edge, as spur_reason_get_edge_text() gives it; and share, in percent.
 *
 * Returns: the sentence, without a full stop
 *
 * Since: 1.0
 */
const char *
spur_reason_kind_get_sentence (SpurReasonKind kind, gboolean is_backwards, gboolean has_from)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (sentences), NULL);

  if (kind == SPUR_REASON_SPREAD && !has_from)
    return spread_sentences[is_backwards != FALSE];
  return sentences[kind][is_backwards != FALSE];
}

/**
 * spur_reason_get_edge_text:
 * @kind: a kind of edge
 *
 * What an edge stands for, in the words of a sentence, as in "a message".
 *
 * Returns: the words
 *
 * Since: 1.0
 */
const char *
spur_reason_get_edge_text (SpurEdgeKind kind)
{
  g_return_val_if_fail ((guint) kind < SPUR_N_EDGE_KINDS, NULL);

  return edge_texts[kind];
}
