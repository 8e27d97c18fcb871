/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#include "cli/run/spur-delivery.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-map-file.h"

#define OWN_NAME "spur"
#define OWN_SUFFIX ".spur"

static char *format_name;
static char *definitions;
static gboolean raw;

static const GOptionEntry entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_FILENAME, &format_name,
    "Format, or file of its definition (else by suffix)", "NAME" },
  SPUR_OPTION ("definitions",
               FILENAME,
               &definitions,
               "Write the definitions here, which a csv has not",
               "FILE"),
  SPUR_OPTION ("raw", NONE, &raw, "Write the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

static char **
dup_format_names (void)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (spur_registry_get_default ());
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < formats->len; i++)
    {
      if (spur_format_can_write (formats->pdata[i]))
        g_strv_builder_add (names, spur_format_get_name (formats->pdata[i]));
    }
  return g_strv_builder_end (names);
}

static const SpurOptionWords option_words[] = {
  { .option = "format", .dup_words = dup_format_names },
  { NULL },
};

static gboolean
is_standard_output (SpurCli *cli)
{
  return g_str_equal (cli->output, "-");
}

static const char *
find_nearest (GPtrArray *formats)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, (gpointer) "spur");
  for (guint i = 0; i < formats->len; i++)
    {
      if (spur_format_can_write (g_ptr_array_index (formats, i)))
        g_ptr_array_add (names, (gpointer) spur_format_get_name (g_ptr_array_index (formats, i)));
    }
  g_ptr_array_add (names, NULL);
  return spur_text_find_nearest (format_name, (const char *const *) names->pdata);
}

/* By name, or from a file; says what is wrong and sets @code where there is none. */
static SpurFormat *
find_format (SpurCli *cli, SpurExit *code)
{
  SpurRegistry *registry = spur_registry_get_default ();
  SpurFormat *format = spur_registry_find_format (registry, format_name);
  g_autoptr (GPtrArray) formats = NULL;
  const char *nearest;

  if (format != NULL)
    return g_object_ref (format);
  if (g_str_has_suffix (format_name, ".xml"))
    {
      format = spur_format_new_from_file (format_name, &cli->error);
      if (format == NULL)
        *code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, format_name);
      return format;
    }
  formats = spur_registry_get_formats (registry);
  nearest = find_nearest (formats);
  *code = nearest != NULL ? spur_cli_usage (cli,
                                            "--format: there is no format '%s'; did you mean "
                                            "'%s'?",
                                            format_name, nearest)
                          : spur_cli_usage (cli,
                                            "--format: there is no format '%s'; 'spur plugins' "
                                            "lists the formats",
                                            format_name);
  return NULL;
}

/* NULL where nothing was. */
static char *
describe_left_out (SpurFormat *format)
{
  guint64 n_events = spur_format_get_n_left_out (format);
  g_autofree char *count = spur_text_count (n_events);

  return n_events == 0
           ? NULL
           : g_strdup_printf ("left out %s %s that %s has no rule for", count,
                              n_events == 1 ? "event" : "events", spur_format_get_name (format));
}

static gboolean
write_files (SpurCli *cli, SpurFormat *format)
{
  if (format == NULL)
    return spur_container_save (cli->trace, cli->output, &cli->job, &cli->error);
  if (definitions != NULL &&
      !spur_format_write_definitions (format, cli->trace, definitions, &cli->job, &cli->error))
    return FALSE;
  return spur_format_write (format, cli->trace, cli->output, &cli->job, &cli->error);
}

/* Whether --definitions can be followed; else that is said. */
static gboolean
check_definitions (SpurCli *cli, SpurFormat *format)
{
  if (definitions == NULL)
    return TRUE;
  if (format == NULL || !spur_format_has_definitions_apart (format))
    spur_cli_usage (cli, "--definitions: the format %s has its definitions in the same file",
                    format != NULL ? spur_format_get_name (format) : OWN_NAME);
  else if (g_str_equal (definitions, cli->output))
    spur_cli_usage (cli, "--definitions: '%s' is the file of the events", definitions);
  else
    return spur_cli_may_write (cli, definitions);
  return FALSE;
}

static SpurExit
open_trace (SpurCli *cli)
{
  SpurExit code = SPUR_EXIT_OK;

  cli->trace = spur_cli_open (cli, &code);
  if (cli->trace != NULL && raw)
    spur_trace_set_correction (cli->trace, NULL);
  return code;
}

static SpurExit
convert_trace (SpurCli *cli, SpurFormat *format)
{
  SpurExit code = check_definitions (cli, format) ? open_trace (cli) : SPUR_EXIT_USAGE;
  g_autofree char *note = NULL;

  if (code != SPUR_EXIT_OK)
    return code;
  if (!write_files (cli, format))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  spur_progress_end (cli->progress);
  if (format != NULL)
    note = describe_left_out (format);
  if (!is_standard_output (cli))
    spur_cli_add_written (cli, cli->output, note);
  else if (note != NULL)
    g_printerr ("%s\n", note);
  return SPUR_EXIT_OK;
}

/* A trace in the format in which it came, with the times that it has now. */
static SpurExit
rewrite_trace (SpurCli *cli, SpurDelivery *delivery)
{
  SpurExit code = open_trace (cli);
  g_autofree char *note = NULL;

  if (code != SPUR_EXIT_OK)
    return code;
  if (!spur_delivery_write (delivery, cli))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, delivery->path);
  g_ptr_array_add (delivery->notes, NULL);
  note = g_strjoinv ("; ", (char **) delivery->notes->pdata);
  spur_cli_add_written (cli, delivery->path, *note != '\0' ? note : NULL);
  return SPUR_EXIT_OK;
}

/* ".ulm (ulm), .csv (csv), spur-xml": what can be written, and by which name it is known. */
static char *
list_formats (GPtrArray *formats)
{
  GString *text = g_string_new (OWN_SUFFIX " (" OWN_NAME ")");

  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = g_ptr_array_index (formats, i);
      const char *name = spur_format_get_name (format);
      g_auto (GStrv) suffixes = spur_format_dup_suffixes (format);
      g_autofree char *joined = g_strjoinv (", ", suffixes);

      if (!spur_format_can_write (format) || g_str_equal (name, OWN_NAME))
        continue;
      if (*joined == '\0')
        g_string_append_printf (text, ", --format %s", name);
      else
        g_string_append_printf (text, ", %s (%s)", joined, name);
    }
  return g_string_free (text, FALSE);
}

/* (transfer full): The only format that writes files of such a name; NULL where there is not just
 * one, which is said. */
static SpurFormat *
find_format_of_name (SpurCli *cli, SpurExit *code)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (spur_registry_get_default ());
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *known = NULL;
  g_autofree char *several = NULL;
  SpurFormat *found = NULL;

  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = g_ptr_array_index (formats, i);

      if (!spur_format_can_write (format) || !spur_delivery_is_named (format, cli->output))
        continue;
      found = format;
      g_ptr_array_add (names, (gpointer) spur_format_get_name (format));
    }
  if (names->len == 1)
    return g_object_ref (found);
  g_ptr_array_add (names, NULL);
  several = g_strjoinv (", ", (char **) names->pdata);
  known = list_formats (formats);
  *code = *several != '\0'
            ? spur_cli_usage (cli, "'%s' may be of several formats: %s; say which with --format",
                              cli->output, several)
            : spur_cli_usage (cli,
                              "'%s' has no suffix of a format that can be written: %s; give it one "
                              "of these, or a --format",
                              cli->output, known);
  return NULL;
}

/* As the name of the file says, where no format is asked for. */
static SpurExit
convert_by_name (SpurCli *cli)
{
  g_auto (SpurDelivery) delivery = { 0 };
  g_autoptr (SpurFormat) format = NULL;
  SpurExit code = SPUR_EXIT_OK;

  if (is_standard_output (cli))
    return spur_cli_usage (cli,
                           "standard output has no name that says the format; give a --format");
  if (g_str_has_suffix (cli->output, SPUR_MAP_FILE_SUFFIX))
    return spur_cli_usage (cli, "time maps are written by 'spur correct'");
  spur_delivery_choose (&delivery, cli, cli->output);
  if (delivery.kind == SPUR_DELIVERY_REWRITE)
    return rewrite_trace (cli, &delivery);
  if (g_str_has_suffix (cli->output, OWN_SUFFIX))
    return convert_trace (cli, NULL);
  format = find_format_of_name (cli, &code);
  return format != NULL ? convert_trace (cli, format) : code;
}

static SpurExit
run_convert (SpurCli *cli)
{
  g_autoptr (SpurFormat) format = NULL;
  SpurExit code = SPUR_EXIT_OK;

  if (!is_standard_output (cli) && !spur_cli_may_write (cli, cli->output))
    return SPUR_EXIT_USAGE;
  if (format_name == NULL)
    return convert_by_name (cli);
  if (g_str_equal (format_name, "spur"))
    {
      if (is_standard_output (cli))
        return spur_cli_usage (cli, "Spur's own container is a file; name it, or a --format");
      return convert_trace (cli, NULL);
    }
  format = find_format (cli, &code);
  if (format == NULL)
    return code;
  if (!spur_format_can_write (format))
    return spur_cli_usage (cli, "--format: %s only reads; its definition has a regular expression",
                           spur_format_get_name (format));
  return convert_trace (cli, format);
}

const SpurVerb spur_verb_convert = {
  .name = "convert",
  .summary = "Write a trace in another format",
  .arguments = "TRACE [OUT]",
  .second = "name the file to write",
  .writes = TRUE,
  .output = "Write this file; - is standard output",
  .output_as = "OUT",
  .description = "Formats are described in XML; 'spur plugins' lists those that are known. Events\n"
                 "that a format cannot hold are left out and counted. Without --format, the\n"
                 "suffix of the file says the format. The file '-' is standard input or output.",
  .examples = "  spur convert run.sts run.spurtext\n"
              "  spur convert run.spur run.ulm\n"
              "  spur convert run.spur - --format spur-text | grep migration\n"
              "  spur convert log.ours log.csv --project ours --format csv",
  .entries = entries,
  .words = option_words,
  .run = run_convert,
};
