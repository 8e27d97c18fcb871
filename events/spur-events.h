/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-events.h"
#include "events/spur-custom-events.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "events/spur-region-events.h"
#include "events/spur-target-events.h"
#include "events/spur-thread-events.h"
#include "events/spur-window-events.h"
