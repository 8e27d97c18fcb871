/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/options/spur-where.h"

/* Puts a line for each word that a shell may offer in place of the last of @words, which follow
 * the command's name: the word, a tab, and what it means. An option and its value are two words.
 * @verbs ends with NULL.
 *
 * Lines that begin with ':' name what the shell completes by itself: ":files" (and a pattern of
 * the files), ":folders", or ":command N", a command that begins with
 * @words[N]. */
void spur_completion_put (SpurOut *out, const SpurVerb *const *verbs, char **words);

/* The verb of a name, or NULL. */
const SpurVerb *spur_completion_find_verb (const SpurVerb *const *verbs, const char *name);

/* The options of a verb for which events are wanted; lists that end with NULL, or NULL. */
typedef struct
{
  char **streams; /* --stream */
  char **classes; /* --class */
  char **objects; /* --object */
  char **where;   /* --where */
} SpurFilterOptions;

#define SPUR_FILTER_ENTRIES(options)                                                               \
  SPUR_OPTION ("stream", STRING_ARRAY, &(options).streams,                                         \
               "Only this stream, name or number (repeatable)", "STREAM"),                         \
    SPUR_OPTION ("class", STRING_ARRAY, &(options).classes,                                        \
                 "Only this class or 'LM_*' (repeatable)", "CLASS"),                               \
    SPUR_OPTION ("object", STRING_ARRAY, &(options).objects,                                       \
                 "Only events of this object, as 'PE *' (repeatable)", "NAME"),                    \
    SPUR_OPTION ("where", STRING_ARRAY, &(options).where,                                          \
                 "Only events with that field, as size>100 (repeatable)", "FIELD=VALUE")

/* Which events of a trace are wanted. */
typedef struct
{
  guint8 *streams;
  guint8 *classes;
  guint8 *objects; /* NULL for all */
  SpurWhere *where;
  guint n_streams_wanted;
  guint one_stream;
} SpurFilter;

void spur_filter_clear (SpurFilter *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurFilter, spur_filter_clear)

/* Streams by name or number; classes and objects by name, with wildcards. A class stands for what
 * derives from it, too, unless it has wildcards and no + behind. Prints an error and returns FALSE
 * where a name is unknown, or a condition cannot be met. */
gboolean spur_filter_init (SpurFilter *self,
                           SpurCli *cli,
                           SpurTrace *trace,
                           const SpurFilterOptions *options);

/* Any thread may ask. */
gboolean spur_filter_accepts (const SpurFilter *self,
                              guint stream,
                              guint class_index,
                              const SpurEventLayout *layout,
                              const guint8 *record);

/* A stream by name or number; FALSE where there is none. */
gboolean spur_filter_find_stream (SpurTrace *trace, const char *wanted, guint *index);

/* Whether @name is meant by @wanted: it is the same, or @wanted has the wildcards * and ? and fits.
 */
gboolean spur_names_fit (const char *wanted, const char *name);

/* Sets @are_wanted to a non-zero byte for each active object whose name is one of @names, with
 * wildcards; for all where @names is NULL. Prints an error and returns FALSE where a name fits
 * none. */
gboolean
spur_names_find_objects (SpurCli *cli, SpurTrace *trace, char **names, guint8 **are_wanted);

/* The options of a verb for the least delays of edges. */
typedef struct
{
  char *plain;  /* --mu-ns */
  char **said;  /* --mu */
  char **files; /* --mu-file */
  /* Where no option says anything, what the trace was corrected with holds again. */
  gboolean is_again;
} SpurMuOptions;

#define SPUR_MU_ENTRIES(options)                                                                   \
  SPUR_OPTION ("mu", STRING_ARRAY, &(options).said,                                                \
               "Least delay: auto, 2us, CLASS=2us, A>B=2us (repeatable)", "MU"),                   \
    SPUR_OPTION ("mu-file", FILENAME_ARRAY, &(options).files,                                      \
                 "Read such delays from FILE, one a line", "FILE"),                                \
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

/* Certificates of this end, and the authorities for those of the other one, as options name their
 * files.
 */
typedef struct
{
  char *certificate_file;
  /* NULL: the key is with the certificate. */
  char *key_file;
  char *authorities_file;
  char *token_file;

  GTlsCertificate *certificate;
  GTlsDatabase *authorities;
  char *token;
} SpurTls;

/* For spur_cli_fail(): what the errors begin with, since they name their option themselves. */
#define SPUR_TLS_PLACE "--t"

/* Loads the files that are named. FALSE with an error that names the option. */
gboolean spur_tls_load (SpurTls *self, GError **error);

/* The contents of the files. */
void spur_tls_clear (SpurTls *self);
