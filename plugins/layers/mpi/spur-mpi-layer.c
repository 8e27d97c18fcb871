/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/layers/mpi/spur-mpi-layer.h"

SpurMpiLayer spur_mpi_layer;

void
spur_mpi_enter (SpurLayerRegion *region)
{
  if (spur_mpi_layer.is_on && spur_mpi_layer.has_regions)
    spur_record_region_enter (spur_mpi_layer.record, spur_mpi_layer.self,
                              spur_layer_get_state (spur_mpi_layer.record, region));
}

void
spur_mpi_leave (SpurLayerRegion *region)
{
  if (spur_mpi_layer.is_on && spur_mpi_layer.has_regions)
    spur_record_region_exit (spur_mpi_layer.record, spur_mpi_layer.self,
                             spur_layer_get_state (spur_mpi_layer.record, region));
}

uint64_t
spur_mpi_look (void)
{
  return spur_mpi_layer.is_on && spur_mpi_layer.has_regions
           ? spur_record_get_ticks (spur_mpi_layer.record)
           : 0;
}

void
spur_mpi_found (SpurLayerRegion *region, uint64_t since_ticks)
{
  if (spur_mpi_layer.is_on && spur_mpi_layer.has_regions)
    spur_record_region_enter_at (spur_mpi_layer.record, since_ticks, spur_mpi_layer.self,
                                 spur_layer_get_state (spur_mpi_layer.record, region));
}

void
spur_mpi_count (SpurMpiComm *comm, SpurMpiCount which, uint64_t n)
{
  uint64_t *counter = &comm->counts[which];

  if (spur_mpi_layer.is_multiple)
    __atomic_fetch_add (counter, n, __ATOMIC_RELAXED);
  else
    *counter += n;
}
