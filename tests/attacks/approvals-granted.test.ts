import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApprovalApp } from '../fixtures/approval-app.js';
import type { ApprovalApp } from '../fixtures/approval-app.js';
import { denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';

promised('people-decide', () => {
  let app: ApprovalApp;
  beforeAll(async () => {
    app = await startApprovalApp({ approval: '{ timeoutSeconds: 20 }' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    app.site.seen.length = 0;
  });
  const click = (name: string) => app.gatewright.call('browser_click', { role: 'button', name });
  const approve = async (flags: readonly string[], input = '') => {
    const { id } = await firstQuestion(app.gatewright);
    return app.gatewright.command(['approvals', 'approve', id, ...flags], input);
  };

  it('a grant covers its kind on its site until it is revoked, and nothing graver', { timeout: 90_000 }, async () => {
    const first = click('Send message');
    expect((await approve(['--for', '9h'])).status).toBe(2);
    expect((await approve(['--for', '1h'])).status).toBe(0);
    expect((await first).isError).toBe(false);

    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    expect((await click('Send message')).isError).toBe(false);
    expect(app.posts()).toEqual(['/send', '/send']);
    const [grant] = JSON.parse(app.gatewright.command(['approvals', 'grants', '--json']).stdout) as {
      id: string;
      used: number;
    }[];
    expect(grant?.used).toBe(1);
    const closed = app.gatewright.record().findLast((line) => line['grant'] !== undefined);
    expect(closed).toMatchObject({ outcome: 'ok', grant: grant?.id });

    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    app.site.seen.length = 0;
    const graver = click('Delete account');
    expect((await approve(['--for', '1h'])).status).toBe(2);
    await denyFirst(app.gatewright);
    expect((await graver).code).toBe('approval.denied');

    expect(app.gatewright.command(['approvals', 'revoke', grant?.id ?? '']).status).toBe(0);
    const again = click('Send message');
    await denyFirst(app.gatewright);
    expect((await again).code).toBe('approval.denied');
    expect(app.posts()).toEqual([]);
    const events = ['grant.given', 'grant.used', 'grant.revoked'].map((event) => app.noted(event).length);
    expect(events).toEqual([1, 1, 1]);
  });

  it('where a person has set a code, a yes to what is grave takes it', { timeout: 90_000 }, async () => {
    const { workspace } = app.gatewright;
    const command = (args: readonly string[], input: string) => app.gatewright.command(args, input);
    expect(command(['approvals', 'code', 'set'], 'kiwi-42-kiwi\n').status).toBe(0);
    const file = join(workspace, 'approval-code');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain('kiwi');
    expect(command(['approvals', 'code', 'remove'], 'guess\n').status).not.toBe(0);

    const clicked = click('Send message');
    expect((await approve([])).status).toBe(1);
    expect((await approve([], 'guess\n')).status).toBe(1);
    expect(pending(app.gatewright)).toHaveLength(1);
    expect(app.posts()).toEqual([]);
    expect((await approve([], 'kiwi-42-kiwi\n')).status).toBe(0);
    expect((await clicked).isError).toBe(false);
    expect(app.posts()).toEqual(['/send']);
    expect(app.noted('approval.refused')).toHaveLength(2);
    expect(JSON.stringify(app.gatewright.record())).not.toContain('kiwi');

    await app.gatewright.call('browser_navigate', { url: app.site.url() });
    const low = click('Note');
    expect((await approve([])).status).toBe(0);
    expect((await low).isError).toBe(false);
  });
});
