/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Stamps that are wrong while their clock is right. A clock that stands gives many events one
 * stamp, and so does a recorder that stamps late. Edges of such events tell when they were: within
 * what is usual of the other end, in the order of the stream. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-mu-internal.h"
#include "core/clock/presync/spur-clock-breaks-private.h"

/* Differences of successive stamps by which it is seen what a clock can tell apart. */
#define N_DIFFERENCES 1024

/* An edge that took this many times what is usual took long: one of 20,000 exponential ones. */
#define LONG_RATIO 16

/* Where stamps contradict in at least this many places, those that only seem to be late are late,
 * too. */
#define LEAST_PROVEN 8

/* Of an edge that a stand contradicts one end of two is in it, of others hardly one of four, for
 * three of four stamps are not near the next one. */
#define LEAST_ODDS 1.5

/* As with clocks that are set back. */
#define MAX_STEPS_BACK 16

/* Two ends of an edge are placed after each other, and a third one after these. */
#define N_ROUNDS 3

/* Events from @begin on and before @end that have one stamp. */
typedef struct
{
  guint32 stream;
  gint32 votes; /* edges that show it to be late, less those that show it to be early */
  guint64 begin;
  guint64 end;
} Stand;

/* What an edge says of an event in a stand, and then when the event is. */
typedef struct
{
  guint32 stream;
  gboolean is_receive;
  guint64 event;
  gint64 time_ns; /* a bound */
  gint64 stamp_ns;
  gint64 off_ns; /* how far the stamp is off */
} Evidence;

typedef struct
{
  const SpurClockWork *work;
  const SpurEdge *edges;
  gsize n_edges;
  const SpurClockSamples *samples;
  SpurClockFit *fit;
  gint64 mu_ns;
  gint64 usual_ns; /* what an edge takes */
  SpurNodes *nodes;
  const gint64 *raw; /* times of nodes */
  gint64 *times;     /* the same without the errors of clocks */
  SpurTimes *stamps; /* of own streams */
  gint64 *near_ns;   /* stamps of a stream that are nearer are one; 0 where it ticks */
  GArray *stands;
  guint *last;    /* stand of each stream */
  GArray *placed; /* Evidence of all ranks */
  /* The most that events of a clock are apart that are placed, or two ticks: a clock may be off by
   * that, as may those that it is compared with. */
  gint64 *gaps_ns;
} Search;

SPUR_DEFINE_ORDER (compare_stands, Stand, SPUR_BY_2 (stream, begin))

SPUR_DEFINE_ORDER (compare_evidence, Evidence, SPUR_BY_2 (stream, event))

SPUR_DEFINE_ORDER (compare_samples, SpurClockSample, SPUR_BY_4 (send_ns, receive_ns, from, to))

SPUR_DEFINE_ORDER (compare_times, gint64, SPUR_ORDER (*p, *q))

static guint64
count_events (const Search *self, guint stream)
{
  return spur_stream_get_n_events (spur_trace_get_stream (self->work->trace, stream));
}

/* Half of what three of four successive stamps are apart at least; where that is 0 also the least
 * that stamps are apart. Calls have the same number of events each, so these are not taken at equal
 * distances. */
static gint64
measure_near (Search *self, guint stream, gint64 *tick_ns)
{
  guint64 n = count_events (self, stream);
  gint64 differences[N_DIFFERENCES];

  if (n < 2)
    return 0;
  for (guint i = 0; i < N_DIFFERENCES; i++)
    {
      /* Fibonacci hashing. */
      guint64 event = (i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32) % (n - 1);

      differences[i] = spur_times_at (&self->stamps[stream], event + 1) -
                       spur_times_at (&self->stamps[stream], event);
    }
  qsort (differences, N_DIFFERENCES, sizeof *differences, compare_times);
  for (guint i = N_DIFFERENCES / 4; tick_ns != NULL && i < N_DIFFERENCES; i++)
    {
      if (differences[N_DIFFERENCES / 4] == 0 && differences[i] > 0 && *tick_ns == 0)
        *tick_ns = differences[i];
    }
  return MAX (differences[N_DIFFERENCES / 4] / 2, 0);
}

/* What edges take in the geometric mean, which slow ones hardly change, and by how much one
 * contradicts at the most. */
static gint64
get_usual_delay (const SpurClockSamples *samples, const SpurClockFit *fit, gint64 *most_ns)
{
  gint64 sums[2] = { 0, 0 };

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      gint64 delay_ns = spur_clock_fit_apply (fit, sample->to, sample->receive_ns) -
                        spur_clock_fit_apply (fit, sample->from, sample->send_ns);

      *most_ns = MAX (*most_ns, -delay_ns);
      sums[0] += delay_ns > 0 ? llrint (1e3 * log ((double) delay_ns)) : 0;
      sums[1] += delay_ns > 0;
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, sums, 2);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, most_ns, 1);
  return sums[1] > 0 ? llrint (exp ((double) sums[0] / (double) sums[1] * 1e-3)) : 0;
}

/* The time of an event without the error of its clock. */
static gint64
correct_time (Search *self, guint stream, guint64 event)
{
  return spur_clock_fit_apply (
    self->fit, self->samples->clocks[stream],
    spur_times_at (&self->stamps[stream], event) +
      spur_clock_setbacks_get_shift (self->samples->setbacks, stream, event));
}

static void
correct_nodes (Search *self)
{
  for (guint s = 0; s < self->samples->n_streams; s++)
    {
      SpurNodeWalk walk;
      guint64 event;

      spur_node_walk_init (&walk, self->nodes, s);
      while (spur_node_walk_next (&walk, &event))
        {
          gint64 *time_ns = &self->times[spur_nodes_find (self->nodes, s, event)];

          *time_ns = spur_clock_fit_apply (self->fit, self->samples->clocks[s], *time_ns);
        }
    }
}

/* The events with the stamp of one of them; a single one only where it is out of order. */
static Stand
find_stand (Search *self, guint stream, guint64 event)
{
  SpurTimes *stamps = &self->stamps[stream];
  guint64 n = count_events (self, stream);
  Stand stand = { stream, 0, event, event + 1 };
  gint64 near_ns, time_ns = spur_times_at (stamps, event);

  if (self->near_ns[stream] < 0)
    self->near_ns[stream] = measure_near (self, stream, NULL);
  near_ns = self->near_ns[stream];
  while (near_ns > 0 && stand.begin > 0 &&
         ABS (spur_times_at (stamps, stand.begin) - spur_times_at (stamps, stand.begin - 1)) <
           near_ns)
    stand.begin--;
  while (near_ns > 0 && stand.end < n &&
         ABS (spur_times_at (stamps, stand.end) - spur_times_at (stamps, stand.end - 1)) < near_ns)
    stand.end++;
  if (stand.begin + 1 == stand.end &&
      (stand.end == n || spur_times_at (stamps, stand.end) >= time_ns) &&
      (event == 0 || spur_times_at (stamps, event - 1) <= time_ns))
    stand.end = stand.begin;
  return stand;
}

/* Single late stamps: without each of them those around it are in order. No edge need show them,
 * and everything after would be pushed. Where stamps step back often, events have another order. */
static void
add_peaks (Search *self, guint stream)
{
  guint64 n = count_events (self, stream);
  guint64 n_back = spur_stream_get_n_steps_back (spur_trace_get_stream (self->work->trace, stream));

  for (guint64 event = 0; n_back > 0 && n_back <= MAX_STEPS_BACK && event + 2 < n; event++)
    {
      Stand stand = { stream, 1, event, event + 1 };
      gint64 next_ns = correct_time (self, stream, event + 1);
      gint64 after_ns = correct_time (self, stream, event + 2);

      if (correct_time (self, stream, event) - after_ns > self->usual_ns && next_ns <= after_ns &&
          (event == 0 || correct_time (self, stream, event - 1) <= next_ns))
        g_array_append_val (self->stands, stand);
    }
}

/* An edge says that an event is in a stand. Gives whether it is. */
static gboolean
add_vote (Search *self, guint stream, guint64 event, gint vote)
{
  Stand stand;

  if (!spur_clock_work_is_own (self->work, stream))
    return FALSE;
  if (self->last[stream] < self->stands->len)
    {
      Stand *last = &g_array_index (self->stands, Stand, self->last[stream]);

      last->votes += event >= last->begin && event < last->end ? vote : 0;
      if (event >= last->begin && event < last->end)
        return TRUE;
    }
  stand = find_stand (self, stream, event);
  stand.votes = vote;
  if (vote == 0 || stand.begin == stand.end)
    return stand.begin < stand.end;
  self->last[stream] = self->stands->len;
  g_array_append_val (self->stands, stand);
  return TRUE;
}

static gint64
get_delay (const Search *self, const SpurEdge *edge)
{
  return self->times[spur_nodes_find_to (self->nodes, edge)] -
         self->times[spur_nodes_find_from (self->nodes, edge)] -
         spur_mu_or_default (edge->mu_ns, self->mu_ns);
}

/* Stands of all ranks, of which those side by side are one. */
static void
join_stands (Search *self)
{
  guint n = 0;
  Stand *all;

  spur_communicator_gather (self->samples->communicator, self->stands, compare_stands);
  all = (Stand *) (gpointer) self->stands->data;
  for (guint i = 0; i < self->stands->len; i++)
    {
      if (n == 0 || all[n - 1].stream != all[i].stream || all[n - 1].end < all[i].begin)
        {
          all[n++] = all[i];
          continue;
        }
      all[n - 1].end = MAX (all[n - 1].end, all[i].end);
      all[n - 1].votes += all[i].votes;
    }
  g_array_set_size (self->stands, n);
}

/* Where late stamps are proved, receives that have one stamp with others and seem to have taken
 * long are late, too, if most of such receives do. */
static void
add_likely (Search *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (gsize));
  gint64 counts[2] = { 0, 0 };

  for (gsize i = 0; i < self->n_edges; i++)
    {
      gboolean is_long = get_delay (self, &self->edges[i]) > LONG_RATIO * self->usual_ns;

      if (!add_vote (self, self->edges[i].to_stream, self->edges[i].to_event, 0))
        continue;
      counts[is_long]++;
      if (is_long)
        g_array_append_val (found, i);
    }
  spur_communicator_all_reduce (self->samples->communicator, SPUR_REDUCE_SUM, counts, 2);
  for (guint i = 0; counts[1] > counts[0] && i < found->len; i++)
    {
      const SpurEdge *edge = &self->edges[g_array_index (found, gsize, i)];

      add_vote (self, edge->to_stream, edge->to_event, 1);
    }
  join_stands (self);
}

/* Where clocks are known less well than edges tell, those contradict wherever they are, in stands
 * no more often than others. */
static void
list_contradicting (Search *self)
{
  gint64 n_in[4] = { 0 }, *n_ends = n_in + 2;

  for (gsize i = 0; i < self->n_edges; i++)
    {
      gboolean is_wrong = get_delay (self, &self->edges[i]) < -self->usual_ns;

      n_in[is_wrong] +=
        add_vote (self, self->edges[i].from_stream, self->edges[i].from_event, is_wrong) +
        add_vote (self, self->edges[i].to_stream, self->edges[i].to_event, -is_wrong);
      n_ends[is_wrong] += spur_clock_work_is_own (self->work, self->edges[i].from_stream) +
                          spur_clock_work_is_own (self->work, self->edges[i].to_stream);
    }
  spur_communicator_all_reduce (self->samples->communicator, SPUR_REDUCE_SUM, n_in, 4);
  if ((double) n_in[1] * (double) n_ends[0] < LEAST_ODDS * (double) n_in[0] * (double) n_ends[1])
    g_array_set_size (self->stands, 0);
}

static void
find_stands (Search *self)
{
  guint n_late = 0;

  /* Edges in one direction say how far two clocks are apart at least. One that contradicts shows
   * that this is more than was taken, and not which stamp is wrong. */
  if (self->fit->outcome != SPUR_CLOCK_OUTCOME_ONE_SIDED)
    list_contradicting (self);
  for (guint s = 0; s < self->samples->n_streams; s++)
    {
      if (spur_clock_work_is_own (self->work, s))
        add_peaks (self, s);
    }
  join_stands (self);
  for (guint i = 0; i < self->stands->len; i++)
    n_late += g_array_index (self->stands, Stand, i).votes > 0;
  /* The stands are in another order now. */
  memset (self->last, 0xff, self->samples->n_streams * sizeof *self->last);
  if (n_late >= LEAST_PROVEN)
    add_likely (self);
}

/* Where an event is, as a stand of its own, against other stands. */
static int
compare_with_stand (const void *a, const void *b)
{
  const Stand *stand = a, *event = b;

  return SPUR_ORDER (stand->stream, event->stream)
           ?: (stand->begin > event->begin) - (stand->end <= event->begin);
}

static gboolean
is_in_stand (const Search *self, guint stream, guint64 event)
{
  const Stand at = { .stream = stream, .begin = event };

  return g_array_binary_search (self->stands, &at, compare_with_stand, NULL);
}

/* When an event was placed, or NULL. */
static const Evidence *
find_placed (const Search *self, guint stream, guint64 event)
{
  const Evidence at = { .stream = stream, .event = event };
  guint index;

  return g_array_binary_search (self->placed, &at, compare_evidence, &index)
           ? &g_array_index (self->placed, Evidence, index)
           : NULL;
}

/* One end of an edge, where its stamp has it. */
static Evidence
read_end (const Search *self, const SpurEdge *edge, gboolean is_receive)
{
  if (is_receive)
    return (Evidence){ edge->to_stream, TRUE, edge->to_event,
                       self->times[spur_nodes_find_to (self->nodes, edge)] };
  return (Evidence){ edge->from_stream, FALSE, edge->from_event,
                     self->times[spur_nodes_find_from (self->nodes, edge)] };
}

/* What an edge says of one of its ends, if that is in a stand of an own stream, and if it is known
 * when the other end is. */
static void
add_evidence (const Search *self, const SpurEdge *edge, gboolean is_receive, GArray *list)
{
  gint64 mu_ns = spur_mu_or_default (edge->mu_ns, self->mu_ns);
  Evidence said = read_end (self, edge, is_receive), other = read_end (self, edge, !is_receive);
  const Evidence *known = &other;

  if (!spur_clock_work_is_own (self->work, said.stream) ||
      !is_in_stand (self, said.stream, said.event))
    return;
  if (is_in_stand (self, other.stream, other.event))
    known = find_placed (self, other.stream, other.event);
  if (known == NULL)
    return;
  said.time_ns = known->time_ns + (is_receive ? mu_ns : -mu_ns);
  g_array_append_val (list, said);
}

static GArray *
list_evidence (const Search *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Evidence));

  for (gsize i = 0; i < self->n_edges; i++)
    {
      add_evidence (self, &self->edges[i], FALSE, list);
      add_evidence (self, &self->edges[i], TRUE, list);
    }
  g_array_sort (list, compare_evidence);
  return list;
}

/* Between two events that are placed, half of the others go with each. */
static void
add_places (Search *self, const Stand *stand, const Evidence *said, guint n_said, gint64 before_ns)
{
  guint64 next = stand->begin;

  for (guint i = 0; i < n_said; i++)
    {
      SpurFitPlace place = { stand->stream, FALSE, FALSE, said[i].event, said[i].time_ns };
      SpurFitPlace rest = { stand->stream, FALSE, FALSE, next, before_ns };

      place.event -= (said[i].event + 1 - next) / 2;
      if (i == 0 && place.event > next)
        g_array_append_val (self->fit->places, rest);
      g_array_append_val (self->fit->places, place);
      next = said[i].event + 1;
    }
  g_array_append_val (self->fit->places,
                      ((SpurFitPlace){ stand->stream, TRUE, FALSE, stand->end, 0 }));
}

/* Events are placed by their own edges, as far as those of the others in the stand and the stream
 * around allow. @said is changed to where each event is, and gives how many these are. */
static guint
place_events (const Search *self, Evidence *said, guint n_said, gint64 least_ns, gint64 most_ns)
{
  guint n = 0;

  for (guint i = n_said; i > 0; i--)
    {
      Evidence *at = &said[i - 1];

      /* A send cannot be later than what a later one allows. */
      most_ns = at->is_receive ? most_ns : MIN (most_ns, MAX (at->time_ns, least_ns));
      at->time_ns = at->is_receive ? at->time_ns + self->usual_ns : at->time_ns - self->usual_ns;
      at->time_ns = MIN (at->time_ns, most_ns);
    }
  for (guint i = 0; i < n_said; i++)
    {
      said[i].time_ns = least_ns = MAX (said[i].time_ns, least_ns);
      if (n > 0 && said[n - 1].event == said[i].event)
        n--;
      said[n++] = said[i];
    }
  return n;
}

static guint
place_stand (Search *self, const Stand *stand, Evidence *said, guint n_said)
{
  gint64 least_ns = G_MININT64 / 2, most_ns = G_MAXINT64 / 2;

  if (stand->begin > 0)
    least_ns = correct_time (self, stand->stream, stand->begin - 1);
  if (stand->end < count_events (self, stand->stream))
    most_ns = correct_time (self, stand->stream, stand->end);
  if (stand->votes > 0)
    most_ns = MIN (most_ns, correct_time (self, stand->stream, stand->end - 1));
  n_said = place_events (self, said, n_said, least_ns, MAX (least_ns, most_ns));
  /* Nothing is before the first event, nor after the last one. */
  least_ns = stand->begin > 0 ? least_ns : said[0].time_ns;
  most_ns = stand->end < count_events (self, stand->stream) ? most_ns : said[n_said - 1].time_ns;
  add_places (self, stand, said, n_said, least_ns);
  for (guint i = 0; i < n_said; i++)
    {
      gint64 *gap_ns = &self->gaps_ns[self->samples->clocks[stand->stream]];
      gint64 next_ns = i + 1 < n_said ? said[i + 1].time_ns : MAX (least_ns, most_ns);

      *gap_ns = MAX (*gap_ns, MAX (said[i].time_ns - least_ns, next_ns - said[i].time_ns));
      least_ns = said[i].time_ns;
      said[i].stamp_ns = spur_times_at (&self->stamps[stand->stream], said[i].event);
      said[i].off_ns = correct_time (self, stand->stream, said[i].event) - said[i].time_ns;
    }
  return n_said;
}

/* A late stamp of which no edge tells when it was: the next event was later. */
static void
place_alone (Search *self, const Stand *stand)
{
  Evidence next = { stand->stream, FALSE, stand->begin, 0, 0, 0 };

  if (!spur_clock_work_is_own (self->work, stand->stream) || stand->votes <= 0 ||
      stand->end != stand->begin + 1 || stand->end >= count_events (self, stand->stream))
    return;
  next.time_ns = correct_time (self, stand->stream, stand->end);
  place_stand (self, stand, &next, 1);
  g_array_append_val (self->placed, next);
}

static void
place_stands (Search *self)
{
  g_autoptr (GArray) evidence = list_evidence (self);
  Evidence *said = (Evidence *) (gpointer) evidence->data;

  g_array_set_size (self->placed, 0);
  g_array_set_size (self->fit->places, 0);
  for (guint i = 0, e = 0, end; i < self->stands->len; i++, e = end)
    {
      const Stand *stand = &g_array_index (self->stands, Stand, i);

      for (end = e; end < evidence->len && said[end].stream == stand->stream &&
                    said[end].event < stand->end;)
        end++;
      if (end > e)
        g_array_append_vals (self->placed, &said[e], place_stand (self, stand, &said[e], end - e));
      else
        place_alone (self, stand);
    }
  spur_communicator_gather (self->samples->communicator, self->placed, compare_evidence);
}

/* ---- Ticks ---- */

/* An event between two ticks is in the middle of those of its clock, as far as is known from its
 * stamp, and so it is from that of the other end: both together put it half way between. Where they
 * do not meet the edge took long. */
static void
add_tick (Search *self, const SpurEdge *edge, gboolean is_receive, gint64 tick_ns, GArray *list)
{
  gint64 late_ns = get_delay (self, edge) - self->usual_ns;
  Evidence said = read_end (self, edge, is_receive);

  if (!spur_clock_work_is_own (self->work, said.stream))
    return;
  if (ABS (late_ns) <= tick_ns)
    said.time_ns += (is_receive ? -late_ns : late_ns) / 2;
  g_array_append_val (list, said);
}

/* Places the events of edges between clocks that tick more slowly than edges take, if none are
 * placed otherwise. */
static void
place_ticks (Search *self)
{
  g_autofree gint64 *ticks_ns = g_new0 (gint64, self->samples->n_streams + 1);
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Evidence));

  for (guint s = 0; s < self->samples->n_streams; s++)
    {
      if (spur_clock_work_is_own (self->work, s))
        measure_near (self, s, &ticks_ns[s]);
    }
  spur_communicator_all_reduce (self->samples->communicator, SPUR_REDUCE_MAX, ticks_ns,
                                self->samples->n_streams);
  for (gsize i = 0; i < self->n_edges; i++)
    {
      const guint streams[] = { self->edges[i].from_stream, self->edges[i].to_stream };
      gint64 tick_ns = MIN (ticks_ns[streams[0]], ticks_ns[streams[1]]);

      if (tick_ns < self->usual_ns)
        continue;
      add_tick (self, &self->edges[i], FALSE, tick_ns, list);
      add_tick (self, &self->edges[i], TRUE, tick_ns, list);
      for (guint end = 0; end < 2; end++)
        {
          gint64 *gap_ns = &self->gaps_ns[self->samples->clocks[streams[end]]];

          *gap_ns = MAX (*gap_ns, 2 * ticks_ns[streams[end]]);
        }
    }
  g_array_sort (list, compare_evidence);
  for (guint i = 0; i < list->len && self->placed->len == 0; i++)
    {
      const Evidence *said = &g_array_index (list, Evidence, i);
      SpurFitPlace place = { said->stream, FALSE, TRUE, said->event, said->time_ns };

      if (i == 0 || said->stream != (said - 1)->stream || said->event != (said - 1)->event)
        g_array_append_val (self->fit->places, place);
    }
}

/* The worst stamp of each stream. */
static void
tell_stands (Search *self)
{
  const Evidence *all = (const Evidence *) (gconstpointer) self->placed->data;
  gsize n_samples = spur_clock_samples_sum (self->samples, self->samples->n_samples);

  for (guint i = 0, end, worst; i < self->placed->len; i = end)
    {
      worst = i;
      for (end = i; end < self->placed->len && all[end].stream == all[i].stream; end++)
        worst = ABS (all[end].off_ns) > ABS (all[worst].off_ns) ? end : worst;
      spur_clock_fit_tell (self->fit, (SpurClockFinding){ SPUR_CLOCK_FINDING_STAMPS,
                                                          self->samples->clocks[all[worst].stream],
                                                          all[worst].stamp_ns, all[worst].off_ns,
                                                          end - i, n_samples });
    }
}

/* (transfer full): The samples but those of edges with an end in a stand. */
static SpurClockSamples *
leave_out (const Search *self)
{
  g_autoptr (GArray) left_out = g_array_new (FALSE, FALSE, sizeof (SpurClockSample));
  g_autoptr (GArray) no_breaks = g_array_new (FALSE, FALSE, sizeof (SpurClockBreak));
  SpurClockSamples *rest = spur_clock_breaks_take_off (no_breaks, self->samples);
  const guint *clocks = self->samples->clocks;

  for (gsize i = 0; i < self->n_edges; i++)
    {
      const SpurEdge *edge = &self->edges[i];
      SpurClockSample sample = { self->raw[spur_nodes_find_from (self->nodes, edge)],
                                 self->raw[spur_nodes_find_to (self->nodes, edge)] -
                                   spur_mu_or_default (edge->mu_ns, self->mu_ns),
                                 clocks[edge->from_stream], clocks[edge->to_stream] };

      if (is_in_stand (self, edge->from_stream, edge->from_event) ||
          is_in_stand (self, edge->to_stream, edge->to_event))
        g_array_append_val (left_out, sample);
    }
  spur_communicator_gather (self->samples->communicator, left_out, compare_samples);
  rest->n_samples = 0;
  for (gsize i = 0; i < self->samples->n_samples; i++)
    {
      const SpurClockSample *sample = &self->samples->samples[i];

      if (!g_array_binary_search (left_out, sample, compare_samples, NULL))
        rest->samples[rest->n_samples++] = *sample;
    }
  return rest;
}

static void
search_clear (Search *self)
{
  g_free (self->gaps_ns);
  g_array_unref (self->placed);
  g_array_unref (self->stands);
  g_free (self->last);
  g_free (self->near_ns);
  g_free (self->stamps);
  g_free (self->times);
  spur_nodes_free (self->nodes);
}

gboolean
spur_clock_stands_may_be_alone (SpurTrace *trace)
{
  gboolean may_be = FALSE;

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    may_be |= spur_stream_get_n_steps_back (spur_trace_get_stream (trace, s)) > 0;
  return may_be;
}

SpurClockSamples *
spur_clock_stands_place (const SpurPresyncInput *input, SpurClockFit *fit)
{
  const SpurClockWork *work = input->work;
  const SpurClockSamples *samples = input->samples;
  Search search = { .work = work, .samples = samples, .fit = fit, .mu_ns = input->mu_ns };
  guint n_streams = samples->n_streams;
  g_autofree gint64 *raw = NULL;
  SpurClockSamples *rest = NULL;
  gint64 most_ns = 0;

  search.edges = spur_edges_get_all (work->edges, &search.n_edges);
  search.usual_ns = get_usual_delay (samples, fit, &most_ns);
  if (search.usual_ns == 0 ||
      (most_ns <= search.usual_ns && !spur_clock_stands_may_be_alone (work->trace)))
    return NULL;
  raw = spur_clock_work_get_times (work, &search.nodes);
  spur_clock_setbacks_add_to_nodes (samples->setbacks, search.nodes, raw);
  search.raw = raw;
  search.times = g_memdup2 (raw, search.nodes->n_nodes * sizeof *raw);
  correct_nodes (&search);
  search.stamps = g_new0 (SpurTimes, n_streams + 1);
  search.near_ns = g_new (gint64, n_streams + 1);
  search.gaps_ns = g_new0 (gint64, n_streams + 1);
  search.last = g_new (guint, n_streams + 1);
  for (guint s = 0; s < n_streams; s++)
    {
      if (spur_clock_work_is_own (work, s))
        spur_times_init (&search.stamps[s], work->trace, work->correction, s);
      search.near_ns[s] = -1;
      search.last[s] = SPUR_NONE;
    }
  search.placed = g_array_new (FALSE, FALSE, sizeof (Evidence));
  search.stands = g_array_new (FALSE, FALSE, sizeof (Stand));
  g_clear_pointer (&fit->places, g_array_unref);
  fit->places = g_array_new (FALSE, FALSE, sizeof (SpurFitPlace));
  find_stands (&search);
  /* Where both ends are in stands one of them may be placed by other edges. */
  for (guint round = 0; round < N_ROUNDS; round++)
    place_stands (&search);
  tell_stands (&search);
  if (most_ns > search.usual_ns)
    place_ticks (&search);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, search.gaps_ns,
                                samples->n_clocks);
  spur_clock_fit_widen (fit, search.gaps_ns);
  if (spur_clock_samples_sum (samples, fit->places->len) == 0)
    g_clear_pointer (&fit->places, g_array_unref);
  if (search.placed->len > 0)
    {
      rest = leave_out (&search);
      if (!spur_clock_outcome_is_change (fit->outcome))
        fit->outcome = SPUR_CLOCK_OUTCOME_STEPS;
    }
  search_clear (&search);
  return rest;
}
