/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The recorder's own packing for those who make recordings in the library, under a name of its own:
 * a program may have the recorder beside it. */
#include "config.h"

#include "core/record/spur-parcel.h"

#define spur_rec_pack spur_parcel_pack
#include "core/record/c/spur-record-pack.c"
