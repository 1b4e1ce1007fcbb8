import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { startCommand } from '../fixtures/console.js';
import { replyOf } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst, pending } from '../fixtures/person.js';

const CLICK = { name: 'browser_click', arguments: { role: 'button', name: 'Send message' } } as const;

/** A desktop without a program to open addresses, whose `notify-send` writes down what it was given. */
function quietDesktop() {
  const folder = mkdtempSync(join(tmpdir(), 'gw-notify-'));
  const seen = join(folder, 'seen');
  const program = join(folder, 'notify-send');
  writeFileSync(program, `#!/bin/sh\nprintf '%s ' "$@" >> '${seen}'\nprintf '\\n' >> '${seen}'\n`);
  chmodSync(program, 0o755);
  return {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    told: (): string[] => (existsSync(seen) ? readFileSync(seen, 'utf8').split('\n').filter(Boolean) : []),
  };
}

const askedAt = (app: ApprovalApp): number => Date.parse(String(app.noted('approval.asked').at(-1)?.['time']));

describe('where nobody watches', { timeout: 120_000 }, () => {
  it('a client that shows progress hears so at once and again, until somebody answers', async () => {
    const app = await startApprovalApp();
    try {
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      const heard: string[] = [];
      const clicked = app.gatewright.client.callTool(CLICK, {
        timeout: 59_000,
        onprogress: ({ message }) => heard.push(message ?? ''),
      });
      await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
      expect(JSON.stringify(app.noted('approval.asked'))).toContain('"watched":false');
      for (const message of heard) expect(message).toMatch(/nobody is watching for questions: tell the user/u);
      await answerFirst(app.gatewright);
      expect((await clicked).isError).not.toBe(true);
      expect(app.posts()).toEqual(['/send']);
    } finally {
      await app.close();
    }
  });

  it('a client without progress has its answer within the five seconds that some of them wait', async () => {
    const app = await startApprovalApp();
    try {
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      const reply = replyOf(await app.gatewright.client.callTool(CLICK));
      const waited = Date.now() - askedAt(app);
      expect(reply.code).toBe('approval.pending');
      expect(reply.text).toMatch(/nobody is watching for questions: tell the user/u);
      expect(waited).toBeGreaterThan(1000);
      expect(waited).toBeLessThan(5000);
      expect(app.posts()).toEqual([]);
      await denyFirst(app.gatewright);
    } finally {
      await app.close();
    }
  });

  it.each([
    ['{ timeoutSeconds: 25 }', 1],
    ['{ timeoutSeconds: 25, notify: off }', 0],
  ])('with approval: %s the desktop tells of a question %d times', async (approval, times) => {
    const desktop = quietDesktop();
    const app = await startApprovalApp({ approval, env: desktop.env });
    try {
      await app.gatewright.call('browser_navigate', { url: app.site.url() });
      // A person who was told is waited for.
      const clicked = app.gatewright.call(CLICK.name, CLICK.arguments);
      await expect.poll(() => pending(app.gatewright).length, { timeout: 20_000 }).toBe(1);
      if (times > 0) await expect.poll(desktop.told, { timeout: 10_000 }).toHaveLength(times);
      await denyFirst(app.gatewright);
      expect((await clicked).code).toBe('approval.denied');
      expect(desktop.told()).toHaveLength(times);
      for (const line of desktop.told()) expect(line).toMatch(/risk\) on .*approvals watch/u);
    } finally {
      await app.close();
    }
  });
});

it('a client that hangs up while a person reads comes back for the answer, once', { timeout: 120_000 }, async () => {
  const app = await startApprovalApp({ approval: '{ timeoutSeconds: 120 }' });
  const console = await startCommand(app.gatewright.workspace, ['console', '--json'], 'link');
  const person = await launchChromium();
  try {
    const page = await (await person.newContext()).newPage();
    await page.goto(console.link);
    await page.goto(`${new URL(console.link).origin}/waiting`);
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const hangUp = new AbortController();
    const first = app.gatewright.call(CLICK.name, CLICK.arguments, { signal: hangUp.signal }).catch(() => 'hung up');
    await page.getByRole('heading', { name: /Send message/u }).waitFor();
    expect(JSON.stringify(app.noted('approval.asked'))).toContain('"watched":true');
    hangUp.abort();
    expect(await first).toBe('hung up');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await page.getByText('approved; the agent has not come back yet').waitFor();
    expect(app.posts()).toEqual([]);
    expect((await app.gatewright.call(CLICK.name, CLICK.arguments)).isError).toBe(false);
    expect(app.posts()).toEqual(['/send']);
    expect(pending(app.gatewright)).toEqual([]);
    await page.getByText(/: done/u).waitFor();
    // The same thing again is another question.
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const again = app.gatewright.call(CLICK.name, CLICK.arguments);
    await denyFirst(app.gatewright);
    expect((await again).code).toBe('approval.denied');
    expect(app.posts()).toEqual(['/send']);
  } finally {
    await person.close();
    console.server.kill('SIGTERM');
    await app.close();
  }
});

describe('the end of a session', { timeout: 120_000 }, () => {
  it('withdraws its open questions; those of another session stay', async () => {
    const app = await startApprovalApp();
    const { gatewright } = app;
    try {
      for (const session of ['one', 'two']) {
        await gatewright.call('browser_navigate', { url: app.site.url(), session });
        const asked = await gatewright.client.callTool({ ...CLICK, arguments: { ...CLICK.arguments, session } });
        expect(replyOf(asked).code).toBe('approval.pending');
      }
      const waiting = gatewright.call('browser_click', { role: 'button', name: 'Delete account', session: 'one' });
      await expect.poll(() => app.noted('approval.asked').length).toBe(3);
      expect((await gatewright.call('browser_close', { session: 'one' })).isError).not.toBe(true);
      expect((await waiting).code).toBe('session.expired');
      const { stdout } = gatewright.command(['approvals', 'list']);
      expect(stdout).not.toContain('/ one ');
      expect(stdout).toContain('/ two ');
      expect(app.noted('approval.withdrawn')).toHaveLength(2);
      expect(app.posts()).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
