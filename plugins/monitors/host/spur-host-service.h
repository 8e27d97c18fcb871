/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/monitors/host/spur-host-source.h"

/* A time service of this host, chrony or ntpd, that is asked by its own protocol on the loopback
 * interface every 16 s, and never waited for. */
typedef struct _SpurHostService SpurHostService;

typedef struct
{
  const char *name;
  int64_t stratum;
  int64_t offset_ns;
  int64_t root_delay_ns;
  int64_t root_dispersion_ns;
} SpurHostServiceState;

/* NULL where nothing can be asked. */
SpurHostService *spur_host_service_new (SpurHostContext *context);

/* With other ports, for tests. */
SpurHostService *
spur_host_service_new_at (SpurHostContext *context, uint16_t chrony_port, uint16_t ntp_port);

void spur_host_service_free (SpurHostService *self);

/* Takes answers that came, and asks where it is time to. */
void spur_host_service_look (SpurHostService *self, SpurHostContext *context);

/* What a service said last; FALSE where none answered lately. */
bool spur_host_service_get (const SpurHostService *self, SpurHostServiceState *state);
