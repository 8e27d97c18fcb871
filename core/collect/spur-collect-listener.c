/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A listener gets the events in order: a line each, or as a recording. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/collect/spur-collector-private.h"

#define MAX_LINE_BYTES 4096
#define MAX_READ_BYTES 262144

struct _SpurCollectListener
{
  SpurCollectLink link;
  SpurCollector *collector;
  SpurCollectLines lines;
  SpurCollectRules *rules; /* NULL: all */
  char line[MAX_LINE_BYTES];
  gsize n_line_bytes;
  guint64 n_untold_drops;

  /* The recording itself is read from its file, as far as it is written: -1 for lines. */
  int recording;
  guint64 n_read_bytes;
  gboolean has_all; /* its counts included */
};

void
spur_collect_listener_close (SpurCollectListener *self)
{
  SpurCollector *collector = self->collector;

  if (self->link.is_closed)
    return;
  spur_collect_link_close (&self->link);
  g_ptr_array_remove_fast (collector->listeners, self);
  spur_collector_demand_changed (collector);
  spur_collect_link_unref (&self->link);
}

gboolean
spur_collect_listener_wants (const SpurCollectListener *self, const SpurEventLayout *layout)
{
  return self->recording < 0 &&
         (self->rules == NULL || spur_switches_have_class (self->rules->switches, layout));
}

gboolean
spur_collect_listener_asks (const SpurCollectListener *self, const SpurCollectRules *rules)
{
  return self->rules == NULL || spur_collect_rules_meet (rules, self->rules);
}

SpurCollectLines
spur_collect_listener_get_lines (const SpurCollectListener *self)
{
  return self->lines;
}

/* The counts are no part of what is read, since they are written over in the file. */
static void
put_status (SpurCollectListener *self)
{
  guint8 bytes[SPUR_COLLECT_STATUS_BYTES];
  gsize n_bytes = spur_collect_output_make_status (self->collector->output, bytes);

  self->has_all = TRUE;
  spur_collect_link_put (&self->link, bytes, n_bytes);
}

/* Reads on in the recording. */
void
spur_collect_listener_read_on (SpurCollectListener *self)
{
  const SpurCollectOutput *output = self->collector->output;
  g_autofree guint8 *bytes = NULL;
  guint64 n_bytes;
  gssize n_read;

  if (self->recording < 0 || self->has_all || spur_collect_link_get_n_waiting (&self->link) > 0)
    return;
  n_bytes = output->file->n_bytes - self->n_read_bytes;
  if (n_bytes == 0)
    {
      if (output->has_ended)
        put_status (self);
      return;
    }
  n_bytes = MIN (n_bytes, MAX_READ_BYTES);
  bytes = g_malloc (n_bytes);
  n_read = pread (self->recording, bytes, n_bytes, (off_t) self->n_read_bytes);
  if (n_read <= 0)
    {
      spur_collector_tell_problem (self->collector, "%s cannot be read, nor given to a listener",
                                   output->file->path);
      spur_collect_listener_close (self);
      return;
    }
  self->n_read_bytes += (guint64) n_read;
  spur_collect_link_put (&self->link, bytes, (gsize) n_read);
}

guint64
spur_collect_listener_get_n_waiting (const SpurCollectListener *self)
{
  guint64 n_waiting = spur_collect_link_get_n_waiting (&self->link);

  if (self->recording >= 0 && !self->has_all)
    n_waiting += 1 + self->collector->output->file->n_bytes - self->n_read_bytes;
  return n_waiting;
}

/* Where lines are missing, one says how many, as soon as there is room again. */
static void
tell_drops (SpurCollectListener *self)
{
  g_autofree char *text = g_strdup_printf (
    self->lines == SPUR_COLLECT_JSON
      ? "{\"dropped\":%" G_GUINT64_FORMAT "}\n"
      : "DATE=19700101000000 HOST=- PROG=spur LVL=Warning "
        "NL.EVNT=Spur_Collect_Drop NL.SEC=0 NL.USEC=0 dropped=%" G_GUINT64_FORMAT "\n",
    self->n_untold_drops);

  spur_collect_link_put (&self->link, text, strlen (text));
  self->n_untold_drops = 0;
}

/* FALSE where it is too slow for a line more, which is counted. */
gboolean
spur_collect_listener_has_room (SpurCollectListener *self)
{
  if (spur_collect_link_get_n_waiting (&self->link) < self->collector->options.n_listener_bytes)
    return TRUE;
  self->n_untold_drops++;
  self->collector->counts.n_listener_drops++;
  return FALSE;
}

void
spur_collect_listener_put (SpurCollectListener *self, const char *line, gsize n_bytes)
{
  if (self->n_untold_drops > 0)
    tell_drops (self);
  spur_collect_link_put (&self->link, line, n_bytes);
}

/* "[json|ulm] [RULES]" */
static gboolean
take_request (SpurCollectListener *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit_set (line, " \t\r", -1);
  g_autoptr (SpurCollectRules) rules = NULL;
  g_autoptr (GError) error = NULL;
  SpurCollectLines lines = self->lines;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_str_equal (words[i], "json"))
        lines = SPUR_COLLECT_JSON;
      else if (g_str_equal (words[i], "ulm"))
        lines = SPUR_COLLECT_ULM;
      else if (*words[i] != '\0' && rules == NULL)
        rules = spur_collect_rules_new (words[i], &error);
      else if (*words[i] != '\0')
        return FALSE;
      if (error != NULL)
        {
          spur_collector_tell_problem (self->collector, "a listener was cut off: %s",
                                       error->message);
          return FALSE;
        }
    }
  self->lines = lines;
  g_clear_pointer (&self->rules, spur_collect_rules_free);
  self->rules = g_steal_pointer (&rules);
  spur_collector_demand_changed (self->collector);
  return TRUE;
}

static gboolean
take_requests (SpurCollectListener *self)
{
  char *end;

  while ((end = memchr (self->line, '\n', self->n_line_bytes)) != NULL)
    {
      gsize n_bytes = (gsize) (end - self->line);
      g_autofree char *line = g_strndup (self->line, n_bytes);

      if (!take_request (self, line))
        return FALSE;
      self->n_line_bytes -= n_bytes + 1;
      memmove (self->line, end + 1, self->n_line_bytes);
    }
  return self->n_line_bytes < MAX_LINE_BYTES;
}

static void
read_more (SpurCollectListener *self)
{
  spur_collect_link_read (&self->link, (guint8 *) self->line + self->n_line_bytes,
                          MAX_LINE_BYTES - self->n_line_bytes);
}

static void
take_bytes (SpurCollectLink *link, gsize n_bytes)
{
  SpurCollectListener *self = (SpurCollectListener *) link;

  /* Who gets the recording says nothing. It may have closed its side; that it is gone is seen when
   * it is written to. */
  if (self->recording >= 0)
    {
      if (n_bytes > 0)
        read_more (self);
      return;
    }
  self->n_line_bytes += n_bytes;
  if (n_bytes > 0 && take_requests (self))
    read_more (self);
  else
    {
      self->collector->counts.n_cut += n_bytes > 0;
      spur_collect_listener_close (self);
    }
}

static void
write_done (SpurCollectLink *link, gboolean is_written)
{
  SpurCollectListener *self = (SpurCollectListener *) link;

  if (is_written)
    spur_collect_listener_read_on (self);
  else
    spur_collect_listener_close (self);
}

static void
free_listener (SpurCollectLink *link)
{
  SpurCollectListener *self = (SpurCollectListener *) link;

  g_clear_pointer (&self->rules, spur_collect_rules_free);
  if (self->recording >= 0)
    close (self->recording);
  g_free (self);
}

static const SpurCollectLinkClass listener_class = { take_bytes, write_done, free_listener };

static SpurCollectListener *
add_listener (SpurCollector *collector, GIOStream *stream)
{
  SpurCollectListener *self = g_new0 (SpurCollectListener, 1);

  spur_collect_link_init (&self->link, &listener_class, stream);
  self->collector = collector;
  self->lines = collector->options.lines;
  self->recording = -1;
  g_ptr_array_add (collector->listeners, self);
  return self;
}

void
spur_collect_listener_new (SpurCollector *collector, GIOStream *stream)
{
  SpurCollectListener *self = add_listener (collector, stream);

  spur_collector_demand_changed (collector);
  read_more (self);
}

void
spur_collect_listener_new_reader (SpurCollector *collector, GIOStream *stream)
{
  SpurCollectListener *self = add_listener (collector, stream);
  const SpurCollectOutput *output = collector->output;

  spur_collector_demand_changed (collector);
  self->recording = open (output->file->path, O_RDONLY | O_CLOEXEC);
  if (self->recording < 0)
    {
      spur_collector_tell_problem (collector, "%s: %s; a listener does not get it",
                                   output->file->path, g_strerror (errno));
      spur_collect_listener_close (self);
      return;
    }
  self->n_read_bytes = SPUR_COLLECT_HEAD_BYTES;
  spur_collect_link_put (&self->link, output->file->preamble, SPUR_RECORDING_PREAMBLE_BYTES);
  read_more (self);
}
