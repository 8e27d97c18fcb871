/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

/* Gives a number made of all that came. */
long work_in_all_forms (void);
