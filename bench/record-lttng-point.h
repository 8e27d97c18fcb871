/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER spur_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "bench/record-lttng-point.h"

#if !defined(RECORD_LTTNG_POINT_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RECORD_LTTNG_POINT_H

#include <lttng/tracepoint.h>
#include <stdint.h>

/* clang-format off */
LTTNG_UST_TRACEPOINT_EVENT (spur_bench, event,
  LTTNG_UST_TP_ARGS (uint64_t, a, uint64_t, b, uint64_t, c, uint64_t, d),
  LTTNG_UST_TP_FIELDS (
    lttng_ust_field_integer (uint64_t, a, a)
    lttng_ust_field_integer (uint64_t, b, b)
    lttng_ust_field_integer (uint64_t, c, c)
    lttng_ust_field_integer (uint64_t, d, d)))
/* clang-format on */

#endif

#include <lttng/tracepoint-event.h>
