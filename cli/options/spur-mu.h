/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/causality/spur-delays.h"

/* The options of a verb for the least delays of edges. */
typedef struct
{
  char *plain;  /* --mu-ns */
  char **said;  /* --mu */
  char **files; /* --mu-file */
} SpurMuOptions;

#define SPUR_MU_ENTRIES(options)                                                                   \
  SPUR_OPTION ("mu", STRING_ARRAY, &(options).said,                                                \
               "Least delay: auto, 2us, CLASS=2us, A>B=2us (repeatable)", "MU"),                   \
    SPUR_OPTION ("mu-file", FILENAME_ARRAY, &(options).files, "The same, a line each", "FILE"),    \
    SPUR_OPTION ("mu-ns", STRING, &(options).plain,                                                \
                 "Least delay of all edges, as in 2us (default: auto)", "NS")

/* Whether an option gives a delay that the trace can be checked against. */
gboolean spur_mu_is_given (const SpurMuOptions *options);

/* Checks the options as far as possible without a trace; prints what is wrong. */
gboolean spur_mu_check (SpurCli *cli, const SpurMuOptions *options);

/* Sets the mu of @edges, and @mu_ns to the one of edges without a mu of their own. */
gboolean spur_mu_apply (const SpurMuOptions *options,
                        SpurTrace *trace,
                        SpurEdges *edges,
                        const SpurJob *job,
                        gint64 *mu_ns,
                        GError **error);

/* The same; without options, those of the trace's correction are used. */
gboolean spur_mu_apply_again (const SpurMuOptions *options,
                              SpurTrace *trace,
                              SpurEdges *edges,
                              const SpurJob *job,
                              gint64 *mu_ns,
                              GError **error);
