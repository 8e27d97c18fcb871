/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <spur.h>
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/definitions/spur-definitions-internal.h"
#include "core/store/trace/spur-store-internal.h"

static SpurEntryList *
make_list (void)
{
  SpurEntryList *list = spur_state_list_new ();

  spur_entry_list_add_uint (list, "memory", "bytes", G_MAXUINT64);
  spur_entry_list_add_int (list, "drift", "ns", G_MININT64);
  spur_entry_list_add_double (list, "load", NULL, 0.25);
  spur_entry_list_add_string (list, "user", NULL, "");
  return list;
}

static void
test_entries (void)
{
  g_autoptr (SpurEntryList) list = make_list ();
  g_autofree char *text = spur_entry_list_to_string (list);

  g_test_summary ("Entries keep their order, types and units.");
  g_assert_cmpuint (spur_entry_list_get_n_entries (list), ==, 4);
  g_assert_cmpint (spur_entry_list_find (list, "load"), ==, 2);
  g_assert_cmpint (spur_entry_list_find (list, "loa"), ==, -1);
  g_assert_cmpstr (spur_entry_list_get_entry (list, 0)->unit, ==, "bytes");
  g_assert_cmpuint (spur_entry_list_get_entry (list, 0)->bits, ==, G_MAXUINT64);
  g_assert_cmpstr (spur_entry_list_get_entry (list, 3)->text, ==, "");
  g_assert_cmpstr (
    text, ==,
    "{memory=18446744073709551615 bytes, drift=-9223372036854775808 ns, load=0.25, user=}");
}

static void
test_interned (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurEntryList) list = make_list ();
  g_autoptr (SpurEntryList) same = make_list ();
  g_autoptr (SpurEntryList) resources = spur_resource_list_new ();
  g_autoptr (SpurEntryList) back = NULL;
  g_autofree char *expected = spur_entry_list_to_string (list);
  g_autofree char *found = NULL;
  guint32 first = spur_definitions_add_entry_list (definitions, list);

  g_test_summary ("Lists of a trace are the same where class and entries are.");
  g_assert_cmpuint (spur_definitions_add_entry_list (definitions, same), ==, first);
  spur_entry_list_add_uint (same, "memory", "KiB", G_MAXUINT64);
  g_assert_cmpuint (spur_definitions_add_entry_list (definitions, same), !=, first);
  for (guint i = 0; i < 4; i++)
    spur_entry_list_add (resources, spur_entry_list_get_entry (list, i));
  g_assert_cmpuint (spur_definitions_add_entry_list (definitions, resources), !=, first);
  g_assert_cmpuint (spur_definitions_get_n_lists (definitions), ==, 3);

  back = spur_definitions_make_list (definitions, first);
  g_assert_true (SPUR_IS_STATE_LIST (back));
  found = spur_entry_list_to_string (back);
  g_assert_cmpstr (found, ==, expected);
  g_assert_null (spur_definitions_make_list (definitions, SPUR_NONE));
}

static void
test_layout (void)
{
  g_autoptr (SpurEventLayout) parent = spur_event_layout_new ("Parent", NULL, SPUR_TYPE_EVENT);
  g_autoptr (SpurEventLayout) child = NULL;

  g_test_summary ("A class may leave inherited fields out, and inherits units.");
  spur_event_layout_add_field (parent, "a", SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (parent, "b", SPUR_FIELD_UINT64, SPUR_USE_SIZE, NULL);
  spur_event_layout_add_field (parent, "c", SPUR_FIELD_UINT32, SPUR_USE_TAG, NULL);
  spur_event_layout_set_unit (parent, 2, "pages");
  child = spur_event_layout_new ("Child", parent, SPUR_TYPE_EVENT);
  spur_event_layout_omit_field (child, "b");
  g_assert_cmpuint (child->n_fields, ==, 2);
  g_assert_cmpuint (child->n_bytes, ==, 5);
  g_assert_cmpuint (child->fields[1].offset_bytes, ==, 1);
  g_assert_cmpstr (child->fields[1].unit, ==, "pages");
  g_assert_cmpint (child->field_of_use[SPUR_USE_SIZE], ==, -1);
  g_assert_cmpint (child->field_of_use[SPUR_USE_TAG], ==, 1);
  g_assert_cmpuint (parent->n_bytes, ==, 13);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/entry-list/entries", test_entries);
  g_test_add_func ("/entry-list/interned", test_interned);
  g_test_add_func ("/entry-list/layout", test_layout);
  return g_test_run ();
}
