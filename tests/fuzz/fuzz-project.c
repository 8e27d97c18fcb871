/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Project files: as they are read, and their event classes also without any schema. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <libxml/parser.h>
#include <sys/mman.h>

#include "core/format/spur-class-declaration.h"
#include "core/plugin/spur-project-private.h"
#include "events/spur-events.h"
#include "tests/fuzz/fuzz.h"

static void
use_project (SpurProject *project)
{
  for (guint i = 0; i < project->units->len; i++)
    {
      const SpurProjectUnit *unit = g_ptr_array_index (project->units, i);
      g_autofree char *number =
        spur_shown_unit_format (&unit->shown, SPUR_FIELD_UINT64, G_MAXUINT64);
      g_autofree char *real = spur_shown_unit_format (&unit->shown, SPUR_FIELD_DOUBLE, 1);

      g_assert_nonnull (number);
      g_assert_nonnull (real);
    }
}

static void
read_project (const guint8 *data, gsize size)
{
  int fd = memfd_create ("project", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (SpurProject) project = g_object_new (SPUR_TYPE_PROJECT, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  /* That the file has not the project's name is found out last. */
  g_assert_false (spur_project_read_file (project, path, &error));
  g_assert_nonnull (error);
  use_project (project);
  close (fd);
}

static void
declare (const xmlNode *node)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEventDeclaration) declaration =
    spur_class_declaration_parse (node, "fuzz", &error);
  GType type;

  g_assert_true ((declaration == NULL) == (error != NULL));
  if (declaration == NULL)
    return;
  type = spur_event_declaration_register (declaration, &error);
  g_assert_true ((type == G_TYPE_INVALID) == (error != NULL));
  if (type != G_TYPE_INVALID)
    {
      g_autoptr (SpurEvent) event = G_TYPE_IS_ABSTRACT (type) ? NULL : spur_event_new (type);
      g_autofree char *text = event != NULL ? spur_event_to_string (event) : NULL;

      g_assert_true (event == NULL || text != NULL);
    }
}

static void
declare_all (const guint8 *data, gsize size)
{
  xmlDoc *doc = xmlReadMemory ((const char *) data, (int) MIN (size, G_MAXINT), "fuzz", NULL,
                               XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  const xmlNode *root = doc != NULL ? xmlDocGetRootElement (doc) : NULL;

  for (const xmlNode *node = root != NULL ? root->children : NULL; node != NULL; node = node->next)
    {
      if (node->type == XML_ELEMENT_NODE)
        declare (node);
    }
  if (doc != NULL)
    xmlFreeDoc (doc);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  read_project (data, size);
  declare_all (data, size);
  return 0;
}
