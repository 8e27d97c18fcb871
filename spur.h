/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/causality/spur-check.h"
#include "core/clock/spur-bounds-corrector.h"
#include "core/clock/spur-extended-clock.h"
#include "core/format/spur-codec.h"
#include "core/model/spur-event-declaration.h"
#include "core/model/spur-event-type.h"
#include "core/model/spur-event.h"
#include "core/model/spur-multi-ordered-event-id.h"
#include "core/model/spur-resource-list.h"
#include "core/model/spur-state-list.h"
#include "core/plugin/spur-plugin.h"
#include "core/plugin/spur-project.h"
#include "core/store/spur-columns.h"
#include "core/store/spur-container.h"
#include "core/store/spur-cursor.h"
#include "core/store/spur-history.h"
#include "core/store/spur-timeline.h"
#include "events/spur-events.h"
