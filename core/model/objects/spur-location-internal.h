/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-active-object.h"

/* The resources of an object for a trace: with its location as an entry, where that can be read
 * again. NULL for nothing. */
SpurEntryList *spur_location_keep (SpurActiveObject *object);

/* Gives an object the location that is among its resources. */
void spur_location_restore (SpurActiveObject *object);
