/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

/* The edges of a trace that goes back in time (clock-correction.md section 7): senders receive,
 * and events are counted from the end. All of them are events of the trace. */
SpurEdges *spur_edges_new_mirrored (SpurEdges *edges, SpurTrace *trace);
