import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { send } from '../fixtures/console.js';
import { makeDesktop } from '../fixtures/desktop.js';
import { pending } from '../fixtures/person.js';

const CLIENTS = [
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-11-25'],
  ['http', '2026-07-28'],
] as const;

let person: Browser;
beforeAll(async () => {
  person = await launchChromium();
});
afterAll(() => person.close());

const click = (app: ApprovalApp, name = 'Send message') =>
  app.gatewright.call('browser_click', { role: 'button', name });

async function freshPage(): Promise<Page> {
  const context = await person.newContext();
  context.setDefaultTimeout(15_000);
  return context.newPage();
}

describe.each(CLIENTS)('over %s a client of %s that opens addresses', (transport, revision) => {
  it('leads its user to exactly that question, who answers it in the console', { timeout: 120_000 }, async () => {
    const desktop = makeDesktop();
    const offered: { url: string; message: string }[] = [];
    const app = await startApprovalApp({
      ...{ transport, revision, env: desktop.env },
      openUrl: (url, message) => {
        offered.push({ url, message });
        return { action: 'accept' };
      },
    });
    const closed: unknown[] = [];
    app.gatewright.client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
      closed.push(params.elicitationId);
    });
    try {
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      const clicked = click(app);
      await expect.poll(() => offered.length, { timeout: 15_000 }).toBe(1);
      const [{ url, message } = { url: '', message: '' }] = offered;
      const [question] = pending(app.gatewright);
      expect(new URL(url).pathname).toBe(`/question/${question?.id ?? ''}`);
      expect(message).toContain('"Send message"');

      // A browser that has never been here: the link alone shows and answers nothing.
      const page = await freshPage();
      await page.goto(url);
      expect(await page.content()).not.toContain('Send message');
      expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Open the question' }).click();
      await page.getByRole('heading', { name: 'The question is open' }).waitFor();
      // What the desktop's opener was given leads there, without showing the link to other users of the machine.
      const file = await desktop.nextOpened();
      expect(file).toMatch(/^file:.*\/open-[0-9a-f]{16}\.html$/u);
      await page.goto(file);
      await page.getByRole('heading', { name: 'An agent asks you' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(new URL(url).pathname);
      expect(app.posts()).toEqual([]);
      await page.getByRole('button', { name: 'Allow once' }).click();
      expect((await clicked).isError).toBe(false);
      expect(app.posts()).toEqual(['/send']);
      expect(JSON.stringify(app.noted('approval.answered'))).toContain('"channel":"console"');
      if (revision === '2025-11-25') await expect.poll(() => closed).toEqual([question?.id]);

      // The same browser is signed in now: the next link opens its question at once.
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      const again = click(app);
      await expect.poll(() => offered.length, { timeout: 15_000 }).toBe(2);
      await page.goto(offered[1]?.url ?? '');
      await page.getByRole('button', { name: 'Refuse' }).click();
      expect((await again).code).toBe('approval.denied');
      expect(app.posts()).toEqual(['/send']);
      await page.goto(offered[1]?.url ?? '');
      await page.getByText('This question is closed').waitFor();
      await page.context().close();
    } finally {
      await app.close();
    }
  });
});

describe('a link that a client got', () => {
  let app: ApprovalApp;
  let url = '';
  const desktop = makeDesktop();
  beforeAll(async () => {
    app = await startApprovalApp({
      env: desktop.env,
      openUrl: (given) => {
        url = given;
        return { action: 'accept' };
      },
    });
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
  });
  afterAll(() => app.close());

  it('answers nothing by itself, whoever holds it', { timeout: 60_000 }, async () => {
    const clicked = click(app);
    await expect.poll(() => url, { timeout: 15_000 }).not.toBe('');
    const { origin, host, pathname } = new URL(url);
    const own = { host, origin, 'sec-fetch-site': 'same-origin' };
    const [{ id } = { id: '' }] = pending(app.gatewright);
    const yes = `server=x&question=${id}&say=yes&answer=yes`;
    expect((await fetch(url)).status).toBe(401);
    expect((await send(url, 'POST', own, yes)).status).toBe(404);
    expect((await send(`${origin}/waiting/answer`, 'POST', own, yes)).status).toBe(401);
    expect((await send(`${origin}/answer/${id}`, 'POST', own, yes)).status).toBe(404);
    expect((await send(`${origin}/enter/${id}/${id}`, 'POST', own, '')).status).toBe(401);
    // Another name for this machine (DNS rebinding), another site, a proxy in between.
    expect((await send(url, 'GET', { host: `evil.example:${new URL(url).port}` })).status).toBe(403);
    const open = `${origin}${pathname}/open`;
    expect((await send(open, 'POST', { host, origin: 'http://127.0.0.1:9' })).status).toBe(403);
    expect((await send(open, 'POST', { host })).status).toBe(403);
    expect((await send(open, 'POST', { ...own, via: '1.1 x' })).status).toBe(403);
    expect((await fetch(open)).status).toBe(404);
    expect(desktop.opened()).toEqual([]);
    // Whoever presses for the person opens at most three windows, and sees nothing of what is in them.
    const pressed = [];
    for (let i = 0; i < 5; i += 1) pressed.push(await send(open, 'POST', own));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409]);
    expect(pressed.map(({ body }) => body).join()).not.toContain('/enter/');
    expect(desktop.opened()).toHaveLength(3);
    expect(pending(app.gatewright).map((question) => question.id)).toEqual([id]);
    expect(app.posts()).toEqual([]);
    app.gatewright.command(['approvals', 'deny', id]);
    expect((await clicked).code).toBe('approval.denied');
    expect((await send(open, 'POST', own)).status).toBe(404);
  });

  it("leads nowhere in the agent's own browser", { timeout: 60_000 }, async () => {
    const { host } = new URL(url);
    for (const address of [url, `http://localhost:${host.split(':')[1] ?? ''}/`]) {
      expect((await app.gatewright.call('browser_navigate', { url: address })).isError).toBe(true);
    }
  });
});

it('where nobody watches, the text for the user has a link that opens that question', { timeout: 90_000 }, async () => {
  const desktop = makeDesktop();
  const app = await startApprovalApp({ env: desktop.env });
  try {
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    // Without a progress token the result is the first that the user hears of it.
    const result = await app.gatewright.client.callTool({
      name: 'browser_click',
      arguments: { role: 'button', name: 'Send message' },
    });
    const text = JSON.stringify(result.content);
    expect(text).toContain('approval.pending');
    expect(text).toContain('nobody is watching');
    const link = /http:\/\/127\.0\.0\.1:\d+\/question\/[0-9a-f]{8}/u.exec(text)?.[0] ?? '';
    const page = await freshPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Open the question' }).click();
    await page.goto(await desktop.nextOpened());
    await page.getByRole('button', { name: 'Allow once' }).click();
    await page.getByText('approved; the agent has not come back yet').waitFor();
    expect(app.posts()).toEqual([]);
    // Another call is another question; the same one goes through, once.
    const other = app.gatewright.call('browser_click', { role: 'button', name: 'Delete account' });
    await page.getByRole('heading', { name: /Delete account/u }).waitFor();
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect((await other).code).toBe('approval.denied');
    expect(app.posts()).toEqual([]);
    expect((await click(app)).isError).toBe(false);
    expect(app.posts()).toEqual(['/send']);
    await page
      .getByText(/: done/u)
      .first()
      .waitFor();
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const once = click(app);
    await page.getByRole('heading', { name: /Send message/u }).waitFor();
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect((await once).code).toBe('approval.denied');
    expect(app.posts()).toEqual(['/send']);
    await page.context().close();
  } finally {
    await app.close();
  }
});

it('without a program that opens pages, the page of the link says what to do', { timeout: 60_000 }, async () => {
  const app = await startApprovalApp({ env: { PATH: '/nowhere' }, openUrl: () => ({ action: 'decline' }) });
  try {
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const asked: string[] = [];
    const clicked = app.gatewright.client.callTool(
      { name: 'browser_click', arguments: { role: 'button', name: 'Send message' } },
      { timeout: 50_000, onprogress: ({ message = '' }) => void asked.push(message) },
    );
    await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThan(0);
    const link = /http:\/\/127\.0\.0\.1:\d+\/question\/[0-9a-f]{8}/u.exec(asked[0] ?? '')?.[0] ?? '';
    const page = await freshPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Open the question' }).click();
    await page.getByText('gatewright.js console').waitFor();
    expect(await page.getByRole('button', { name: 'Open the question' }).count()).toBe(0);
    app.gatewright.command(['approvals', 'deny', new URL(link).pathname.slice(-8)]);
    expect((await clicked).isError).toBe(true);
    await page.context().close();
  } finally {
    await app.close();
  }
});
