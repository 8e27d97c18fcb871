/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Formats that are described in XML, and what others need for as much text. */
#include "config.h"

#include <fcntl.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/format.h"
#include "core/format/spur-format.h"
#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-columns.h"

static const SpurJob one_thread = { NULL, NULL, NULL, 1 };

static gboolean
tell (GError *error)
{
  g_printerr ("format: %s\n", error->message);
  g_error_free (error);
  return FALSE;
}

/* Text takes ten times the bytes, so there are fewer events of it. */
static FormatSample
get_share (const FormatSample *sample)
{
  return (FormatSample){ sample->folder, 1, sample->n_events / 8 };
}

static SpurFormat *
find_format (const char *name, GError **error)
{
  g_autofree char *file = g_strconcat (name, ".xml", NULL);
  g_autofree char *path = g_build_filename (BENCH_SCHEMAS, "formats", file, NULL);

  g_setenv ("SPUR_SCHEMA_PATH", BENCH_SCHEMAS, FALSE);
  return spur_format_new_from_file (path, error);
}

/* The sample as a container of its own. */
static SpurTrace *
open_share (const FormatSample *sample, GError **error)
{
  g_autofree char *path = format_sample_get_path (sample, "text.spur");

  return spur_registry_open_trace (spur_registry_get_default (), path, &one_thread, error);
}

gboolean
format_share_make (const FormatSample *sample, FormatCost *cost)
{
  FormatSample share = get_share (sample);
  g_autofree char *path = format_sample_get_path (sample, "spur");
  g_autofree char *kept = format_sample_get_path (sample, "text.spur");
  g_autofree char *full = g_strconcat (path, ".full", NULL);
  gboolean is_made;

  rename (path, full);
  is_made = format_spur_make (&share, cost) && rename (path, kept) == 0;
  rename (full, path);
  return is_made;
}

static gboolean
write_share (const FormatSample *sample, FormatCost *cost, const char *name, const char *path)
{
  g_autoptr (SpurFormat) format = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  GError *error = NULL;

  format = find_format (name, &error);
  if (format == NULL)
    return tell (error);
  format_cost_begin (cost);
  trace = open_share (sample, &error);
  if (trace == NULL || !spur_format_write (format, trace, path, &one_thread, &error))
    return tell (error);
  cost->n_events = spur_trace_get_n_events (trace);
  format_cost_end (cost);
  return TRUE;
}

static gboolean
make_file (const FormatSample *sample, FormatCost *cost, const char *name, const char *suffix)
{
  g_autofree char *path = format_sample_get_path (sample, suffix);

  if (!write_share (sample, cost, name, path))
    return FALSE;
  cost->n_file_bytes = format_get_file_bytes (path);
  return TRUE;
}

/* Into nothing, as the peer prints: new pages of a file cost more than its text. */
gboolean
format_text_make (const FormatSample *sample, FormatCost *cost)
{
  int nothing = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  int kept = dup (STDOUT_FILENO);
  gboolean is_good = nothing >= 0 && kept >= 0 && dup2 (nothing, STDOUT_FILENO) >= 0 &&
                     write_share (sample, cost, "spur-text", "-");

  dup2 (kept, STDOUT_FILENO);
  close (kept);
  close (nothing);
  cost->n_file_bytes = 1;
  return is_good;
}

gboolean
format_ulm_make (const FormatSample *sample, FormatCost *cost)
{
  return make_file (sample, cost, "ulm", "ulm");
}

gboolean
format_xml_make (const FormatSample *sample, FormatCost *cost)
{
  return make_file (sample, cost, "spur-xml", "xml");
}

/* The sum of all numbers of a trace, outside of what is measured. */
static guint64
sum_trace (SpurTrace *trace)
{
  static const char *const fields[] = { "receiver", "communicator", "tag", "length" };
  SpurStream *stream = spur_trace_get_stream (trace, 0);
  g_autoptr (GBytes) times = spur_stream_get_column (stream, trace, SPUR_COLUMN_RAW_NS);
  guint64 n_events = spur_stream_get_n_events (stream);
  const guint64 *values = g_bytes_get_data (times, NULL);
  guint64 sum = 0;

  for (guint64 i = 0; i < n_events; i++)
    sum += values[i];
  for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
    {
      g_autoptr (GBytes) column = spur_stream_get_field_column (stream, trace, fields[f]);

      values = g_bytes_get_data (column, NULL);
      for (guint64 i = 0; i < n_events; i++)
        sum += values[i];
    }
  return sum;
}

/* Whether what was read is what was written. */
static gboolean
check_same (const FormatSample *sample, SpurTrace *trace)
{
  g_autoptr (SpurTrace) written = NULL;
  GError *error = NULL;

  written = open_share (sample, &error);
  if (written == NULL)
    return tell (error);
  if (spur_trace_get_n_events (trace) == spur_trace_get_n_events (written) &&
      sum_trace (trace) == sum_trace (written))
    return TRUE;
  g_printerr ("format: what was read is not what was written\n");
  return FALSE;
}

static gboolean
read_share (const FormatSample *sample, FormatCost *cost, const char *name, const char *suffix)
{
  g_autofree char *path = format_sample_get_path (sample, suffix);
  g_autoptr (SpurFormat) format = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  GError *error = NULL;

  format = find_format (name, &error);
  if (format == NULL)
    return tell (error);
  cost->n_file_bytes = format_get_file_bytes (path);
  /* Once before, so that the memory is there: on virtual machines a new page costs more than all
   * that is read into it. */
  trace = spur_format_read (format, path, &one_thread, &error);
  if (trace == NULL)
    return tell (error);
  g_clear_object (&trace);
  format_cost_begin (cost);
  trace = spur_format_read (format, path, &one_thread, &error);
  if (trace == NULL)
    return tell (error);
  cost->n_events = spur_trace_get_n_events (trace);
  format_cost_end (cost);
  return check_same (sample, trace);
}

gboolean
format_ulm_read (const FormatSample *sample, FormatCost *cost)
{
  return read_share (sample, cost, "ulm", "ulm");
}

gboolean
format_xml_read (const FormatSample *sample, FormatCost *cost)
{
  return read_share (sample, cost, "spur-xml", "xml");
}

/* A bare pass of libxml2 over the same file, in which each attribute's digits are added up. */
static void
take_element (void *data,
              const xmlChar *name,
              const xmlChar *prefix,
              const xmlChar *uri,
              int n_namespaces,
              const xmlChar **namespaces,
              int n_attributes,
              int n_defaulted,
              const xmlChar **attributes)
{
  FormatCost *cost = data;

  cost->n_events++;
  for (int i = 0; i < n_attributes; i++)
    {
      const xmlChar *end = attributes[5 * i + 4];
      guint64 value = 0;

      for (const xmlChar *at = attributes[5 * i + 3]; at < end; at++)
        value = value * 10 + (guint64) (*at - '0');
      cost->sum += value;
    }
}

gboolean
format_sax_read (const FormatSample *sample, FormatCost *cost)
{
  g_autofree char *path = format_sample_get_path (sample, "xml");
  xmlSAXHandler handler = { .initialized = XML_SAX2_MAGIC, .startElementNs = take_element };
  static char buffer[1 << 16];
  xmlParserCtxt *parser;
  gboolean is_good;
  FILE *file = fopen (path, "rb");
  gsize n_bytes;

  if (file == NULL)
    return FALSE;
  cost->n_file_bytes = format_get_file_bytes (path);
  format_cost_begin (cost);
  parser = xmlCreatePushParserCtxt (&handler, cost, NULL, 0, NULL);
  while ((n_bytes = fread (buffer, 1, sizeof buffer, file)) > 0)
    xmlParseChunk (parser, buffer, (int) n_bytes, 0);
  xmlParseChunk (parser, buffer, 0, 1);
  is_good = parser->wellFormed;
  format_cost_end (cost);
  xmlFreeParserCtxt (parser);
  fclose (file);
  /* Elements that are no events are few. */
  cost->n_events = get_share (sample).n_events;
  return is_good;
}

static double
get_child_ns (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3;
}

gboolean
format_otf2_print (const FormatSample *sample, FormatCost *cost)
{
  g_autofree char *folder = format_sample_get_path (sample, "otf2");
  g_autofree char *command = g_strdup_printf ("otf2-print '%s'/*.otf2 >/dev/null 2>&1", folder);
  double begin_ns = get_child_ns ();

  if (system (command) != 0)
    return FALSE;
  cost->cpu_ns = cost->user_ns = get_child_ns () - begin_ns;
  cost->n_events = sample->n_events;
  cost->n_file_bytes = 1;
  return TRUE;
}
