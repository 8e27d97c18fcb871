/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/causality/spur-delays.h"

G_BEGIN_DECLS

/* What the options of a verb say of the smallest delays of edges. */
typedef struct
{
  char *plain;  /* --mu-ns */
  char **said;  /* --mu */
  char **files; /* --mu-file */
} SpurMuOptions;

#define SPUR_MU_ENTRIES(options)                                                                   \
  { "mu",                                                                                          \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_STRING_ARRAY,                                                                     \
    &(options).said,                                                                               \
    "Least delay: auto, 2us, CLASS=2us, A>B=2us (repeatable)",                                     \
    "MU" },                                                                                        \
    { "mu-file", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(options).files, "The same, a line each",     \
      "FILE" },                                                                                    \
  {                                                                                                \
    "mu-ns", 0, 0, G_OPTION_ARG_STRING, &(options).plain,                                          \
      "Least delay of all edges, as in 2us (default: auto)", "NS"                                  \
  }

/* Whether something was said that a trace can be held to. */
gboolean spur_mu_is_given (const SpurMuOptions *options);

/* Looks at what can be looked at without a trace; says what is wrong. */
gboolean spur_mu_check (SpurCli *cli, const SpurMuOptions *options);

/* Gives @edges their mu, and says in @mu_ns what holds where nothing is known. */
gboolean spur_mu_apply (const SpurMuOptions *options,
                        SpurTrace *trace,
                        SpurEdges *edges,
                        const SpurJob *job,
                        gint64 *mu_ns,
                        GError **error);

/* The same, but where no option says anything, those that made the trace's correction hold. */
gboolean spur_mu_apply_again (const SpurMuOptions *options,
                              SpurTrace *trace,
                              SpurEdges *edges,
                              const SpurJob *job,
                              gint64 *mu_ns,
                              GError **error);

G_END_DECLS
