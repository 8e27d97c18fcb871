/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What is to be so for recorders that are opened later. */
#include "core/record/plain/spur-record-private.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN_BLOCK_BYTES 4096
#define MAX_BLOCK_BYTES (1u << 20)
#define MIN_SPOOL_BYTES 65536

static Options options = {
  .clock = "auto", .n_block_bytes = 65536, .n_spool_bytes = 64u << 20, .is_shared = true
};
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

static bool
parse_all_bytes (const char *text, uint64_t least, uint64_t most, uint64_t *n_bytes)
{
  const char *end;
  uint64_t value;

  if (!spur_rec_parse_bytes (text, &value, &end) || *end != '\0' || value < least || value > most)
    return false;
  *n_bytes = value;
  return true;
}

static bool
parse_flag (const char *text, bool *flag)
{
  if (strcmp (text, "0") != 0 && strcmp (text, "1") != 0)
    return false;
  *flag = *text == '1';
  return true;
}

static bool
set_clock (const char *value)
{
  static const char *const clocks[] = { "auto", "tsc", "monotonic" };

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
set_block (const char *value)
{
  uint64_t n_bytes;

  if (!parse_all_bytes (value, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES, &n_bytes))
    return false;
  /* Whole pages. */
  options.n_block_bytes = (size_t) n_bytes & ~(size_t) 4095;
  return true;
}

static bool
set_shared (const char *value)
{
  if (!parse_flag (value, &options.is_shared))
    return false;
  options.has_to_share = options.is_shared;
  return true;
}

static bool
set_policy (const char *value)
{
  if (strcmp (value, "block") != 0 && strcmp (value, "drop") != 0)
    return false;
  options.has_to_block = strcmp (value, "block") == 0;
  return true;
}

static bool
set_spool (const char *value)
{
  return parse_all_bytes (value, MIN_SPOOL_BYTES, UINT64_MAX / 2, &options.n_spool_bytes);
}

static bool
set_crash (const char *value)
{
  return parse_flag (value, &options.on_crash);
}

static bool
set_flush (const char *value)
{
  uint64_t ms;

  if (!parse_all_bytes (value, 0, 3600000, &ms))
    return false;
  options.flush_ms = (uint32_t) ms;
  return true;
}

static bool
set_events (const char *value)
{
  if (spur_record_switch (value) != 0)
    return false;
  spur_rec_expect_classes ();
  return true;
}

static bool
set_watch (const char *value)
{
  static char *watch;
  char *copy = strdup (value);

  if (copy == NULL)
    return false;
  free (watch);
  options.watch = watch = copy;
  return true;
}

static bool
set_token (const char *value)
{
  static char *token;
  char *copy = strlen (value) <= 32 ? strdup (value) : NULL;

  if (copy == NULL)
    return false;
  free (token);
  options.token = token = copy;
  return true;
}

static bool
set_control (const char *value)
{
  return parse_flag (value, &options.has_control);
}

static const struct
{
  const char *name;
  bool (*set) (const char *value);
} settings[] = {
  { "clock", set_clock },   { "block", set_block }, { "shared", set_shared },
  { "policy", set_policy }, { "spool", set_spool }, { "crash", set_crash },
  { "flush", set_flush },   { "watch", set_watch }, { "control", set_control },
  { "events", set_events }, { "token", set_token },
};

int
spur_record_set_option (const char *name, const char *value)
{
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    {
      if (strcmp (settings[i].name, name) == 0 && settings[i].set (value))
        return 0;
    }
  errno = EINVAL;
  return -1;
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
      if (value != NULL && !settings[i].set (value))
        spur_rec_say ("%s=%s is no value for it, and is left out", key, value);
    }
}
