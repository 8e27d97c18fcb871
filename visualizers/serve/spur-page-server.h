/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A server for the page of one trace, for the command and its tests: a library of its own, so that
 * pictures need no libsoup. It only gives out; nothing can be changed by it. */
#pragma once

#include "visualizers/serve/spur-page-source-internal.h"

typedef struct _SpurPageServer SpurPageServer;

/* Limits have the defaults that are named where they are 0. */
typedef struct
{
  const char *listen; /* an address of this machine; NULL for 127.0.0.1 */
  guint16 port;       /* 0 for any that is free */
  const char *token;  /* the first part of all paths; NULL for a random one */
  guint max_clients;  /* connections at the same time: 64 */
  guint seconds;      /* how long a connection may last, with its request and answer: 60 */
} SpurPageServerOptions;

/* Why @token cannot be one, or NULL. */
const char *spur_page_server_check_token (const char *token);

/* Listens in the main context; @source has to live as long, or until it is replaced. */
SpurPageServer *
spur_page_server_new (SpurPageSource *source, const SpurPageServerOptions *options, GError **error);

/* The trace has grown: from now on this is given out. Pages that are live are told at once. */
void spur_page_server_set_source (SpurPageServer *self, SpurPageSource *source);

/* Whether a page that is live has all that it was told of, and waits for more. */
gboolean spur_page_server_is_wanted (SpurPageServer *self);

void spur_page_server_free (SpurPageServer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPageServer, spur_page_server_free)

/* The page's address, with the token. */
const char *spur_page_server_get_address (SpurPageServer *self);
