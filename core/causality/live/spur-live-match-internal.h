/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/live/spur-live-event.h"
#include "core/causality/spur-delays.h"
#include "core/causality/spur-dependence-internal.h"

/* What waits for what in a merged trace that grows: messages and collective operations of which
 * some parts have come. Streams that wait are told when they may try again. */

typedef struct _SpurHeld SpurHeld;
typedef struct _SpurLiveMessage SpurLiveMessage;
typedef struct _SpurLiveInstance SpurLiveInstance;
typedef struct _SpurLiveEnter SpurLiveEnter;

/* An event that is here. @next is the one after it in its stream, of those that have no time yet or
 * of those that have one; @older and @newer came before and after it. */
struct _SpurHeld
{
  SpurLiveEvent event;
  gint64 arrival_ns;
  guint64 sequence;
  SpurHeld *next;
  SpurHeld *older;
  SpurHeld *newer;
  gboolean has_time;
  gboolean is_given_up;

  /* What it belongs to; an end of a collective operation also knows its begin by @enter. */
  SpurLiveMessage *message;
  SpurLiveInstance *instance;
  SpurLiveEnter *enter;
  SpurHeld *next_waiter;
  gboolean is_waiting;
};

/* A message: its number is part of its key. Of one by identifier many receives can wait. One whose
 * ends have a number of their own is also found by @recorded, or only by that, where its receive
 * came first. */
struct _SpurLiveMessage
{
  guint64 key[4];
  guint64 recorded[4];
  guint n_held;
  gboolean is_by_id;
  gboolean is_pushed;
  gboolean is_sent;
  gboolean has_receive;
  gboolean is_given_up;
  guint32 send_stream;
  gint64 time_ns;
  SpurHeld *waiters;
  GList link;
};

/* The begin of a collective operation, which has no name before its end is there. */
struct _SpurLiveEnter
{
  guint n_refs;
  guint32 stream;
  guint32 rank;
  gboolean is_done;
  gboolean sends;
  gint64 time_ns;
  SpurLiveInstance *instance;
};

struct _SpurLiveInstance
{
  guint64 key[4];
  SpurPattern pattern;
  guint32 root;
  guint32 n_members;
  gboolean is_broken;
  guint32 n_left;
  guint32 n_undone;
  guint32 n_given_up;
  SpurTopTwo top;
  GPtrArray *enters;
  SpurHeld *waiters;
  GList link;
};

typedef struct
{
  GHashTable *messages;
  /* By the numbers that were recorded. */
  GHashTable *recorded;
  GHashTable *instances;
  GHashTable *channels;
  GQueue open_messages;
  GQueue open_instances;
  GQueue open_channels;
  /* As in SpurLiveOptions; set before an event is taken. */
  SpurDelays *delays;
  gint64 mu_ns;
  guint max_messages;
  guint64 n_channels;
  guint64 n_forgotten;
  void (*wake) (guint32 stream, gpointer user_data);
  gpointer user_data;
} SpurLiveMatcher;

void spur_live_matcher_init (SpurLiveMatcher *self,
                             void (*wake) (guint32 stream, gpointer user_data),
                             gpointer user_data);

void spur_live_matcher_clear (SpurLiveMatcher *self);

/* An event came: joins it with what it belongs to. @stack has the stream's open begins. */
void spur_live_matcher_take (SpurLiveMatcher *self, SpurHeld *held, GPtrArray *stack);

/* Whether nothing that has to come before the event is missing; FALSE puts it among those that
 * wait. @bound_ns: the least time that what is known to come before leaves it, or G_MININT64. */
gboolean spur_live_matcher_is_ready (SpurLiveMatcher *self, SpurHeld *held, gint64 *bound_ns);

/* The stream that an event which is not ready waits for; SPUR_NONE where what is missing did not
 * even come. */
guint32 spur_live_matcher_get_awaited (const SpurLiveMatcher *self, const SpurHeld *held);

/* It is not waited for any longer. */
void spur_live_matcher_give_up (SpurHeld *held);

/* The event has its time. */
void spur_live_matcher_finish (SpurLiveMatcher *self, SpurHeld *held);

/* Its stack of open begins. */
GPtrArray *spur_live_stack_new (void);
