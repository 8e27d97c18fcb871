/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/spur-spread.h"

static const SpurSpread *the_spread;

const SpurSpread *
spur_spread_get (void)
{
  return the_spread;
}

void
spur_spread_set (const SpurSpread *spread)
{
  the_spread = spread;
}
