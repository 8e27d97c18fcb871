/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/plugin/spur-registry.h"
#include "core/record/object/spur-recorder.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

/* Targets of another class. */

#define TEST_TYPE_TARGET (test_target_get_type ())
G_DECLARE_FINAL_TYPE (TestTarget, test_target, TEST, TARGET, SpurTarget)

struct _TestTarget
{
  SpurTarget parent_instance;
};

G_DEFINE_TYPE (TestTarget, test_target, SPUR_TYPE_TARGET)

static void
test_target_class_init (TestTargetClass *klass)
{
}

static void
test_target_init (TestTarget *self)
{
}

static SpurRegistry *
make_registry (void)
{
  SpurRegistry *registry = spur_registry_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();

  spur_factories_set_identifier_type (factories, SPUR_TYPE_MULTI_ORDERED_EVENT_ID);
  spur_factories_set_substitute (factories, SPUR_TYPE_TARGET, TEST_TYPE_TARGET);
  spur_registry_add_default_folders (registry);
  spur_registry_set_factories (registry, factories);
  return registry;
}

static void
check_objects (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, 1);
  SpurEventId *id = spur_event_get_id (event);

  g_assert_true (SPUR_IS_MULTI_ORDERED_EVENT_ID (id));
  g_assert_cmpuint (spur_event_id_get_n_predecessors (id), ==, 1);
  g_assert_cmpuint (
    spur_identifier_get_number (SPUR_IDENTIFIER (spur_event_id_get_predecessor (id, 0))), ==, 0);
  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    g_assert_true (SPUR_IS_TARGET (spur_trace_get_object (trace, i)) ==
                   TEST_IS_TARGET (spur_trace_get_object (trace, i)));
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_TARGET), >, 0);
}

static void
test_codec (void)
{
  g_autofree char *path = spur_test_corpus ("projections-charm-lbtest-greedy-4pe");
  g_autoptr (SpurRegistry) registry = make_registry ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_registry_open_trace (registry, path, NULL, &error);

  g_test_summary ("What a codec reads has the registry's factories.");

  g_assert_no_error (error);
  check_objects (trace);
}

static void
test_container (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-factories-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (SpurRegistry) registry = make_registry ();
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) node = spur_active_object_new (SPUR_TYPE_TARGET, "node", NULL);
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_TARGET_STATE_CHANGE_EVENT);
  g_autoptr (SpurTrace) recorded = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is read from a container has the registry's factories.");

  spur_recorder_set_source (recorder, node);
  for (guint i = 0; i < 3; i++)
    g_assert_true (spur_recorder_record (recorder, event, NULL));
  recorded = spur_recorder_finish (recorder, NULL);
  spur_container_save (recorded, path, NULL, &error);
  g_assert_no_error (error);
  trace = spur_registry_open_trace (registry, path, NULL, &error);
  g_assert_no_error (error);
  check_objects (trace);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/factories/codec", test_codec);
  g_test_add_func ("/plugin/factories/container", test_container);
  return g_test_run ();
}
