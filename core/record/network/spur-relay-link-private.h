/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

/* One recorder's connection to a collector: what it says is carried there, and what is answered is
 * carried back, through two buffers of a fixed size. An end that cannot take any more holds up the
 * other. All of it in the relay's own thread. */
typedef struct _SpurRelayLink SpurRelayLink;

typedef struct
{
  GSocketConnectable *address;
  /* As a person writes it. */
  const char *name;
  GTlsCertificate *certificate;
  GTlsDatabase *authorities;
  gpointer data;

  /* What went wrong: with this connection, or for good. */
  void (*tell) (gpointer data, const GError *error);
  /* How long to wait before the collector is tried next; called with whether it answered. */
  guint (*get_delay_ms) (gpointer data, gboolean has_answered);
  /* The link is about to go. */
  void (*gone) (gpointer data, SpurRelayLink *link);
} SpurRelayPlan;

/* @plan has to live as long as the link does. */
SpurRelayLink *spur_relay_link_new (const SpurRelayPlan *plan, GIOStream *recorder, guint delay_ms);

/* Ends it as soon as nothing is under way in it. */
void spur_relay_link_close (SpurRelayLink *self);
