/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Asks chronyd (its command protocol, version 6, "tracking") and ntpd (RFC 9327, "read variables")
 * on the loopback interface. A packet is sent, and looked for at later samples: a service that does
 * not answer costs nothing. */
#include "plugins/monitors/host/spur-host-service.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHRONY_PORT 323
#define NTP_PORT 123
#define ASK_EVERY_NS (16 * SPUR_HOST_NS_PER_S)
#define FORGET_AFTER_NS (64 * SPUR_HOST_NS_PER_S)

/* A request is as long as its reply, as chronyd wants it. */
#define CHRONY_BYTES 104
#define CHRONY_VERSION 6
#define CHRONY_REQUEST 1
#define CHRONY_REPLY 2
#define CHRONY_TRACKING 33
#define CHRONY_TRACKING_REPLY 5
#define CHRONY_STRATUM_AT 52
#define CHRONY_CORRECTION_AT 68
#define CHRONY_DELAY_AT 92
#define CHRONY_DISPERSION_AT 96

#define NTP_HEAD_BYTES 12
#define NTP_MODE_CONTROL 6
#define NTP_READ_VARIABLES 2
#define NTP_IS_REPLY 0x80
#define NTP_IS_ERROR 0x40
#define NTP_VERSION_2 (2 << 3)

enum
{
  CHRONY,
  NTP,
  N_SERVICES
};

struct _SpurHostService
{
  int sockets[N_SERVICES];
  uint16_t sequence;
  bool has_asked;
  bool has_answer;
  int64_t asked_ns;
  int64_t answered_ns;
  SpurHostServiceState state;
};

static int
open_socket (uint16_t port)
{
  const struct sockaddr_in address = { .sin_family = AF_INET,
                                       .sin_port = htons (port),
                                       .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  /* Connected, so that packets of other addresses are refused. */
  if (fd >= 0 && connect (fd, (const struct sockaddr *) &address, sizeof address) != 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

SpurHostService *
spur_host_service_new_at (SpurHostContext *context, uint16_t chrony_port, uint16_t ntp_port)
{
  SpurHostService *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  self->sockets[CHRONY] = open_socket (chrony_port);
  self->sockets[NTP] = open_socket (ntp_port);
  self->sequence = (uint16_t) spur_host_now_ns ();
  if (self->sockets[CHRONY] >= 0 || self->sockets[NTP] >= 0)
    return self;
  spur_host_service_free (self);
  return NULL;
}

SpurHostService *
spur_host_service_new (SpurHostContext *context)
{
  return spur_host_service_new_at (context, CHRONY_PORT, NTP_PORT);
}

void
spur_host_service_free (SpurHostService *self)
{
  if (self == NULL)
    return;
  for (int i = 0; i < N_SERVICES; i++)
    {
      if (self->sockets[i] >= 0)
        close (self->sockets[i]);
    }
  free (self);
}

static void
put_u16 (uint8_t *bytes, unsigned value)
{
  bytes[0] = (uint8_t) (value >> 8);
  bytes[1] = (uint8_t) value;
}

static uint16_t
get_u16 (const uint8_t *bytes)
{
  return (uint16_t) (bytes[0] << 8 | bytes[1]);
}

static uint32_t
get_u32 (const uint8_t *bytes)
{
  return (uint32_t) get_u16 (bytes) << 16 | get_u16 (bytes + 2);
}

static void
ask_service (SpurHostService *self)
{
  uint8_t chrony[CHRONY_BYTES] = { CHRONY_VERSION, CHRONY_REQUEST };
  uint8_t ntp[NTP_HEAD_BYTES] = { NTP_VERSION_2 | NTP_MODE_CONTROL, NTP_READ_VARIABLES };

  self->sequence++;
  put_u16 (chrony + 4, CHRONY_TRACKING);
  put_u16 (chrony + 10, self->sequence);
  put_u16 (ntp + 2, self->sequence);
  /* No program listens there: a later call says so, and it does not matter. */
  if (self->sockets[CHRONY] >= 0)
    (void) !send (self->sockets[CHRONY], chrony, sizeof chrony, MSG_NOSIGNAL);
  if (self->sockets[NTP] >= 0)
    (void) !send (self->sockets[NTP], ntp, sizeof ntp, MSG_NOSIGNAL);
}

static int64_t
to_ns (double seconds)
{
  double ns = seconds * 1e9;

  return ns > -9e18 && ns < 9e18 ? (int64_t) ns : 0;
}

/* Chrony's numbers have 7 bits of exponent and 25 of mantissa, both with a sign. */
static int64_t
get_chrony_ns (const uint8_t *bytes)
{
  uint32_t bits = get_u32 (bytes);
  int exponent = (int) (bits >> 25);
  int32_t mantissa = (int32_t) (bits & 0x1ffffff);
  double value;

  exponent = exponent >= 64 ? exponent - 128 : exponent;
  mantissa = mantissa >= 1 << 24 ? mantissa - (1 << 25) : mantissa;
  value = mantissa;
  for (int i = exponent - 25; i < 0; i++)
    value /= 2;
  for (int i = exponent - 25; i > 0; i--)
    value *= 2;
  return to_ns (value);
}

static bool
take_chrony (SpurHostService *self, const uint8_t *bytes, size_t n_bytes)
{
  if (n_bytes < CHRONY_BYTES || bytes[0] != CHRONY_VERSION || bytes[1] != CHRONY_REPLY ||
      get_u16 (bytes + 4) != CHRONY_TRACKING || get_u16 (bytes + 6) != CHRONY_TRACKING_REPLY ||
      get_u16 (bytes + 8) != 0 || get_u32 (bytes + 16) != self->sequence)
    return false;
  self->state = (SpurHostServiceState){
    .name = "chrony",
    .stratum = get_u16 (bytes + CHRONY_STRATUM_AT),
    .offset_ns = get_chrony_ns (bytes + CHRONY_CORRECTION_AT),
    .root_delay_ns = get_chrony_ns (bytes + CHRONY_DELAY_AT),
    .root_dispersion_ns = get_chrony_ns (bytes + CHRONY_DISPERSION_AT),
  };
  return true;
}

/* A number like -0.125 without regard to the language of the program; @scale is what one is. */
static bool
scan_decimal (const char *text, const char *end, double scale, int64_t *value)
{
  double number = 0, digit = scale;
  bool is_negative = text < end && *text == '-';
  bool is_fraction = false, any = false;

  for (text += is_negative; text < end && *text != ',' && *text != ' ' && *text != '\r'; text++)
    {
      if (*text == '.' && !is_fraction)
        is_fraction = true;
      else if (*text < '0' || *text > '9')
        return false;
      else if (is_fraction)
        number += (digit /= 10) * (*text - '0');
      else
        number = number * 10 + scale * (*text - '0');
      any |= *text != '.';
    }
  number = is_negative ? -number : number;
  *value = number > -9e18 && number < 9e18 ? (int64_t) number : 0;
  return any;
}

/* "name=value, name=value"; FALSE where @name is not among them. */
static bool
find_variable (const char *text, const char *end, const char *name, double scale, int64_t *value)
{
  size_t n = strlen (name);

  for (const char *at = text; at + n + 1 < end; at++)
    {
      bool begins = at == text || at[-1] == ' ' || at[-1] == ',' || at[-1] == '\n';

      if (begins && memcmp (at, name, n) == 0 && at[n] == '=')
        return scan_decimal (at + n + 1, end, scale, value);
    }
  return false;
}

/* Offsets are in ms there. */
static bool
take_ntp (SpurHostService *self, const uint8_t *bytes, size_t n_bytes)
{
  const char *text = (const char *) bytes + NTP_HEAD_BYTES;
  const char *end;
  SpurHostServiceState state = { .name = "ntpd" };

  if (n_bytes < NTP_HEAD_BYTES || (bytes[0] & 7) != NTP_MODE_CONTROL ||
      (bytes[1] & (NTP_IS_REPLY | NTP_IS_ERROR)) != NTP_IS_REPLY ||
      get_u16 (bytes + 2) != self->sequence || get_u16 (bytes + 8) != 0)
    return false;
  end = text + get_u16 (bytes + 10);
  if (end > (const char *) bytes + n_bytes)
    return false;
  if (!find_variable (text, end, "stratum", 1, &state.stratum))
    return false;
  find_variable (text, end, "offset", 1e6, &state.offset_ns);
  find_variable (text, end, "rootdelay", 1e6, &state.root_delay_ns);
  find_variable (text, end, "rootdisp", 1e6, &state.root_dispersion_ns);
  self->state = state;
  return true;
}

static void
take_answers (SpurHostService *self, int which)
{
  uint8_t bytes[1024];

  for (int i = 0; i < 8 && self->sockets[which] >= 0; i++)
    {
      ssize_t n = recv (self->sockets[which], bytes, sizeof bytes, MSG_DONTWAIT);

      if (n < 0)
        return;
      if (which == CHRONY ? take_chrony (self, bytes, (size_t) n)
                          : take_ntp (self, bytes, (size_t) n))
        {
          self->has_answer = true;
          self->answered_ns = spur_host_now_ns ();
        }
    }
}

void
spur_host_service_look (SpurHostService *self, SpurHostContext *context)
{
  for (int i = 0; self->has_asked && i < N_SERVICES; i++)
    take_answers (self, i);
  if (self->has_answer && context->time_ns - self->answered_ns > FORGET_AFTER_NS)
    self->has_answer = false;
  if (self->has_asked && context->time_ns - self->asked_ns < ASK_EVERY_NS)
    return;
  ask_service (self);
  self->has_asked = true;
  self->asked_ns = context->time_ns;
}

bool
spur_host_service_get (const SpurHostService *self, SpurHostServiceState *state)
{
  if (!self->has_answer)
    return false;
  *state = self->state;
  return true;
}
