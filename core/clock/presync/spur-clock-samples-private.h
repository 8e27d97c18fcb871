/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-setbacks-private.h"

/* What pre-synchronisation knows of clocks: edges between different clock domains, as times. */

/* The receive cannot be earlier than the send: what it must be later is taken off already. */
typedef struct
{
  gint64 send_ns;
  gint64 receive_ns;
  guint32 from;
  guint32 to;
} SpurClockSample;

/* What is known of a clock domain; the streams without events have no part in it. */
typedef struct
{
  gint64 first_ns;
  gint64 last_ns;
  guint64 n_events;
} SpurClockSpan;

/* One of events at equal distances from each other. */
typedef struct
{
  gint64 time_ns;
  guint32 clock;
} SpurClockMoment;

typedef struct
{
  guint n_clocks;
  guint n_streams;
  guint *clocks; /* of each stream */
  SpurClockSpan *spans;
  GArray *moments;  /* of the streams that are here, SpurClockMoment */
  GArray *setbacks; /* SpurClockSetback, which times are without */

  /* Ranks that have some of the samples each: those of a pair of clocks are all at one. All of them
   * go through the same steps. */
  SpurCommunicator *communicator;
  gsize n_samples;
  SpurClockSample *samples;
} SpurClockSamples;

/* Which streams read one and the same clock. Numbers of clock domains by stream, from 0 in the
 * order of their first streams; NULL where @text names what is not there. All ranks call it. */
guint *
spur_clock_domains_find (const SpurClockWork *work, const char *text, gint64 mu_ns, GError **error);

/* Whether clocks that nothing says to be one may be joined where that foretells edges as well. */
gboolean spur_clock_domains_is_auto (const char *text);

/* (transfer full): For each clock of @samples the number of the set of those that seem to be one,
 * from 0 in the order of clocks: of one host where hosts are known, with edges each way, of which
 * none contradicts. NULL where no two clocks can be one. @has_hosts is whether hosts are known and
 * each has one set: where clocks of a host contradict each other, it does not tell who shares one.
 * All ranks call it. */
guint *
spur_clock_domains_join (const SpurClockSamples *samples, SpurTrace *trace, gboolean *has_hosts);

/* Whether clocks that are told to be one by @domains may only seem so: that any two of all the
 * clocks are as near to each other by chance, how near is known, is likelier than 1 in 1000. All
 * ranks call it. */
gboolean spur_clock_domains_is_chance (const SpurClockSamples *samples, const guint *domains);

/* @clocks are numbers of the streams' clock domains, from 0 without gaps. All ranks call it. */
SpurClockSamples *
spur_clock_samples_new (const SpurClockWork *work, const guint *clocks, gint64 mu_ns);

/* Without any sample; @clocks is copied. */
SpurClockSamples *spur_clock_samples_new_empty (guint n_streams, const guint *clocks);

void spur_clock_samples_free (SpurClockSamples *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockSamples, spur_clock_samples_free)

/* From the first to the last send; the first is later than the last where there is none. */
void spur_clock_samples_get_sends (const SpurClockSamples *self, gint64 *begin_ns, gint64 *end_ns);

/* The time of a clock without an error of it, of which the first parameter knows. */
typedef gint64 (*SpurClockTimeFunc) (gconstpointer error, guint clock, gint64 time_ns);

/* Takes errors off samples, and fills as many of @to with them, which they may be themselves; NULL
 * where they are only counted. Gives how many are reversed then in all places together. */
gsize spur_clock_samples_apply (const SpurClockSamples *self,
                                SpurClockTimeFunc get_time,
                                gconstpointer error,
                                const SpurJob *job,
                                SpurClockSample *to);

/* How many there are in all places together, of which this one has @n_here. */
gsize spur_clock_samples_sum (const SpurClockSamples *self, gsize n_here);

/* For every clock the number of the set of clocks that are connected with it in both directions,
 * maybe through others. */
guint *spur_clock_samples_get_groups (const SpurClockSamples *self);

/* Numbers keys from 0 in the order in which they first come. */
guint *spur_clock_keys_number (const gint64 *keys, guint n_keys);
