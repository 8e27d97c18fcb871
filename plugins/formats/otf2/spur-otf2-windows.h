/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

G_BEGIN_DECLS

/* The user data of @callbacks is to be a #SpurOtf2Filler. */
void spur_otf2_windows_register (OTF2_EvtReaderCallbacks *callbacks);

G_END_DECLS
