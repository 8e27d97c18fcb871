/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Which events are recorded, as spur_record_switch() says it: one grammar for the plain recorder
 * and the recorder of objects. */
typedef struct SpurRecordRules SpurRecordRules;

/* Levels of log calls, the gravest first, as GLib has them. */
typedef enum
{
  SPUR_REC_LEVEL_ERROR,
  SPUR_REC_LEVEL_CRITICAL,
  SPUR_REC_LEVEL_WARNING,
  SPUR_REC_LEVEL_MESSAGE,
  SPUR_REC_LEVEL_INFO,
  SPUR_REC_LEVEL_DEBUG,
  SPUR_REC_N_LEVELS,
} SpurRecLevel;

/* NULL with errno, EINVAL where a rule is none. */
SpurRecordRules *spur_rec_rules_new (const char *text);
void spur_rec_rules_free (SpurRecordRules *self);

/* As it was given. */
const char *spur_rec_rules_get_text (const SpurRecordRules *self);

/* Without rules (NULL) all is on. @ancestors: names with spaces between, the nearest first. */
bool spur_rec_rules_have_class (const SpurRecordRules *self,
                                const char *name,
                                const char *ancestors,
                                const char *category);
bool spur_rec_rules_have_source (const SpurRecordRules *self, const char *name);
bool spur_rec_rules_have_level (const SpurRecordRules *self, SpurRecLevel level);

/* The pattern of the @index-th rule, and whether it switches classes on; NULL beyond the last. */
const char *spur_rec_rules_get_on (const SpurRecordRules *self, uint32_t index, bool *is_wanted);
bool spur_rec_rules_fit_class (const SpurRecordRules *self,
                               uint32_t index,
                               const char *name,
                               const char *ancestors,
                               const char *category);

/* Of a level by GLib's or NetLogger's name, whatever its capitals; false where it is none. */
bool spur_rec_find_level (const char *name, SpurRecLevel *level);
