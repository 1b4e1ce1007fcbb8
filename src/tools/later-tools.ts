import type { Capability } from '../core/index.js';

/** Tools of capabilities that this version does not have yet: called by name, they answer that their capability is off. */
const LATER: { readonly [name: string]: Capability } = {
  eval_js: 'eval',
  network_body: 'network-body',
  extensions_install: 'extensions',
  extensions_list: 'extensions',
  extensions_reload: 'extensions',
  extensions_trigger: 'extensions',
  extensions_uninstall: 'extensions',
  emulate_bluetooth: 'device-emulation',
  emulate_usb: 'device-emulation',
  emulate_hid: 'device-emulation',
  device_requests: 'device-emulation',
  solve_captcha: 'captcha',
  canvas_capture: 'canvas',
  gesture_chain: 'canvas',
  canvas_world_to_screen: 'canvas',
  canvas_screen_to_world: 'canvas',
  canvas_query: 'canvas',
  canvas_diff: 'canvas',
  diagnostics_note: 'diagnostics',
  diagnostics_search: 'diagnostics',
  diagnostics_report: 'diagnostics',
};

export function laterTool(name: string): Capability | undefined {
  return Object.hasOwn(LATER, name) ? LATER[name] : undefined;
}
