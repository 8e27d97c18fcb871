/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "core/plugin/spur-plugin.h"
#include "install-dirs.h"

/* What is said of a manifest of this content; NULL where nothing is wrong with it. */
static char *
judge (const char *text, gsize n_bytes)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GPtrArray) plugins = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-manifest-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "sample.plugin.xml", NULL);

  g_assert_no_error (error);
  g_file_set_contents (path, text, (gssize) n_bytes, &error);
  g_assert_no_error (error);
  spur_registry_add_folder (registry, folder);
  g_unlink (path);
  g_rmdir (folder);

  problems = spur_registry_get_problems (registry);
  plugins = spur_registry_get_plugins (registry);
  g_assert_cmpuint (problems->len + plugins->len, ==, 1);
  return problems->len == 1 ? g_strdup (g_ptr_array_index (problems, 0)) : NULL;
}

static void
test_samples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("SPUR_SCHEMA_PATH"), "tests", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_valid = 0;
  guint n_invalid = 0;
  const char *name;

  g_test_summary ("Every sample is valid, but for those that are called invalid.");
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autofree char *problem = NULL;
      gsize n_bytes;

      if (!g_str_has_prefix (name, "plugin-") || !g_str_has_suffix (name, ".xml"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, &n_bytes, NULL));
      problem = judge (text, n_bytes);
      g_test_message ("%s: %s", name, problem != NULL ? problem : "valid");
      if (g_str_has_suffix (name, "-invalid.xml"))
        {
          n_invalid++;
          g_assert_nonnull (problem);
          g_assert_nonnull (strstr (problem, "sample.plugin.xml:"));
        }
      else
        {
          n_valid++;
          g_assert_null (problem);
        }
    }
  g_assert_cmpuint (n_valid, >=, 2);
  g_assert_cmpuint (n_invalid, >=, 8);
}

static void
test_line (void)
{
  static const char text[] = "<?xml version='1.0'?>\n"
                             "<plugin xmlns='urn:spur:plugin:1' id='sample'>\n"
                             "  <description>Test</description>\n"
                             "  <abi major='1' minor='zero'/>\n"
                             "  <module>libspur-sample.so</module>\n"
                             "</plugin>\n";
  g_autofree char *problem = judge (text, strlen (text));

  g_test_summary ("A problem says the file and the line.");
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "sample.plugin.xml:4: "));
}

static void
test_document_type (void)
{
  static const char text[] =
    "<!DOCTYPE plugin [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
    "<plugin xmlns='urn:spur:plugin:1' id='sample'><description>Test &a;</description>"
    "<abi major='1' minor='0'/><module>libspur-sample.so</module></plugin>";
  g_autofree char *problem = judge (text, strlen (text));

  g_test_summary ("A manifest has no document type, so it has no entities.");
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "document type"));
}

/* libxml2's work grows with their square. */
static void
test_attributes (void)
{
  g_autoptr (GString) text = g_string_new ("<plugin xmlns='urn:spur:plugin:1' id='sample'");
  g_autofree char *problem = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, " a%u=''", i);
  g_string_append (text, "/>");
  problem = judge (text->str, text->len);

  g_test_summary ("An element with very many attributes is refused before it costs anything.");
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "256 attributes"));
}

static void
test_truncated (void)
{
  static const char text[] =
    "<?xml version='1.0'?><plugin xmlns='urn:spur:plugin:1' id='sample'><description>Test"
    "</description><abi major='1' minor='0'/><module>libspur-sample.so</module><codec "
    "name='sample' "
    "type='Sample'><input suffix='.x' magic='XX'/></codec></plugin>";

  g_test_summary ("A manifest that is cut off anywhere is a problem, and nothing more.");
  for (gsize i = 0; i <= strlen (text); i++)
    {
      g_autofree char *problem = judge (text, i);

      g_assert_true ((problem == NULL) == (i == strlen (text)));
    }
}

static void
test_too_large (void)
{
  g_autofree char *text = g_strnfill (1024 * 1024 + 1, ' ');
  g_autofree char *problem = judge (text, strlen (text));

  g_test_summary ("A file that is far too large for a manifest is not even read.");
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "1048577 bytes"));
}

static void
test_no_schema (void)
{
  g_autofree char *before = g_strdup (g_getenv ("SPUR_SCHEMA_PATH"));
  g_autofree char *problem = NULL;

  g_test_summary ("Without the schema nothing is taken on trust, and it is said what to do.");
  if (g_file_test (SPUR_PREFIX "/" SPUR_SCHEMA_DIR "/plugin.rng", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("Spur is installed");
      return;
    }
  g_setenv ("SPUR_SCHEMA_PATH", "/nonexistent", TRUE);
  problem = judge ("<plugin/>", 9);
  g_setenv ("SPUR_SCHEMA_PATH", before, TRUE);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "SPUR_SCHEMA_PATH"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/manifest/samples", test_samples);
  g_test_add_func ("/manifest/line", test_line);
  g_test_add_func ("/manifest/document-type", test_document_type);
  g_test_add_func ("/manifest/attributes", test_attributes);
  g_test_add_func ("/manifest/truncated", test_truncated);
  g_test_add_func ("/manifest/too-large", test_too_large);
  g_test_add_func ("/manifest/no-schema", test_no_schema);
  return g_test_run ();
}
