/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-exchange.h"

G_BEGIN_DECLS

typedef void (*RankFunc) (SpurExchange *exchange, gpointer data);

/* Runs @func on @n_ranks ranks, each a thread of this process, and waits for them. Where @jitter is
 * not 0, what ranks send comes late by random times, which differ with it. */
void rank_loop_run (guint n_ranks, guint32 jitter, RankFunc func, gpointer data);

G_END_DECLS
