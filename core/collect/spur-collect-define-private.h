/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/reading/spur-packet.h"
#include "core/store/trace/spur-trace.h"

/* The definitions of a trace that grows, as bodies of packets. Entries have the numbers that they
 * have in the trace, classes 1 more. */
typedef struct _SpurCollectDefine SpurCollectDefine;

SpurCollectDefine *spur_collect_define_new (SpurTrace *trace);
void spur_collect_define_free (SpurCollectDefine *self);

/* A packet of classes or definitions was put into the trace: of classes that this program does not
 * know only it has the ancestors. */
void spur_collect_define_note (SpurCollectDefine *self, const SpurPacket *packet);

/* (transfer full): What was not told yet, or the first part of it; NULL where all was. It is told
 * when that is said. */
GByteArray *spur_collect_define_make (SpurCollectDefine *self, SpurPacketKind *kind);
void spur_collect_define_told (SpurCollectDefine *self);

void spur_collect_define_put_u32 (GByteArray *body, guint32 value);
void spur_collect_define_put_u64 (GByteArray *body, guint64 value);
void spur_collect_define_put_text (GByteArray *body, const char *text);

/* Zeros, up to where a body may end. */
void spur_collect_define_pad (GByteArray *body);
