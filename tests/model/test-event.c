/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/spur-trace.h"
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
  g_assert_true (spur_lo_event_get_load_object (SPUR_LO_EVENT (event)) == task);
  g_assert_null (spur_lo_message_event_get_peer (SPUR_LO_MESSAGE_EVENT (event)));
  g_assert_cmpuint (spur_lo_message_event_get_tag (SPUR_LO_MESSAGE_EVENT (event)), ==, G_MAXUINT32);
  g_assert_cmpuint (spur_lo_message_event_get_size (SPUR_LO_MESSAGE_EVENT (event)), ==,
                    G_MAXUINT64);
  g_assert_cmpstr (spur_channel_send_event_get_communicator (SPUR_CHANNEL_SEND_EVENT (event)), ==,
                   "world");
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/event/inherited", test_inherited);
  g_test_add_func ("/model/event/fields", test_fields);
  g_test_add_func ("/model/event/packing", test_packing);
  return g_test_run ();
}
