/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-factories.h"
#include "core/model/events/spur-packed-serializer.h"
#include "core/model/identifiers/spur-identifier-internal.h"
#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/model/objects/spur-entry-list.h"
#include "events/spur-events.h"

#define TEST_TYPE_EVENT (test_event_get_type ())
G_DECLARE_FINAL_TYPE (TestEvent, test_event, TEST, EVENT, SpurEvent)

/* A field of every type. */
struct _TestEvent
{
  SpurEvent parent_instance;
};

G_DEFINE_TYPE (TestEvent, test_event, SPUR_TYPE_EVENT)

static void
test_event_class_init (TestEventClass *klass)
{
  static const char *const names[] = { "uint8",  "uint16", "uint32", "uint64", "int64", "double",
                                       "string", "object", "state",  "group",  "list" };
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Test_Event");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    spur_event_class_add_field (event_class, names[i], (SpurFieldType) i, SPUR_USE_NONE, NULL);
}

static void
test_event_init (TestEvent *self)
{
}

static SpurActiveObject *
make_object (const char *name, const char *kind)
{
  SpurActiveObject *object = spur_active_object_new (SPUR_TYPE_TARGET, name, kind);
  g_autoptr (SpurEntryList) resources = spur_entry_list_new (SPUR_TYPE_RESOURCE_LIST);

  spur_entry_list_add_uint (resources, "memory", "bytes", G_MAXUINT64);
  if (kind != NULL)
    spur_active_object_set_resources (object, SPUR_RESOURCE_LIST (resources));
  return object;
}

static SpurEvent *
make_event (void)
{
  SpurEvent *event = spur_event_new (TEST_TYPE_EVENT);
  g_autoptr (SpurActiveObject) a = make_object ("Ä", NULL);
  g_autoptr (SpurActiveObject) b = make_object ("", "node");
  g_autoptr (SpurEntryList) list = spur_entry_list_new (SPUR_TYPE_STATE_LIST);
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (SpurEventId) id =
    spur_event_id_new_of_type (SPUR_TYPE_MULTI_ORDERED_EVENT_ID, "a", 1, 2, 3, 4);
  SpurEventId *predecessors[] = { id, id };

  spur_event_id_set_predecessors (id, predecessors, 2);
  spur_entry_list_add_uint (list, "n", NULL, 5);
  spur_entry_list_add_int (list, "", "ns", G_MININT64);
  spur_entry_list_add_double (list, "x", "1/s", -0.0);
  spur_entry_list_add_string (list, "text", NULL, "");
  g_ptr_array_add (members, a);
  g_ptr_array_add (members, b);
  g_ptr_array_add (members, a);
  spur_event_set_id (event, id);
  spur_event_set_time_ns (event, -SPUR_TIME_LIMIT_NS);
  spur_event_set_uint (event, "uint8", G_MAXUINT8);
  spur_event_set_uint (event, "uint16", G_MAXUINT16);
  spur_event_set_uint (event, "uint32", G_MAXUINT32);
  spur_event_set_uint (event, "uint64", G_MAXUINT64);
  spur_event_set_int (event, "int64", G_MININT64);
  spur_event_set_double (event, "double", -INFINITY);
  spur_event_set_string (event, "string", "žluťoučký\n");
  spur_event_set_object (event, "object", b);
  spur_event_set_string (event, "state", "idle");
  spur_event_set_string (event, "group", "world");
  spur_event_set_members (event, "group", members);
  spur_event_set_list (event, "list", list);
  return event;
}

static void
assert_same_object (SpurActiveObject *a, SpurActiveObject *b)
{
  g_assert_true (G_OBJECT_TYPE (a) == G_OBJECT_TYPE (b));
  g_assert_true (spur_identifier_equal (spur_active_object_get_identifier (a),
                                        spur_active_object_get_identifier (b)));
  g_assert_cmpstr (spur_active_object_get_name (a), ==, spur_active_object_get_name (b));
  g_assert_cmpstr (spur_active_object_get_kind (a), ==, spur_active_object_get_kind (b));
  g_assert_true ((spur_active_object_get_resources (a) != NULL) ==
                 (spur_active_object_get_resources (b) != NULL));
}

static void
assert_same (SpurEvent *a, SpurEvent *b)
{
  g_autofree char *text_a = spur_event_to_string (a);
  g_autofree char *text_b = spur_event_to_string (b);
  GPtrArray *members_a = spur_event_get_members (a, "group");
  GPtrArray *members_b = spur_event_get_members (b, "group");

  g_assert_cmpstr (text_a, ==, text_b);
  g_assert_true (G_OBJECT_TYPE (a) == G_OBJECT_TYPE (b));
  g_assert_true ((members_a != NULL) == (members_b != NULL));
  for (guint i = 0; members_a != NULL && i < members_a->len; i++)
    {
      g_assert_cmpuint (members_a->len, ==, members_b->len);
      assert_same_object (g_ptr_array_index (members_a, i), g_ptr_array_index (members_b, i));
    }
  if (spur_event_get_object (a, "object") != NULL)
    assert_same_object (spur_event_get_object (a, "object"), spur_event_get_object (b, "object"));
}

static void
test_same (void)
{
  g_autoptr (SpurSerializer) serializer = spur_packed_serializer_new ();
  g_autoptr (SpurEvent) empty = spur_event_new (TEST_TYPE_EVENT);
  g_autoptr (SpurEvent) full = make_event ();
  SpurEvent *events[] = { empty, full };

  g_test_summary ("An event comes back as it was, with all that it refers to.");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) bytes = spur_serializer_write (serializer, events[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurEvent) back = spur_serializer_read (serializer, bytes, NULL, &error);
      g_autoptr (GBytes) again = NULL;

      g_assert_no_error (error);
      assert_same (events[i], back);
      again = spur_serializer_write (serializer, back);
      g_assert_true (g_bytes_equal (bytes, again));
    }
}

static void
test_truncated (void)
{
  g_autoptr (SpurSerializer) serializer = spur_packed_serializer_new ();
  g_autoptr (SpurEvent) event = make_event ();
  g_autoptr (GBytes) bytes = spur_serializer_write (serializer, event);

  g_test_summary ("Bytes that end too early are refused.");

  for (gsize n = 0; n < g_bytes_get_size (bytes); n++)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, n);
      g_autoptr (GError) error = NULL;

      g_assert_null (spur_serializer_read (serializer, part, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
}

static void
test_damaged (void)
{
  g_autoptr (SpurSerializer) serializer = spur_packed_serializer_new ();
  g_autoptr (SpurEvent) event = make_event ();
  g_autoptr (GBytes) bytes = spur_serializer_write (serializer, event);
  gsize n_bytes;
  const guint8 *good = g_bytes_get_data (bytes, &n_bytes);
  g_autofree guint8 *bad = g_memdup2 (good, n_bytes);
  guint n_refused = 0;

  g_test_summary ("Whatever a byte is changed to, there is an event or an error.");

  for (gsize i = 0; i < n_bytes; i++)
    {
      for (guint k = 0; k < 4; k++)
        {
          const guint8 values[] = { 0, 0xff, (guint8) (good[i] ^ 1), (guint8) (good[i] + 1) };
          g_autoptr (GBytes) changed = NULL;
          g_autoptr (SpurEvent) back = NULL;
          g_autoptr (GError) error = NULL;

          bad[i] = values[k];
          changed = g_bytes_new (bad, n_bytes);
          back = spur_serializer_read (serializer, changed, NULL, &error);
          g_assert_true ((back == NULL) == (error != NULL));
          n_refused += back == NULL;
        }
      bad[i] = good[i];
    }
  g_assert_cmpuint (n_refused, >, n_bytes);
}

/* The packed form of a test event that has no field but a record. */
static GBytes *
pack (
  const char *class_name, gint64 time_ns, gsize n_record_bytes, const char *id, const char *values)
{
  g_autofree guint8 *record = g_malloc0 (n_record_bytes + 1);
  g_autoptr (GVariant) list = g_variant_parse (G_VARIANT_TYPE ("av"), values, NULL, NULL, NULL);
  g_autoptr (GVariant) packed_id = g_variant_ref_sink (g_variant_new_string ("id"));
  g_autoptr (GVariant) packed = NULL;

  packed = g_variant_ref_sink (g_variant_new (
    "(ssmvx@ay@av)", class_name, id != NULL ? id : "", id != NULL ? packed_id : NULL, time_ns,
    g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, record, n_record_bytes, 1), list));
  return g_variant_get_data_as_bytes (packed);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *class_name;
    gint64 time_ns;
    gssize n_more_bytes;
    const char *id;
    const char *values;
    const char *message;
  } bad[] = {
    { "No_Event", 0, 0, NULL, "@av []", "packed No_Event: is no event class" },
    { "Test_Event", SPUR_TIME_LIMIT_NS + 1, 0, NULL, "@av []", "packed Test_Event: time 23058" },
    { "Test_Event", 0, 1, NULL, "@av []", "packed Test_Event: a record of 52 bytes, expected 51" },
    { "Test_Event", 0, -1, NULL, "@av []", "packed Test_Event: a record of 50 bytes, expected 51" },
    { "Test_Event", 0, 0, "Identifier", "@av []", "packed Test_Event: 'Identifier' is no class" },
    { "Test_Event", 0, 0, "No_ID", "@av []", "packed Test_Event: 'No_ID' is no class" },
    { "Test_Event", 0, 0, "Event_ID", "@av []", "packed SpurEventId is of type 's'" },
    { "Test_Event", 0, 0, NULL, "@av []", "packed Test_Event: string: value 0, there are only 0" },
    { "Test_Event", 0, 0, NULL, "[<1>]", "packed Test_Event: string: is of type 'i'" },
    /* The one value is a good string, and is none of the rest. */
    { "Test_Event", 0, 0, NULL, "[<'text'>]", "packed Test_Event: object: is of type 's'" },
  };
  g_autoptr (SpurSerializer) serializer = spur_packed_serializer_new ();
  gsize n_bytes = spur_event_type_get_layout (TEST_TYPE_EVENT)->n_bytes;

  g_test_summary ("What cannot be read is refused with a word on what is wrong.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GBytes) bytes =
        pack (bad[i].class_name, bad[i].time_ns, n_bytes + (gsize) bad[i].n_more_bytes, bad[i].id,
              bad[i].values);
      g_autoptr (GError) error = NULL;

      g_assert_null (spur_serializer_read (serializer, bytes, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_true (g_str_has_prefix (error->message, bad[i].message));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_type_ensure (TEST_TYPE_EVENT);
  g_test_add_func ("/model/serializer/same", test_same);
  g_test_add_func ("/model/serializer/truncated", test_truncated);
  g_test_add_func ("/model/serializer/damaged", test_damaged);
  g_test_add_func ("/model/serializer/refused", test_refused);
  return g_test_run ();
}
