import type { ChildProcess } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../contracts/page/chromium.js';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { startCommand } from '../fixtures/console.js';

const CODE = 'correct horse 7';

/** Each app has its own: wrong tries are counted for the whole workspace. */
describe('the approval code', () => {
  let person: Browser;
  let app: ApprovalApp;
  let server: ChildProcess;
  let page: Page;
  let base: string;

  beforeAll(async () => {
    person = await launchChromium();
  });
  afterAll(async () => {
    await person.close();
  });
  beforeEach(async () => {
    app = await startApprovalApp({ approval: '{ timeoutSeconds: 40 }' });
    expect(app.gatewright.command(['approvals', 'code', 'set'], `${CODE}\n`)).toMatchObject({ status: 0 });
    let link: string;
    ({ server, link } = await startCommand(app.gatewright.workspace, ['console', '--json'], 'link'));
    base = new URL(link).origin;
    page = await (await person.newContext()).newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    return async () => {
      await page.context().close();
      server.kill('SIGTERM');
      await app.close();
    };
  });

  const askTo = async (name: string) => {
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const click = app.gatewright.call('browser_click', { role: 'button', name });
    await page.goto(`${base}/waiting`);
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    return { click };
  };
  const press = async (code: string): Promise<string> => {
    await page.getByLabel('Approval code, to allow').fill(code);
    await page.getByRole('button', { name: 'Allow once' }).click();
    return page.locator('.notice:not([hidden])').first().innerText();
  };

  it('a yes to something grave takes it; a wrong one is refused, and the question stays', async () => {
    const { click } = await askTo('Delete account');
    expect(await page.getByLabel('Approval code, to allow').getAttribute('type')).toBe('password');
    expect(await press('')).toContain('takes the approval code');
    expect(await press('wrong horse 7')).toContain('The approval code is wrong');
    expect(app.posts()).toEqual([]);
    expect(await press(CODE)).toContain('Allowed, once.');
    expect((await click).isError).toBe(false);
    expect(app.posts()).toEqual(['/delete']);
    expect(JSON.stringify(app.gatewright.record())).not.toContain('horse');
  });

  it('after five wrong ones the right one is refused too', async () => {
    const { click } = await askTo('Delete account');
    for (let i = 0; i < 5; i++) expect(await press(`wrong ${String(i)}`)).toContain('The approval code is wrong');
    expect(await press(CODE)).toContain('Too many wrong codes');
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect((await click).code).toBe('approval.denied');
    expect(app.posts()).toEqual([]);
  });

  it('a no takes none, and neither does what is not grave', async () => {
    const { click: grave } = await askTo('Delete account');
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect((await grave).code).toBe('approval.denied');
    const { click: note } = await askTo('Note');
    expect(await page.getByLabel('Approval code').count()).toBe(0);
    await page.getByRole('button', { name: 'Allow once' }).click();
    expect((await note).isError).toBe(false);
  });

  it('whoever sets, changes or removes it is on the record, and whoever fails to', () => {
    const { gatewright } = app;
    expect(gatewright.command(['approvals', 'code', 'remove'], 'wrong code\n').status).not.toBe(0);
    expect(gatewright.command(['approvals', 'code', 'set'], `${CODE}\nanother code\n`)).toMatchObject({ status: 0 });
    expect(gatewright.command(['approvals', 'code', 'remove'], 'another code\n')).toMatchObject({ status: 0 });
    const facts = app.noted('approval.code').map(({ facts: each }) => each);
    expect(facts).toMatchObject([
      { what: 'set' },
      { what: 'removed', refused: 'The approval code is wrong.' },
      { what: 'changed' },
      { what: 'removed' },
    ]);
    expect(facts[3]).not.toHaveProperty('refused');
    expect(JSON.stringify(facts)).toMatch(/"by":"terminal/u);
    expect(JSON.stringify(gatewright.record())).not.toMatch(/horse|another code/u);
    expect(gatewright.command(['audit', 'verify'])).toMatchObject({ status: 0 });
  });
});
