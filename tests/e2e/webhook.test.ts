import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { startApprovalApp } from '../fixtures/approval-app.js';
import { pending } from '../fixtures/person.js';
import { startSite } from '../fixtures/site.js';

const SECRET = 'a-secret-of-forty-characters-0123456789ab';

async function startHook() {
  const notices: { body: string; signature: string; at: string }[] = [];
  const hook = await startSite({
    '/hook': (request, response) => {
      notices.push({
        body: hook.seen.at(-1)?.body ?? '',
        signature: String(request.headers['x-gatewright-signature']),
        at: String(request.headers['x-gatewright-timestamp']),
      });
      response.writeHead(204).end();
    },
  });
  onTestFinished(() => hook.close());
  const secretFile = join(mkdtempSync(join(tmpdir(), 'gw-hook-')), 'secret');
  writeFileSync(secretFile, `${SECRET}\n`, { mode: 0o600 });
  const approval = `{ timeoutSeconds: 20, channels: [{ webhook: { url: "${hook.url('/hook')}", secretFile: "${secretFile}" } }] }`;
  return { notices, approval };
}

it('a webhook is told, signed, and its link answers once', { timeout: 90_000 }, async () => {
  const { notices, approval } = await startHook();
  const app = await startApprovalApp({ transport: 'http', approval });
  onTestFinished(() => app.close());
  await app.gatewright.call('browser_navigate', { url: app.site.url() });
  const clicked = app.gatewright.call('browser_click', { role: 'button', name: 'Send message' });
  await expect.poll(() => notices.length, { timeout: 15_000 }).toBe(1);
  const [{ body, signature, at } = { body: '', signature: '', at: '' }] = notices;
  expect(signature).toBe(`v1=${createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex')}`);
  const { reply } = JSON.parse(body) as { reply: string };

  const page = await fetch(reply);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Send message');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const press = (headers: Record<string, string> = {}) =>
    fetch(reply, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }), headers });
  expect((await press({ origin: 'https://evil.example' })).status).toBe(403);
  expect(app.posts()).toEqual([]);
  // Not a channel here, so its answer is none.
  const [question] = pending(app.gatewright);
  expect(app.gatewright.command(['approvals', 'approve', question?.id ?? '']).status).toBe(1);
  expect((await press()).status).toBe(200);
  expect((await clicked).isError).toBe(false);
  expect(app.posts()).toEqual(['/send']);
  expect((await press()).status).toBe(404);
  expect(JSON.stringify(app.noted('approval.answered'))).toContain('"channel":"webhook"');
});

it('a person presses the button in a browser', { timeout: 90_000 }, async () => {
  const { notices, approval } = await startHook();
  const app = await startApprovalApp({ transport: 'http', approval });
  onTestFinished(() => app.close());
  await app.gatewright.call('browser_navigate', { url: app.site.url() });
  const clicked = app.gatewright.call('browser_click', { role: 'button', name: 'Send message' });
  await expect.poll(() => notices.length, { timeout: 15_000 }).toBe(1);
  const { reply } = JSON.parse(notices[0]?.body ?? '{}') as { reply: string };
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(reply);
  await page.getByRole('button', { name: 'Allow once' }).click();
  expect((await clicked).isError).toBe(false);
  expect(app.posts()).toEqual(['/send']);
});

it('over stdio it is only told, and says so at the start', { timeout: 60_000 }, async () => {
  const { notices, approval } = await startHook();
  const app = await startApprovalApp({ approval });
  onTestFinished(() => app.close());
  expect(app.gatewright.stderr()).toContain('the webhook only tells');
  await app.gatewright.call('browser_navigate', { url: app.site.url() });
  expect((await app.gatewright.call('browser_click', { name: 'Send message' })).code).toBe('approval.nobody');
  expect(notices).toHaveLength(1);
  expect(notices[0]?.body).not.toContain('"reply"');
  expect(app.posts()).toEqual([]);
});
