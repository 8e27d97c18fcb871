/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-clock-travel-private.h"

/* The exit of a collective operation in a stream. */
typedef struct
{
  guint64 event;
  guint32 instance;
  guint32 member;
} Exit;

/* The latest enters of an operation that all members entered. */
typedef struct
{
  gboolean is_entered;
  SpurTopTwo clock;
  SpurTopTwo logical;
} Instance;

/* @logical is the simple logical clock, which only the controller looks at. @exit and @member are
 * how far the next event's enters are known to be done. */
typedef struct
{
  SpurClockTimes times;
  SpurClockTimes past;
  SpurClockLine line;
  SpurClockLine logical;
  SpurClockControl control;
  guint64 first;
  guint64 next;
  guint64 n_events;
  const SpurEdge *edge;
  const SpurEdge *last_edge;
  const Exit *exit;
  const Exit *last_exit;
  const Exit *waiting_exit;
  guint32 waiting_member;
  GArray *clock_ns;
  GArray *logical_ns;
  gboolean is_waiting;
} Stream;

struct _SpurClockTravel
{
  SpurClockParameters parameters;
  SpurEdges *edges;
  SpurMu mu;
  gboolean has_past;
  guint n_streams;
  Stream *streams;
  Exit *exits;
  Instance *instances;
  GArray *waiting;
};

/* A stream that has to come to an event before another one can go on. */
typedef struct
{
  guint32 stream;
  guint64 end;
} Errand;

static int
compare_exits (const void *a, const void *b)
{
  const Exit *p = a, *q = b;

  if (p->event != q->event)
    return p->event < q->event ? -1 : 1;
  if (p->instance != q->instance)
    return p->instance < q->instance ? -1 : 1;
  return p->member < q->member ? -1 : p->member > q->member;
}

static void
list_exits (SpurClockTravel *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);
  g_autofree gsize *n_exits = g_new0 (gsize, self->n_streams + 1);
  gsize n_all = 0;

  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (self->edges, i, &collective);
      n_all += collective.n_members;
      for (guint32 k = 0; k < collective.n_members; k++)
        n_exits[collective.members[k].stream]++;
    }
  self->exits = g_new (Exit, n_all + 1);
  n_all = 0;
  for (guint s = 0; s < self->n_streams; s++)
    {
      self->streams[s].exit = self->streams[s].last_exit = self->exits + n_all;
      n_all += n_exits[s];
    }
  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (self->edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          const SpurMember *member = &collective.members[k];
          Stream *stream = &self->streams[member->stream];

          if (member->exit_event >= stream->first &&
              spur_collective_member_receives (&collective, k))
            *(Exit *) stream->last_exit++ = (Exit){ member->exit_event, (guint32) i, k };
        }
    }
  for (guint s = 0; s < self->n_streams; s++)
    qsort ((Exit *) self->streams[s].exit,
           (gsize) (self->streams[s].last_exit - self->streams[s].exit), sizeof (Exit),
           compare_exits);
  for (guint s = 0; s < self->n_streams; s++)
    self->streams[s].waiting_exit = self->streams[s].exit;
}

static void
list_edges (SpurClockTravel *self)
{
  gsize n_edges, i = 0;
  const SpurEdge *all = spur_edges_get_all (self->edges, &n_edges);

  for (guint32 s = 0; s < self->n_streams; s++)
    {
      Stream *stream = &self->streams[s];

      while (i < n_edges && all[i].to_stream == s && all[i].to_event < stream->first)
        i++;
      stream->edge = all + i;
      while (i < n_edges && all[i].to_stream == s)
        i++;
      stream->last_edge = all + i;
    }
}

/* Where there is a past, no event comes before the last one of it. */
static void
begin_line (Stream *stream, SpurClockLine *line)
{
  gint64 past_ns = spur_clock_times_at (&stream->past, stream->first - 1);

  line->is_started = TRUE;
  line->anchor_from_ns = line->anchor_to_ns = line->last_ns = past_ns;
}

SpurClockTravel *
spur_clock_travel_new (const SpurClockParameters *parameters,
                       SpurTrace *trace,
                       SpurEdges *edges,
                       SpurCorrection *correction,
                       const guint64 *first,
                       gboolean has_past)
{
  SpurClockTravel *self = g_new0 (SpurClockTravel, 1);

  self->parameters = *parameters;
  self->edges = g_object_ref (edges);
  self->mu = spur_clock_get_mu_of (parameters, edges);
  self->has_past = has_past;
  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (Stream, self->n_streams + 1);
  self->instances = g_new0 (Instance, spur_edges_get_n_collectives (edges) + 1);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Errand));
  for (guint s = 0; s < self->n_streams; s++)
    {
      Stream *stream = &self->streams[s];

      spur_clock_times_init (&stream->times, parameters, trace, correction, s);
      spur_clock_times_init (&stream->past, parameters, trace, correction, s);
      stream->n_events = spur_stream_get_n_events (stream->times.times.stream);
      stream->first = stream->next = first[s];
      stream->clock_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
      stream->logical_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
      stream->control.gamma_ppb = parameters->gamma_ppb;
      if (parameters->has_controller)
        spur_clock_control_init (&stream->control, &parameters->controller);
      if (!has_past || first[s] == 0)
        continue;
      begin_line (stream, &stream->line);
      begin_line (stream, &stream->logical);
    }
  list_edges (self);
  list_exits (self);
  return self;
}

void
spur_clock_travel_free (SpurClockTravel *self)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      g_array_unref (self->streams[s].clock_ns);
      g_array_unref (self->streams[s].logical_ns);
    }
  g_array_unref (self->waiting);
  g_object_unref (self->edges);
  g_free (self->streams);
  g_free (self->exits);
  g_free (self->instances);
  g_free (self);
}

guint64
spur_clock_travel_get_next (const SpurClockTravel *self, guint stream)
{
  return self->streams[stream].next;
}

gint64
spur_clock_travel_get_time (const SpurClockTravel *self, guint stream, guint64 event)
{
  const Stream *of = &self->streams[stream];

  return g_array_index (of->clock_ns, gint64, event - of->first);
}

/* The times of an event that happened before another one; none where it is before the cut and that
 * does not count. */
static gboolean
get_times (SpurClockTravel *self, guint stream, guint64 event, gint64 *clock_ns, gint64 *logical_ns)
{
  Stream *of = &self->streams[stream];

  if (event < of->first)
    {
      *clock_ns = *logical_ns = spur_clock_times_at (&of->past, event);
      return self->has_past;
    }
  *clock_ns = g_array_index (of->clock_ns, gint64, event - of->first);
  *logical_ns = self->parameters.has_controller
                  ? g_array_index (of->logical_ns, gint64, event - of->first)
                  : *clock_ns;
  return TRUE;
}

/* An enter that the next event waits for. Those before @waiting_member are done. */
static gboolean
find_missing_enter (SpurClockTravel *self, Stream *stream, Errand *missing)
{
  for (; stream->waiting_exit < stream->last_exit && stream->waiting_exit->event == stream->next;
       stream->waiting_exit++, stream->waiting_member = 0)
    {
      SpurCollective collective;

      if (self->instances[stream->waiting_exit->instance].is_entered)
        continue;
      spur_edges_get_collective (self->edges, stream->waiting_exit->instance, &collective);
      for (; stream->waiting_member < collective.n_members; stream->waiting_member++)
        {
          const SpurMember *member = &collective.members[stream->waiting_member];

          if (!spur_collective_depends (&collective, stream->waiting_member,
                                        stream->waiting_exit->member) ||
              member->enter_event < self->streams[member->stream].next)
            continue;
          *missing = (Errand){ member->stream, member->enter_event + 1 };
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_missing (SpurClockTravel *self, Stream *stream, Errand *missing)
{
  for (const SpurEdge *edge = stream->edge;
       edge < stream->last_edge && edge->to_event == stream->next; edge++)
    {
      if (edge->from_event < self->streams[edge->from_stream].next)
        continue;
      *missing = (Errand){ edge->from_stream, edge->from_event + 1 };
      return TRUE;
    }
  return find_missing_enter (self, stream, missing);
}

/* What edges and enters ask of an event's LC' and LC. */
typedef struct
{
  gint64 clock_ns;
  gint64 logical_ns;
} Bounds;

static void
raise_bounds (SpurClockTravel *self, Bounds *bounds, guint stream, guint64 event, gint64 mu_ns)
{
  gint64 clock_ns, logical_ns;

  if (!get_times (self, stream, event, &clock_ns, &logical_ns))
    return;
  bounds->clock_ns = MAX (bounds->clock_ns, clock_ns + mu_ns);
  bounds->logical_ns = MAX (bounds->logical_ns, logical_ns + mu_ns);
}

/* Once all members entered, the latest two enters are all that counts. */
static void
enter_instance (SpurClockTravel *self, guint32 index, const SpurCollective *collective)
{
  Instance *instance = &self->instances[index];

  for (guint32 k = 0; k < collective->n_members; k++)
    {
      const SpurMember *member = &collective->members[k];

      if (spur_collective_member_sends (collective, k) &&
          member->enter_event >= self->streams[member->stream].next)
        return;
    }
  instance->is_entered = TRUE;
  instance->clock = instance->logical = SPUR_TOP_TWO_EMPTY;
  for (guint32 k = 0; k < collective->n_members; k++)
    {
      const SpurMember *member = &collective->members[k];
      gint64 clock_ns, logical_ns;

      if (!spur_collective_member_sends (collective, k) ||
          !get_times (self, member->stream, member->enter_event, &clock_ns, &logical_ns))
        continue;
      spur_top_two_add (&instance->clock, k, clock_ns);
      spur_top_two_add (&instance->logical, k, logical_ns);
    }
}

static void
raise_by_members (SpurClockTravel *self,
                  Bounds *bounds,
                  const SpurCollective *collective,
                  guint32 member,
                  gint64 mu_ns)
{
  const SpurMember *members = collective->members;

  for (guint32 k = 0; k < collective->n_members; k++)
    {
      if (spur_collective_depends (collective, k, member))
        raise_bounds (self, bounds, members[k].stream, members[k].enter_event,
                      spur_mu_get_members (&self->mu, &members[k], &members[member], mu_ns));
    }
}

static void
take_exit (SpurClockTravel *self, Bounds *bounds, const Exit *exit)
{
  gint64 mu_ns = spur_mu_get_collective (&self->mu, exit->instance);
  Instance *instance = &self->instances[exit->instance];
  SpurCollective collective;
  gint64 clock_ns, logical_ns;

  spur_edges_get_collective (self->edges, exit->instance, &collective);
  if (self->mu.pairs == NULL && !spur_collective_is_scan (&collective) && !instance->is_entered)
    enter_instance (self, exit->instance, &collective);
  if (!instance->is_entered)
    {
      raise_by_members (self, bounds, &collective, exit->member, mu_ns);
      return;
    }
  clock_ns = spur_top_two_except (&instance->clock, exit->member);
  logical_ns = spur_top_two_except (&instance->logical, exit->member);
  if (clock_ns == G_MININT64)
    return;
  bounds->clock_ns = MAX (bounds->clock_ns, clock_ns + mu_ns);
  bounds->logical_ns = MAX (bounds->logical_ns, logical_ns + mu_ns);
}

static void
control_gamma (
  SpurClockTravel *self, Stream *stream, gint64 from_ns, gint64 clock_ns, gint64 bound_ns)
{
  gint64 gamma_ppb = stream->control.gamma_ppb, clock_b_ns;
  gint64 logical_ns = spur_clock_line_step (&stream->logical, 0, self->parameters.delta_ns, from_ns,
                                            bound_ns, &clock_b_ns);

  g_array_append_val (stream->logical_ns, logical_ns);
  spur_clock_control_update (&stream->control, &self->parameters.controller,
                             stream->next == stream->first, from_ns, logical_ns, clock_ns);
  if (stream->control.gamma_ppb != gamma_ppb)
    spur_clock_line_jump (&stream->line, from_ns, clock_ns);
}

static gboolean
finish_event (SpurClockTravel *self, Stream *stream, GError **error)
{
  Bounds bounds = { G_MININT64, G_MININT64 };
  gint64 from_ns = spur_clock_times_at (&stream->times, stream->next);
  gint64 clock_ns, clock_b_ns;

  for (; stream->edge < stream->last_edge && stream->edge->to_event == stream->next; stream->edge++)
    raise_bounds (self, &bounds, stream->edge->from_stream, stream->edge->from_event,
                  spur_mu_get_edge (&self->mu, stream->edge));
  for (; stream->exit < stream->last_exit && stream->exit->event == stream->next; stream->exit++)
    take_exit (self, &bounds, stream->exit);
  clock_ns =
    spur_clock_line_step (&stream->line, stream->control.gamma_ppb, self->parameters.delta_ns,
                          from_ns, bounds.clock_ns, &clock_b_ns);
  if (clock_ns > SPUR_TIME_LIMIT_NS)
    {
      g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
                   "%s: event %" G_GUINT64_FORMAT ": its time would be outside of +-2^61 ns",
                   spur_stream_get_name (stream->times.times.stream),
                   spur_clock_times_get_event (&stream->times, stream->next));
      return FALSE;
    }
  if (self->parameters.has_controller)
    control_gamma (self, stream, from_ns, clock_ns, bounds.logical_ns);
  g_array_append_val (stream->clock_ns, clock_ns);
  stream->next++;
  stream->waiting_exit = stream->exit;
  stream->waiting_member = 0;
  return TRUE;
}

static gboolean
refuse_cycle (const Stream *stream, GError **error)
{
  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE,
               "the edges form a cycle, so they are matched wrongly: %s event %" G_GUINT64_FORMAT
               " is part of it",
               spur_stream_get_name (stream->times.times.stream),
               spur_clock_times_get_event (&stream->times, stream->next));
  return FALSE;
}

/* One step of the errand that came last. */
static gboolean
run_last_errand (SpurClockTravel *self, GError **error)
{
  Errand last = g_array_index (self->waiting, Errand, self->waiting->len - 1);
  Stream *stream = &self->streams[last.stream];
  Errand missing;

  if (stream->next >= last.end)
    {
      stream->is_waiting = FALSE;
      g_array_set_size (self->waiting, self->waiting->len - 1);
      return TRUE;
    }
  if (!find_missing (self, stream, &missing))
    return finish_event (self, stream, error);
  stream->is_waiting = TRUE;
  if (self->streams[missing.stream].is_waiting)
    return refuse_cycle (stream, error);
  g_array_append_val (self->waiting, missing);
  return TRUE;
}

/* Goes through all events of a stream before one, and those of others that they wait for. */
static gboolean
run_errand (SpurClockTravel *self, guint32 stream, guint64 end, GError **error)
{
  Errand errand = { stream, end };

  g_array_append_val (self->waiting, errand);
  while (self->waiting->len > 0)
    {
      if (run_last_errand (self, error))
        continue;
      for (guint i = 0; i < self->waiting->len; i++)
        self->streams[g_array_index (self->waiting, Errand, i).stream].is_waiting = FALSE;
      g_array_set_size (self->waiting, 0);
      return FALSE;
    }
  return TRUE;
}

gboolean
spur_clock_travel_go (SpurClockTravel *self, gint64 until_ns, GError **error)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      Stream *stream = &self->streams[s];

      while (stream->next < stream->n_events &&
             spur_clock_times_at (&stream->times, stream->next) <= until_ns)
        {
          if (!run_errand (self, s, stream->next + 1, error))
            return FALSE;
        }
    }
  return TRUE;
}
