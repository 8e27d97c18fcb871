/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

/**
 * SPUR_CLOCK_ERROR:
 *
 * Errors of how a correction is asked for.
 *
 * Since: 1.0
 */
#define SPUR_CLOCK_ERROR (spur_clock_error_quark ())

/**
 * SpurClockError:
 * @SPUR_CLOCK_ERROR_METHOD: there is no such corrector
 * @SPUR_CLOCK_ERROR_OPTION: no corrector of the chain has such an option
 * @SPUR_CLOCK_ERROR_VALUE: an option cannot have this value
 *
 * Errors of the domain %SPUR_CLOCK_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CLOCK_ERROR_METHOD,
  SPUR_CLOCK_ERROR_OPTION,
  SPUR_CLOCK_ERROR_VALUE,
} SpurClockError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_clock_error_quark (void);

SPUR_AVAILABLE_IN_ALL
void spur_clock_corrector_register (const char *name, GType type);

SPUR_AVAILABLE_IN_ALL
char **spur_clock_corrector_list_names (void);

SPUR_AVAILABLE_IN_ALL
SpurClockCorrector *spur_clock_corrector_new_by_name (const char *name, GError **error);

G_END_DECLS
