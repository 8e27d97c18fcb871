/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Load-lines (NetLogger, figure 1) of the host's parts, each kind in a colour of its own. */
#include "config.h"

#include "plugins/monitors/host/spur-host-visualizers.h"

#include "visualizers/spur-custom-visualizer.h"
#include "visualizers/spur-lm-network-load-visualizer.h"
#include "visualizers/spur-lm-target-load-visualizer.h"
#include "visualizers/spur-target-state-change-visualizer.h"

#define DEFINE_VISUALIZER(TypeName, type_name, ParentName, PARENT_TYPE, ...)                       \
  typedef struct                                                                                   \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  } TypeName;                                                                                      \
  typedef struct                                                                                   \
  {                                                                                                \
    ParentName##Class parent_class;                                                                \
  } TypeName##Class;                                                                               \
  static GType type_name##_get_type (void);                                                        \
  G_DEFINE_TYPE (TypeName, type_name, PARENT_TYPE)                                                 \
  static void type_name##_class_init (TypeName##Class *klass)                                      \
  {                                                                                                \
    SPUR_VISUALIZER_CLASS (klass)->style = (SpurStyle){ __VA_ARGS__ };                             \
  }                                                                                                \
  static void type_name##_init (TypeName *self) {}

#define LEVEL(line_color, dash, text)                                                              \
  .form = SPUR_FORM_LEVEL, .color = line_color, .opacity = 1.0, .width_px = 1.6, .dash_px = dash,  \
  .label = text

#define SIGN(form_of, sign, sign_color, size, text)                                                \
  .form = form_of, .glyph = sign, .color = sign_color, .opacity = 1.0, .width_px = size,           \
  .label = text

DEFINE_VISUALIZER (SpurHostProcessorLoadVisualizer,
                   spur_host_processor_load_visualizer,
                   SpurLmTargetLoadVisualizer,
                   SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER,
                   LEVEL (0xb3470f, 0.0, "load of all cores"))

DEFINE_VISUALIZER (SpurHostCoreLoadVisualizer,
                   spur_host_core_load_visualizer,
                   SpurLmTargetLoadVisualizer,
                   SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER,
                   LEVEL (0xd98a4f, 0.0, "load of a core"))

DEFINE_VISUALIZER (SpurHostRunQueueLoadVisualizer,
                   spur_host_run_queue_load_visualizer,
                   SpurLmTargetLoadVisualizer,
                   SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER,
                   LEVEL (0x6a4c93, 4.0, "run queue"))

DEFINE_VISUALIZER (SpurHostMemoryLoadVisualizer,
                   spur_host_memory_load_visualizer,
                   SpurLmTargetLoadVisualizer,
                   SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER,
                   LEVEL (0x2f6690, 0.0, "memory in use"))

DEFINE_VISUALIZER (SpurHostSwapLoadVisualizer,
                   spur_host_swap_load_visualizer,
                   SpurLmTargetLoadVisualizer,
                   SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER,
                   LEVEL (0x8a6d1d, 0.0, "swap space in use"))

DEFINE_VISUALIZER (SpurHostDiskLoadVisualizer,
                   spur_host_disk_load_visualizer,
                   SpurLmTargetLoadVisualizer,
                   SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER,
                   LEVEL (0x3a7d44, 0.0, "load of a disk"))

DEFINE_VISUALIZER (SpurHostNetworkLoadVisualizer,
                   spur_host_network_load_visualizer,
                   SpurLmNetworkLoadVisualizer,
                   SPUR_TYPE_LM_NETWORK_LOAD_VISUALIZER,
                   LEVEL (0x0b6e84, 0.0, "traffic in Mbit/s"))

DEFINE_VISUALIZER (SpurHostTcpLoadVisualizer,
                   spur_host_tcp_load_visualizer,
                   SpurLmNetworkLoadVisualizer,
                   SPUR_TYPE_LM_NETWORK_LOAD_VISUALIZER,
                   LEVEL (0xb0182b, 0.0, "TCP sent again"))

DEFINE_VISUALIZER (
  SpurHostLinkVisualizer,
  spur_host_link_visualizer,
  SpurTargetStateChangeVisualizer,
  SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER,
  SIGN (SPUR_FORM_GLYPH, SPUR_GLYPH_DIAMOND, 0x0b6e84, 6.0, "interface up or down"))

DEFINE_VISUALIZER (SpurHostLoginVisualizer,
                   spur_host_login_visualizer,
                   SpurTargetStateChangeVisualizer,
                   SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER,
                   SIGN (SPUR_FORM_GLYPH, SPUR_GLYPH_DOT, 0x3a7d44, 7.0, "login"))

DEFINE_VISUALIZER (SpurHostLogoutVisualizer,
                   spur_host_logout_visualizer,
                   SpurTargetStateChangeVisualizer,
                   SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER,
                   SIGN (SPUR_FORM_GLYPH, SPUR_GLYPH_RING, 0x3a7d44, 7.0, "logout"))

DEFINE_VISUALIZER (SpurHostClockVisualizer,
                   spur_host_clock_visualizer,
                   SpurCustomVisualizer,
                   SPUR_TYPE_CUSTOM_VISUALIZER,
                   SIGN (SPUR_FORM_TICK, SPUR_GLYPH_DOT, 0x5f6b76, 1.2, "state of the clock"))

static GType (*const get_type[]) (void) = {
  spur_host_processor_load_visualizer_get_type, spur_host_core_load_visualizer_get_type,
  spur_host_run_queue_load_visualizer_get_type, spur_host_memory_load_visualizer_get_type,
  spur_host_swap_load_visualizer_get_type,      spur_host_disk_load_visualizer_get_type,
  spur_host_network_load_visualizer_get_type,   spur_host_tcp_load_visualizer_get_type,
  spur_host_link_visualizer_get_type,           spur_host_login_visualizer_get_type,
  spur_host_logout_visualizer_get_type,         spur_host_clock_visualizer_get_type,
};
const guint spur_host_n_visualizers = G_N_ELEMENTS (get_type);

GType
spur_host_get_visualizer_type (guint index)
{
  return get_type[index]();
}
