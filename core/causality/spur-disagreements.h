/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

typedef struct _SpurDisagreement SpurDisagreement;

/**
 * SpurDisagreementKind:
 * @SPUR_DISAGREEMENT_SIZE: a message that was received with another size than it was sent with
 * @SPUR_DISAGREEMENT_TAG: a send and a receive of one number, sender, receiver and communicator,
 *   but with different tags; they are no edge
 *
 * In what the ends of a message disagree.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_DISAGREEMENT_SIZE,
  SPUR_DISAGREEMENT_TAG,
} SpurDisagreementKind;

/**
 * SpurDisagreement:
 * @kind: in what they disagree
 * @from_event: position of the send in its stream
 * @to_event: position of the receive in its stream
 * @from_stream: stream of the send
 * @to_stream: stream of the receive
 * @sent: the size or tag of the send
 * @received: that of the receive
 *
 * A message whose ends disagree.
 *
 * Since: 1.0
 */
struct _SpurDisagreement
{
  SpurDisagreementKind kind;
  guint64 from_event;
  guint64 to_event;
  guint32 from_stream;
  guint32 to_stream;
  guint64 sent;
  guint64 received;
};

/**
 * SPUR_MAX_DISAGREEMENTS:
 *
 * The most of each kind that are listed; the others are counted only.
 *
 * Since: 1.0
 */
#define SPUR_MAX_DISAGREEMENTS 1000

#define SPUR_TYPE_DISAGREEMENTS (spur_disagreements_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurDisagreements, spur_disagreements, SPUR, DISAGREEMENTS, GObject)

SPUR_AVAILABLE_IN_ALL
SpurDisagreements *spur_disagreements_find (SpurTrace *trace, SpurEdges *edges, const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
guint64 spur_disagreements_count (SpurDisagreements *self, SpurDisagreementKind kind);

SPUR_AVAILABLE_IN_ALL
const SpurDisagreement *spur_disagreements_get_all (SpurDisagreements *self,
                                                    gsize *n_disagreements);

G_END_DECLS
