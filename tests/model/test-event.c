/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-event-internal.h"
#include "core/store/trace/spur-trace.h"
#include "events/spur-events.h"

static void
test_inherited (void)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_CHANNEL_RECEIVE_EVENT);

  g_test_summary ("Role, match rule and fields come from the ancestors.");

  g_assert_cmpstr (layout->name, ==, "Channel_Receive_Event");
  g_assert_cmpstr (layout->parent_name, ==, "LO_Message_Receive_Event");
  g_assert_cmpint (layout->role, ==, SPUR_ROLE_RECEIVE);
  g_assert_cmpint (layout->match, ==, SPUR_MATCH_FIFO);
  g_assert_cmpint (spur_event_layout_find_field (layout, "object"), ==, 0);
  g_assert_cmpint (layout->fields[0].use, ==, SPUR_USE_SUBJECT);
  g_assert_cmpint (spur_event_layout_find_field (layout, "posted"), ==, 5);
  g_assert_cmpuint (layout->n_bytes, ==, 4 + 4 + 4 + 8 + 4 + 4);
  g_assert_cmpint (spur_event_layout_find_field (layout, "nothing"), ==, -1);

  layout = spur_event_type_get_layout (SPUR_TYPE_LO_MESSAGE_EVENT);
  g_assert_cmpint (layout->role, ==, SPUR_ROLE_INTERNAL);
  g_assert_cmpint (spur_event_layout_find_field (layout, "communicator"), ==, -1);
}

static void
test_fields (void)
{
  g_autoptr (SpurEvent) event = spur_event_new (SPUR_TYPE_CHANNEL_SEND_EVENT);
  g_autoptr (SpurActiveObject) task =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "task 3", "task");
  g_autofree char *text = NULL;

  g_test_summary ("An event keeps what it is given.");

  spur_event_set_time_ns (event, -5);
  spur_event_set_object (event, "object", task);
  spur_event_set_uint (event, "tag", G_MAXUINT32);
  spur_event_set_uint (event, "size", G_MAXUINT64);
  spur_event_set_string (event, "communicator", "world");

  g_assert_cmpint (spur_event_get_time_ns (event), ==, -5);
  g_assert_true (spur_event_get_object (event, "object") == task);
  g_assert_null (spur_event_get_object (event, "peer"));
  g_assert_cmpuint (spur_event_get_uint (event, "tag"), ==, G_MAXUINT32);
  g_assert_cmpuint (spur_event_get_uint (event, "size"), ==, G_MAXUINT64);
  g_assert_cmpstr (spur_event_get_string (event, "communicator"), ==, "world");
  text = spur_event_to_string (event);
  g_assert_cmpstr (text, ==,
                   "-5 Channel_Send_Event object=task 3 peer=- tag=4294967295 "
                   "size=18446744073709551615 communicator=world");
}

static void
test_packing (void)
{
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new ("All_Event", NULL, SPUR_TYPE_EVENT);
  const SpurFieldType types[] = { SPUR_FIELD_UINT8,  SPUR_FIELD_UINT16, SPUR_FIELD_UINT32,
                                  SPUR_FIELD_UINT64, SPUR_FIELD_INT64,  SPUR_FIELD_DOUBLE,
                                  SPUR_FIELD_STRING };
  guint8 record[64];

  g_test_summary ("Fields are packed little-endian without padding, and do not touch others.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);

      spur_event_layout_add_field (layout, name, types[i], SPUR_USE_NONE, NULL);
    }
  g_assert_cmpuint (layout->n_bytes, ==, 1 + 2 + 4 + 8 + 8 + 8 + 4);
  memset (record, 0, sizeof record);
  for (guint i = 0; i < layout->n_fields; i++)
    spur_event_layout_set_uint (layout, i, record, 0x8877665544332211 + i);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      gsize n_bytes = spur_field_type_get_n_bytes (types[i]);
      guint64 mask = n_bytes == 8 ? G_MAXUINT64 : (1ull << (8 * n_bytes)) - 1;

      g_assert_cmpuint (spur_event_layout_get_uint (layout, i, record), ==,
                        (0x8877665544332211 + i) & mask);
    }
  g_assert_cmpuint (record[1], ==, 0x12);
  g_assert_cmpuint (record[2], ==, 0x22);
  g_assert_cmpuint (record[layout->n_bytes], ==, 0);
}

/* An ancestor whose events have values from the beginning, and a class with fields before and
 * behind them: more than lie in the event itself. */
typedef SpurEvent TestEarly;
typedef SpurEventClass TestEarlyClass;
typedef SpurEvent TestWide;
typedef SpurEventClass TestWideClass;
typedef SpurEvent TestNarrow;
typedef SpurEventClass TestNarrowClass;

#define N_WIDE 20

GType test_early_get_type (void);
GType test_wide_get_type (void);
GType test_narrow_get_type (void);

G_DEFINE_TYPE (TestEarly, test_early, SPUR_TYPE_EVENT)
G_DEFINE_TYPE (TestWide, test_wide, test_early_get_type ())
G_DEFINE_TYPE (TestNarrow, test_narrow, test_early_get_type ())

static void
test_early_class_init (TestEarlyClass *klass)
{
  spur_event_class_set_name (klass, "Test_Early_Event");
  spur_event_class_add_field (klass, "unused", SPUR_FIELD_UINT8, SPUR_USE_NONE, NULL);
  spur_event_class_add_field (klass, "number", SPUR_FIELD_UINT32, SPUR_USE_NONE, NULL);
  spur_event_class_add_field (klass, "group", SPUR_FIELD_GROUP, SPUR_USE_NONE, NULL);
}

static void
test_early_init (TestEarly *self)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (members, spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "member", NULL));
  spur_event_set_uint (self, "number", 42);
  spur_event_set_string (self, "group", "all");
  spur_event_set_members (self, "group", members);
}

static void
test_wide_class_init (TestWideClass *klass)
{
  spur_event_class_set_name (klass, "Test_Wide_Event");
  spur_event_class_omit_field (klass, "unused");
  for (guint i = 0; i < N_WIDE; i++)
    {
      g_autofree char *name = g_strdup_printf ("wide%u", i);

      spur_event_class_add_field (klass, name, SPUR_FIELD_STRING, SPUR_USE_NONE, NULL);
    }
}

static void
test_wide_init (TestWide *self)
{
}

static void
test_narrow_class_init (TestNarrowClass *klass)
{
  spur_event_class_set_name (klass, "Test_Narrow_Event");
  spur_event_class_omit_field (klass, "unused");
  spur_event_class_add_field (klass, "text", SPUR_FIELD_STRING, SPUR_USE_NONE, NULL);
}

static void
test_narrow_init (TestNarrow *self)
{
}

static void
check_early (SpurEvent *event)
{
  GPtrArray *members = spur_event_get_members (event, "group");

  g_assert_cmpuint (spur_event_get_uint (event, "number"), ==, 42);
  g_assert_cmpuint (spur_event_get_uint (event, "unused"), ==, 0);
  g_assert_cmpstr (spur_event_get_string (event, "group"), ==, "all");
  g_assert_nonnull (members);
  g_assert_cmpuint (members->len, ==, 1);
  g_assert_cmpstr (spur_active_object_get_name (g_ptr_array_index (members, 0)), ==, "member");
}

static void
test_initial_values (void)
{
  g_autoptr (SpurEvent) early = spur_event_new (test_early_get_type ());
  g_autoptr (SpurEvent) wide = spur_event_new (test_wide_get_type ());
  g_autoptr (SpurEvent) narrow = spur_event_new (test_narrow_get_type ());

  g_test_summary ("What an instance initialiser sets is in the event, whatever fields it has.");

  check_early (early);
  check_early (wide);
  check_early (narrow);
  g_assert_null (spur_event_get_string (wide, "wide0"));
  for (guint i = 0; i < N_WIDE; i++)
    {
      g_autofree char *name = g_strdup_printf ("wide%u", i);

      spur_event_set_string (wide, name, name);
    }
  g_assert_cmpstr (spur_event_get_string (wide, "wide0"), ==, "wide0");
  g_assert_cmpstr (spur_event_get_string (wide, "wide19"), ==, "wide19");
  spur_event_set_string (narrow, "text", "here");
  check_early (wide);
  check_early (narrow);

  /* Another layout forgets all values, of whatever number. */
  spur_event_set_layout (narrow, spur_event_get_layout (wide));
  g_assert_null (spur_event_get_string (narrow, "wide19"));
  g_assert_null (spur_event_get_members (narrow, "group"));
  spur_event_set_layout (wide, spur_event_get_layout (early));
  g_assert_cmpuint (spur_event_get_uint (wide, "number"), ==, 0);
  g_assert_null (spur_event_get_string (wide, "group"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/event/inherited", test_inherited);
  g_test_add_func ("/model/event/fields", test_fields);
  g_test_add_func ("/model/event/packing", test_packing);
  g_test_add_func ("/model/event/initial-values", test_initial_values);
  return g_test_run ();
}
