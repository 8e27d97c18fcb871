/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A trace for tests of balance. */
#include "balance-world.h"

void
balance_world_open (BalanceWorld *self, guint n_streams, guint n_objects)
{
  SpurClock clock = { "clock", "monotonic", (guint64) S, 0, 0 };
  guint32 targets[] = { 0, 1 };

  self->trace = spur_trace_new ();
  self->enter = spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_ENTER_EVENT);
  self->leave = spur_trace_add_event_type (self->trace, SPUR_TYPE_REGION_EXIT_EVENT);
  self->set = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  self->place = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_PLACEMENT_EVENT);
  self->phase = spur_trace_add_event_type (self->trace, SPUR_TYPE_LM_PHASE_EVENT);
  self->barrier = spur_trace_add_event_type (self->trace, SPUR_TYPE_COLLECTIVE_END_EVENT);
  spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET, "T0",
                               "host", SPUR_NONE);
  spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET, "T1",
                               "host", SPUR_NONE);
  for (guint i = 0; i < n_objects; i++)
    {
      g_autofree char *name = g_strdup_printf ("%c", 'a' + (char) i);

      spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_LOAD_OBJECT,
                                   name, NULL, SPUR_NONE);
    }
  self->work =
    spur_definitions_add_state (spur_trace_get_definitions (self->trace), "work", SPUR_STATE_WORK);
  self->idle =
    spur_definitions_add_state (spur_trace_get_definitions (self->trace), "idle", SPUR_STATE_IDLE);
  spur_definitions_add_group (spur_trace_get_definitions (self->trace), "all", targets, 2);
  spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);
  for (guint i = 0; i < n_streams; i++)
    spur_trace_add_stream (self->trace, i == 0 ? "0" : "1", 0, i);
}

void
balance_world_set_up (BalanceWorld *self, gconstpointer data)
{
  balance_world_open (self, GPOINTER_TO_UINT (data), N_OBJECTS);
}

void
balance_world_tear_down (BalanceWorld *self, gconstpointer data)
{
  g_object_unref (self->trace);
}

/* Fields by name, up to a NULL. */
void
balance_world_append (
  BalanceWorld *self, guint stream, gint64 time_s, guint class_index, const char *field, ...)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  guint8 record[64];
  va_list fields;

  for (guint i = 0; i < layout->n_fields; i++)
    spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
  va_start (fields, field);
  for (; field != NULL; field = va_arg (fields, const char *))
    {
      int index = spur_event_layout_find_field (layout, field);

      g_assert_cmpint (index, >=, 0);
      spur_event_layout_set_uint (layout, (guint) index, record, va_arg (fields, guint));
    }
  va_end (fields);
  spur_stream_append (spur_trace_get_stream (self->trace, stream), time_s * S, class_index, record);
}

void
balance_world_run_object (
  BalanceWorld *self, guint stream, guint object, gint64 begin_s, gint64 end_s)
{
  balance_world_append (self, stream, begin_s, self->enter, "object", FIRST_OBJECT + object,
                        "state", self->work, NULL);
  balance_world_append (self, stream, end_s, self->leave, "object", FIRST_OBJECT + object, "state",
                        self->work, NULL);
}

void
balance_world_begin_phase (BalanceWorld *self, guint stream, gint64 time_s, guint number)
{
  balance_world_append (self, stream, time_s, self->phase, "phase", number, NULL);
}

SpurBalance *
balance_world_balance (BalanceWorld *self, const SpurBalanceOptions *options)
{
  static const SpurBalanceOptions none = { 0 };
  g_autoptr (GError) error = NULL;
  SpurBalance *result;

  spur_trace_seal (self->trace, &error);
  g_assert_no_error (error);
  result = spur_balance_new (self->trace, options != NULL ? options : &none, NULL, &error);
  g_assert_no_error (error);
  return result;
}

void
balance_world_assert_loads (SpurBalance *result, guint phase, double first, double second)
{
  guint n_targets;
  const double *loads = spur_balance_get_target_loads (result, phase, &n_targets);

  g_assert_cmpuint (n_targets, ==, 2);
  assert_near (loads[0], first);
  assert_near (loads[1], second);
}
