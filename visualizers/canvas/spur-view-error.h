/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SPUR_VIEW_ERROR:
 *
 * Errors of views.
 *
 * Since: 1.0
 */
#define SPUR_VIEW_ERROR (spur_view_error_quark ())

/**
 * SpurViewError:
 * @SPUR_VIEW_ERROR_SUFFIX: the file's name does not say which kind of picture is wanted
 * @SPUR_VIEW_ERROR_SIZE: the picture is too large for the format
 * @SPUR_VIEW_ERROR_WRITE: the picture could not be written
 * @SPUR_VIEW_ERROR_OPTION: an option of a view is not what it must be, or says nothing of the trace
 *
 * Errors of the domain %SPUR_VIEW_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_VIEW_ERROR_SUFFIX,
  SPUR_VIEW_ERROR_SIZE,
  SPUR_VIEW_ERROR_WRITE,
  SPUR_VIEW_ERROR_OPTION,
} SpurViewError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_view_error_quark (void);

G_END_DECLS
