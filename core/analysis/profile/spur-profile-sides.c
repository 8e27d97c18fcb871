/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Who sends to whom where events do not say it, but have the number of the message: on two streams,
 * or on one. */
#include <stdlib.h>

#include "core/analysis/profile/spur-profile-private.h"
#include "core/base/spur-order-internal.h"

/* The sends of a number come before its receives. */
SPUR_DEFINE_ORDER (compare_sides,
                   SpurProfileSide,
                   SPUR_BY_4 (family, number, tag, is_receive)
                   ?: SPUR_BY_4 (own, n_bytes, peer, group)
                   ?: SPUR_BY (counts))

static gboolean
is_same_message (const SpurProfileSide *a, const SpurProfileSide *b)
{
  return a->family == b->family && a->number == b->number && a->tag == b->tag;
}

typedef struct
{
  SpurProfileRows *pairs;
  guint32 n_objects;
} Joining;

static void
add_sent (const Joining *self, const SpurProfileSide *send, const SpurPairProfile *key)
{
  SpurPairProfile *pair;

  if (!send->counts)
    return;
  pair = spur_profile_find_pair (self->pairs, self->n_objects, key);
  pair->n_sent++;
  pair->sent_bytes += send->n_bytes;
}

static void
add_received (const Joining *self, const SpurProfileSide *receive, const SpurPairProfile *key)
{
  SpurPairProfile *pair;

  if (!receive->counts)
    return;
  pair = spur_profile_find_pair (self->pairs, self->n_objects, key);
  pair->n_received++;
  pair->received_bytes += receive->n_bytes;
}

/* All sides of a number, @n_sends sends before the receives. One send may have many receives; where
 * a number has several sends, the receives belong to the first one. */
static void
add_message (const Joining *self, const SpurProfileSide *sides, guint n_sends, guint n_sides)
{
  for (guint i = n_sides > n_sends ? 1 : 0; i < n_sends; i++)
    add_sent (self, &sides[i],
              &(SpurPairProfile){ sides[i].own, SPUR_NONE, sides[i].peer, sides[i].group });
  for (guint i = n_sends; i < n_sides; i++)
    {
      SpurPairProfile key = { sides[i].peer, sides[i].group, sides[i].own, SPUR_NONE };

      if (n_sends > 0)
        {
          key.from = sides[0].own;
          key.from_group = SPUR_NONE;
          add_sent (self, &sides[0], &key);
        }
      add_received (self, &sides[i], &key);
    }
}

void
spur_profile_join_sides (GArray *sides, guint32 n_objects, SpurProfileRows *pairs)
{
  SpurProfileSide *all = (SpurProfileSide *) (gpointer) sides->data;
  Joining joining = { pairs, n_objects };
  guint n_in = 0, n_sends = 0;

  if (sides->len > 0)
    qsort (all, sides->len, sizeof *all, compare_sides);
  for (guint i = 0; i < sides->len; i += n_in)
    {
      for (n_in = n_sends = 0; i + n_in < sides->len && is_same_message (&all[i], &all[i + n_in]);
           n_in++)
        n_sends += !all[i + n_in].is_receive;
      add_message (&joining, &all[i], n_sends, n_in);
    }
}
