/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The state of the host's clock: what the kernel says of it (adjtimex), what a time service says
 * that runs here, and the readings of all clocks at one instant, by which other traces of this host
 * can be put beside this one. There is a row at the beginning, at the end, every 10 s, and where
 * the state changes or the wall clock was stepped. */
#include <stdlib.h>
#include <sys/timex.h>

#include "plugins/monitors/host/spur-host-file.h"
#include "plugins/monitors/host/spur-host-service.h"

#define NS_PER_US 1000
#define EVERY_NS (10 * SPUR_HOST_NS_PER_S)
/* The wall clock is slewed together with the monotonic one; what it moves against that is a step.
 * The limit lies above what reading the two takes. */
#define LEAST_STEP_NS 20000

/* What the clocks said at one instant. */
typedef struct
{
  int64_t monotonic_ns;
  int64_t real_ns;
  int64_t raw_ns;
  int64_t boot_ns;
  int64_t uncertainty_ns;
} Instant;

typedef struct
{
  uint32_t part;
  bool is_known;
  int64_t last_ns;
  /* Wall clock minus monotonic clock. */
  int64_t difference_ns;
  int state;
  bool is_synchronised;
  SpurHostService *service;
} Clock;

static const SpurHostColumn columns[] = {
  { "real", "ns", "the wall clock, since 1970", SPUR_HOST_LEVEL },
  { "raw", "ns", "the monotonic clock without adjustments", SPUR_HOST_LEVEL },
  { "boot", "ns", "the monotonic clock that counts sleep", SPUR_HOST_LEVEL },
  { "uncertainty", "ns", "how far the clocks may have been read apart", SPUR_HOST_LEVEL },
  { "step", "ns", "how far the wall clock was set since the event before", SPUR_HOST_LEVEL },
  { "synchronised", NULL, "whether the kernel counts the clock as synchronised", SPUR_HOST_LEVEL },
  { "max_error", "ns", "the most that the wall clock is wrong", SPUR_HOST_LEVEL },
  { "estimated_error", "ns", "how much it is expected to be wrong", SPUR_HOST_LEVEL },
  { "offset", "ns", "what the kernel still has to correct", SPUR_HOST_LEVEL },
  { "frequency", "ppb", "by how much the kernel corrects the rate", SPUR_HOST_LEVEL },
  { "state", NULL, "the kernel's state of the clock", SPUR_HOST_TEXT },
  { "service", NULL, "which time service was asked", SPUR_HOST_TEXT },
  { "stratum", NULL, "the time service's distance from a reference clock", SPUR_HOST_LEVEL },
  { "service_offset", "ns", "what the time service still has to correct", SPUR_HOST_LEVEL },
  { "root_delay", "ns", "round trip from the time service to the reference", SPUR_HOST_LEVEL },
  { "root_dispersion", "ns", "what may have added up on the way", SPUR_HOST_LEVEL },
};

static const SpurHostTable table = SPUR_HOST_TABLE (CLOCK, "Host_Clock_Event", columns);

static void
clock_close (void *state)
{
  spur_host_service_free (((Clock *) state)->service);
}

/* Time services are asked on this host only, and not where another one's files are read. */
static bool
clock_open (void *state, SpurHostContext *context)
{
  if (context->root[0] == '\0')
    ((Clock *) state)->service = spur_host_service_new (context);
  return true;
}

/* The narrowest of three attempts, as the thread may be put aside between two readings. */
static void
read_clocks (Instant *instant)
{
  instant->uncertainty_ns = INT64_MAX;
  for (int i = 0; i < 3; i++)
    {
      int64_t begin_ns = spur_host_read_clock_ns (CLOCK_MONOTONIC);
      int64_t real_ns = spur_host_read_clock_ns (CLOCK_REALTIME);
      int64_t raw_ns = spur_host_read_clock_ns (CLOCK_MONOTONIC_RAW);
      int64_t boot_ns = spur_host_read_clock_ns (CLOCK_BOOTTIME);
      int64_t half_ns = (spur_host_read_clock_ns (CLOCK_MONOTONIC) - begin_ns + 1) / 2;

      if (half_ns < instant->uncertainty_ns)
        *instant = (Instant){ begin_ns + half_ns, real_ns, raw_ns, boot_ns, half_ns };
    }
}

static const char *
describe_state (int state)
{
  static const char *const names[] = {
    [TIME_OK] = "ok",           [TIME_INS] = "leap second comes", [TIME_DEL] = "leap second goes",
    [TIME_OOP] = "leap second", [TIME_WAIT] = "leap second was",  [TIME_ERROR] = "not synchronised",
  };

  return state >= 0 && state < (int) N_ITEMS (names) ? names[state] : "unknown";
}

static void
fill_kernel (SpurHostRow *row, const struct timex *timex, int state)
{
  int64_t offset_unit = (timex->status & STA_NANO) != 0 ? 1 : NS_PER_US;

  row->values[5] = state >= 0 && (timex->status & STA_UNSYNC) == 0;
  row->values[6] = (int64_t) timex->maxerror * NS_PER_US;
  row->values[7] = (int64_t) timex->esterror * NS_PER_US;
  row->values[8] = (int64_t) timex->offset * offset_unit;
  /* Parts per million with 16 binary digits behind the point. */
  row->values[9] = (int64_t) timex->freq * 1000 / 65536;
  row->values[10] = 0;
  row->texts[0] = describe_state (state);
}

static void
fill_service (SpurHostRow *row, const Clock *self)
{
  SpurHostServiceState service = { 0 };

  row->values[11] = 1;
  if (self->service == NULL || !spur_host_service_get (self->service, &service))
    return;
  row->texts[1] = service.name;
  row->values[12] = service.stratum;
  row->values[13] = service.offset_ns;
  row->values[14] = service.root_delay_ns;
  row->values[15] = service.root_dispersion_ns;
}

static void
put_clock (Clock *self,
           SpurHostContext *context,
           const Instant *instant,
           int64_t step_ns,
           const struct timex *timex)
{
  SpurHostRow row = { .table = &table, .time_ns = instant->monotonic_ns };

  if (self->part == SPUR_HOST_WHOLE)
    self->part = context->sink->add_part (context->sink, "clock", "clock", NULL, 0);
  row.part = self->part;
  row.values[0] = instant->real_ns;
  row.values[1] = instant->raw_ns;
  row.values[2] = instant->boot_ns;
  row.values[3] = instant->uncertainty_ns;
  row.values[4] = step_ns;
  fill_kernel (&row, timex, self->state);
  fill_service (&row, self);
  context->sink->put (context->sink, &row);
  self->last_ns = instant->monotonic_ns;
}

static int64_t
find_step (const Clock *self, const Instant *instant)
{
  int64_t step_ns = instant->real_ns - instant->monotonic_ns - self->difference_ns;
  int64_t limit_ns = LEAST_STEP_NS + 2 * instant->uncertainty_ns;

  return self->is_known && (step_ns > limit_ns || step_ns < -limit_ns) ? step_ns : 0;
}

static void
clock_sample (void *state, SpurHostContext *context)
{
  Clock *self = state;
  struct timex timex = { 0 };
  int kernel_state = adjtimex (&timex);
  bool is_synchronised = kernel_state >= 0 && (timex.status & STA_UNSYNC) == 0;
  Instant instant;
  int64_t step_ns;

  read_clocks (&instant);
  context->time_ns = instant.monotonic_ns;
  if (self->service != NULL)
    spur_host_service_look (self->service, context);
  step_ns = find_step (self, &instant);
  if (self->is_known && step_ns == 0 && kernel_state == self->state &&
      is_synchronised == self->is_synchronised && instant.monotonic_ns - self->last_ns < EVERY_NS &&
      !context->is_last)
    return;
  self->state = kernel_state;
  self->is_synchronised = is_synchronised;
  if (!self->is_known || step_ns != 0)
    self->difference_ns = instant.real_ns - instant.monotonic_ns;
  self->is_known = true;
  put_clock (self, context, &instant, step_ns, &timex);
}

const SpurHostSource spur_host_clock = {
  .category = "clock",
  .n_tables = 1,
  .tables = &table,
  .n_state_bytes = sizeof (Clock),
  .open = clock_open,
  .sample = clock_sample,
  .close = clock_close,
};
