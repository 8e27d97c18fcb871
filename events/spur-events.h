/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-channel-receive-event.h"
#include "events/spur-channel-send-event.h"
#include "events/spur-collective-begin-event.h"
#include "events/spur-collective-end-event.h"
#include "events/spur-collective-event.h"
#include "events/spur-lo-creation-event.h"
#include "events/spur-lo-event.h"
#include "events/spur-lo-message-event.h"
#include "events/spur-lo-message-receive-event.h"
#include "events/spur-lo-message-send-event.h"
#include "events/spur-lo-migration-event.h"
#include "events/spur-lo-placement-event.h"
#include "events/spur-lo-state-change-event.h"
#include "events/spur-lo-termination-event.h"
#include "events/spur-region-enter-event.h"
#include "events/spur-region-exit-event.h"
#include "events/spur-target-addition-event.h"
#include "events/spur-target-event.h"
#include "events/spur-target-state-change-event.h"
