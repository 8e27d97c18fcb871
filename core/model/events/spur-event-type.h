/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-layout.h"

G_BEGIN_DECLS

/**
 * SPUR_MODEL_ERROR:
 *
 * Errors of event classes that are defined outside of this program.
 *
 * Since: 1.0
 */
#define SPUR_MODEL_ERROR (spur_model_error_quark ())

/**
 * SpurModelError:
 * @SPUR_MODEL_ERROR_INVALID: a name, a field or a combination that cannot be
 * @SPUR_MODEL_ERROR_UNKNOWN: names a class or a field that is not there
 * @SPUR_MODEL_ERROR_CONFLICT: contradicts another definition of the same class
 * @SPUR_MODEL_ERROR_IN_USE: comes too late, since the class has events or subclasses
 * @SPUR_MODEL_ERROR_LIMIT: there are too many of them
 *
 * Errors of the domain %SPUR_MODEL_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_MODEL_ERROR_INVALID,
  SPUR_MODEL_ERROR_UNKNOWN,
  SPUR_MODEL_ERROR_CONFLICT,
  SPUR_MODEL_ERROR_IN_USE,
  SPUR_MODEL_ERROR_LIMIT,
} SpurModelError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_model_error_quark (void);

SPUR_AVAILABLE_IN_ALL
GType spur_event_type_from_name (const char *name);

G_END_DECLS
