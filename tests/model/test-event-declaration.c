/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <unistd.h>

#include <string.h>

#include "core/model/events/spur-event-declaration.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/store/trace/spur-trace.h"
#include "events/spur-events.h"

/* A declaration like one of a project file. */
static SpurEventDeclaration *
declare_rollback (const char *name)
{
  SpurEventDeclaration *declaration = spur_event_declaration_new (name, "LO_Migration_Send_Event");

  spur_event_declaration_set_place (declaration, "b4.project.xml:7");
  spur_event_declaration_set_role (declaration, SPUR_ROLE_SEND);
  spur_event_declaration_add_field (declaration, "depth", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                                    "events", "how many events were undone");
  spur_event_declaration_omit_field (declaration, "source");
  return declaration;
}

static void
test_registered (void)
{
  g_autoptr (SpurEventDeclaration) declaration = declare_rollback ("Rollback_Event");
  g_autoptr (SpurEventDeclaration) again = declare_rollback ("Rollback_Event");
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (GError) error = NULL;
  const SpurEventLayout *layout;
  GType type = spur_event_declaration_register (declaration, &error);

  g_test_summary ("A declared class is a class like any other.");

  g_assert_no_error (error);
  g_assert_true (g_type_is_a (type, SPUR_TYPE_LO_MIGRATION_SEND_EVENT));
  g_assert_true (spur_event_declaration_register (again, &error) == type);
  g_assert_true (spur_event_type_from_name ("Rollback_Event") == type);
  layout = spur_event_type_get_layout (type);
  g_assert_cmpstr (layout->name, ==, "Rollback_Event");
  g_assert_cmpstr (layout->parent_name, ==, "LO_Migration_Send_Event");
  g_assert_cmpint (layout->match, ==, SPUR_MATCH_BY_ID);
  g_assert_cmpint (spur_event_layout_find_field (layout, "source"), ==, -1);

  event = spur_event_new (type);
  spur_event_set_uint (event, "depth", 7);
  g_assert_cmpuint (spur_event_get_uint (event, "depth"), ==, 7);
  g_assert_null (spur_event_get_object (event, "source"));
}

static void
test_child_of_declared (void)
{
  g_autoptr (SpurEventDeclaration) parent = declare_rollback ("Deep_Event");
  g_autoptr (SpurEventDeclaration) child =
    spur_event_declaration_new ("Deeper_Event", "Deep_Event");
  g_autoptr (GError) error = NULL;
  GType type;

  g_test_summary ("Declared classes can be extended, and say what they inherit.");

  g_assert_true (spur_event_declaration_register (child, &error) == G_TYPE_INVALID);
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "extends Deep_Event, which is not known"));
  g_clear_error (&error);
  g_assert_true (spur_event_declaration_register (parent, &error) != G_TYPE_INVALID);
  type = spur_event_declaration_register (child, &error);
  g_assert_no_error (error);
  g_assert_cmpint (spur_event_layout_find_field (spur_event_type_get_layout (type), "depth"), >, 0);
  g_assert_cmpstr (spur_event_type_get_layout (type)->parent_name, ==, "Deep_Event");
}

static void
test_conflict (void)
{
  g_autoptr (SpurEventDeclaration) first = declare_rollback ("Undo_Event");
  g_autoptr (SpurEventDeclaration) second = spur_event_declaration_new ("Undo_Event", "LO_Event");
  g_autoptr (GError) error = NULL;

  g_test_summary ("Two definitions that disagree are both shown, field by field.");

  g_assert_true (spur_event_declaration_register (first, &error) != G_TYPE_INVALID);
  spur_event_declaration_set_place (second, "b5.project.xml:3");
  spur_event_declaration_add_field (second, "depth", SPUR_FIELD_UINT64, SPUR_USE_NONE, NULL, NULL);
  g_assert_true (spur_event_declaration_register (second, &error) == G_TYPE_INVALID);
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT);
  g_assert_cmpstr (
    error->message, ==,
    "b5.project.xml:3: event class Undo_Event is defined in two ways: in b5.project.xml:3 | in "
    "b4.project.xml:7\n"
    "  extends: LO_Event | LO_Migration_Send_Event\n"
    "  role: internal | send\n"
    "  match: none | by-id\n"
    "  field depth: uint64 | uint32, unit events\n"
    "  field destination: none | object, use destination\n"
    "  field migration: none | uint64, use message-id");
}

static void
test_conflict_with_code (void)
{
  g_autoptr (SpurEventDeclaration) declaration =
    spur_event_declaration_new ("LO_Placement_Event", "LO_Event");
  g_autoptr (SpurEventDeclaration) same =
    spur_event_declaration_new ("LO_Placement_Event", "LO_Event");
  g_autoptr (GError) error = NULL;

  g_test_summary ("A class of the library can be declared only as it is.");

  spur_event_declaration_add_field (declaration, "destination", SPUR_FIELD_OBJECT,
                                    SPUR_USE_DESTINATION, NULL, NULL);
  g_assert_true (spur_event_declaration_register (declaration, &error) == G_TYPE_INVALID);
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT);
  g_assert_nonnull (strstr (error->message, "effect: none | place"));
  g_clear_error (&error);
  spur_event_declaration_add_field (same, "destination", SPUR_FIELD_OBJECT, SPUR_USE_DESTINATION,
                                    NULL, "said in other words");
  spur_event_declaration_set_effect (same, SPUR_EFFECT_PLACE);
  g_assert_true (spur_event_declaration_register (same, &error) == SPUR_TYPE_LO_PLACEMENT_EVENT);
  g_assert_no_error (error);
}

static void
assert_refused (SpurEventDeclaration *declaration, int code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (spur_event_declaration_register (declaration, &error) == G_TYPE_INVALID);
  g_assert_error (error, SPUR_MODEL_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_true (spur_event_type_from_name (spur_event_declaration_get_name (declaration)) ==
                 G_TYPE_INVALID);
}

static void
test_names (void)
{
  g_autofree char *longest = g_strnfill (255, 'x');
  g_autofree char *too_long = g_strnfill (256, 'x');
  const char *good[] = { "x", "b4:Rollback", "Käfer_Event", "a+b", longest };
  const char *bad[] = { "", "@x", "*", "two words", "a=b", "tab\there", "\xff\xfe", "a\"b" };
  g_autoptr (SpurEventDeclaration) long_one = spur_event_declaration_new (too_long, "Event");

  g_test_summary ("Names are words, of at most 255 bytes.");

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (SpurEventDeclaration) declaration = spur_event_declaration_new (good[i], "Event");
      g_autoptr (GError) error = NULL;
      GType type = spur_event_declaration_register (declaration, &error);

      g_assert_no_error (error);
      g_assert_true (spur_event_type_from_name (good[i]) == type);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (SpurEventDeclaration) declaration = spur_event_declaration_new (bad[i], "Event");

      assert_refused (declaration, SPUR_MODEL_ERROR_INVALID, "name of an event class");
    }
  assert_refused (long_one, SPUR_MODEL_ERROR_LIMIT, "it may have 255");
}

static void
test_fields (void)
{
  g_autoptr (SpurEventDeclaration) twice = spur_event_declaration_new ("T1", "LO_Event");
  g_autoptr (SpurEventDeclaration) inherited = spur_event_declaration_new ("T2", "LO_Event");
  g_autoptr (SpurEventDeclaration) missing = spur_event_declaration_new ("T3", "LO_Event");
  g_autoptr (SpurEventDeclaration) changed = spur_event_declaration_new ("T4", "LO_Event");
  g_autoptr (SpurEventDeclaration) unfit = spur_event_declaration_new ("T5", "LO_Event");
  g_autoptr (SpurEventDeclaration) many = spur_event_declaration_new ("T6", "Event");

  g_test_summary ("Fields that cannot be are refused, and leave no class behind.");

  spur_event_declaration_add_field (twice, "a", SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL, NULL);
  spur_event_declaration_add_field (twice, "a", SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL, NULL);
  assert_refused (twice, SPUR_MODEL_ERROR_INVALID, "has a field a already");
  spur_event_declaration_add_field (inherited, "object", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT, NULL,
                                    NULL);
  assert_refused (inherited, SPUR_MODEL_ERROR_INVALID, "has a field object already");
  spur_event_declaration_omit_field (missing, "destination");
  assert_refused (missing, SPUR_MODEL_ERROR_UNKNOWN, "inherits no field destination from LO_Event");
  spur_event_declaration_omit_field (changed, "object");
  spur_event_declaration_add_field (changed, "object", SPUR_FIELD_UINT32, SPUR_USE_NONE, NULL,
                                    NULL);
  assert_refused (changed, SPUR_MODEL_ERROR_INVALID, "since an ancestor has one of type object");
  spur_event_declaration_add_field (unfit, "to", SPUR_FIELD_UINT64, SPUR_USE_DESTINATION, NULL,
                                    NULL);
  assert_refused (unfit, SPUR_MODEL_ERROR_INVALID, "cannot have the use destination");
  for (guint i = 0; i <= SPUR_LAYOUT_MAX_FIELDS; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);

      spur_event_declaration_add_field (many, name, SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL, NULL);
    }
  assert_refused (many, SPUR_MODEL_ERROR_LIMIT, "it may have 100");
}

/* A class like those that a scripting language makes: it says nothing of itself. */
static GType
register_silent_type (const char *type_name, GType parent)
{
  GTypeQuery query;

  g_type_query (parent, &query);
  return g_type_register_static_simple (parent, type_name, (guint) query.class_size, NULL,
                                        (guint) query.instance_size, NULL, 0);
}

static void
test_final (void)
{
  g_autoptr (SpurEventDeclaration) declaration = NULL;
  GTypeQuery query;

  g_test_summary ("A class that its author has closed is not extended.");

  g_type_query (SPUR_TYPE_LO_EVENT, &query);
  g_type_register_static_simple (SPUR_TYPE_LO_EVENT, "Closed_Event", (guint) query.class_size, NULL,
                                 (guint) query.instance_size, NULL, G_TYPE_FLAG_FINAL);
  declaration = spur_event_declaration_new ("Opened_Event", "Closed_Event");
  assert_refused (declaration, SPUR_MODEL_ERROR_UNKNOWN, "which cannot be extended");
}

static void
test_applied (void)
{
  GType type = register_silent_type ("ScriptEvent", SPUR_TYPE_LO_MESSAGE_SEND_EVENT);
  g_autoptr (SpurEventDeclaration) declaration = spur_event_declaration_new ("Script_Event", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEvent) event = NULL;
  const SpurEventLayout *layout;

  g_test_summary ("A declaration says the same as a class initialiser, until there is an event.");

  spur_event_declaration_set_role (declaration, SPUR_ROLE_SEND);
  spur_event_declaration_set_match (declaration, SPUR_MATCH_BY_ID);
  spur_event_declaration_set_effect (declaration, SPUR_EFFECT_PLACE);
  spur_event_declaration_add_field (declaration, "weight", SPUR_FIELD_DOUBLE, SPUR_USE_NONE, "kg",
                                    "how heavy it is");
  spur_event_declaration_omit_field (declaration, "tag");
  g_assert_true (spur_event_declaration_apply (declaration, type, &error));
  g_assert_no_error (error);

  event = spur_event_new (type);
  layout = spur_event_get_layout (event);
  g_assert_cmpstr (layout->name, ==, "Script_Event");
  g_assert_cmpstr (layout->parent_name, ==, "LO_Message_Send_Event");
  g_assert_cmpint (layout->match, ==, SPUR_MATCH_BY_ID);
  g_assert_cmpint (layout->effect, ==, SPUR_EFFECT_PLACE);
  g_assert_cmpint (spur_event_layout_find_field (layout, "tag"), <, 0);
  g_assert_cmpstr (layout->fields[layout->n_fields - 1].unit, ==, "kg");
  spur_event_set_double (event, "weight", 0.5);
  g_assert_cmpfloat (spur_event_get_double (event, "weight"), ==, 0.5);

  g_assert_false (spur_event_declaration_apply (declaration, type, &error));
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE);
  g_assert_nonnull (strstr (error->message, "has events already"));
}

static gboolean
apply_name (GType type, const char *name, GError **error)
{
  g_autoptr (SpurEventDeclaration) declaration = spur_event_declaration_new (name, NULL);

  return spur_event_declaration_apply (declaration, type, error);
}

static void
test_applied_too_late (void)
{
  GType parent = register_silent_type ("ScriptParent", SPUR_TYPE_LO_EVENT);
  g_autoptr (GError) error = NULL;
  GType child;

  g_test_summary ("What subclasses were made from does not change, and neither do C classes.");

  g_assert_false (apply_name (SPUR_TYPE_LO_TERMINATION_EVENT, "X", &error));
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE);
  g_clear_error (&error);
  g_assert_true (apply_name (parent, "Script_Parent", &error));
  child = register_silent_type ("ScriptChild", parent);
  g_assert_false (apply_name (parent, "Other_Name", &error));
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE);
  g_assert_nonnull (strstr (error->message, "ScriptChild"));
  g_assert_cmpstr (spur_event_type_get_layout (child)->parent_name, ==, "Script_Parent");
  g_assert_cmpstr (spur_event_type_get_layout (child)->name, ==, "ScriptChild");
}

static void
test_namesakes (void)
{
  GType first = register_silent_type ("FirstTwin", SPUR_TYPE_LO_EVENT);
  GType second = register_silent_type ("SecondTwin", SPUR_TYPE_LO_EVENT);
  GType third = register_silent_type ("ThirdTwin", SPUR_TYPE_LO_EVENT);
  g_autoptr (SpurEventDeclaration) declaration = spur_event_declaration_new ("Twin_Event", NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("Classes of one name must say the same.");

  spur_event_declaration_add_field (declaration, "n", SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL, NULL);
  g_assert_true (spur_event_declaration_apply (declaration, first, &error));
  g_assert_true (spur_event_declaration_apply (declaration, second, &error));
  g_assert_false (apply_name (third, "Twin_Event", &error));
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT);
  g_assert_nonnull (strstr (error->message, "in ThirdTwin | in class FirstTwin of this program"));
  g_assert_nonnull (strstr (error->message, "field n: none | uint8"));
  g_clear_error (&error);
  spur_event_declaration_set_effect (declaration, SPUR_EFFECT_END);
  g_assert_false (spur_event_declaration_apply (declaration, second, &error));
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT);
  g_assert_cmpint (spur_event_type_get_layout (second)->effect, ==, SPUR_EFFECT_NONE);
}

static gpointer
register_in_thread (gpointer data)
{
  g_autoptr (SpurEventDeclaration) declaration = declare_rollback ("Threaded_Event");
  GType type = spur_event_declaration_register (declaration, NULL);
  g_autoptr (SpurEvent) event = spur_event_new (type);

  spur_event_set_uint (event, "depth", 1);
  return (gpointer) type;
}

static void
test_threads (void)
{
  GThread *threads[8];
  gpointer type = NULL;

  g_test_summary ("Threads that declare one class at the same time get one class.");

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("declare", register_in_thread, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      gpointer found = g_thread_join (threads[i]);

      g_assert_nonnull (found);
      g_assert_true (type == NULL || type == found);
      type = found;
    }
}

/* In a process of its own, since no class can be declared after it. It ends at once: what GObject
 * keeps of a type with many children looks like a leak. */
static void
test_limit (void)
{
  g_autoptr (GError) error = NULL;
  guint n_declared = 0;

  g_test_summary ("A program cannot be filled with classes.");

  if (g_getenv ("SPUR_TEST_SCALE") != NULL)
    {
      g_test_skip ("GLib gives up tables of names that have become too small");
      return;
    }
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  while (error == NULL)
    {
      g_autofree char *name = g_strdup_printf ("Many_%u", n_declared);
      g_autoptr (SpurEventDeclaration) declaration = spur_event_declaration_new (name, "LO_Event");

      n_declared += spur_event_declaration_register (declaration, &error) != G_TYPE_INVALID;
    }
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_LIMIT);
  g_assert_cmpuint (n_declared, <=, SPUR_MAX_DECLARED_CLASSES);
  g_assert_cmpuint (n_declared, >, SPUR_MAX_DECLARED_CLASSES - 32);
  g_clear_error (&error);
  _exit (0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-declaration/registered", test_registered);
  g_test_add_func ("/event-declaration/child-of-declared", test_child_of_declared);
  g_test_add_func ("/event-declaration/conflict", test_conflict);
  g_test_add_func ("/event-declaration/conflict-with-code", test_conflict_with_code);
  g_test_add_func ("/event-declaration/names", test_names);
  g_test_add_func ("/event-declaration/fields", test_fields);
  g_test_add_func ("/event-declaration/final", test_final);
  g_test_add_func ("/event-declaration/applied", test_applied);
  g_test_add_func ("/event-declaration/applied-too-late", test_applied_too_late);
  g_test_add_func ("/event-declaration/namesakes", test_namesakes);
  g_test_add_func ("/event-declaration/threads", test_threads);
  g_test_add_func ("/event-declaration/limit", test_limit);
  return g_test_run ();
}
