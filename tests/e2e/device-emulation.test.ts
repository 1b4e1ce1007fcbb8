import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ON = ['read', 'navigation', 'action', 'human', 'eval', 'device-emulation'];
/** Asks as its first script runs. */
const EAGER = `<script>window.asked = navigator.usb.requestDevice({ filters: [] }).then((d) => d.productName, (e) => e.name)</script>`;

describe('device-emulation on real pages', () => {
  let site: Site;
  let far: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const value = async (expr: string, more: Record<string, unknown> = {}): Promise<unknown> => {
    const reply = await call('eval_js', { expr, ...more });
    expect(reply.isError, reply.text).toBe(false);
    return JSON.parse(/^<<page[^\n]*\n([^]*?)\n<<end/mu.exec(reply.text)?.[1] ?? 'null');
  };
  beforeAll(async () => {
    far = await startSite({ '/': html('<p>Far</p>') });
    site = await startSite({
      '/': html(
        `<p>Devices</p><iframe title="far" allow="usb; hid; bluetooth" src="http://localhost:${String(far.port)}/"></iframe>`,
      ),
      '/eager': html(EAGER),
      '/closed': html(
        `<iframe title="far" src="http://localhost:${String(far.port)}/"></iframe><iframe title="near" src="/near"></iframe>`,
      ),
      '/near': html('<p>Near</p>'),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', `localhost:${String(far.port)}`],
      config: { capabilities: ON },
    });
  });
  beforeEach(async () => {
    await call('browser_close');
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await far.close();
  });

  it('says at boot, in doctor and in the record what it exposes', () => {
    const line =
      'capability device-emulation is on: it exposes pages to Bluetooth, USB and HID devices that do not exist';
    expect(gatewright.stderr()).toContain(line);
    expect(JSON.stringify(gatewright.record())).toContain(line);
    expect(gatewright.command(['doctor', '--json']).stdout).toContain('HID devices that do not exist');
  });

  it('resolves requestDevice with a Bluetooth device of the W3C shape; GATT rejects', async () => {
    const { text } = await call('emulate_bluetooth', { devices: [{ name: 'Heart', services: ['heart_rate'] }] });
    expect(text).toContain('"Heart"');
    // Headless Chromium on Linux has no Web Bluetooth.
    expect(text).toContain('navigator.bluetooth itself is emulated: this Chromium has none.');
    const asked = `navigator.bluetooth.requestDevice({ filters: [{ services: ['heart_rate'] }] })`;
    expect(
      await value(`${asked}.then((d) => [d.name, typeof d.id, d.gatt.connected, d instanceof EventTarget])`),
    ).toEqual(['Heart', 'string', false, true]);
    expect(
      await value(
        `${asked}.then((d) => d.gatt.connect()).then((s) => s.getPrimaryService('heart_rate')).catch((e) => e.name)`,
      ),
    ).toBe('NetworkError');
    expect(await value(`${asked}.then(() => navigator.bluetooth.getDevices()).then((all) => all.length)`)).toBe(1);
    expect(await value('navigator.bluetooth.getAvailability()')).toBe(true);
    expect(
      await value(`navigator.bluetooth.requestDevice({ filters: [{ name: 'Other' }] }).catch((e) => e.name)`),
    ).toBe('NotFoundError');
  });

  it('resolves a USB device whose transfers have zero bytes, and HID devices that report nothing', async () => {
    await call('emulate_usb', {
      devices: [
        { name: 'Board', vendorId: 0x2341, productId: 67, serial: 'S1' },
        { name: 'Stick', vendorId: 1 },
      ],
    });
    const usb = `navigator.usb.requestDevice({ filters: [{ vendorId: 0x2341 }] })`;
    expect(
      await value(`${usb}.then(async (d) => { await d.open(); await d.selectConfiguration(1); const r = await d.transferIn(1, 64);
        const w = await d.transferOut(1, new Uint8Array(3)); return [d.productName, d.serialNumber, d.opened, d instanceof USBDevice, r.data.byteLength, r.status, w.bytesWritten]; })`),
    ).toEqual(['Board', 'S1', true, true, 0, 'ok', 0]);
    await call('emulate_hid', { devices: [{ name: 'Pad', vendorId: 1356, usagePage: 1, usage: 5 }] });
    expect(
      await value(`navigator.hid.requestDevice({ filters: [{ usagePage: 1, usage: 5 }] }).then(async ([d]) => { let n = 0; d.addEventListener('inputreport', () => n++);
        await d.open(); await d.sendReport(0, new Uint8Array(1)); return [d.productName, d.opened, d.oninputreport, n, d instanceof HIDDevice, d.collections.length]; })`),
    ).toEqual(['Pad', true, null, 0, true, 1]);
    expect(await value('navigator.hid.requestDevice({ filters: [{ vendorId: 9 }] })')).toEqual([]);
  });

  it('holds across navigations, for the first script of a page, in frames and in new tabs; an empty list clears', async () => {
    await call('emulate_usb', { devices: [{ name: 'Board' }] });
    const usb = `navigator.usb.requestDevice({ filters: [] }).then((d) => d.productName, (e) => e.name)`;
    const snapshot = (await call('browser_snapshot')).text;
    const ref = /iframe "far"[^\n]*\[ref=(e\d+)\]/u.exec(snapshot)?.[1];
    expect(await value(usb, { ref })).toBe('Board');
    await call('browser_navigate', { url: site.url('/eager'), snapshot: 'none' });
    expect(await value('asked')).toBe('Board');
    await call('browser_tabs', { action: 'new', url: site.url('/eager') });
    expect(await value('asked')).toBe('Board');
    await call('emulate_usb', { devices: [{ name: 'Second' }] });
    expect(await value(usb)).toBe('Second');
    expect((await call('emulate_usb', { devices: [] })).text).toBe('ok: no WebUSB device is emulated');
    expect(await value(usb)).toBe('NotFoundError');
    await call('browser_reload');
    expect(await value('asked')).toBe('NotFoundError');
  });

  it('a frame of another origin that is not allowed gets nothing, and no page needs a gesture', async () => {
    await call('emulate_usb', { devices: [{ name: 'Board' }] });
    await call('emulate_hid', { devices: [{ name: 'Pad' }] });
    await call('emulate_bluetooth', { devices: [{ name: 'Heart' }] });
    const each = `Promise.all([navigator.usb.requestDevice({ filters: [] }), navigator.hid.requestDevice({ filters: [] }),
      navigator.bluetooth.requestDevice({ acceptAllDevices: true })].map((one) => one.then((d) => d.productName ?? d.name ?? d[0].productName, (e) => e.name)))`;
    await call('browser_navigate', { url: site.url('/closed'), snapshot: 'none' });
    expect(await value('navigator.userActivation.hasBeenActive')).toBe(false);
    expect(await value(each)).toEqual(['Board', 'Pad', 'Heart']);
    const snapshot = (await call('browser_snapshot')).text;
    const inFrame = (title: string): Promise<unknown> =>
      value(each, { ref: new RegExp(`iframe "${title}"[^\\n]*\\[ref=(e\\d+)\\]`, 'iu').exec(snapshot)?.[1] });
    expect(await inFrame('Far')).toEqual(['SecurityError', 'SecurityError', 'SecurityError']);
    expect(
      (await call('device_requests')).text.match(/refused: [^\n]*disallowed by permissions policy/gu),
    ).toHaveLength(3);
    expect(await inFrame('Near')).toEqual(['Board', 'Pad', 'Heart']);
  });

  it('while no device is emulated, requests for each kind are refused at once and listed', async () => {
    const names = `Promise.all([navigator.usb.requestDevice({ filters: [] }), navigator.hid.requestDevice({ filters: [] }),
      navigator.bluetooth.requestDevice({ acceptAllDevices: true })].map((one) => one.catch((e) => e.name)))`;
    expect(await value(names)).toEqual(['NotFoundError', [], 'NotFoundError']);
    const { text } = await call('device_requests');
    for (const kind of ['usb', 'hid', 'bluetooth'])
      expect(text).toMatch(new RegExp(`^\\d+ \\S+ ${kind} [^\\n]*"refused"$`, 'mu'));
  });

  it('lists what pages asked for and what they got, as their words', async () => {
    expect((await call('device_requests')).text).toContain('no request');
    await value(`navigator.usb.requestDevice({ filters: [{ vendorId: 7 }] }).catch((e) => e.name)`);
    await call('emulate_usb', { devices: [{ name: 'Board', vendorId: 7 }] });
    await value(`navigator.usb.requestDevice({ filters: [{ vendorId: 7 }] }).then((d) => d.productName)`);
    const listed = await call('device_requests');
    expect(listed.text).toMatch(/^<<page/mu);
    expect(listed.text).toMatch(/1 \S+ usb [^\n]*vendorId[^\n]*refused[^\n]*\n2 \S+ usb [^\n]*emulated: Board/u);
    expect((await call('device_requests', { since: 2 })).text).not.toContain('refused');
    expect((await call('device_requests', { since: 3 })).text).toContain('no request');
  });
});
