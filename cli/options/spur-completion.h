/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

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
