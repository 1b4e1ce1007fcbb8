import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTerminal } from '../fixtures/at-a-terminal.js';
import { COMMAND, runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { denyFirst, firstQuestion } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const CTRL_C = '\u0003';

describe('approvals watch', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<p id="log"></p><button onclick="log.textContent=\'gone\'">Delete order</button>'),
    });
    gatewright = await start({ args: ['--allow-private', site.host], config: { approval: { timeoutSeconds: 120 } } });
    await gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const click = () => gatewright.call('browser_click', { name: 'Delete order' });

  it('asks again after a slip, and says what a grant covers', async () => {
    const clicking = click();
    const { screen } = await atTerminal(
      gatewright.workspace,
      ['approvals', 'watch'],
      [
        [/s to skip: /u, 'maybe\n'],
        [/none of these[^]*s to skip: /u, '\n'],
        [/none of these[^]*s to skip: /u, '1h\n'],
        [/To end it/u, CTRL_C],
      ],
    );
    expect((await clicking).text).toContain('gone');
    expect(screen).toContain(`Allowed for 60 min: browser_click on ${new URL(site.url()).origin}`);
    expect(screen).toContain('up to high risk');
    expect(screen).toMatch(/approvals revoke \w+/u);
    expect(screen).not.toContain('Refused');
    expect(gatewright.command(['approvals', 'revoke', 'all'])).toMatchObject({ status: 0 });
  });

  it('the list for programs has the picture of a question as one text', async () => {
    const clicking = click();
    await firstQuestion(gatewright);
    const { stdout } = gatewright.command(['approvals', 'list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        tool: 'browser_click',
        picture: { mimeType: 'image/png', base64: expect.stringMatching(/^iVBORw0KGgo/u) as unknown },
      },
    ]);
    await denyFirst(gatewright);
    await clicking;
  });

  it('a no is a no', async () => {
    const clicking = click();
    const { screen } = await atTerminal(
      gatewright.workspace,
      ['approvals', 'watch'],
      [
        [/s to skip: /u, 'No\n'],
        [/Refused\./u, CTRL_C],
      ],
    );
    expect(screen).toContain('Refused.');
    expect((await clicking).code).toBe('approval.denied');
  });
});

describe('the bare command at a terminal', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-tty-'));
  afterAll(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  it('says what it is and what was probably wanted', async () => {
    const args = ['--allow-private', 'localhost:3000'];
    const { screen } = await atTerminal(workspace, args, [[/Ctrl-C ends it/u, CTRL_C]]);
    expect(screen).toContain('This is the MCP server on stdio');
    expect(screen).toContain(`node ${COMMAND} serve --allow-private localhost:3000`);
    expect(screen).toContain(`node ${COMMAND} add claude --allow-private localhost:3000`);
  });

  it('says nothing of that to a client', () => {
    expect(runCommand(workspace, []).stderr).not.toContain('This is the MCP server');
  });

  it.each([
    [['help'], 0, 'Commands:'],
    [['help', 'serve'], 0, '--allow-private'],
    [['version'], 0, '.'],
    [['-v'], 0, '.'],
    [['serv'], 2, 'Did you mean serve?'],
    [['serve', '--alow', 'x'], 2, 'Did you mean --allow?'],
    [['serve', '--port', '9999'], 2, '--http [host:]port'],
    [['approvals', 'deny', 'x'], 2, `node ${COMMAND} approvals`],
  ])('%j', (args, status, says) => {
    const ended = runCommand(workspace, args);
    expect([ended.status, `${ended.stdout}${ended.stderr}`.includes(says)], ended.stderr).toEqual([status, true]);
  });
});
