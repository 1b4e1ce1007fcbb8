/**
 * Runs in the page's own world, in every frame, before its first script. `requestDevice` finds what is in the catalog, in
 * objects of the shapes of Web Bluetooth, WebUSB and WebHID; nothing can be exchanged with them. A frame needs the permission
 * of the page around it. No gesture of a user's is asked for, other than by the specifications: who emulates devices wants
 * them found, also by a page that asks in its first script, and there is no person whom a chooser could surprise.
 */
export const DEVICE_SCRIPT = `(binding, key, catalog) => {
  const tell = globalThis[binding];
  delete globalThis[binding];
  if (!globalThis.isSecureContext || typeof tell !== 'function') return;
  const here = globalThis.origin;
  const { stringify } = JSON;
  const policy = document.featurePolicy;
  const known = policy ? policy.features() : [];
  const allowsFeature = policy ? policy.allowsFeature.bind(policy) : undefined;
  // Chromium knows no policy of an interface that it does not have: then frames of other origins have none.
  const isNear = (() => { try { return top.origin === here; } catch { return false; } })();
  const allows = (kind) => (known.includes(kind) ? allowsFeature(kind) : isNear);
  const granted = { bluetooth: [], usb: [], hid: [] };
  const made = new Map();
  const error = (name, text) => new DOMException(text, name);
  const say = (kind, options, outcome) => {
    let asked = '';
    try { asked = String(stringify(options)); } catch {}
    if (asked.length > 500) asked = asked.slice(0, 500) + '…';
    tell(stringify({ kind, origin: here, asked, outcome }));
  };
  const shape = (name, fields, events) => {
    const parent = (globalThis[name] || EventTarget).prototype;
    const target = new EventTarget();
    const object = Object.create(parent);
    const members = { ...fields, ...Object.fromEntries(events.map((event) => ['on' + event, null])) };
    for (const method of ['addEventListener', 'removeEventListener', 'dispatchEvent']) members[method] = target[method].bind(target);
    for (const [member, value] of Object.entries(members))
      Object.defineProperty(object, member, { value, writable: true, enumerable: typeof value !== 'function', configurable: true });
    if (!globalThis[name]) Object.defineProperty(object, Symbol.toStringTag, { value: name });
    return object;
  };
  const empty = () => new DataView(new ArrayBuffer(0));
  const asyncSet = (object, values) => async () => { Object.assign(object, values); };
  const makers = {
    bluetooth: (from, i) => {
      const device = shape('BluetoothDevice', { id: from.id || btoa('device ' + i), name: from.name }, ['gattserverdisconnected', 'advertisementreceived']);
      const none = async () => { throw error('NetworkError', 'GATT is not emulated: no service can be reached.'); };
      const gatt = shape('BluetoothRemoteGATTServer', { device, connected: false, getPrimaryService: none, getPrimaryServices: none }, []);
      gatt.connect = async () => { gatt.connected = true; return gatt; };
      gatt.disconnect = () => { gatt.connected = false; };
      device.gatt = gatt;
      device.watchingAdvertisements = false;
      device.watchAdvertisements = async () => { throw error('NotSupportedError', 'Advertisements are not emulated.'); };
      return device;
    },
    usb: (from) => {
      const zero = async () => ({ data: empty(), status: 'ok' });
      const sent = async () => ({ bytesWritten: 0, status: 'ok' });
      const configuration = { configurationValue: 1, configurationName: null, interfaces: [] };
      const device = shape('USBDevice', {
        usbVersionMajor: 2, usbVersionMinor: 0, usbVersionSubminor: 0, deviceClass: from.deviceClass || 0, deviceSubclass: 0, deviceProtocol: 0,
        vendorId: from.vendorId || 0, productId: from.productId || 0, deviceVersionMajor: 1, deviceVersionMinor: 0, deviceVersionSubminor: 0,
        manufacturerName: from.manufacturer || null, productName: from.name, serialNumber: from.serial || null,
        configuration: null, configurations: [configuration], opened: false,
        transferIn: zero, transferOut: sent, controlTransferIn: zero, controlTransferOut: sent,
        isochronousTransferIn: async () => ({ data: empty(), packets: [] }), isochronousTransferOut: async () => ({ packets: [] }),
        clearHalt: async () => {}, reset: async () => {}, claimInterface: async () => {}, releaseInterface: async () => {}, selectAlternateInterface: async () => {},
      }, []);
      device.open = asyncSet(device, { opened: true });
      device.close = asyncSet(device, { opened: false });
      device.selectConfiguration = asyncSet(device, { configuration });
      return device;
    },
    hid: (from) => {
      const device = shape('HIDDevice', {
        opened: false, vendorId: from.vendorId || 0, productId: from.productId || 0, productName: from.name,
        collections: [{ usagePage: from.usagePage || 0, usage: from.usage || 0, type: 1, children: [], inputReports: [], outputReports: [], featureReports: [] }],
        sendReport: async () => {}, sendFeatureReport: async () => {}, receiveFeatureReport: async () => empty(),
      }, ['inputreport']);
      device.open = asyncSet(device, { opened: true });
      device.close = asyncSet(device, { opened: false });
      return device;
    },
  };
  const objectFor = (kind, from, i) => {
    const name = kind + ' ' + stringify(from);
    if (!made.has(name)) {
      const device = makers[kind](from, i);
      device.forget = async () => { granted[kind] = granted[kind].filter((one) => one !== device); };
      made.set(name, device);
    }
    return made.get(name);
  };
  const fits = {
    bluetooth: (from, filter) =>
      (filter.name === undefined || filter.name === from.name) &&
      (filter.namePrefix === undefined || String(from.name).startsWith(filter.namePrefix)) &&
      (filter.services === undefined || Array.from(filter.services).every((one) => (from.services || []).includes(String(one)))),
    usb: (from, filter) =>
      ['vendorId', 'productId'].every((field) => filter[field] === undefined || filter[field] === from[field]) &&
      (filter.classCode === undefined || filter.classCode === (from.deviceClass || 0)) &&
      (filter.serialNumber === undefined || filter.serialNumber === from.serial),
    hid: (from, filter) =>
      ['vendorId', 'productId', 'usagePage', 'usage'].every((field) => filter[field] === undefined || filter[field] === from[field]),
  };
  const chosen = (kind, options) => {
    const filters = options && options.filters !== undefined ? Array.from(options.filters) : undefined;
    const isAny = kind === 'bluetooth' ? options && options.acceptAllDevices === true : filters && filters.length === 0;
    if (kind === 'bluetooth' && !isAny && (!filters || filters.length === 0))
      throw new TypeError("Either 'filters' should be present or 'acceptAllDevices' should be true, but not both.");
    if (kind !== 'bluetooth' && !filters) throw new TypeError("Failed to execute 'requestDevice': required member filters is undefined.");
    const isOut = (from) => Array.from((options && options.exclusionFilters) || []).some((filter) => fits[kind](from, filter));
    return catalog[kind].filter((from) => (isAny || filters.some((filter) => fits[kind](from, filter))) && !isOut(from));
  };
  const request = async (kind, options, more) => {
    if (options === key) { catalog = more; return undefined; }
    if (!allows(kind)) {
      const why = 'Access to the feature "' + kind + '" is disallowed by permissions policy';
      say(kind, options, 'refused: ' + why);
      throw error('SecurityError', "Failed to execute 'requestDevice': " + why + '.');
    }
    const found = chosen(kind, options).map((from) => [from, objectFor(kind, from, catalog[kind].indexOf(from))]);
    const taken = kind === 'hid' ? found : found.slice(0, 1);
    say(kind, options, taken.length === 0 ? 'refused' : 'emulated: ' + taken.map(([from]) => from.name).join(', '));
    for (const [, device] of taken) if (!granted[kind].includes(device)) granted[kind].push(device);
    if (kind === 'hid') return taken.map(([, device]) => device);
    if (taken.length === 0) throw error('NotFoundError', kind === 'usb' ? "Failed to execute 'requestDevice' on 'USB': No device selected." : 'User cancelled the requestDevice() chooser.');
    return taken[0][1];
  };
  const patch = (kind, name) => {
    let owner = globalThis[name] && globalThis[name].prototype;
    if (!owner && kind === 'bluetooth') {
      owner = (globalThis.Bluetooth = class Bluetooth extends EventTarget {}).prototype;
      owner.getAvailability = async () => true;
      owner.onavailabilitychanged = null;
      const only = new globalThis.Bluetooth();
      Object.defineProperty(globalThis, 'Bluetooth', { enumerable: false });
      Object.defineProperty(Navigator.prototype, 'bluetooth', { get: () => only, enumerable: true, configurable: true });
    }
    if (!owner) return;
    const getDevices = async () => {
      if (!allows(kind)) throw error('SecurityError', 'Access to the feature "' + kind + '" is disallowed by permissions policy.');
      return [...granted[kind]];
    };
    const methods = { requestDevice: (options, more) => request(kind, options, more), getDevices };
    for (const [method, value] of Object.entries(methods))
      Object.defineProperty(owner, method, { value, writable: true, enumerable: true, configurable: true });
  };
  patch('bluetooth', 'Bluetooth');
  patch('usb', 'USB');
  patch('hid', 'HID');
}`;
