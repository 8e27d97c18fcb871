/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/layers/mpi/spur-mpi-layer.h"

#include <spur-record-events.h>

SpurMpiLayer spur_mpi_layer;

SpurRecordState
spur_mpi_region_get_state (SpurMpiRegion *region)
{
  SpurRecordState state = { __atomic_load_n (&region->state.id, __ATOMIC_RELAXED) };

  if (state.id == SPUR_RECORD_NONE)
    {
      state = spur_record_state (spur_mpi_layer.record, region->name, SPUR_RECORD_COMMUNICATION);
      __atomic_store_n (&region->state.id, state.id, __ATOMIC_RELAXED);
    }
  return state;
}

void
spur_mpi_enter (SpurMpiRegion *region)
{
  if (spur_mpi_layer.is_on && spur_mpi_layer.has_regions)
    spur_record_region_enter (spur_mpi_layer.record, spur_mpi_layer.self,
                              spur_mpi_region_get_state (region));
}

void
spur_mpi_leave (SpurMpiRegion *region)
{
  if (spur_mpi_layer.is_on && spur_mpi_layer.has_regions)
    spur_record_region_exit (spur_mpi_layer.record, spur_mpi_layer.self,
                             spur_mpi_region_get_state (region));
}

uint64_t
spur_mpi_look (void)
{
  return spur_mpi_layer.is_on && spur_mpi_layer.has_regions
           ? spur_record_get_ticks (spur_mpi_layer.record)
           : 0;
}

void
spur_mpi_found (SpurMpiRegion *region, uint64_t since_ticks)
{
  if (spur_mpi_layer.is_on && spur_mpi_layer.has_regions)
    spur_record_region_enter_at (spur_mpi_layer.record, since_ticks, spur_mpi_layer.self,
                                 spur_mpi_region_get_state (region));
}

void
spur_mpi_count (uint64_t *counter, uint64_t n)
{
  if (spur_mpi_layer.is_multiple)
    __atomic_fetch_add (counter, n, __ATOMIC_RELAXED);
  else
    *counter += n;
}
