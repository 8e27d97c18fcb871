/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes the pages of some traces made by hand into a folder, for tests that open them. */
#include <gio/gio.h>

#include "events/spur-events.h"
#include "synthetic-trace.h"
#include "visualizers/spur-view.h"

static void
save_page (const char *folder, const char *name, Synthetic *synthetic)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (!spur_report_save (synthetic->trace, synthetic->edges, NULL, path, NULL, &error))
    g_error ("%s", error->message);
}

/* Three messages, of which the last is received before it is sent, until the clock of the second
 * stream is put right. */
static void
make_corrected (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (2, 1);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (300);

  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_leave (self, 0, 2000, self->objects[0]);
  synthetic_enter (self, 1, 3000, self->objects[0], self->work);
  synthetic_leave (self, 1, 4000, self->objects[0]);
  synthetic_message (self, 0, 4100, 1, 4200);
  synthetic_message (self, 0, 4300, 1, 4400);
  synthetic_message (self, 0, 4700, 1, 4500);
  synthetic_seal (self);
  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (self->trace, correction);
  save_page (folder, "corrected.html", self);
}

/* The clock of the second stream is put forward by 2000 ns, so that recorded times begin 1000 ns
 * before corrected ones. */
static void
make_shifted (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (2, 0);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (2000);

  synthetic_enter (self, 0, 1000, self->targets[0], self->work);
  synthetic_leave (self, 0, 9000, self->targets[0]);
  synthetic_enter (self, 1, 0, self->targets[1], self->work);
  synthetic_leave (self, 1, 6000, self->targets[1]);
  synthetic_seal (self);
  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (self->trace, correction);
  save_page (folder, "shifted.html", self);
}

/* PE 1 has no work from 3 us on, PE 0 works until 9 us; the trace begins at 1 us. */
static void
make_uneven (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (2, 2);

  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_leave (self, 0, 9000, self->objects[0]);
  synthetic_enter (self, 1, 1000, self->objects[1], self->work);
  synthetic_leave (self, 1, 3000, self->objects[1]);
  synthetic_seal (self);
  save_page (folder, "uneven.html", self);
}

/* How much of a lane is work: in a trace of @n_periods periods that begin with idling. */
static void
make_periods (const char *folder, const char *name, guint n_periods, gint64 idle_ns, gint64 work_ns)
{
  g_autoptr (Synthetic) self = synthetic_new (1, 0);

  for (guint i = 0; i < n_periods; i++)
    {
      gint64 begin_ns = i * (idle_ns + work_ns);

      if (idle_ns > 0)
        {
          synthetic_enter (self, 0, begin_ns, self->targets[0], self->idle);
          synthetic_leave (self, 0, begin_ns + idle_ns, self->targets[0]);
        }
      if (work_ns > 0)
        {
          synthetic_enter (self, 0, begin_ns + idle_ns, self->targets[0], self->work);
          synthetic_leave (self, 0, begin_ns + idle_ns + work_ns, self->targets[0]);
        }
    }
  synthetic_seal (self);
  save_page (folder, name, self);
}

/* 65,000 messages, one each microsecond, of which every tenth is reversed. */
static void
make_messages (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (2, 0);

  for (guint i = 0; i < 65000; i++)
    synthetic_message (self, 0, i * 1000 + 100, 1, i * 1000 + (i % 10 == 0 ? 0 : 200));
  synthetic_seal (self);
  save_page (folder, "messages.html", self);
}

/* An object that works on PE 0, moves to PE 1 and works there. */
static void
make_moves (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (2, 1);

  synthetic_append (self, 0, 1000, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT, self->objects[0],
                    SPUR_USE_DESTINATION, self->targets[0], SPUR_USE_NONE);
  synthetic_append (self, 1, 6000, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT, self->objects[0],
                    SPUR_USE_DESTINATION, self->targets[1], SPUR_USE_NONE);
  synthetic_append (self, 1, 11000, SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_NONE);
  synthetic_seal (self);
  save_page (folder, "moves.html", self);
}

/* Two objects are on PE 0 at once and move to PE 1 one after the other, first that of the lower
 * row. */
static void
make_rows (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (2, 2);

  for (guint i = 0; i < 2; i++)
    synthetic_append (self, 0, 1000, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT,
                      self->objects[i], SPUR_USE_DESTINATION, self->targets[0], SPUR_USE_NONE);
  for (guint i = 0; i < 2; i++)
    synthetic_append (self, 1, 4000 + 3000 * i, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT,
                      self->objects[1 - i], SPUR_USE_DESTINATION, self->targets[1], SPUR_USE_NONE);
  synthetic_append (self, 1, 11000, SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_NONE);
  synthetic_seal (self);
  save_page (folder, "rows.html", self);
}

/* Eight objects on PE 0, of which two work for all of 8 us and two for half of it. With 60 targets
 * there is no room for eight rows. */
static void
make_low (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (60, 8);

  for (guint i = 0; i < 8; i++)
    synthetic_append (self, 0, 0, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT, self->objects[i],
                      SPUR_USE_DESTINATION, self->targets[0], SPUR_USE_NONE);
  for (guint i = 0; i < 4; i++)
    {
      synthetic_enter (self, 1 + i, 0, self->objects[i], self->work);
      synthetic_leave (self, 1 + i, i < 2 ? 8000 : 4000, self->objects[i]);
    }
  synthetic_seal (self);
  save_page (folder, "low.html", self);
}

/* A trace whose epoch is known: it begins 1 us after that, and ends 1 us later. */
static void
make_dated (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (1, 0);

  spur_trace_set_fact (self->trace, "epoch-unix-ns", "1795731783999998000");
  synthetic_enter (self, 0, 1000, self->targets[0], self->work);
  synthetic_leave (self, 0, 2000, self->targets[0]);
  synthetic_seal (self);
  save_page (folder, "dated.html", self);
}

/* A trace of nothing, and one of a single event. */
static void
make_small (const char *folder)
{
  g_autoptr (Synthetic) nothing = synthetic_new (0, 0);
  g_autoptr (Synthetic) one = synthetic_new (1, 0);

  synthetic_seal (nothing);
  save_page (folder, "nothing.html", nothing);
  synthetic_enter (one, 0, 5, one->targets[0], one->work);
  synthetic_seal (one);
  save_page (folder, "one.html", one);
}

/* PE 0 and 2 of host 0 work for all and for half of 8 us, PE 1 and 3 of host 1 for a quarter each;
 * a message goes from host to host, and one within host 0. */
static void
make_hosts (const char *folder)
{
  static const gint64 work_ns[] = { 8000, 2000, 4000, 2000 };
  g_autoptr (Synthetic) self = synthetic_new_on_hosts (2, 4);

  for (guint i = 0; i < G_N_ELEMENTS (work_ns); i++)
    {
      synthetic_enter (self, i, 0, self->targets[i], self->work);
      synthetic_leave (self, i, work_ns[i], self->targets[i]);
    }
  synthetic_message (self, 0, 8000, 1, 8000);
  synthetic_message (self, 0, 8000, 2, 8000);
  synthetic_seal (self);
  save_page (folder, "hosts.html", self);
}

/* States that lie five deep in one another, half of the time each in the one around it. */
static void
make_nested (const char *folder)
{
  g_autoptr (Synthetic) self = synthetic_new (1, 0);
  const guint32 states[] = { self->work, self->wait, self->idle, self->wait, self->work };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    synthetic_enter (self, 0, 10000 - (10000 >> i), self->targets[0], states[i]);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    synthetic_leave (self, 0, 10000 + i, self->targets[0]);
  synthetic_seal (self);
  save_page (folder, "nested.html", self);
}

int
main (int argc, char **argv)
{
  const char *folder = argv[1];

  if (argc != 2)
    g_error ("usage: make-pages FOLDER");
  make_corrected (folder);
  make_shifted (folder);
  make_nested (folder);
  make_uneven (folder);
  make_messages (folder);
  make_moves (folder);
  make_small (folder);
  make_rows (folder);
  make_low (folder);
  make_dated (folder);
  make_hosts (folder);
  make_periods (folder, "work.html", 1, 0, 1000000);
  make_periods (folder, "idle.html", 1, 1000000, 0);
  /* Idling of two pixels beside work of a third of one. */
  make_periods (folder, "bars.html", 450, 1700, 300);
  make_periods (folder, "turns.html", 10, 1000, 9000);
  /* Far more states than there are pixels. */
  make_periods (folder, "many.html", 170000, 2000, 1000);
  return 0;
}
