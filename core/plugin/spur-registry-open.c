/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Finds out what a trace is, and opens it. */
#include <string.h>
#include <unistd.h>

#include <fcntl.h>
#include <glib/gstdio.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/format/spur-decompress-internal.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

/* The magic strings of manifests are shorter. */
#define HEAD_BYTES 64
#define MAX_FOLDER_ENTRIES 4096

/* How well the input looks like what a codec says that it reads. */
typedef enum
{
  RANK_OWN,
  RANK_CONTENT,
  RANK_NAME,
  RANK_OTHER,
} Rank;

typedef struct
{
  const SpurPluginEntry *codec;
  Rank rank;
} Candidate;

typedef struct
{
  const char *path;
  /* What it is called: another name than @path where its content was put into a temporary file. */
  const char *place;
  gboolean is_named;
  gboolean is_folder;
  GPtrArray *names;
  char head[HEAD_BYTES];
  gsize n_head_bytes;
} Input;

static void
read_head (Input *input)
{
  int fd = g_open (input->path, O_RDONLY | O_CLOEXEC, 0);
  gssize n_bytes;

  if (fd < 0)
    return;
  n_bytes = read (fd, input->head, sizeof input->head);
  input->n_head_bytes = n_bytes > 0 ? (gsize) n_bytes : 0;
  g_close (fd, NULL);
}

/* The names in a folder, or that of the file itself. */
static void
read_names (Input *input)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!input->is_folder)
    {
      g_ptr_array_add (input->names, g_path_get_basename (input->path));
      return;
    }
  dir = g_dir_open (input->path, 0, NULL);
  while (dir != NULL && input->names->len < MAX_FOLDER_ENTRIES &&
         (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (input->names, g_strdup (name));
}

static gboolean
has_suffix (const Input *input, const char *suffix)
{
  for (guint i = 0; i < input->names->len; i++)
    {
      if (g_str_has_suffix (g_ptr_array_index (input->names, i), suffix))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_magic (const Input *input, const char *magic)
{
  gsize n_bytes = strlen (magic);

  return n_bytes <= input->n_head_bytes && memcmp (input->head, magic, n_bytes) == 0;
}

static Rank
rank_codec (const SpurPluginEntry *codec, const Input *input)
{
  Rank best = RANK_OTHER;

  for (const xmlNode *look = spur_format_xml_find (codec->node->children, "input"); look != NULL;
       look = spur_format_xml_find (look->next, "input"))
    {
      const char *suffix = spur_format_xml_get (look, "suffix");
      const char *magic = spur_format_xml_get (look, "magic");

      if (suffix != NULL && !has_suffix (input, suffix))
        continue;
      if (magic != NULL && has_magic (input, magic))
        best = MIN (best, RANK_CONTENT);
      /* A folder has no first bytes; the codec itself looks into it. */
      else if (suffix != NULL && (magic == NULL || input->is_folder))
        best = MIN (best, RANK_NAME);
    }
  return best;
}

SPUR_DEFINE_ORDER (compare_candidates, Candidate, SPUR_BY (rank))

/* (element-type Candidate): every codec, this library's own first, then the likeliest. */
static GArray *
list_candidates (SpurRegistry *self, const Input *input)
{
  g_autoptr (GPtrArray) codecs = spur_registry_list_parts (self, SPUR_PLUGIN_PART_CODEC);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint n_own;
  const SpurPluginEntry *own = spur_registry_get_own_codecs (&n_own);

  for (guint i = 0; i < n_own; i++)
    g_array_append_val (candidates, ((Candidate){ &own[i], RANK_OWN }));
  for (guint i = 0; i < codecs->len; i++)
    {
      Candidate candidate = { codecs->pdata[i], rank_codec (codecs->pdata[i], input) };

      g_array_append_val (candidates, candidate);
    }
  /* Stable, so equals are tried in the order of the search path. */
  g_array_sort (candidates, compare_candidates);
  return candidates;
}

static void
set_fact_if_missing (SpurTrace *trace, const char *key, const char *value)
{
  if (spur_trace_get_fact (trace, key) == NULL)
    spur_trace_set_fact (trace, key, value);
}

/* What every trace gets that is opened here. */
static void
adopt_trace (SpurRegistry *self, SpurTrace *trace)
{
  spur_trace_set_factories (trace, self->factories);
  spur_registry_set_state_kinds (self, trace);
}

/* Of a codec; NULL stays NULL. */
static SpurTrace *
take_trace (SpurRegistry *self, SpurTrace *trace, const char *path, const char *format)
{
  if (trace == NULL)
    return NULL;
  adopt_trace (self, trace);
  set_fact_if_missing (trace, "path", path);
  set_fact_if_missing (trace, "format", format);
  return trace;
}

/* The codec, if it knows the input; then @file is what it is to read. */
static SpurCodec *
try_candidate (
  SpurRegistry *self, const Candidate *candidate, const Input *input, GString *tried, char **file)
{
  g_autoptr (SpurCodec) codec = NULL;
  g_autoptr (GError) refusal = NULL;

  if (candidate->codec->plugin != NULL &&
      !spur_registry_ensure_loaded (self, candidate->codec->plugin, &refusal))
    {
      g_string_append_printf (tried, ", %s (%s)", candidate->codec->name, refusal->message);
      return NULL;
    }
  codec = g_object_new (candidate->codec->type, NULL);
  *file = spur_codec_find (codec, input->path);
  if (*file != NULL)
    return g_steal_pointer (&codec);
  g_string_append_printf (tried, ", %s", candidate->codec->name);
  return NULL;
}

/* The codec that knows the input, among all or of the name @wanted; NULL for none. */
static SpurCodec *
find_codec (SpurRegistry *self,
            const Input *input,
            const char *wanted,
            GString *tried,
            char **file,
            const char **name)
{
  g_autoptr (GArray) candidates = list_candidates (self, input);

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      SpurCodec *codec;

      *name = candidate->codec->name;
      if (wanted != NULL && !g_str_equal (*name, wanted))
        continue;
      codec = try_candidate (self, candidate, input, tried, file);
      if (codec != NULL)
        return codec;
    }
  return NULL;
}

/* ", the formats described in XML a, b, c" */
static void
append_formats (SpurRegistry *self, GString *text)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (self);
  const char *separator = ", and of those described in XML ";

  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = g_ptr_array_index (formats, i);

      if (!spur_format_can_read (format) || g_str_equal (spur_format_get_name (format), "spur"))
        continue;
      g_string_append_printf (text, "%s%s", separator, spur_format_get_name (format));
      separator = ", ";
    }
}

static SpurTrace *
read_by_format (
  SpurRegistry *self, SpurFormat *format, const Input *input, const SpurJob *job, GError **error)
{
  SpurTrace *trace = spur_format_read (format, input->path, job, error);

  if (trace == NULL)
    return NULL;
  adopt_trace (self, trace);
  spur_trace_set_fact (trace, "path", input->place);
  return trace;
}

/* Where no codec knows the input: a format that is described in XML may. */
static SpurTrace *
open_by_look (
  SpurRegistry *self, const Input *input, GString *tried, const SpurJob *job, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  SpurFormat *format =
    input->is_folder ? NULL : spur_registry_recognise (self, input->path, input->is_named);

  if (format != NULL)
    return read_by_format (self, format, input, job, error);
  if (!input->is_folder)
    append_formats (self, tried);
  problems = spur_registry_get_problems (self);
  return spur_error_set_null (
    error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN,
    "%s: no trace in a known format; tried: %s; where it is one of them, name it "
    "(--read-as), and else load the project that brings its format (--project); `spur "
    "plugins` lists the formats%s",
    input->place, tried->str + 2,
    problems->len > 0 ? ", and says what is wrong with plugins and formats" : "");
}

/* A format that is described in XML, by its name or the file of its definition. */
static SpurTrace *
open_by_definition (
  SpurRegistry *self, const Input *input, const char *name, const SpurJob *job, GError **error)
{
  SpurFormat *format = spur_registry_find_format (self, name);
  g_autoptr (SpurFormat) own = NULL;
  g_autoptr (GString) known = NULL;
  g_autoptr (GArray) codecs = NULL;

  if (format == NULL && g_str_has_suffix (name, ".xml"))
    {
      format = own = spur_format_new_from_file (name, error);
      if (own == NULL)
        return NULL;
    }
  if (format != NULL && spur_format_can_read (format))
    return read_by_format (self, format, input, job, error);
  known = g_string_new (NULL);
  codecs = list_candidates (self, input);
  for (guint i = 0; i < codecs->len; i++)
    g_string_append_printf (known, ", %s", g_array_index (codecs, Candidate, i).codec->name);
  append_formats (self, known);
  return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN,
                              "%s: there is no format %s that is read; there are: %s", input->place,
                              name, known->str + 2);
}

static SpurTrace *
open_as (
  SpurRegistry *self, const Input *input, const char *format, const SpurJob *job, GError **error)
{
  g_autoptr (GString) tried = g_string_new (NULL);
  g_autoptr (SpurCodec) codec = NULL;
  g_autofree char *file = NULL;
  const char *name;

  codec = find_codec (self, input, format, tried, &file, &name);
  if (codec != NULL)
    return take_trace (self, spur_codec_read (codec, file, job, error), input->place, name);
  if (format == NULL)
    return open_by_look (self, input, tried, job, error);
  if (tried->len == 0)
    return open_by_definition (self, input, format, job, error);
  return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN,
                              "%s: the codec %s does not find a trace there", input->place,
                              tried->str + 2);
}

/* Errors name the temporary file; what is there is called otherwise. */
static void
rename_place (GError *error, const char *path, const char *place)
{
  g_autoptr (GString) message = g_string_new (error->message);

  g_string_replace (message, path, place, 0);
  g_free (error->message);
  error->message = g_string_free (g_steal_pointer (&message), FALSE);
}

static void
fill_input (Input *input)
{
  if (!input->is_folder)
    read_head (input);
  read_names (input);
}

static SpurTrace *
open_temporary (SpurRegistry *self,
                int fd,
                const Input *outer,
                const char *name,
                const char *format,
                const SpurJob *job,
                GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (SpurTemporary) file = { .fd = -1 };
  g_autoptr (GError) problem = NULL;
  Input input = { .place = outer->place, .is_named = outer->is_named, .names = names };
  SpurTrace *trace;

  if (!spur_temporary_fill (&file, fd, outer->place, name, job, error))
    return NULL;
  input.path = file.path;
  fill_input (&input);
  trace = open_as (self, &input, format, job, &problem);
  if (trace != NULL)
    return trace;
  rename_place (problem, file.path, outer->place);
  return spur_error_pass_null (error, g_steal_pointer (&problem));
}

/* Its name without the suffix of the compression. */
static char *
build_plain_name (const char *path)
{
  static const char *const suffixes[] = { ".gz", ".zst", ".zstd" };
  char *name = g_path_get_basename (path);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (!g_str_has_suffix (name, suffixes[i]))
        continue;
      name[strlen (name) - strlen (suffixes[i])] = '\0';
      break;
    }
  return name;
}

/* A codec may read such files itself; its logs may lie beside the file. */
static SpurTrace *
open_compressed (
  SpurRegistry *self, const Input *input, const char *format, const SpurJob *job, GError **error)
{
  g_autoptr (GString) tried = g_string_new (NULL);
  g_autoptr (SpurCodec) codec = NULL;
  g_autofree char *file = NULL;
  g_autofree char *name = build_plain_name (input->path);
  const char *codec_name;
  SpurTrace *trace;
  int fd;

  codec = find_codec (self, input, format, tried, &file, &codec_name);
  if (codec != NULL)
    return take_trace (self, spur_codec_read (codec, file, job, error), input->place, codec_name);
  fd = g_open (input->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  if (fd < 0)
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                                "%s: cannot be opened", input->place);
  trace = open_temporary (self, fd, input, name, format, job, error);
  g_close (fd, NULL);
  return trace;
}

/**
 * spur_registry_open_trace:
 * @self: a registry
 * @path: a trace: a file of it, or its folder
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Opens a trace in the native container or in a format that a plugin reads. What it is is found
 * by looking into it: codecs whose manifest knows the first bytes are asked first, then those
 * that know the name, then all others. Last come the formats that are described in XML, by how
 * their files are named or begin. A file that is compressed with gzip or zstd, and that no codec
 * reads as it is, is decompressed into a file without a name in the folder of the environment
 * variable TMPDIR, or /var/tmp. That file may have half of what is free there, and at most 64 GiB,
 * or what SPUR_TEMPORARY_BYTES says.
 *
 * The facts "path" and "format" of the trace say what was opened. The trace has the registry's
 * factories, and its states are of the kinds that the registry's projects say.
 *
 * Returns: (transfer full): the trace, or %NULL with %SPUR_FORMAT_ERROR_MISSING where there is
 *   nothing at @path, %SPUR_FORMAT_ERROR_UNKNOWN where no codec knows it, %SPUR_FORMAT_ERROR_DATA
 *   or %SPUR_FORMAT_ERROR_TRUNCATED where compressed data is wrong, or the codec's error
 *
 * Since: 1.0
 */
SpurTrace *
spur_registry_open_trace (SpurRegistry *self, const char *path, const SpurJob *job, GError **error)
{
  return spur_registry_open_trace_as (self, path, NULL, job, error);
}

/**
 * spur_registry_open_trace_as:
 * @self: a registry
 * @path: a trace: a file of it, or its folder
 * @format: (nullable): its format, whatever it looks like: "spur", "spurrec" for a recording, a
 *   codec's or format's name, or the file of a format's definition, which ends in ".xml"; %NULL to
 *   find it out
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * The same as spur_registry_open_trace() for a trace that is not recognised, or for another one.
 *
 * Returns: (transfer full): the trace, or %NULL with an error of spur_registry_open_trace(), or
 *   %SPUR_FORMAT_ERROR_UNKNOWN where there is no such format
 *
 * Since: 1.0
 */
SpurTrace *
spur_registry_open_trace_as (
  SpurRegistry *self, const char *path, const char *format, const SpurJob *job, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Input input = { .path = path, .place = path, .is_named = TRUE, .names = names };
  GStatBuf facts;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_stat (path, &facts) != 0)
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING,
                                "%s: no such file or folder", path);
  input.is_folder = S_ISDIR (facts.st_mode);
  /* Reading from a pipe would wait for ever. */
  if (!input.is_folder && !S_ISREG (facts.st_mode))
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN,
                                "%s: is neither a file nor a folder", path);
  fill_input (&input);
  if (spur_compression_recognise (input.head, input.n_head_bytes) != SPUR_COMPRESSION_NONE)
    return open_compressed (self, &input, format, job, error);
  return open_as (self, &input, format, job, error);
}

/**
 * spur_registry_open_pipe:
 * @self: a registry
 * @fd: a file descriptor, as that of standard input; it is read to its end and not closed
 * @place: what errors and the fact "path" call it
 * @format: (nullable): its format, as in spur_registry_open_trace_as()
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * The same as spur_registry_open_trace_as() for a trace that comes from a pipe, compressed or not.
 * Its name cannot tell what it is; its beginning can.
 *
 * Returns: (transfer full): the trace, or %NULL with an error of spur_registry_open_trace_as(), or
 *   of #GIOErrorEnum where @fd cannot be read
 *
 * Since: 1.0
 */
SpurTrace *
spur_registry_open_pipe (SpurRegistry *self,
                         int fd,
                         const char *place,
                         const char *format,
                         const SpurJob *job,
                         GError **error)
{
  const Input input = { .place = place };

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (fd >= 0 && place != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return open_temporary (self, fd, &input, "content", format, job, error);
}

/**
 * spur_registry_find_codec:
 * @self: a registry
 * @path: a trace: a file of it, or its folder
 * @file: (out) (transfer full): the file of it that the codec reads
 *
 * Finds the codec that spur_registry_open_trace() would read a trace with. It looks into the input,
 * but does not read it.
 *
 * Returns: (transfer full) (nullable): a new codec, or %NULL where no codec knows what is at @path,
 *   as with traces in a format that is described in XML
 *
 * Since: 1.0
 */
SpurCodec *
spur_registry_find_codec (SpurRegistry *self, const char *path, char **file)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) tried = g_string_new (NULL);
  Input input = { .path = path, .place = path, .is_named = TRUE, .names = names };
  g_autofree char *found = NULL;
  const char *name;
  SpurCodec *codec;
  GStatBuf facts;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (path != NULL && file != NULL, NULL);

  if (g_stat (path, &facts) != 0 || (!S_ISDIR (facts.st_mode) && !S_ISREG (facts.st_mode)))
    return NULL;
  input.is_folder = S_ISDIR (facts.st_mode);
  fill_input (&input);
  codec = find_codec (self, &input, NULL, tried, &found, &name);
  if (codec != NULL)
    *file = g_steal_pointer (&found);
  return codec;
}

/**
 * spur_registry_is_native:
 * @self: a registry
 * @path: a trace: a file of it, or its folder
 *
 * Gets whether a trace is in Spur's own container, which holds its correction and can be read in
 * parts. It looks into the input, but does not read it.
 *
 * Returns: %FALSE also where nothing is at @path, or no trace
 *
 * Since: 1.0
 */
gboolean
spur_registry_is_native (SpurRegistry *self, const char *path)
{
  g_autofree char *file = NULL;
  g_autoptr (SpurCodec) codec = spur_registry_find_codec (self, path, &file);

  return codec != NULL && spur_codec_is_native (codec);
}

/**
 * spur_registry_adopt_container:
 * @self: a registry
 * @trace: a trace out of one of Spur's containers, of which maybe only a part was read
 * @path: what the fact "path" calls it where the trace has none
 *
 * Gives a trace that was not opened by the registry, as one of #SpurPartition, what
 * spur_registry_open_trace() gives a trace: factories, what is known of states, and the facts
 * "path" and "format".
 *
 * Since: 1.0
 */
void
spur_registry_adopt_container (SpurRegistry *self, SpurTrace *trace, const char *path)
{
  g_return_if_fail (SPUR_IS_REGISTRY (self));
  g_return_if_fail (SPUR_IS_TRACE (trace));
  g_return_if_fail (path != NULL);

  take_trace (self, trace, path, SPUR_REGISTRY_CONTAINER_NAME);
}

/**
 * spur_registry_is_foreign_name:
 * @self: a registry
 * @path: a path; nothing needs to be there
 *
 * Says whether a file of that name would look like a foreign trace, by what the manifests of
 * plugins say of their codecs' inputs.
 *
 * Returns: whether a codec knows such names
 *
 * Since: 1.0
 */
gboolean
spur_registry_is_foreign_name (SpurRegistry *self, const char *path)
{
  g_autoptr (GPtrArray) codecs = NULL;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  codecs = spur_registry_list_parts (self, SPUR_PLUGIN_PART_CODEC);
  for (guint i = 0; i < codecs->len; i++)
    {
      const xmlNode *codec = ((const SpurPluginEntry *) codecs->pdata[i])->node;

      for (const xmlNode *look = spur_format_xml_find (codec->children, "input"); look != NULL;
           look = spur_format_xml_find (look->next, "input"))
        {
          const char *suffix = spur_format_xml_get (look, "suffix");

          if (suffix != NULL && g_str_has_suffix (path, suffix))
            return TRUE;
        }
    }
  return FALSE;
}
