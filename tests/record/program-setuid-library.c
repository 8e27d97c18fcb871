/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* As program-setuid, with the library, which finds plugins, projects and formats by the environment
 * and loads code from there. */
#include <spur.h>

#include <stdlib.h>
#include <sys/auxv.h>

static guint
count_found (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (GPtrArray) plugins = NULL;
  g_auto (GStrv) projects = NULL;

  spur_registry_add_default_folders (registry);
  plugins = spur_registry_get_plugins (registry);
  projects = spur_project_list (registry);
  return plugins->len + g_strv_length (projects);
}

/* Whether that led anywhere the test sees by the files that there are. */
static void
record_something (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) sink = spur_recording_sink_new (NULL);
  g_autoptr (SpurEvent) event = NULL;

  if (!spur_recorder_add_sink (recorder, sink, NULL))
    return;
  event = spur_recorder_make_event (recorder, SPUR_TYPE_LO_TERMINATION_EVENT);
  spur_recorder_record (recorder, event, NULL);
  spur_recorder_close (recorder, NULL);
}

#ifdef __SANITIZE_ADDRESS__
/* To look for leaks takes rights that a set-user-id program does not have. */
__attribute__ ((visibility ("default"))) const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

int
main (int argc, char *argv[])
{
  guint n_by_environment = count_found ();

  if (getauxval (AT_SECURE) == 0 && argc == 1)
    return 77;
  record_something ();
  clearenv ();
  return count_found () == n_by_environment ? 0 : 1;
}
