/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* The same events for all formats: sends with a receiver, a communicator, a tag and a length, one
 * every 100 ns in all, whose order is shuffled within each round through the streams. */
typedef struct
{
  const char *folder;
  guint n_streams;
  guint64 n_events;
} FormatSample;

/* What a run took, and what it saw: sums of all numbers of all events must agree. */
typedef struct
{
  guint64 n_events;
  guint64 sum;
  gboolean has_sum;
  guint64 n_file_bytes;
  double begin_ns;
  double begin_user_ns;
  double cpu_ns;
  double user_ns;
} FormatCost;

/* FALSE where it failed, which it has told. */
typedef gboolean (*FormatRun) (const FormatSample *sample, FormatCost *cost);

/* From here to the end of the run counts. */
void format_cost_begin (FormatCost *cost);
void format_cost_end (FormatCost *cost);

char *format_sample_get_path (const FormatSample *sample, const char *suffix);
guint64 format_get_file_bytes (const char *path);

typedef struct
{
  guint64 random;
} FormatClock;

#define FORMAT_CLOCK_INIT                                                                          \
  {                                                                                                \
    G_GUINT64_CONSTANT (88172645463325252)                                                         \
  }
#define FORMAT_FIRST_NS G_GUINT64_CONSTANT (1000000000)

/* The time of event @k of the next stream. */
static inline guint64
format_clock_next (FormatClock *self, guint64 k, guint n_streams)
{
  guint64 round_ns = 100 * (guint64) n_streams;

  self->random ^= self->random << 13;
  self->random ^= self->random >> 7;
  self->random ^= self->random << 17;
  return FORMAT_FIRST_NS + k * round_ns + self->random % round_ns;
}

/* The fields of event @k of any stream. */
#define FORMAT_RECEIVER(k) ((guint32) (k) &7)
#define FORMAT_COMMUNICATOR(k) 0
#define FORMAT_TAG(k) ((guint32) (k) &0xfff)
#define FORMAT_LENGTH(k) ((guint64) (k) *3)

gboolean format_share_make (const FormatSample *sample, FormatCost *cost);
gboolean format_text_make (const FormatSample *sample, FormatCost *cost);
gboolean format_ulm_make (const FormatSample *sample, FormatCost *cost);
gboolean format_xml_make (const FormatSample *sample, FormatCost *cost);
gboolean format_ulm_read (const FormatSample *sample, FormatCost *cost);
gboolean format_xml_read (const FormatSample *sample, FormatCost *cost);
gboolean format_sax_read (const FormatSample *sample, FormatCost *cost);
gboolean format_otf2_print (const FormatSample *sample, FormatCost *cost);

gboolean format_spur_make (const FormatSample *sample, FormatCost *cost);
gboolean format_spur_walk (const FormatSample *sample, FormatCost *cost);
gboolean format_spur_merge (const FormatSample *sample, FormatCost *cost);

#ifdef HAVE_OTF2
gboolean format_otf2_make (const FormatSample *sample, FormatCost *cost);
gboolean format_otf2_walk (const FormatSample *sample, FormatCost *cost);
gboolean format_otf2_merge (const FormatSample *sample, FormatCost *cost);
#endif

#ifdef HAVE_BABELTRACE2
gboolean format_ctf_make (const FormatSample *sample, FormatCost *cost);
gboolean format_ctf_walk (const FormatSample *sample, FormatCost *cost);
#endif
