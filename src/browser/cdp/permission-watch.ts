import { randomBytes } from 'node:crypto';
import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { CdpConnection } from './cdp-connection.js';
import type { ContextOwner } from './context-owner.js';

type Watched = Pick<ContextOwner, 'permissionAsked' | 'emulatesDevices'>;

/**
 * Notices that a page asks for a permission, by wrappers around what asks, in every frame. Best effort and no boundary:
 * a page that wants to ask unnoticed can, and gets the same refusal, which comes from outside of it.
 */
export class PermissionWatch {
  readonly #wire: CdpConnection;
  readonly #binding = `_${randomBytes(8).toString('hex')}`;
  /** By DevTools session: pages, and frames in processes of their own. */
  readonly #watched = new Map<string, Watched>();

  constructor(wire: CdpConnection) {
    this.#wire = wire;
  }

  /** Before the target runs: what is written first is done first. */
  watch(session: string, owner: Watched): void {
    if (owner.permissionAsked === undefined) return;
    this.#watched.set(session, owner);
    this.#wire.sendNoReply('Runtime.addBinding', { name: this.#binding }, session);
    const source = `(${WRAPPERS})(${JSON.stringify(this.#binding)}, ${String(owner.emulatesDevices === true)})`;
    this.#wire.sendNoReply('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }, session);
  }

  forget(session: string): void {
    this.#watched.delete(session);
  }

  /** True: the message was for us alone. */
  onMessage(session: string, message: Fields): boolean {
    const owner = this.#watched.get(session);
    if (owner === undefined) return false;
    const params = fieldsOf(message, 'params');
    switch (textOf(message, 'method') ?? '') {
      case 'Runtime.bindingCalled': {
        if (textOf(params, 'name') !== this.#binding) return false;
        const [name = '', origin = ''] = (textOf(params, 'payload') ?? '').split(' ');
        if (NAMES.has(name)) owner.permissionAsked?.(name, origin);
        return true;
      }
      case 'Target.attachedToTarget':
        if (textOf(fieldsOf(params, 'targetInfo'), 'type') === 'iframe')
          this.watch(textOf(params, 'sessionId') ?? '', owner);
        return false;
      case 'Target.detachedFromTarget':
        this.forget(textOf(params, 'sessionId') ?? '');
        return false;
      default:
        return false;
    }
  }
}

/**
 * Runs in the page's own world. The functions stay what they were; a proxy even prints as native code. After a gesture
 * Chromium would show its device chooser in a window that nobody sees, and the page would wait for ever: it is answered as
 * if its user had chosen nothing.
 */
const WRAPPERS = `(binding, emulatesDevices) => {
  const tell = globalThis[binding];
  if (typeof tell !== 'function') return;
  delete globalThis[binding];
  const here = globalThis.origin;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const told = Object.create(null);
  const say = (name) => {
    told[name] = (told[name] || 0) + 1;
    if (told[name] <= 5) tell(name + ' ' + here);
  };
  const wrap = (owner, key, names, unchosen) => {
    try {
      const was = owner && getOwnPropertyDescriptor(owner, key);
      if (!was || typeof was.value !== 'function' || !was.configurable) return;
      const value = new Proxy(was.value, {
        apply(target, self, args) {
          try { (typeof names === 'function' ? names(args) : [names]).forEach(say); } catch {}
          if (unchosen && apply(isActive, activation, [])) return unchosen();
          return apply(target, self, args);
        },
      });
      defineProperty(owner, key, { ...was, value });
    } catch {}
  };
  const { userActivation: activation } = navigator;
  const isActive = getOwnPropertyDescriptor(UserActivation.prototype, 'isActive').get;
  const Fault = DOMException;
  const nothing = (text) => async () => { throw new Fault(text, 'NotFoundError'); };
  const of = (name) => globalThis[name] && globalThis[name].prototype;
  wrap(globalThis.Notification, 'requestPermission', 'notifications');
  wrap(of('Geolocation'), 'getCurrentPosition', 'geolocation');
  wrap(of('Geolocation'), 'watchPosition', 'geolocation');
  wrap(of('MediaDevices'), 'getUserMedia', ([wish]) =>
    [['video', 'camera'], ['audio', 'microphone']].filter(([key]) => wish && wish[key]).map(([, name]) => name));
  wrap(of('MediaDevices'), 'getDisplayMedia', 'display-capture');
  wrap(of('Clipboard'), 'read', 'clipboard-read');
  wrap(of('Clipboard'), 'readText', 'clipboard-read');
  wrap(of('Clipboard'), 'write', 'clipboard-write');
  wrap(of('Clipboard'), 'writeText', 'clipboard-write');
  wrap(of('Navigator'), 'requestMIDIAccess', 'midi');
  wrap(globalThis.IdleDetector, 'requestPermission', 'idle-detection');
  wrap(globalThis, 'getScreenDetails', 'window-management');
  wrap(globalThis, 'queryLocalFonts', 'local-fonts');
  wrap(of('Document'), 'requestStorageAccess', 'storage-access');
  wrap(of('PushManager'), 'subscribe', 'push');
  wrap(of('StorageManager'), 'persist', 'persistent-storage');
  wrap(of('WakeLock'), 'request', 'screen-wake-lock');
  wrap(of('Sensor'), 'start', 'sensors');
  wrap(of('Serial'), 'requestPort', 'serial', nothing("Failed to execute 'requestPort' on 'Serial': No port selected by the user."));
  if (emulatesDevices) return;
  wrap(of('Bluetooth'), 'requestDevice', 'bluetooth', nothing('User cancelled the requestDevice() chooser.'));
  wrap(of('USB'), 'requestDevice', 'usb', nothing("Failed to execute 'requestDevice' on 'USB': No device selected."));
  wrap(of('HID'), 'requestDevice', 'hid', async () => []);
}`;

/** The wrappers' own words: whatever else arrives is not theirs. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'notifications geolocation camera microphone display-capture clipboard-read clipboard-write midi idle-detection ' +
    'window-management local-fonts storage-access push persistent-storage screen-wake-lock sensors bluetooth usb hid serial'
  ).split(' '),
);
