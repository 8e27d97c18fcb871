/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/store/container/spur-container.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <libxml/relaxng.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "core/base/spur-bytes-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-registry.h"
#include "core/store/container/spur-container-internal.h"
#include "events/spur-events.h"
#include "tests/store/container-files.h"
#include "tests/store/sample-trace.h"
#include "tests/test-corpus.h"

static SpurTrace *
open_changed (GBytes *bytes, gboolean trust_checksums, GError **error)
{
  return spur_container_open_bytes ("run.spur", bytes, trust_checksums, NULL, error);
}

static void
assert_refused (GBytes *bytes, SpurStoreError code, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = open_changed (bytes, FALSE, &error);

  g_assert_null (trace);
  g_assert_error (error, SPUR_STORE_ERROR, (gint) code);
  g_assert_true (g_str_has_prefix (error->message, "run.spur:0x"));
  if (strstr (error->message, text) == NULL)
    g_error ("“%s” is not in “%s”", text, error->message);
}

static void
test_round_trip (void)
{
  const guint chunk_sizes[] = { 1, 3, 64, 65536 };
  const guint stream_counts[] = { 0, 1, 2, 7, 40 };
  g_autofree char *path = path_of ("a.spur");
  g_autofree char *again = path_of ("b.spur");
  guint n_runs = 0;

  g_test_summary ("What is saved is read back, and saved again it is the same bytes.");

  for (guint i = 0; i < G_N_ELEMENTS (chunk_sizes); i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (stream_counts); k++)
        {
          g_autoptr (SpurTrace) trace =
            sample_trace_new (n_runs++, stream_counts[k], 257 * k, chunk_sizes[i]);
          g_autoptr (GBytes) bytes = save (trace, path);
          g_autoptr (SpurTrace) copy = reopen (path);
          g_autoptr (GBytes) bytes_again = save (copy, again);
          g_autoptr (SpurTrace) second = reopen (again);

          g_assert_true (spur_registry_is_native (spur_registry_get_default (), path));
          sample_trace_assert_equal (trace, copy);
          sample_trace_assert_equal (trace, second);
          g_assert_true (g_bytes_equal (bytes, bytes_again));
          if (spur_trace_get_n_events (trace) < 2000)
            g_assert_cmpuint (sample_trace_walk (trace), ==, sample_trace_walk (copy));
        }
    }
  g_assert_cmpuint (count_files (), ==, 2);
}

static void
test_over_itself (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (5, 3, 500, 64);
  g_autoptr (GBytes) bytes = save (trace, path);
  g_autoptr (SpurTrace) copy = reopen (path);
  g_autoptr (GBytes) bytes_again = NULL;

  g_test_summary ("A trace can be saved over the file that it is mapped from.");

  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  bytes_again = save (copy, path);
  g_assert_true (g_bytes_equal (bytes, bytes_again));
  sample_trace_assert_equal (trace, copy);
  {
    GStatBuf facts;

    g_assert_cmpint (g_stat (path, &facts), ==, 0);
    g_assert_cmpuint (facts.st_mode & 0777, ==, 0640);
  }
}

static guint
add_layout (SpurTrace *trace, const char *name, const SpurEventLayout *parent)
{
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new (name, parent, parent->type);

  spur_event_layout_add_field (layout, name, SPUR_FIELD_UINT32, SPUR_USE_NONE, "its own");
  return spur_trace_add_class (trace, layout);
}

static void
test_unknown_classes (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurTrace) copy = NULL;
  g_autoptr (SpurEventLayout) other = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) bytes_again = NULL;
  const SpurEventLayout *layout;
  guint child, grandchild, changed;

  g_test_summary ("An unknown class is read as its nearest known ancestor.");

  child = add_layout (trace, "B4_Event", spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT));
  grandchild = add_layout (trace, "B4_Topology_Event", spur_trace_get_class (trace, child));
  /* As another version of this program may say it: a field less, and one more. */
  other =
    spur_event_layout_new ("LO_Termination_Event", spur_event_type_get_layout (SPUR_TYPE_LO_EVENT),
                           SPUR_TYPE_LO_TERMINATION_EVENT);
  other->effect = SPUR_EFFECT_END;
  spur_event_layout_omit_field (other, "object");
  spur_event_layout_add_field (other, "reason", SPUR_FIELD_STRING, SPUR_USE_NONE, NULL);
  changed = spur_trace_add_class (trace, other);
  g_assert_true (spur_trace_seal (trace, NULL));
  bytes = save (trace, path);
  copy = reopen (path);
  bytes_again = save (copy, path);

  g_assert_cmpuint (spur_trace_get_n_classes (copy), ==, 3);
  layout = spur_trace_get_class (copy, changed);
  g_assert_true (layout->type == SPUR_TYPE_LO_TERMINATION_EVENT);
  g_assert_true (spur_event_layout_equal (layout, other));
  g_assert_true (spur_trace_get_class (copy, child)->type == SPUR_TYPE_LO_MIGRATION_EVENT);
  g_assert_true (g_bytes_equal (bytes, bytes_again));

  g_clear_object (&trace);
  g_clear_object (&copy);
  trace = spur_trace_new ();
  child = add_layout (trace, "B4_Event", spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT));
  grandchild = add_layout (trace, "B4_Topology_Event", spur_trace_get_class (trace, child));
  g_assert_true (spur_trace_seal (trace, NULL));
  g_clear_pointer (&bytes, g_bytes_unref);
  bytes = save (trace, path);
  copy = reopen (path);
  layout = spur_trace_get_class (copy, grandchild);
  g_assert_true (layout->type == SPUR_TYPE_LO_MIGRATION_EVENT);
  g_assert_cmpstr (layout->parent_name, ==, "B4_Event");
  g_assert_cmpint (layout->effect, ==, SPUR_EFFECT_PLACE);
  g_assert_cmpint (spur_event_layout_find_field (layout, "destination"), ==, 2);
}

/* Puts another word of the same length into the header, and the checksums right. */
static GBytes *
replace (GBytes *original, const char *from, const char *to)
{
  gsize n_bytes;
  const guint8 *start = g_bytes_get_data (original, &n_bytes);
  guint8 *bytes = g_memdup2 (start, n_bytes);
  guint8 *footer = bytes + n_bytes - SPUR_CONTAINER_FOOTER_BYTES;
  guint8 *directory = bytes + spur_get_le64 (footer);
  guint8 *place = bytes;
  guint64 n_header_bytes = spur_get_le64 (directory + 16);
  SpurHash hash;

  g_assert_cmpuint (strlen (from), ==, strlen (to));
  while ((place = memmem (place, n_bytes - (gsize) (place - bytes), from, strlen (from))) != NULL)
    memcpy (place, to, strlen (to));
  spur_put_le64 (directory + 24, spur_hash_bytes (bytes + 16, n_header_bytes));
  spur_put_le64 (footer + 24, spur_hash_bytes (directory, (gsize) (footer - directory)));
  spur_hash_init (&hash);
  spur_hash_add (&hash, bytes, 16);
  spur_hash_add (&hash, footer, 32);
  spur_put_le64 (footer + 32, spur_hash_get (&hash));
  return g_bytes_new_take (bytes, n_bytes);
}

static void
test_unknown_objects (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autofree char *again = path_of ("b.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (1, 2, 20, 8);
  g_autoptr (GBytes) bytes = save (trace, path);
  g_autoptr (GBytes) changed = replace (bytes, "name=\"SpurTarget\"", "name=\"SpurXarget\"");
  g_autoptr (SpurTrace) copy = open_changed (changed, FALSE, NULL);
  SpurDefinitions *definitions = spur_trace_get_definitions (copy);
  g_autoptr (GBytes) bytes_again = NULL;

  g_test_summary ("An object of an unknown type is read as its ancestor, not renamed.");

  g_assert_nonnull (copy);
  g_assert_true (spur_definitions_get_object (definitions, 0)->type == SPUR_TYPE_LOAD_OBJECT);
  g_assert_true (spur_definitions_get_object (definitions, 1)->type == SPUR_TYPE_ACTIVE_OBJECT);
  bytes_again = save (copy, again);
  g_assert_true (g_bytes_equal (changed, bytes_again));
}

static void
test_truncated (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (1, 3, 40, 16);
  g_autoptr (GBytes) bytes = save (trace, path);

  g_test_summary ("Every shorter file is refused.");

  /* Under valgrind some of them. */
  for (gsize n_bytes = 0; n_bytes < g_bytes_get_size (bytes);
       n_bytes += spur_test_scale (1000) < 100 ? 37 : 1)
    {
      g_autoptr (GBytes) start = g_bytes_new_from_bytes (bytes, 0, n_bytes);

      assert_refused (start, SPUR_STORE_ERROR_TRUNCATED, "");
    }
  {
    g_autofree guint8 *longer = g_malloc0 (g_bytes_get_size (bytes) + 1);
    g_autoptr (GBytes) more = NULL;

    memcpy (longer, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    more = g_bytes_new (longer, g_bytes_get_size (bytes) + 1);
    assert_refused (more, SPUR_STORE_ERROR_TRUNCATED, "end mark");
  }
}

/* Whatever could be opened can be walked, saved, and opened as the same. */
static void
check_again (SpurTrace *trace)
{
  g_autofree char *path = path_of ("again.spur");
  g_autoptr (SpurTrace) copy = NULL;

  sample_trace_walk (trace);
  g_bytes_unref (save (trace, path));
  copy = reopen (path);
  sample_trace_assert_equal (trace, copy);
}

/* Flips a bit at a time, and puts it back. */
static void
flip_bits (guint n_flips, gboolean trust_checksums)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (2, 4, 30, 16);
  g_autoptr (GBytes) bytes = save (trace, path);
  gsize n_bytes = g_bytes_get_size (bytes);
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), n_bytes);
  g_autoptr (GBytes) changed = g_bytes_new_static (copy, n_bytes);
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n_opened = 0;

  g_test_message ("seed %u, %" G_GSIZE_FORMAT " bytes", seed, n_bytes);
  for (guint i = 0; i < n_flips; i++)
    {
      gsize place = (gsize) g_rand_int_range (rand, 0, (gint32) n_bytes);
      guint8 bit = (guint8) (1 << g_rand_int_range (rand, 0, 8));
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) opened = NULL;

      copy[place] ^= bit;
      opened = open_changed (changed, trust_checksums, &error);
      if (opened == NULL)
        g_assert_true (error->domain == SPUR_STORE_ERROR || error->domain == SPUR_MODEL_ERROR);
      else
        check_again (opened);
      if (opened != NULL && !trust_checksums)
        g_error ("it was not seen that bit %u of byte %" G_GSIZE_FORMAT " was changed", bit, place);
      n_opened += opened != NULL;
      copy[place] ^= bit;
    }
  g_test_message ("%u of %u opened", n_opened, n_flips);
  if (trust_checksums)
    g_assert_cmpuint (n_opened, >, 0);
}

static void
test_flipped (void)
{
  g_test_summary ("Every changed bit is seen.");

  flip_bits (spur_test_scale (10000), FALSE);
}

static void
test_flipped_behind_checksums (void)
{
  g_test_summary ("Without checksums a changed bit is an error, or a trace that can be walked.");

  flip_bits (spur_test_scale (3000), TRUE);
}

static GBytes *
put_byte (GBytes *bytes, gsize place, guint8 value)
{
  gsize n_bytes = g_bytes_get_size (bytes);
  guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), n_bytes);

  copy[place] = value;
  return g_bytes_new_take (copy, n_bytes);
}

static void
test_first_line (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (3, 1, 4, 16);
  g_autoptr (GBytes) bytes = save (trace, path);
  g_autoptr (GBytes) other = put_byte (bytes, 1, 's');
  g_autoptr (GBytes) converted = put_byte (bytes, 5, '\n');
  g_autoptr (GBytes) major = put_byte (bytes, 8, SPUR_CONTAINER_MAJOR + 1);
  g_autoptr (GBytes) minor = put_byte (bytes, 10, SPUR_CONTAINER_MINOR + 1);
  gsize n_bytes = g_bytes_get_size (bytes);
  guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), n_bytes);
  g_autoptr (GBytes) swapped = g_bytes_new_take (copy, n_bytes);

  g_test_summary ("Another format, converted line ends, versions and byte order are told apart.");

  for (guint i = 0; i < 2; i++)
    {
      guint8 byte = copy[12 + i];

      copy[12 + i] = copy[15 - i];
      copy[15 - i] = byte;
    }
  assert_refused (other, SPUR_STORE_ERROR_FORMAT, "no Spur container");
  assert_refused (converted, SPUR_STORE_ERROR_FORMAT, "line ends");
  assert_refused (major, SPUR_STORE_ERROR_VERSION, "version 2.0, this program reads version 1;");
  assert_refused (minor, SPUR_STORE_ERROR_CHECKSUM, "");
  assert_refused (swapped, SPUR_STORE_ERROR_FORMAT, "big-endian");
}

static void
test_newer (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    gboolean is_readable;
  } cases[] = {
    { "value=\"sample\"", "value=\"SAMPLE\"", TRUE },
    { "kind=\"idle\"", "kind=\"idol\"", TRUE },
    { "<loss what", "<lost what", TRUE },
    { "description", "dexcription", TRUE },
    { "type=\"uint8\"", "type=\"uint9\"", FALSE },
  };
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (4, 1, 4, 16);
  g_autoptr (GBytes) bytes = save (trace, path);
  g_autoptr (GBytes) newer = put_byte (bytes, 10, SPUR_CONTAINER_MINOR + 1);

  g_test_summary ("A newer minor version is read, what it has added passed over.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) changed = replace (newer, cases[i].from, cases[i].to);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) copy = open_changed (changed, FALSE, &error);

      g_test_message ("%s: %s", cases[i].to, error != NULL ? error->message : "read");
      g_assert_true ((copy != NULL) == cases[i].is_readable);
      if (copy != NULL)
        sample_trace_walk (copy);
    }
}

static void
test_header (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    SpurStoreError code;
    const char *text;
  } cases[] = {
    { "<losses>", "<lossas>", SPUR_STORE_ERROR_FORMAT, "header line" },
    { "kind=\"tsc\"", "kinx=\"tsc\"", SPUR_STORE_ERROR_FORMAT, "attribute kind is missing" },
    { "role=\"internal\"", "role=\"infernal\"", SPUR_STORE_ERROR_FORMAT, "which is not defined" },
    { "kind=\"idle\"", "kind=\"idol\"", SPUR_STORE_ERROR_FORMAT, "which is not defined" },
    { " resolution-hz=\"1000000000\"", " resolution-hz=\"0000000000\"", SPUR_STORE_ERROR_RANGE,
      "resolution-hz is 0" },
    { "type=\"uint8\"", "type=\"uint9\"", SPUR_STORE_ERROR_FORMAT, "which is not defined" },
    { "clock=\"0\"", "clock=\"1\"", SPUR_STORE_ERROR_RANGE, "clock 1 is not defined" },
    { "events=\"4\"", "events=\"5\"", SPUR_STORE_ERROR_FORMAT, "by the header it has 5" },
    { "chunks=\"1\"", "chunks=\"2\"", SPUR_STORE_ERROR_FORMAT, "in 1 chunks, by the header" },
    { "rows=\"9\"", "rows=\"8\"", SPUR_STORE_ERROR_FORMAT, "goes on" },
    { "rows=\"9\"", "rows=\"a\"", SPUR_STORE_ERROR_RANGE, "it must be a number" },
    { "\\x0d", "\\x00", SPUR_STORE_ERROR_FORMAT, "backslash" },
    { "urn:spur:container:1", "urn:spur:container:2", SPUR_STORE_ERROR_FORMAT, "namespace" },
    { "<facts>", "<fact:>", SPUR_STORE_ERROR_FORMAT, "header line" },
    { "description=", "desxription=", SPUR_STORE_ERROR_FORMAT, "attributes" },
    { "key=\"empty\" value=\"\"", "key=\"format\" value=\"", SPUR_STORE_ERROR_FORMAT, "header" },
  };
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (4, 1, 4, 16);
  g_autoptr (GBytes) bytes = save (trace, path);

  g_test_summary ("What the header may not say is refused, with its line.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) changed = NULL;

      if (strlen (cases[i].from) != strlen (cases[i].to))
        continue;
      changed = replace (bytes, cases[i].from, cases[i].to);
      g_assert_false (g_bytes_equal (bytes, changed));
      assert_refused (changed, cases[i].code, cases[i].text);
    }
}

static void
test_schema (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autofree char *schema = g_build_filename (g_getenv ("SPUR_SCHEMA_PATH"), "container.rng", NULL);
  xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt (schema);
  xmlRelaxNG *grammar = xmlRelaxNGParse (parser);
  xmlRelaxNGValidCtxt *validator = xmlRelaxNGNewValidCtxt (grammar);

  g_test_summary ("What is written is valid by the schema.");

  g_assert_nonnull (grammar);
  for (guint32 seed = 0; seed < 8; seed++)
    {
      g_autoptr (SpurTrace) trace = sample_trace_new (seed, seed, 20, 16);
      g_autoptr (GBytes) bytes = save (trace, path);
      const char *start = g_bytes_get_data (bytes, NULL);
      const char *header = start + SPUR_CONTAINER_PREAMBLE_BYTES;
      const char *end = strstr (header, "</format>\n") + strlen ("</format>\n");
      xmlDoc *doc =
        xmlReadMemory (header, (int) (end - header), "header.xml", NULL, XML_PARSE_NONET);

      g_assert_cmpint (xmlRelaxNGValidateDoc (validator, doc), ==, 0);
      xmlFreeDoc (doc);
    }
  xmlRelaxNGFreeValidCtxt (validator);
  xmlRelaxNGFree (grammar);
  xmlRelaxNGFreeParserCtxt (parser);
}

/* A shift by @offset_ns, @n_maps times over. */
static gboolean
save_shifted (gint64 offset_ns, guint n_maps, GError **error)
{
  g_autofree char *path = path_of ("shifted.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (4, 1, 4, 16);
  g_autoptr (SpurTrace) copy = NULL;
  g_autoptr (SpurCorrection) correction = spur_correction_new (1);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (offset_ns);

  for (guint i = 0; i < n_maps; i++)
    spur_correction_append_map (correction, 0, map);
  spur_trace_set_correction (trace, correction);
  if (!spur_container_save (trace, path, NULL, error))
    return FALSE;
  copy = reopen (path);
  sample_trace_assert_equal (trace, copy);
  g_unlink (path);
  return TRUE;
}

static void
test_shifts (void)
{
  const gint64 limit = SPUR_TIME_LIMIT_NS;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Maps that take times out of 64 bits are refused, the largest is not.");

  g_assert_true (save_shifted (limit, 1, NULL));
  g_assert_true (save_shifted (-limit + 1, 2, NULL));
  g_assert_true (save_shifted (limit / SPUR_CORRECTION_MAX_MAPS, SPUR_CORRECTION_MAX_MAPS, NULL));
  g_assert_false (save_shifted (limit, 2, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
  g_assert_nonnull (strstr (error->message, "time map 1 takes times outside"));
  g_clear_error (&error);
  g_assert_false (save_shifted (-limit, 2, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
}

/* More events in a stream than one that is short has. */
#define LONG_STREAM_EVENTS 20000

static void
test_compact (void)
{
  g_autoptr (SpurTrace) trace = sample_trace_new (5, 3, LONG_STREAM_EVENTS, 4096);
  g_autoptr (SpurTrace) compact = sample_trace_new (5, 3, LONG_STREAM_EVENTS, 4096);
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (GBytes) bytes = save (trace, path);
  g_autoptr (GBytes) bytes_of_compact = NULL;
  gboolean is_packed = FALSE;

  g_test_summary ("Compact traces have the same events, and become the same file.");

  for (guint i = 0; i < 2; i++)
    spur_trace_compact (compact, NULL);
  for (guint s = 0; s < spur_trace_get_n_streams (compact); s++)
    is_packed |= spur_stream_get_packed (spur_trace_get_stream (compact, s), 0) != NULL;
  g_assert_true (is_packed);
  sample_trace_assert_equal (trace, compact);
  bytes_of_compact = save (compact, path);
  g_assert_true (g_bytes_equal (bytes, bytes_of_compact));
}

static SpurTrace *
make_bad (guint kind)
{
  SpurTrace *trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurClock clock = { "clock", "tsc", 1000000000, 0, 0 };
  const guint32 member = 2;
  guint8 record[64] = { 0 };
  SpurStream *stream;

  spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "a", NULL, kind == 0 ? 1 : SPUR_NONE);
  spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "b", NULL, kind == 0 ? 0 : SPUR_NONE);
  if (kind == 1)
    spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "c", NULL, 3);
  if (kind == 2)
    spur_definitions_add_group (definitions, "g", &member, 1);
  stream = spur_trace_add_stream (trace, "s", spur_definitions_add_clock (definitions, &clock),
                                  kind == 3 ? 2 : 1);
  if (kind == 4)
    spur_put_le32 (record, 2);
  for (guint i = 0; i < (kind == 4 ? LONG_STREAM_EVENTS : 1); i++)
    spur_stream_append (stream, 1, spur_trace_add_event_type (trace, SPUR_TYPE_LO_EVENT), record);
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
test_unsavable (void)
{
  static const char *const texts[] = { "object 0: is a parent of its own parents",
                                       "object 2: parent 3 is not defined, there are 3",
                                       "group 0: member 2 is not defined, there are 2",
                                       "stream 0: target 2 is not defined, there are 2",
                                       "stream 0, event 0: object 2 is not defined, there are 2" };
  g_autofree char *path = path_of ("none.spur");
  guint n_files = count_files ();

  g_test_summary ("What could not be opened again is not saved.");

  for (guint k = 0; k < 2 * G_N_ELEMENTS (texts); k++)
    {
      guint i = k / 2;
      g_autoptr (SpurTrace) trace = make_bad (i);
      g_autoptr (GError) error = NULL;

      if (k % 2 != 0)
        spur_trace_compact (trace, NULL);
      g_assert_false (spur_container_save (trace, path, NULL, &error));
      g_assert_true (error->domain == SPUR_STORE_ERROR);
      if (strstr (error->message, texts[i]) == NULL)
        g_error ("“%s” is not in “%s”", texts[i], error->message);
    }
  g_assert_cmpuint (count_files (), ==, n_files);
}

static void
test_no_file (void)
{
  g_autofree char *missing = path_of ("missing.spur");
  g_autofree char *empty = path_of ("empty.spur");
  g_autofree char *pipe_path = path_of ("pipe.spur");
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is no file is refused and never waited for.");

  g_assert_null (spur_container_open (missing, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (spur_container_open (folder, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  g_assert_null (spur_container_open (empty, NULL, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_TRUNCATED);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_null (spur_container_open (pipe_path, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_false (spur_registry_is_native (spur_registry_get_default (), missing));
  g_assert_false (spur_registry_is_native (spur_registry_get_default (), folder));
  g_assert_false (spur_registry_is_native (spur_registry_get_default (), empty));
  g_assert_false (spur_registry_is_native (spur_registry_get_default (), pipe_path));
}

static void
test_no_room (void)
{
  g_autofree char *path = path_of ("big.spur");
  g_autofree char *in_missing = g_build_filename (folder, "missing", "a.spur", NULL);
  g_autoptr (SpurTrace) trace = sample_trace_new (6, 2, 5000, 64);
  g_autoptr (GBytes) bytes = save (trace, path);
  const rlim_t limits[] = { 0, 100, 30000, g_bytes_get_size (bytes) - 1 };
  guint n_files;
  struct rlimit old;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Where there is no room, nothing is left behind.");

  g_unlink (path);
  n_files = count_files ();
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      struct rlimit limit = { limits[i], old.rlim_max };
      gboolean is_saved;

      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
      is_saved = spur_container_save (trace, path, NULL, &error);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
      g_assert_false (is_saved);
      g_assert_true (error->domain == G_IO_ERROR);
      g_assert_nonnull (strstr (error->message, "big.spur: cannot be written: "));
      g_clear_error (&error);
      g_assert_cmpuint (count_files (), ==, n_files);
    }
  g_assert_false (spur_container_save (trace, "/dev/full", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  g_assert_false (spur_container_save (trace, folder, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_false (spur_container_save (trace, in_missing, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (count_files (), ==, n_files);
}

static void
test_cancelled (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (7, 2, 100, 64);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const SpurJob job = { NULL, NULL, cancellable, 2 };
  g_autoptr (GError) error = NULL;
  guint n_files;

  g_test_summary ("Cancelled work leaves nothing behind.");

  g_bytes_unref (save (trace, path));
  n_files = count_files ();
  g_cancellable_cancel (cancellable);
  g_assert_false (spur_container_save (trace, path, &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (spur_container_open (path, &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (), ==, n_files);
  g_object_unref (reopen (path));
}

static void
count_report (const char *what, guint64 n_done, guint64 n_total, gpointer data)
{
  g_assert_true (g_str_equal (what, "writing") || g_str_equal (what, "reading"));
  g_assert_cmpuint (n_done, <=, n_total);
  g_atomic_int_inc ((gint *) data);
}

static void
test_progress (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (8, 2, 1000, 64);
  g_autoptr (SpurTrace) copy = NULL;
  gint n_reports = 0;
  const SpurJob job = { count_report, &n_reports, NULL, 2 };

  g_test_summary ("Who asks is told how far it is.");

  g_assert_true (spur_container_save (trace, path, &job, NULL));
  g_assert_cmpint (n_reports, ==, 1);
  copy = spur_container_open (path, &job, NULL);
  g_assert_nonnull (copy);
  g_assert_cmpint (n_reports, ==, 2);
}

static gpointer
open_many (gpointer path)
{
  for (guint i = 0; i < spur_test_scale (20); i++)
    {
      g_autoptr (SpurTrace) trace = reopen (path);

      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2400);
      sample_trace_walk (trace);
    }
  return NULL;
}

static void
test_concurrent (void)
{
  g_autofree char *path = path_of ("a.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (9, 4, 800, 64);
  GThread *threads[4];

  g_test_summary ("Many threads may open and save the same file at once.");

  g_bytes_unref (save (trace, path));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("opener", open_many, path);
  for (guint i = 0; i < spur_test_scale (20); i++)
    g_assert_true (spur_container_save (trace, path, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  make_folder ();
  g_test_add_func ("/container/round-trip", test_round_trip);
  g_test_add_func ("/container/over-itself", test_over_itself);
  g_test_add_func ("/container/unknown-classes", test_unknown_classes);
  g_test_add_func ("/container/unknown-objects", test_unknown_objects);
  g_test_add_func ("/container/truncated", test_truncated);
  g_test_add_func ("/container/flipped", test_flipped);
  g_test_add_func ("/container/flipped-behind-checksums", test_flipped_behind_checksums);
  g_test_add_func ("/container/first-line", test_first_line);
  g_test_add_func ("/container/newer", test_newer);
  g_test_add_func ("/container/header", test_header);
  g_test_add_func ("/container/schema", test_schema);
  g_test_add_func ("/container/shifts", test_shifts);
  g_test_add_func ("/container/compact", test_compact);
  g_test_add_func ("/container/unsavable", test_unsavable);
  g_test_add_func ("/container/no-file", test_no_file);
  g_test_add_func ("/container/no-room", test_no_room);
  g_test_add_func ("/container/cancelled", test_cancelled);
  g_test_add_func ("/container/progress", test_progress);
  g_test_add_func ("/container/concurrent", test_concurrent);
  result = g_test_run ();
  remove_folder ();
  return result;
}
