/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What is to be so for recorders that are opened later. */
#include "core/record/plain/spur-record-private.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static Options options = { .clock = "auto",
                           .n_block_bytes = 65536,
                           .n_spool_bytes = 64u << 20,
                           .probe_ms = 10000,
                           .is_shared = true };
static bool has_environment;

const Options *
spur_rec_get_options (void)
{
  return &options;
}

/* A number with K, M or G behind it. */
bool
spur_rec_parse_bytes (const char *text, uint64_t *n_bytes, const char **end)
{
  static const char units[] = "KMG";
  const char *unit;
  char *rest;

  if (!isdigit ((unsigned char) *text))
    return false;
  errno = 0;
  *n_bytes = strtoull (text, &rest, 10);
  if (errno != 0)
    return false;
  unit = *rest != '\0' ? strchr (units, toupper ((unsigned char) *rest)) : NULL;
  if (unit != NULL)
    {
      unsigned n_bits = 10 * (unsigned) (unit - units + 1);

      if (*n_bytes > UINT64_MAX >> n_bits)
        return false;
      *n_bytes <<= n_bits;
      rest++;
    }
  *end = rest;
  return true;
}

/* An option: how its value is taken, into what, and within which limits. */
typedef struct Setting Setting;

struct Setting
{
  const char *name;
  bool (*set) (const Setting *self, const char *value);
  void *to;
  uint64_t least;
  uint64_t most;
};

static bool
set_bytes (const Setting *self, const char *value)
{
  const char *end;
  uint64_t n_bytes;

  if (!spur_rec_parse_bytes (value, &n_bytes, &end) || *end != '\0' || n_bytes < self->least ||
      n_bytes > self->most)
    return false;
  *(uint64_t *) self->to = n_bytes;
  return true;
}

static bool
set_flag (const Setting *self, const char *value)
{
  if (strcmp (value, "0") != 0 && strcmp (value, "1") != 0)
    return false;
  *(bool *) self->to = *value == '1';
  return true;
}

/* A text of at most that many bytes. */
static bool
set_text (const Setting *self, const char *value)
{
  char **text = self->to;
  char *copy = strlen (value) <= self->most ? strdup (value) : NULL;

  if (copy == NULL)
    return false;
  free (*text);
  *text = copy;
  return true;
}

static bool
set_clock (const Setting *self, const char *value)
{
  static const char *const clocks[] = { "auto", "tsc", "monotonic" };

  (void) self;
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
    {
      if (strcmp (value, clocks[i]) != 0)
        continue;
      options.clock = clocks[i];
      return true;
    }
  return false;
}

static bool
set_shared (const Setting *self, const char *value)
{
  if (!set_flag (self, value))
    return false;
  options.has_to_share = options.is_shared;
  return true;
}

static bool
set_policy (const Setting *self, const char *value)
{
  (void) self;
  if (strcmp (value, "block") != 0 && strcmp (value, "drop") != 0)
    return false;
  options.has_to_block = strcmp (value, "block") == 0;
  return true;
}

static bool
set_events (const Setting *self, const char *value)
{
  (void) self;
  if (spur_record_switch (value) != 0)
    return false;
  spur_rec_expect_classes ();
  return true;
}

static const Setting settings[] = {
  { "clock", set_clock, NULL, 0, 0 },
  { "block", set_bytes, &options.n_block_bytes, 4096, 1u << 20 },
  { "shared", set_shared, &options.is_shared, 0, 0 },
  { "policy", set_policy, NULL, 0, 0 },
  { "spool", set_bytes, &options.n_spool_bytes, 65536, UINT64_MAX / 2 },
  { "crash", set_flag, &options.on_crash, 0, 0 },
  { "flush", set_bytes, &options.flush_ms, 0, 3600000 },
  { "watch", set_text, &options.watch, 0, SIZE_MAX },
  { "control", set_flag, &options.has_control, 0, 0 },
  { "events", set_events, NULL, 0, 0 },
  { "probe", set_bytes, &options.probe_ms, 0, 3600000 },
  { "token", set_text, &options.token, 0, SPUR_HELLO_TOKEN_BYTES },
};

int
spur_record_set_option (const char *name, const char *value)
{
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    {
      if (strcmp (settings[i].name, name) == 0 && settings[i].set (&settings[i], value))
        return 0;
    }
  return spur_rec_fail (EINVAL);
}

/* Once: what the environment says wins over what the program set before. */
void
spur_rec_read_environment (void)
{
  char key[64];

  if (has_environment)
    return;
  has_environment = true;
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    {
      const char *value;
      size_t n = (size_t) snprintf (key, sizeof key, "SPUR_RECORD_%s", settings[i].name);

      for (size_t k = 0; k < n; k++)
        key[k] = (char) toupper ((unsigned char) key[k]);
      value = secure_getenv (key);
      if (value != NULL && !settings[i].set (&settings[i], value))
        spur_rec_say ("%s=%s is no value for it, and is left out", key, value);
    }
}
