/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-trace.h"

/**
 * spur_store_error_quark:
 *
 * Gets the domain %SPUR_STORE_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
// clang-format off
G_DEFINE_QUARK (spur-store-error-quark, spur_store_error)
// clang-format on
