/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#include "core/record/c/spur-record-private.h"
void spur_rec_start_helper (SpurRecord *record){}
void spur_rec_stop_helper (SpurRecord *record){}
void spur_rec_helper_in_child (SpurRecord *record){}
const SinkClass spur_rec_sink_unix_class={.scheme="unix"},spur_rec_sink_tcp_class={.scheme="tcp"};
