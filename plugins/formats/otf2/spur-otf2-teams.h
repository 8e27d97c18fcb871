/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

G_BEGIN_DECLS

/* The teams that a thread is in, the innermost last, and how often it entered each. */
typedef struct
{
  GArray *open;
  GHashTable *n_entered;
  guint64 n_forks;

  /* The last fork: its number is that of the team that the thread enters next. */
  guint8 *fork;
  guint64 fork_event;

  /* The team that was left last, which the next join waits for. */
  guint64 left;
  gboolean has_left;
} SpurOtf2Teams;

void spur_otf2_teams_init (SpurOtf2Teams *self);
void spur_otf2_teams_clear (SpurOtf2Teams *self);

/* The group of the innermost team, or SPUR_NONE. */
guint32 spur_otf2_teams_get_group (const SpurOtf2Teams *self);

G_END_DECLS
