import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApprovalCode } from '../../src/approval/index.js';
import { send, startCommand } from '../fixtures/console.js';
import { attend, openSessionPage } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('takeover-apart', () => {
  let site: Site;
  let closed: Site;
  let attended: Attended;
  let cookie: string;

  beforeAll(async () => {
    closed = await startSite({ '/': html('<h1>Closed</h1>') });
    site = await startSite({
      '/': html(`<button id="b" onclick="fetch('/pressed', { method: 'POST' })">Press</button>
        <a id="away" href="${closed.url()}" style="position:absolute;left:20px;top:100px">away</a>`),
      '/pressed': html(''),
    });
    attended = await attend({ network: { unsafeAllowPrivate: [site.host] } });
    cookie = (await attended.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  });
  afterAll(async () => {
    await attended.close();
    await site.close();
    await closed.close();
  });
  beforeEach(async () => {
    await attended.gatewright.call('browser_navigate', { url: site.url() });
    site.seen.length = 0;
  });

  const fields = async (names: readonly string[], form: string): Promise<URLSearchParams> => {
    const found = new URLSearchParams();
    for (const name of names) {
      const field = attended.page.locator(`form[action="${form}"] input[name=${name}]`);
      found.set(name, (await field.getAttribute('value')) ?? '');
    }
    return found;
  };
  const drive = async (): Promise<{ csrf: string; drive: string }> => {
    await openSessionPage(attended);
    await attended.page.getByRole('button', { name: 'Take over' }).click();
    await attended.page.getByRole('application').getByRole('img').waitFor();
    const found = await fields(['csrf', 'drive'], '/session/give');
    return { csrf: found.get('csrf') ?? '', drive: found.get('drive') ?? '' };
  };
  const giveBack = async (): Promise<void> => {
    await attended.page.getByRole('button', { name: 'Give back' }).click();
    await attended.page.getByText('Given back').waitFor();
  };
  const press = JSON.stringify([
    { kind: 'press', x: 20, y: 18, button: 'left', clicks: 1 },
    { kind: 'release', x: 20, y: 18, button: 'left', clicks: 1 },
  ]);

  it('nobody but the person at the console begins one', async () => {
    const { base, gatewright } = attended;
    await openSessionPage(attended);
    const good = await fields(['csrf', 'server', 'principal', 'session'], '/session/take');
    const forged = new URLSearchParams(good);
    forged.set('csrf', 'x'.repeat(43));
    const tries: [string, number, Record<string, string>, URLSearchParams][] = [
      ['no cookie', 401, { origin: base }, good],
      ['a wrong token', 403, { origin: base, cookie }, forged],
      ['another origin', 403, { origin: site.origin, cookie }, good],
      ['no origin', 403, { cookie }, good],
      ['another site', 403, { origin: base, cookie, 'sec-fetch-site': 'same-site' }, good],
      ['through our proxy', 403, { origin: base, cookie, 'proxy-connection': 'keep-alive' }, good],
    ];
    for (const [what, status, headers, body] of tries) {
      const { status: got } = await send(`${base}/session/take`, 'POST', headers, body.toString());
      expect([what, got]).toEqual([what, status]);
    }
    for (const path of ['/session/view', '/session/driven', '/session']) {
      expect((await send(`${base}${path}?${good.toString()}`, 'GET', {})).status).toBe(401);
      const beside = await send(`${base}${path}?${good.toString()}`, 'GET', { cookie, 'sec-fetch-site': 'same-site' });
      expect(beside.status).toBe(401);
    }
    expect((await gatewright.call('browser_navigate', { url: `${base}/session` })).code).toMatch(/^policy\./u);
    expect((await gatewright.call('browser_snapshot')).isError).toBe(false);
    expect(gatewright.record().some(({ event }) => event === 'takeover.began')).toBe(false);
  });

  it('a session of another principal, or none, is not found', async () => {
    const { base, page } = attended;
    await openSessionPage(attended);
    const good = await fields(['csrf', 'server', 'principal', 'session'], '/session/take');
    for (const [name, value] of [
      ['principal', 'somebody-else'],
      ['session', 'another'],
      ['server', 'elsewhere'],
    ] as const) {
      const body = new URLSearchParams(good);
      body.set(name, value);
      await send(`${base}/session/take`, 'POST', { origin: base, cookie }, body.toString());
      await page.goto(base);
      await page.getByText('Not taken over').waitFor();
    }
    expect((await attended.gatewright.call('browser_snapshot')).isError).toBe(false);
  });

  it('nobody else steers or ends it, and the agent cannot', async () => {
    const { base, gatewright, person, workspace } = attended;
    const own = await drive();
    const body = (more: object): string => new URLSearchParams({ ...own, inputs: press, ...more }).toString();
    const headers = { origin: base, cookie };
    expect((await send(`${base}/session/drive`, 'POST', { ...headers, cookie: '' }, body({}))).status).toBe(401);
    expect((await send(`${base}/session/drive`, 'POST', headers, body({ csrf: 'x' }))).status).toBe(403);
    expect((await send(`${base}/session/drive`, 'POST', headers, body({ drive: 'f'.repeat(32) }))).status).toBe(410);
    expect((await send(`${base}/session/drive`, 'POST', headers, body({ inputs: '[{"kind":"eval"}]' }))).status).toBe(
      400,
    );
    // A second console, and another person at it: the drive is not theirs.
    const second = await startCommand(workspace, ['console', '--port', '0', '--json'], 'link');
    const other = await person.newContext();
    try {
      const page = await other.newPage();
      await page.goto(second.link);
      await page.getByRole('link', { name: 'default', exact: true }).click();
      await page.getByText('A person drives this session').waitFor();
      expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
      const theirs = (await other.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
      const at = new URL(second.link).origin;
      const stolen = await send(`${at}/session/drive`, 'POST', { origin: at, cookie: theirs }, body({ csrf }));
      expect(stolen.status).toBe(410);
    } finally {
      await other.close();
      second.server.kill('SIGTERM');
    }
    for (const tool of ['browser_close', 'browser_snapshot', 'browser_reload'])
      expect((await gatewright.call(tool)).code).toBe('session.taken-over');
    expect(site.seen).toEqual([]);
    // The person's own press arrives.
    expect((await send(`${base}/session/drive`, 'POST', headers, body({}))).status).toBe(200);
    await expect.poll(() => site.seen.map(({ path }) => path), { timeout: 5000 }).toEqual(['/pressed']);
    await giveBack();
    expect((await send(`${base}/session/drive`, 'POST', headers, body({}))).status).toBe(410);
  });

  it('opens no origin', async () => {
    const { base } = attended;
    const own = await drive();
    const inputs = press.replaceAll('"y":18', '"y":110').replaceAll('"x":20', '"x":30');
    const body = new URLSearchParams({ ...own, inputs }).toString();
    expect((await send(`${base}/session/drive`, 'POST', { origin: base, cookie }, body)).status).toBe(200);
    await expect
      .poll(() => JSON.stringify(attended.gatewright.record()), { timeout: 8000 })
      .toMatch(/"(?:navigation\.blocked|egress\.[a-z]+)"/u);
    await giveBack();
    expect(closed.connections()).toBe(0);
    expect((await attended.gatewright.call('browser_snapshot')).text).not.toContain('Closed');
  });

  it('ends when the console dies', async () => {
    const { person, workspace, gatewright } = attended;
    const second = await startCommand(workspace, ['console', '--port', '0', '--json'], 'link');
    const other = await person.newContext();
    try {
      const page = await other.newPage();
      await page.goto(second.link);
      await page.getByRole('link', { name: 'default', exact: true }).click();
      await page.getByRole('button', { name: 'Take over' }).click();
      await page.getByRole('application').getByRole('img').waitFor();
      expect((await gatewright.call('browser_snapshot')).code).toBe('session.taken-over');
    } finally {
      second.server.kill('SIGKILL');
    }
    await expect.poll(async () => (await gatewright.call('browser_snapshot')).code, { timeout: 8000 }).toBeUndefined();
    await other.close();
    expect(JSON.stringify(gatewright.record())).toContain('the console went away');
  });

  it('takes the approval code where there is one', async () => {
    const { page, workspace, gatewright } = attended;
    await new ApprovalCode(join(workspace, 'approval-code')).set('korrekt pferd');
    await openSessionPage(attended);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('Not taken over: This takes the approval code.').waitFor();
    await page.getByLabel('Approval code').fill('falsches pferd');
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('The approval code is wrong.').waitFor();
    expect((await gatewright.call('browser_snapshot')).isError).toBe(false);
    await page.getByLabel('Approval code').fill('korrekt pferd');
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('heading', { name: 'You are driving' }).waitFor();
    expect((await gatewright.call('browser_snapshot')).code).toBe('session.taken-over');
    await giveBack();
    const refusals = gatewright.record().filter(({ event }) => event === 'takeover.refused');
    expect(refusals.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(gatewright.record())).not.toContain('pferd');
  });
});
